// Places blocks in rows, merges what is under one pixel, and marks where a rank stopped.
#include "ui/play/timeline_bars.h"

#include <algorithm>
#include <cmath>

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

/// Where collectives run beside backward, they have the lower half of the rank's row to themselves.
QRectF laneOf(const TimeBlock& block, const QRectF& row, bool beside)
{
    if (!beside)
        return row;
    const double half = row.height() / 2;
    const bool comm = block.phase == Phase::allReduce && block.kind != BlockKind::other;
    return QRectF(row.left(), comm ? row.top() + half : row.top(), row.width(), half - 0.5);
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

void addBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    const TimelineScale& scale = layout.scale;
    const std::size_t current = shownStep(*input.track, input.playhead);
    for (const auto& [step, blocks] : steps) {
        Merger merger(layout.blocks);
        int rank = -1;
        const bool beside = input.trace->config().buckets.overlap;
        for (const TimeBlock& source : blocks) {
            if (source.rank != rank)
                merger.flush();
            rank = source.rank;
            if (source.span.end <= scale.window.begin || source.span.begin >= scale.window.end)
                continue;
            TimelineBlock block;
            block.kind = source.kind;
            block.phase = source.phase;
            block.rank = source.rank;
            block.step = step;
            block.span = source.span;
            const QRectF row = laneOf(source, layout.rows.at(static_cast<std::size_t>(source.rank)).rect, beside);
            const double left = std::max(scale.left, scale.x(source.span.begin));
            const double right = std::min(scale.right, scale.x(source.span.end));
            const double gap = right - left >= 3 ? 0.5 : 0;
            block.rect = QRectF(left + gap, row.top(), right - left - 2 * gap, row.height());
            block.object = objectOf(source);
            if (step == current) {
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
                       return other.kind == BlockKind::round && other.rank == source.rank
                           && other.bucket == source.bucket;
                   });
            block.tinted = covered || (source.kind == BlockKind::round && source.copies);
            block.name = blockName(*input.trace, *input.track, source);
            if (!input.mini && !covered && row.height() >= 18)
                block.label = fittingLabel(
                    blockLabels(*input.trace, *input.track, source), block.rect.width(), source.kind, layout.textScale);
            layout.blocks.push_back(block);
        }
        merger.flush();
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
