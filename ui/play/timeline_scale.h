// The visible stretch of time: its mapping to x, zoom, pan, and the window that follows the playhead. Plain values.
#pragma once

#include <cstddef>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep::ui {

/// A visible stretch of a track, end > begin.
struct TimeWindow {
    TrackTime begin = 0;
    TrackTime end = 1;
    TrackTime length() const { return end - begin; }
    bool contains(TrackTime time) const { return time >= begin && time <= end; }
    bool operator==(const TimeWindow&) const = default;
};

/// The window laid over the pixels [left, right]. Gaps, in which no rank does anything that is shown (between measured
/// steps), take a fixed few pixels each.
struct TimelineScale {
    static constexpr double kGapWidth = 10;

    TimeWindow window;
    double left = 0;
    double right = 1;
    std::vector<Span> gaps; ///< ascending, apart, within the window

    /// Outside gaps.
    double pixelsPerUnit() const;
    double x(TrackTime time) const;
    TrackTime time(double x) const;
};

/// The stretches of the window that `busy` (any order) leaves free, each longer than `least` of the busy time.
std::vector<Span> idleGaps(const TimeWindow& window, std::vector<Span> busy, double least = 0.03);

/// The training step that is shown for `time`: the set-up counts as step 1. 0 when nothing was trained.
std::size_t shownStep(const Track& track, TrackTime time);

/// From the begin of step `first` to the end of step `last`.
TimeWindow stepsWindow(const Track& track, std::size_t first, std::size_t last);

/// The window nobody has changed: the playhead's step on a priced track, three steps around it on a measured one.
/// It depends on the time alone, so that playing, scrubbing and exporting show the same stretch.
TimeWindow followedWindow(const Track& track, TrackTime playhead);

/// `factor` > 1 shows less time; the moment `around` keeps its place. Never beyond the track.
TimeWindow zoomed(const TimeWindow& window, double factor, TrackTime around, const Track& track);
TimeWindow panned(const TimeWindow& window, TrackTime by, const Track& track);
/// The same window, or one page on or back when the playhead has left it.
TimeWindow keptVisible(const TimeWindow& window, TrackTime playhead, const Track& track);

/// The nearest of `moments` (ascending) if it lies within `reach` pixels of `time`, else `time`.
TrackTime snapped(TrackTime time, const std::vector<TrackTime>& moments, const TimelineScale& scale, double reach = 6);

/// Distance between labelled marks: the smallest 1, 2 or 5 times a power of ten that takes `minimum` pixels.
double labelDistance(double pixelsPerUnit, double minimum);

} // namespace lockstep::ui
