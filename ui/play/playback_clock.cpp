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
    case TimeUnit::tick: return 0.2;
    case TimeUnit::millisecond: return 1e-3;
    case TimeUnit::microsecond: return 1e-6;
    }
    return 1;
}

/// The moments at which the last rank ends a phase: ascending, distinct, inside the step.
std::vector<TrackTime> phaseEnds(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    const Span step = track.stepSpans.at(stepIndex);
    std::vector<TrackTime> ends;
    const World world = worldAt(trace, track, step.end);
    if (world.stepIndex != stepIndex)
        return ends; // an empty step: its only moment belongs to another
    for (int phase = 0; phase < kPhaseCount; ++phase) {
        TrackTime last = step.begin;
        for (const RankWorld& rank : world.ranks)
            last = std::max(last, rank.phases.at(static_cast<std::size_t>(phase)).span.end);
        if (last > step.begin && last <= step.end)
            ends.push_back(last);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

} // namespace

PlaybackClock playbackClock(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    const Span step = track.stepSpans.at(stepIndex);
    const double unit = naturalSeconds(track.unit);
    PlaybackClock clock;
    clock.knots.push_back({step.begin, 0});
    for (const TrackTime end : phaseEnds(trace, track, stepIndex)) {
        const PlaybackClock::Knot from = clock.knots.back();
        clock.knots.push_back({end, from.seconds + std::max((end - from.time) * unit, kShortestPhase)});
    }
    // After the last phase (digests, evaluation) and before the next step nothing is stretched.
    const TrackTime next = stepIndex + 1 < track.stepSpans.size() ? track.stepSpans[stepIndex + 1].begin : step.end;
    const PlaybackClock::Knot from = clock.knots.back();
    const TrackTime last = std::max({next, step.end, from.time});
    clock.knots.push_back({last, from.seconds + (last - from.time) * unit});
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
                + (knots[i].seconds - knots[i - 1].seconds) * (time - knots[i - 1].time) / (knots[i].time - knots[i - 1].time);
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
                + (knots[i].time - knots[i - 1].time) * (seconds - knots[i - 1].seconds) / (knots[i].seconds - knots[i - 1].seconds);
    return knots.back().time;
}

} // namespace lockstep::ui
