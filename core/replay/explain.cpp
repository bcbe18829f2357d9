// Why a rank waits: follows the dependency that ends last back to the work behind it.
#include <algorithm>

#include "core/replay/parts.h"

namespace lockstep {
namespace replay {
namespace {

/// Steps back over events that take no time to the last piece of work that held them up, on the same rank.
const Event* workBehind(const StepView& view, const Event* event)
{
    while (view.span(*event).length() <= 0) {
        const Event* last = nullptr;
        for (const EventId dep : event->deps) {
            if (dep < view.record.firstEvent() || dep >= event->id)
                continue;
            const Event& before
                = view.record.events[static_cast<std::size_t>(dep.value - view.record.firstEvent().value)];
            if (before.rank == event->rank && (!last || view.span(*last).end < view.span(before).end))
                last = &before;
        }
        if (!last)
            break;
        event = last;
    }
    return event;
}

/// The rank that holds the collective up: the last to arrive, or one that never does. Null when nobody started.
struct Arrival {
    const Event* event = nullptr;
    TrackTime time = 0;
};
Arrival lastArrival(const StepView& view, std::size_t bucket)
{
    Arrival last;
    bool anyone = false;
    for (const RankEvents& rank : view.index.ranks)
        anyone = anyone || rank.started[bucket];
    if (!anyone)
        return last;
    for (std::size_t rank = 0; rank < view.index.ranks.size(); ++rank) {
        if (const Event* started = view.index.ranks[rank].started[bucket]) {
            if (!last.event || last.time < view.span(*started).end)
                last = {started, view.span(*started).end};
            continue;
        }
        const Event* newest = nullptr;
        for (const Event& event : view.record.events)
            if (event.rank.index() == rank)
                newest = &event;
        return {newest ? newest : view.index.failed, view.step.end};
    }
    return last;
}

/// The rank has nothing else to do from then on: its backward pass and its earlier collectives are over.
TrackTime idleSince(const StepView& view, const RankEvents& rank, const Event& started)
{
    TrackTime since = view.span(started).end;
    for (const MicroEvents& micro : rank.micros)
        for (const Event* gradient : micro.gradients)
            if (gradient)
                since = std::max(since, view.span(*gradient).end);
    const std::int64_t sequence = started.as<CollectiveStarted>()->sequence;
    for (std::size_t bucket = 0; bucket < rank.started.size(); ++bucket)
        if (rank.started[bucket] && rank.reduced[bucket]
            && rank.started[bucket]->as<CollectiveStarted>()->sequence < sequence)
            since = std::max(since, view.span(*rank.reduced[bucket]).end);
    return since;
}

} // namespace

std::vector<Wait> waitsOf(const StepView& view)
{
    std::vector<Wait> waits;
    for (std::size_t bucket = 0; bucket < view.trace.header().buckets.size(); ++bucket) {
        const Arrival last = lastArrival(view, bucket);
        if (!last.event)
            continue;
        const Event* cause = workBehind(view, last.event);
        for (std::size_t rank = 0; rank < view.index.ranks.size(); ++rank) {
            const Event* started = view.index.ranks[rank].started[bucket];
            if (!started)
                continue;
            const TrackTime since = idleSince(view, view.index.ranks[rank], *started);
            if (since < last.time)
                waits.push_back({RankId{static_cast<std::int32_t>(rank)}, BucketId{static_cast<std::int32_t>(bucket)},
                    {since, last.time}, cause->id, cause->rank});
        }
    }
    return waits;
}

} // namespace replay

std::vector<Wait> waits(const Trace& trace, const Track& track, std::size_t stepIndex)
{
    if (stepIndex >= std::min(trace.stepCount(), track.stepSpans.size()))
        return {};
    return replay::waitsOf(replay::StepView(trace, track, stepIndex));
}

} // namespace lockstep
