// Rows, axis, blocks and playhead of the timeline. Numbers follow the mock-ups: gutter 64, margin 24, rows from y 36.
#include "ui/play/timeline_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/play/timeline_bars.h"
#include "ui/play/timeline_text.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kGutter = 64, kMargin = kEndMargin;
constexpr double kAxisLabelBaseline = 14;
constexpr double kBottom = 8; ///< kept free below the rows

struct RowGeometry {
    double top = 0, pitch = 0, height = 0;
    int group = 1; ///< ranks on one line
};

constexpr int kMostBars = 16;
constexpr double kPinnedPitch = 18, kPinnedHeight = 14;

/// Lines of whole pixels, so that each is as sharp as the next.
RowGeometry lineGeometry(int ranks, double top, double room)
{
    const double pitch = std::clamp(std::floor(room / ranks), 1.0, 3.0);
    const int lines = std::max(1, static_cast<int>(room / pitch)), group = (ranks + lines - 1) / lines;
    return {std::round(top), pitch, pitch >= 3 ? 2 : pitch, group};
}

RowGeometry rowGeometry(int ranks, QSizeF size, bool mini, double textScale, std::size_t pinned, bool split)
{
    if (mini && ranks > kMostBars)
        return lineGeometry(ranks, 6, size.height() - 12);
    if (mini) {
        const double pitch = std::min(16.0, (size.height() - 12) / std::max(1, ranks));
        const double height = pitch >= 4 ? pitch - (pitch >= 8 ? 4 : 1) : pitch;
        return {(size.height() - pitch * (ranks - 1) - height) / 2, pitch, height};
    }
    const double head = 24 + 14 * (textScale - 1);
    const double top = head + (ranks <= 2 ? 12 : 8);
    const double room = size.height() - top - kBottom;
    if (ranks <= 4) {
        const double pitch = std::min(44.0, room / ranks);
        return {top, pitch, std::min(split ? 36.0 : 32.0, std::max(2.0, pitch - (split ? 3 : 5)))};
    }
    if (ranks <= 16) {
        const double pitch = std::min(split ? 20.0 : 16.0, room / ranks);
        return {top, pitch, std::min(split ? 18.0 : 12.0, pitch >= 6 ? pitch - 2 : pitch * 0.8)};
    }
    const double above = static_cast<double>(pinned) * kPinnedPitch * std::max(1.0, textScale) + 4;
    return lineGeometry(ranks, top + above, room - above + kBottom - 2);
}

int failedRank(const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    for (const StepBlocks& step : steps)
        for (const Event& event : input.trace->step(step.step).events)
            if (const auto* fault = event.as<FaultInjected>(); fault && fault->kind == "fail")
                return event.rank.value;
    return -1;
}

/// Which rows are pinned; their places follow from their number.
void addPinned(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps)
{
    if (!layout.thin || input.mini)
        return;
    const RunConfig& config = input.trace->config();
    const ObjectRef& selection = input.view.selection;
    const bool selected = selection.any() && selection.rank >= 0 && selection.rank < input.trace->ranks();
    const int first = selected ? selection.rank : latestRank(steps, shownStep(*input.track, input.playhead));
    const int failed = failedRank(input, steps);
    if (first >= 0)
        layout.pinned.push_back({first, rankName(config, first), {}, selected});
    if (failed >= 0 && failed != first)
        layout.pinned.push_back({failed, rankName(config, failed), {}, false});
    layout.pinned.push_back({-1, QCoreApplication::translate("Timeline", "median"), {}, false});
    const double pitch = kPinnedPitch * std::max(1.0, layout.textScale), top = 24 + 14 * (layout.textScale - 1) + 8;
    for (std::size_t i = 0; i < layout.pinned.size(); ++i)
        layout.pinned[i].rect = QRectF(layout.scale.left, top + static_cast<double>(i) * pitch,
            layout.scale.right - layout.scale.left, kPinnedHeight * std::max(1.0, layout.textScale));
}

