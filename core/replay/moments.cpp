// The moments at which the picture changes: where stepping by event stops.
#include <algorithm>

#include "core/replay/parts.h"

namespace lockstep {
namespace {

/// Of times that differ by rounding alone the latest stays: everything that ends there is then over.
void keepDistinct(std::vector<TrackTime>& times)
{
    std::sort(times.begin(), times.end());
    std::vector<TrackTime> kept;
    for (const TrackTime time : times) {
        if (!kept.empty() && time - kept.back() <= 1e-12 * std::max(1.0, time))
            kept.back() = time;
        else
            kept.push_back(time);
    }
    times = std::move(kept);
}

} // namespace

std::vector<TrackTime> moments(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    std::vector<TrackTime> times;
    if (stepIndex >= std::min(trace.stepCount(), track.stepSpans.size()))
        return times;
    const replay::StepView view(trace, track, stepIndex);
    for (const Event& event : view.record.events)
        times.push_back(view.span(event).end);
    for (std::size_t bucket = 0; bucket < trace.header().buckets.size(); ++bucket) {
        const replay::Expansion expansion = replay::expandCollective(view, BucketId{static_cast<std::int32_t>(bucket)});
        for (const std::vector<Span>& round : expansion.transfers) {
            if (round.empty())
                continue;
            Span whole = round.front();
            for (const Span& span : round)
                whole = {std::min(whole.begin, span.begin), std::max(whole.end, span.end)};
            times.push_back(whole.begin);
            times.push_back(whole.end);
        }
    }
    keepDistinct(times);
    std::erase_if(times, [&](TrackTime time) { return stepIndexAt(track, time) != stepIndex; });
    return times;
}

TrackTime nextMoment(const Trace& trace, const Track& track, TrackTime time)
{
    for (std::size_t step = stepIndexAt(track, time); step < track.stepSpans.size(); ++step) {
        const std::vector<TrackTime> times = moments(trace, track, step);
        const auto next = std::upper_bound(times.begin(), times.end(), time);
        if (next != times.end())
            return *next;
    }
    return track.end();
}

TrackTime previousMoment(const Trace& trace, const Track& track, TrackTime time)
{
    if (track.stepSpans.empty())
        return 0;
    for (std::size_t step = stepIndexAt(track, time) + 1; step-- > 0;) {
        const std::vector<TrackTime> times = moments(trace, track, step);
        const auto next = std::lower_bound(times.begin(), times.end(), time);
        if (next != times.begin())
            return *(next - 1);
    }
    return track.stepSpans.front().begin;
}

} // namespace lockstep
