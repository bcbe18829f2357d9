// PlaybackClock: stretches short phases so that an eye can follow them; the axis keeps showing trace time.
#include "ui/play/playback_clock.h"

#include <algorithm>

#include "core/base/check.h"

namespace lockstep::ui {

namespace {

/// Seconds of one unit of the track at speed 1, before any stretching.
double naturalSeconds(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::tick:
        return 0.2;
    case TimeUnit::millisecond:
        return 1e-3;
    case TimeUnit::microsecond:
        return 1e-6;
    }
    return 1;
}

/// The window of each phase over all ranks, inside the step.
std::vector<Span> phaseWindows(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    const Span step = track.stepSpans.at(stepIndex);
    std::vector<Span> windows;
    const World world = worldAt(trace, track, step.end);
    if (world.stepIndex != stepIndex)
        return windows; // an empty step: its only moment belongs to another
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        Span window{step.end, step.begin};
        for (const RankWorld& rank : world.ranks) {
            const Span span = rank.phases.at(static_cast<std::size_t>(phase)).span;
            if (span.length() > 0)
                window = {std::min(window.begin, span.begin), std::max(window.end, span.end)};
        }
        if (window.length() > 0)
            windows.push_back(window);
    }
    return windows;
}

} // namespace

PlaybackClock playbackClock(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    const Span step = track.stepSpans.at(stepIndex);
    const double unit = naturalSeconds(track.unit);
    const TrackTime last = stepIndex + 1 < track.stepSpans.size() ? track.stepSpans[stepIndex + 1].begin : step.end;
    const std::vector<Span> windows = phaseWindows(trace, track, stepIndex);

    // Cut the step wherever a phase begins or ends; each piece takes its natural time at first.
    std::vector<TrackTime> cuts = {step.begin, std::max(step.end, last)};
    for (const Span& window : windows)
        cuts.insert(cuts.end(), {window.begin, window.end});
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    if (cuts.size() == 1)
        cuts.push_back(cuts.front());
    std::vector<double> seconds;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        seconds.push_back((cuts[i + 1] - cuts[i]) * unit);

    // Then the pieces of a phase that is too short grow together. Growing one phase never shortens another.
    for (const Span& window : windows) {
        double sum = 0;
        for (std::size_t i = 0; i < seconds.size(); ++i)
            if (cuts[i] >= window.begin && cuts[i + 1] <= window.end)
                sum += seconds[i];
        for (std::size_t i = 0; i < seconds.size() && sum < kShortestPhase; ++i)
            if (cuts[i] >= window.begin && cuts[i + 1] <= window.end)
                seconds[i] *= kShortestPhase / sum;
    }

    PlaybackClock clock;
    clock.knots.push_back({cuts.front(), 0});
    for (std::size_t i = 0; i < seconds.size(); ++i)
        clock.knots.push_back({cuts[i + 1], clock.knots.back().seconds + seconds[i]});
    return clock;
}

double playSeconds(const PlaybackClock& clock, TrackTime time)
{
    const auto& knots = clock.knots;
    LOCKSTEP_CHECK(knots.size() >= 2);
    if (time <= knots.front().time)
        return 0;
    for (std::size_t i = 1; i < knots.size(); ++i)
        if (time <= knots[i].time && knots[i].time > knots[i - 1].time)
            return knots[i - 1].seconds
                + (knots[i].seconds - knots[i - 1].seconds) * (time - knots[i - 1].time)
                / (knots[i].time - knots[i - 1].time);
    return clock.duration();
}

TrackTime trackTime(const PlaybackClock& clock, double seconds)
{
    const auto& knots = clock.knots;
    LOCKSTEP_CHECK(knots.size() >= 2);
    if (seconds <= 0)
        return knots.front().time;
    for (std::size_t i = 1; i < knots.size(); ++i)
        if (seconds < knots[i].seconds)
            return knots[i - 1].time
                + (knots[i].time - knots[i - 1].time) * (seconds - knots[i - 1].seconds)
                / (knots[i].seconds - knots[i - 1].seconds);
    return knots.back().time;
}

} // namespace lockstep::ui
