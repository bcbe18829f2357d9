// Zoom, pan, follow and snap on a window of time.
#include "ui/play/timeline_scale.h"

#include <algorithm>
#include <cmath>

#include "core/replay/world.h"

namespace lockstep::ui {

namespace {

constexpr std::size_t kMeasuredSteps = 3; ///< steps on a page of a measured track

TimeWindow inside(TimeWindow window, const Track& track)
{
    const TrackTime end = track.end();
    const TrackTime length = std::min(window.length(), end);
    if (length <= 0)
        return {0, 1};
    const TrackTime begin = std::clamp(window.begin, 0.0, end - length);
    return {begin, begin + length};
}

} // namespace

double TimelineScale::pixelsPerUnit() const
{
    TrackTime shown = window.length();
    for (const Span& gap : gaps)
        shown -= gap.length();
    return (right - left - kGapWidth * static_cast<double>(gaps.size())) / shown;
}

double TimelineScale::x(TrackTime time) const
{
    TrackTime cut = 0; // time spent in gaps before `time`
    double extra = 0;  // pixels of those gaps
    for (const Span& gap : gaps) {
        if (time <= gap.begin)
            break;
        const TrackTime inside = std::min(time, gap.end) - gap.begin;
        cut += inside;
        extra += kGapWidth * inside / gap.length();
    }
    return left + (time - window.begin - cut) * pixelsPerUnit() + extra;
}

TrackTime TimelineScale::time(double x) const
{
    const double scale = pixelsPerUnit();
    TrackTime from = window.begin;
    double pixel = left;
    for (const Span& gap : gaps) {
        const double begin = pixel + (gap.begin - from) * scale;
        if (x <= begin)
            break;
        if (x < begin + kGapWidth)
            return gap.begin + (x - begin) / kGapWidth * gap.length();
        from = gap.end;
        pixel = begin + kGapWidth;
    }
    return from + (x - pixel) / scale;
}

std::vector<Span> idleGaps(const TimeWindow& window, std::vector<Span> busy, double least)
{
    std::sort(busy.begin(), busy.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<Span> gaps;
    TrackTime free = window.begin, used = window.length();
    const auto close = [&](TrackTime until) {
        if (until <= free)
            return;
        gaps.push_back({free, until});
        used -= until - free;
    };
    for (const Span& span : busy) {
        close(std::min(span.begin, window.end));
        free = std::max(free, span.end);
    }
    close(window.end);
    std::erase_if(gaps, [&](const Span& gap) { return gap.length() <= least * used; });
    return gaps;
}

std::size_t shownStep(const Track& track, TrackTime time)
{
    if (track.stepSpans.size() < 2)
        return 0;
    return std::max<std::size_t>(1, stepIndexAt(track, time));
}

TimeWindow stepsWindow(const Track& track, std::size_t first, std::size_t last)
{
    if (track.stepSpans.empty())
        return {0, 1};
    const TimeWindow window{track.stepSpans.at(first).begin, track.stepSpans.at(last).end};
    return window.length() > 0 ? window : TimeWindow{window.begin, window.begin + 1};
}

TimeWindow followedWindow(const Track& track, TrackTime playhead)
{
    const std::size_t step = shownStep(track, playhead);
    if (track.kind == TrackKind::priced || step == 0)
        return stepsWindow(track, step, step);
    // Pages of three steps (1 2 3), (2 3 4), (5 6 7), (8 9 10), ...: the axis stands still within a page, and the
    // page depends on the step alone. The last page is moved back so that it is full.
    const std::size_t last = track.stepSpans.size() - 1;
    std::size_t first = step < 2 ? 1 : step - (step - 2) % kMeasuredSteps;
    first = std::max<std::size_t>(1, std::min(first, last < kMeasuredSteps ? 1 : last - kMeasuredSteps + 1));
    return stepsWindow(track, first, std::min(last, first + kMeasuredSteps - 1));
}

TimeWindow zoomed(const TimeWindow& window, double factor, TrackTime around, const Track& track)
{
    const TrackTime shortest = track.kind == TrackKind::priced ? 1 : 2;
    const TrackTime length = std::clamp(
        window.length() / factor, std::min(shortest, window.length()), std::max(track.end(), window.length()));
    const double share = (around - window.begin) / window.length();
    const TrackTime begin = around - share * length;
    return inside({begin, begin + length}, track);
}

TimeWindow panned(const TimeWindow& window, TrackTime by, const Track& track)
{
    return inside({window.begin + by, window.end + by}, track);
}

TimeWindow keptVisible(const TimeWindow& window, TrackTime playhead, const Track& track)
{
    if (window.contains(playhead))
        return window;
    const double pages = std::floor((playhead - window.begin) / window.length());
    return panned(window, pages * window.length(), track);
}

TrackTime snapped(TrackTime time, const std::vector<TrackTime>& moments, const TimelineScale& scale, double reach)
{
    const auto after = std::lower_bound(moments.begin(), moments.end(), time);
    TrackTime best = time;
    double distance = reach / scale.pixelsPerUnit();
    const auto consider = [&](TrackTime moment) {
        if (std::abs(moment - time) <= distance) {
            distance = std::abs(moment - time);
            best = moment;
        }
    };
    if (after != moments.begin())
        consider(*std::prev(after));
    if (after != moments.end())
        consider(*after);
    return best;
}

double labelDistance(double pixelsPerUnit, double minimum)
{
    double power = std::pow(10.0, std::floor(std::log10(minimum / pixelsPerUnit)) - 1);
    for (;; power *= 10)
        for (const double factor : {1.0, 2.0, 5.0})
            if (factor * power * pixelsPerUnit >= minimum)
                return factor * power;
}

} // namespace lockstep::ui