void addRows(TimelineLayout& layout, const TimelineInput& input)
{
    const int ranks = input.trace->ranks();
    const RowGeometry rows
        = rowGeometry(ranks, layout.size, input.mini, layout.textScale, layout.pinned.size(), layout.split);
    layout.group = rows.group;
    for (int rank = 0; rank < ranks; ++rank) {
        TimelineRow row;
        row.rank = rank;
        row.label = rankLabel(input.trace->config(), rank);
        row.rect = QRectF(layout.scale.left, rows.top + rank / rows.group * rows.pitch,
            layout.scale.right - layout.scale.left, rows.height);
        const double side = rows.height >= 24 ? 24 : rows.height >= 18 ? 20 : rows.height >= 14 ? 16 : 0;
        if (!input.mini && side > 0)
            row.badge = QRectF(36 - side / 2, row.rect.center().y() - side / 2, side, side);
        const auto names
            = [&](const ObjectRef& object) { return object.kind == ObjectKind::rank && object.rank == rank; };
        row.selected = names(input.view.selection);
        row.hovered = names(input.view.hover);
        layout.rows.push_back(row);
    }
}

/// `step`: the only one visible, whose begin is 0.
void addAxis(TimelineLayout& layout, const TimelineInput& input, std::size_t step)
{
    const TimelineScale& scale = layout.scale;
    const TrackTime origin = input.track->stepSpans.at(step).begin;
    const double major = labelDistance(scale.pixelsPerUnit(), 90 * layout.textScale);
    double minor = major / 5;
    for (const double parts : {10.0, 5.0, 2.0})
        if (labelDistance(scale.pixelsPerUnit(), major / parts * scale.pixelsPerUnit() * 0.999) == major / parts
            && major / parts * scale.pixelsPerUnit() >= 20) {
            minor = major / parts;
            break;
        }
    if (input.track->unit == TimeUnit::tick && minor < 1)
        minor = std::max(1.0, minor);
    const int perMajor = std::max(1, static_cast<int>(std::lround(major / minor)));
    const auto first = static_cast<std::int64_t>(std::ceil((scale.window.begin - origin) / minor - 1e-9));
    const auto last = static_cast<std::int64_t>(std::floor((scale.window.end - origin) / minor + 1e-9));
    bool labelled = false;
    for (std::int64_t index = first; index <= last; ++index) {
        AxisMark mark;
        mark.time = origin + static_cast<double>(index) * minor;
        mark.x = scale.x(mark.time);
        if (index % perMajor == 0) {
            mark.label = axisText(*input.track, static_cast<double>(index) * minor, !labelled);
            mark.leftAligned = !labelled && mark.x < scale.left + 24;
            labelled = true;
        }
        layout.marks.push_back(mark);
    }
    layout.axisY = 24.5 + 14 * (layout.textScale - 1);
}

void addSteps(TimelineLayout& layout, const TimelineInput& input)
{
    const std::size_t current = shownStep(*input.track, input.playhead);
    const QFont strong = uiFont(12 * layout.textScale, 600), weak = uiFont(12 * layout.textScale, 500);
    double free = -1e9; // where the last heading ended
    for (std::size_t step = 1; step < input.track->stepSpans.size(); ++step) {
        const Span& span = input.track->stepSpans[step];
        if (span.end <= layout.scale.window.begin || span.begin >= layout.scale.window.end)
            continue;
        StepMark mark;
        mark.step = step;
        mark.x = std::max(layout.scale.left, layout.scale.x(span.begin));
        mark.end = layout.scale.x(span.end);
        mark.current = step == current;
        const QString title = QCoreApplication::translate("Timeline", "Step %1").arg(step);
        mark.number = QString::number(step);
        const bool roomy = mark.x + numberWidth(title, strong) <= std::min(mark.end, layout.scale.right);
        const double width = numberWidth(roomy ? title : mark.number, strong);
        if (mark.x >= free && mark.x + width <= layout.scale.right) {
            mark.title = roomy ? title : mark.number;
            free = mark.x + width + 12;
            const QString length = durationText(*input.track, span.length());
            const double whole = width + 8 + numberWidth(length, weak);
            if (mark.x + whole + 8 <= std::min(mark.end, layout.scale.right)) {
                mark.length = length;
                free = mark.x + whole + 12;
            }
        }
        layout.steps.push_back(mark);
    }
}

} // namespace

TimelineScale timelineScale(const TimeWindow& window, double width, bool mini)
{
    if (mini)
        return {window, 1, std::max(2.0, width - 1), {}};
    return {window, kGutter, std::max(kGutter + 1, width - kMargin), {}};
}

