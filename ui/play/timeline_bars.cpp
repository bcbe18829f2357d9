// Places blocks in rows, merges what is under one pixel, and marks where a rank stopped.
#include "ui/play/timeline_bars.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "ui/play/timeline_labels.h"

namespace lockstep::ui {

namespace {

/// Blocks under one pixel become, pixel by pixel, one block of the phase that lasts longest in it.
class Merger {
public:
    explicit Merger(std::vector<TimelineBlock>& out)
        : m_out(out)
    {
    }

    void add(const TimelineBlock& block)
    {
        const double pixel = std::floor(block.rect.center().x());
        if (!m_open || pixel != m_pixel) {
            flush();
            m_open = true;
            m_pixel = pixel;
        }
        m_longest = !m_length || block.span.length() > m_length ? block : m_longest;
        m_length = std::max(m_length, block.span.length());
    }
    void flush()
    {
        if (!m_open)
            return;
        m_longest.rect.setLeft(m_pixel);
        m_longest.rect.setWidth(1);
        m_longest.label.clear();
        TimelineBlock* before = m_out.empty() ? nullptr : &m_out.back();
        if (before && before->rank == m_longest.rank && before->phase == m_longest.phase
            && before->kind == m_longest.kind && before->rect.right() == m_pixel && before->label.isEmpty())
            before->rect.setRight(m_pixel + 1);
        else
            m_out.push_back(m_longest);
        m_open = false;
        m_length = 0;
    }

private:
    std::vector<TimelineBlock>& m_out;
    TimelineBlock m_longest;
    double m_pixel = 0, m_length = 0;
    bool m_open = false;
};

} // namespace

namespace {

RankId failedRank(const TimelineInput& input, const StepBlocks& step)
{
    for (const Event& event : input.trace->step(step.step).events)
        if (const auto* fault = event.as<FaultInjected>(); fault && fault->kind == "fail")
            return event.rank;
    return kNoRank;
}

/// The other ranks wait for the one that failed, from the end of what they did to the end of their rows.
void addEndlessWaits(TimelineLayout& layout, const TimelineInput& input, const StepBlocks& step, RankId failed)
{
    for (const TimelineRow& row : layout.rows) {
        if (row.rank == failed.value)
            continue;
        TimelineBlock wait;
        wait.kind = BlockKind::wait;
        wait.phase = Phase::allReduce;
        wait.rank = row.rank;
        wait.step = step.step;
        wait.span = {input.track->stepSpans[step.step].begin, input.track->stepSpans[step.step].end};
        TrackTime end = wait.span.begin;
        for (const TimeBlock& block : step.blocks)
            if (block.rank == row.rank && block.kind != BlockKind::round)
                end = std::max(end, block.span.end);
        wait.span.begin = end;
        const double left = std::max(layout.scale.left, layout.scale.x(end)) + 0.5;
        wait.rect = QRectF(left, row.rect.top(), layout.size.width() - kEndMargin - left, row.rect.height());
        wait.name = endlessWaitName(*input.trace, row.rank, failed.value);
        wait.object.kind = ObjectKind::rank;
        wait.object.rank = row.rank;
        if (row.rect.height() >= 18)
            wait.label = fittingLabel(
                endlessWaitLabels(*input.trace, failed.value), wait.rect.width(), wait.kind, layout.textScale);
        layout.blocks.push_back(wait);
    }
}

} // namespace

std::vector<StepBlocks> visibleBlocks(const TimelineInput& input, const TimelineScale& scale)
{
    const std::size_t current = shownStep(*input.track, input.playhead);
    const bool roundsFit = !input.mini && input.trace->ranks() <= 16
        && input.track->stepSpans[current].length() * scale.pixelsPerUnit() >= 300;
    std::vector<StepBlocks> steps;
    for (std::size_t step = 1; step < input.track->stepSpans.size(); ++step) {
        const Span& whole = input.track->stepSpans[step];
        if (whole.end > scale.window.begin && whole.begin < scale.window.end)
            steps.push_back({step, timeBlocks(*input.trace, *input.track, step, roundsFit)});
    }
    return steps;
}

std::vector<Span> busySpans(const std::vector<StepBlocks>& steps)
{
    std::vector<Span> busy;
    for (const StepBlocks& step : steps)
        for (const TimeBlock& block : step.blocks)
            if (block.kind == BlockKind::phase)
                busy.push_back(block.span);
    return busy;
}

namespace {

bool isComm(const TimeBlock& block)
{
    return block.kind == BlockKind::round || (block.kind == BlockKind::phase && block.phase == Phase::allReduce);
}

/// The part of a row that a block takes: all of it, or its upper (computing) or lower (sending) part.
QRectF partOf(const QRectF& row, bool split, bool comm)
{
    if (!split || row.height() < 8)
        return row;
    const double upper = std::round(row.height() * 0.54);
    return comm ? QRectF(row.left(), row.top() + upper + 1, row.width(), row.height() - upper - 1)
                : QRectF(row.left(), row.top(), row.width(), upper);
}

/// By rank: whether its line is drawn. Of ranks that share one, the last to end its backward pass stands for all, so
/// that no outlier is lost.
std::vector<std::uint8_t> linesShown(const std::vector<TimeBlock>& blocks, int ranks, int group)
{
    if (group <= 1)
        return std::vector<std::uint8_t>(static_cast<std::size_t>(ranks), 1);
    std::vector<TrackTime> end(static_cast<std::size_t>(ranks), -1);
    for (const TimeBlock& block : blocks)
        if (block.kind == BlockKind::phase && block.phase == Phase::backward)
            end[static_cast<std::size_t>(block.rank)]
                = std::max(end[static_cast<std::size_t>(block.rank)], block.span.end);
    std::vector<std::uint8_t> shown(end.size(), 0);
    for (std::size_t first = 0; first < end.size(); first += static_cast<std::size_t>(group)) {
        const auto begin = end.begin() + static_cast<std::ptrdiff_t>(first),
                   last
            = end.begin() + static_cast<std::ptrdiff_t>(std::min(end.size(), first + static_cast<std::size_t>(group)));
        shown[static_cast<std::size_t>(std::max_element(begin, last) - end.begin())] = 1;
    }
    return shown;
}

/// Writes blocks of one step, all in the row that `rowOf` names.
template <class RowOf>
void placeBlocks(std::vector<TimelineBlock>& out, const TimelineLayout& layout, const TimelineInput& input,
    std::size_t step, const std::vector<TimeBlock>& blocks, RowOf rowOf, double labelled)
{
    const TimelineScale& scale = layout.scale;
    const std::size_t current = shownStep(*input.track, input.playhead);
    std::vector<TimelineBlock> placed;
    Merger merger(placed);
    int rank = -2;
    for (const TimeBlock& source : blocks) {
        if (source.rank != rank)
            merger.flush();
        rank = source.rank;
        const QRectF* whole = rowOf(source);
        if (!whole || source.span.end <= scale.window.begin || source.span.begin >= scale.window.end)
            continue;
        TimelineBlock block;
        block.kind = source.kind;
        block.phase = source.phase;
        block.rank = source.rank;
        block.step = step;
        block.span = source.span;
        const QRectF row = partOf(*whole, layout.split, isComm(source));
        const double left = std::max(scale.left, scale.x(source.span.begin));
        const double right = std::min(scale.right, scale.x(source.span.end));
        const double gap = right - left >= 3 && row.height() > 2 ? 0.5 : 0;
        block.rect = QRectF(left + gap, row.top(), right - left - 2 * gap, row.height());
        if (source.rank >= 0)
            block.object = objectOf(source);
        if (step == current && source.rank >= 0) {
            block.selected = refersTo(input.view.selection, source);
            block.hovered = refersTo(input.view.hover, source);
        }
        if (right - left < 1) {
            if (source.kind != BlockKind::round)
                merger.add(block);
            continue;
        }
        merger.flush();
        const bool covered = source.kind == BlockKind::phase && source.phase == Phase::allReduce
            && std::any_of(blocks.begin(), blocks.end(), [&source](const TimeBlock& other) {
                   return other.kind == BlockKind::round && other.rank == source.rank && other.bucket == source.bucket;
               });
        block.tinted = covered || (source.kind == BlockKind::round && source.copies);
        block.name = blockName(*input.trace, *input.track, source);
        if (!input.mini && !covered && row.height() >= labelled)
            block.label = fittingLabel(
                blockLabels(*input.trace, *input.track, source), block.rect.width(), source.kind, layout.textScale);
        placed.push_back(block);
    }
    merger.flush();
    // Lines too thin to be split: what is computed lies over what is sent meanwhile.
    if (layout.split)
        std::stable_sort(placed.begin(), placed.end(), [](const TimelineBlock& a, const TimelineBlock& b) {
            const auto sent = [](const TimelineBlock& block) {
                return block.kind != BlockKind::wait && block.phase == Phase::allReduce;
            };
            return a.rank != b.rank ? a.rank < b.rank : sent(a) && !sent(b);
        });
    out.insert(out.end(), placed.begin(), placed.end());
}

} // namespace

bool overlaps(const std::vector<StepBlocks>& steps)
{
    for (const StepBlocks& step : steps)
        for (const TimeBlock& sent : step.blocks)
            if (sent.kind == BlockKind::phase && sent.phase == Phase::allReduce)
                for (const TimeBlock& own : step.blocks)
                    if (own.rank == sent.rank && own.kind == BlockKind::phase && own.phase == Phase::backward
                        && sent.span.begin < own.span.end && own.span.begin < sent.span.end)
                        return true;
    return false;
}

int latestRank(const std::vector<StepBlocks>& steps, std::size_t step)
{
    int latest = -1;
    TrackTime end = 0;
    for (const StepBlocks& one : steps)
        if (one.step == step)
            for (const TimeBlock& block : one.blocks)
                if (block.kind == BlockKind::phase && block.phase == Phase::backward
                    && (latest < 0 || block.span.end > end)) {
                    latest = block.rank;
                    end = block.span.end;
                }
    return latest;
}

std::vector<TimeBlock> medianBlocks(const std::vector<TimeBlock>& blocks, int ranks)
{
    const auto middle = [ranks](std::vector<TrackTime> times) {
        const auto at = times.begin() + (std::min(static_cast<int>(times.size()), ranks) - 1) / 2;
        std::nth_element(times.begin(), at, times.end());
        return *at;
    };
    std::vector<TimeBlock> out;
    TrackTime done = 0;
    for (int p = 0; p < kPhaseCount; ++p) {
        // Of several micro-steps and buckets, the whole stretch from the first to the last.
        std::map<int, Span> whole;
        for (const TimeBlock& block : blocks) {
            if (block.kind != BlockKind::phase || static_cast<int>(block.phase) != p)
                continue;
            const auto [known, fresh] = whole.try_emplace(block.rank, block.span);
            if (!fresh)
                known->second
                    = {std::min(known->second.begin, block.span.begin), std::max(known->second.end, block.span.end)};
        }
        if (whole.empty())
            continue;
        std::vector<TrackTime> begins, ends;
        for (const auto& [rank, span] : whole) {
            begins.push_back(span.begin);
            ends.push_back(span.end);
        }
        TimeBlock block;
        block.phase = static_cast<Phase>(p);
        block.rank = -1;
        block.span = {middle(begins), middle(ends)};
        if (!out.empty())
            block.span.begin = std::max(block.span.begin, done);
        if (block.phase == Phase::allReduce && !out.empty() && block.span.begin > done) {
            TimeBlock wait = block;
            wait.kind = BlockKind::wait;
            wait.span = {done, block.span.begin};
            out.push_back(wait);
        }
        if (block.span.end <= block.span.begin)
            continue;
        done = block.span.end;
        out.push_back(block);
    }
    return out;
}

void addBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    for (const auto& [step, blocks] : steps) {
        const std::vector<std::uint8_t> shown = linesShown(blocks, input.trace->ranks(), layout.group);
        placeBlocks(
            layout.blocks, layout, input, step, blocks,
            [&](const TimeBlock& block) {
                const auto rank = static_cast<std::size_t>(block.rank);
                return shown.at(rank) ? &layout.rows.at(rank).rect : nullptr;
            },
            layout.split ? 14 : 18);
    }
}

void addPinnedBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    for (const PinnedRow& row : layout.pinned)
        for (const auto& [step, blocks] : steps) {
            std::vector<TimeBlock> own;
            if (row.rank < 0)
                own = medianBlocks(blocks, input.trace->ranks());
            else
                std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(own),
                    [&](const TimeBlock& block) { return block.rank == row.rank && block.kind != BlockKind::round; });
            placeBlocks(
                layout.pinnedBlocks, layout, input, step, own, [&](const TimeBlock&) { return &row.rect; }, 14);
        }
}

bool endsInFailure(const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    return input.track->kind == TrackKind::priced && !steps.empty()
        && input.track->stepSpans[steps.back().step].end <= input.window.end * (1 + 1e-12)
        && failedRank(input, steps.back()) != kNoRank;
}

/// Stands where the failed rank's last block ends.
void addStops(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    if (!input.mini && endsInFailure(input, steps))
        addEndlessWaits(layout, input, steps.back(), failedRank(input, steps.back()));
    for (const StepBlocks& step : steps)
        for (const Event& event : input.trace->step(step.step).events) {
            const auto* fault = event.as<FaultInjected>();
            if (!fault || fault->kind != "fail" || event.rank == kNoRank)
                continue;
            TrackTime end = input.track->of(event.id).end;
            for (const TimeBlock& block : step.blocks)
                if (block.rank == event.rank.value && block.kind == BlockKind::phase)
                    end = std::max(end, block.span.end);
            const QRectF& row = layout.rows.at(event.rank.index()).rect;
            const double side = std::clamp(row.height(), 6.0, 18.0);
            const double x = std::min(layout.scale.x(end) + 4, layout.scale.right - side);
            layout.stops.push_back({event.rank.value, QRectF(x, row.center().y() - side / 2, side, side)});
        }
}

} // namespace lockstep::ui