TimelineLayout layoutTimeline(const TimelineInput& input, QSizeF size)
{
    TimelineLayout layout;
    layout.size = size;
    layout.mini = input.mini;
    layout.textScale = input.view.textScale;
    layout.scale = timelineScale(input.window, size.width(), input.mini);
    if (input.trace->stepCount() < 2)
        return layout;
    const std::vector<StepBlocks> steps = visibleBlocks(input, layout.scale);
    // Several measured steps: what lies between them (checks, evaluation) would push them apart.
    if (input.track->kind == TrackKind::measured && steps.size() > 1)
        layout.scale.gaps = idleGaps(layout.scale.window, busySpans(steps));
    if (!input.mini && endsInFailure(input, steps))
        layout.scale.right = std::max(layout.scale.left + 1,
            layout.scale.right - std::clamp(0.2 * (layout.scale.right - layout.scale.left), 40.0, 160.0));
    layout.thin = input.trace->ranks() > kMostBars;
    layout.split = input.trace->config().buckets.overlap || overlaps(steps);
    addPinned(layout, input, steps);
    addRows(layout, input);
    if (steps.size() > 1)
        addSteps(layout, input);
    else if (!input.mini)
        addAxis(layout, input, steps.empty() ? shownStep(*input.track, input.playhead) : steps.front().step);
    addBlocks(layout, input, steps);
    addPinnedBlocks(layout, input, steps);
    addStops(layout, input, steps);
    layout.playhead = layoutPlayhead(input, layout);
    return layout;
}

PlayheadMark layoutPlayhead(const TimelineInput& input, const TimelineLayout& layout)
{
    PlayheadMark mark;
    const TrackTime slack = 0.5 / layout.scale.pixelsPerUnit();
    mark.visible = input.playhead >= layout.scale.window.begin - slack
        && input.playhead <= layout.scale.window.end + slack && !layout.rows.empty();
    mark.x = std::clamp(layout.scale.x(input.playhead), layout.scale.left, layout.scale.right);
    if (layout.mini) {
        mark.top = 2;
        mark.bottom = layout.size.height() - 2;
        return mark;
    }
    mark.top = 4;
    mark.bottom = layout.rows.empty() ? layout.size.height()
                                      : std::min(layout.size.height() - 6, layout.rows.back().rect.bottom() + 12);
    mark.label = momentText(*input.track, input.playhead);
    const double height = 18 * layout.textScale;
    const double width = numberWidth(mark.label, uiFont(12 * layout.textScale, 600)) + 16;
    // Beside step headings the flag stands on the side of the step that ends, so that the next heading stays visible.
    const double wish = layout.steps.empty() ? mark.x - width / 2 : mark.x + 1 - width;
    const double left
        = std::clamp(wish, layout.scale.left - 1, std::max(layout.scale.left - 1, layout.scale.right + 1 - width));
    mark.flag = QRectF(left, 3, width, height);
    return mark;
}

StepHeading headingOf(const StepMark& mark, const TimelineLayout& layout)
{
    const QRectF flag = layout.playhead.visible ? layout.playhead.flag.adjusted(-6, 0, 6, 0) : QRectF();
    const auto covered = [&](double left, double width) { return left < flag.right() && left + width > flag.left(); };
    const QFont strong = uiFont(12 * layout.textScale, 600), weak = uiFont(12 * layout.textScale, 500);
    if (mark.title.isEmpty())
        return {};
    const double end = std::min(mark.end, layout.scale.right);
    for (const QString& text : {mark.title, mark.number}) {
        const double width = numberWidth(text, strong);
        if (!covered(mark.x, width)) {
            const bool length = text == mark.title && !mark.length.isEmpty()
                && !covered(mark.x + width + 8, numberWidth(mark.length, weak));
            return {text, mark.x, length};
        }
        if (flag.right() > mark.x && flag.right() + width <= end)
            return {text, flag.right(), false};
    }
    return {};
}

const TimelineBlock* TimelineLayout::blockAt(QPointF point) const
{
    const TimelineBlock* found = nullptr;
    for (const TimelineBlock& block : blocks)
        if (block.rect.adjusted(-0.5, 0, 0.5, 0).contains(point) && (!found || block.kind != BlockKind::wait))
            found = &block;
    for (const TimelineBlock& block : pinnedBlocks)
        if (block.rect.contains(point))
            found = &block;
    return found;
}

const TimelineRow* TimelineLayout::rowAt(double y) const
{
    const TimelineRow* best = nullptr;
    for (const TimelineRow& row : rows)
        if (!best || std::abs(row.rect.center().y() - y) < std::abs(best->rect.center().y() - y))
            best = &row;
    return best;
}

} // namespace lockstep::ui
