// Finds the step a moment falls into and puts its World together.
#include "core/replay/world.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/replay/parts.h"

namespace lockstep {
namespace replay {

StepView::StepView(const Trace& wholeTrace, const Track& wholeTrack, std::size_t stepIndex)
    : trace(wholeTrace)
    , track(wholeTrack)
    , record(wholeTrace.step(stepIndex))
    , step(wholeTrack.stepSpans.at(stepIndex))
    , index(indexStep(wholeTrace.header(), record))
{
}

bool StepView::anyTransfers(BucketId bucket) const
{
    return std::any_of(index.ranks.begin(), index.ranks.end(),
        [&](const RankEvents& rank) { return !rank.transfers[bucket.index()].empty(); });
}

namespace {

std::optional<Evaluated> newestEvaluation(const StepView& view, TrackTime time)
{
    if (isOver(view, view.index.evaluated, time))
        return *view.index.evaluated->as<Evaluated>();
    const Keyframe& before = view.record.before;
    if (before.lastHeldOut <= 0)
        return std::nullopt;
    return Evaluated{before.lastHeldOut, before.lastCorrect, std::numeric_limits<double>::quiet_NaN()};
}

/// The mean loss over all examples of the global batch, once every forward pass of the step is done.
std::optional<double> globalLossAt(const StepView& view, TrackTime time)
{
    for (const RankEvents& rank : view.index.ranks)
        for (const MicroEvents& micro : rank.micros)
            if (!isOver(view, micro.forward, time))
                return std::nullopt;
    if (!view.index.finished)
        return std::nullopt;
    return view.index.finished->as<StepFinished>()->loss;
}

} // namespace
} // namespace replay

std::size_t stepIndexAt(const Track& track, TrackTime time)
{
    const std::vector<Span>& steps = track.stepSpans;
    if (steps.empty())
        return 0;
    const TrackTime beginning = steps.front().begin;
    const auto found = time > beginning
        ? std::partition_point(steps.begin(), steps.end(), [&](const Span& step) { return step.end < time; })
        : std::partition_point(steps.begin(), steps.end(), [&](const Span& step) { return step.end <= beginning; });
    return found == steps.end() ? steps.size() - 1 : static_cast<std::size_t>(found - steps.begin());
}

World worldAt(const Trace& trace, const Track& track, TrackTime time)
{
    World world;
    world.unit = track.unit;
    world.time = time;
    const std::size_t steps = std::min(trace.stepCount(), track.stepSpans.size());
    if (steps == 0)
        return world;
    world.stepIndex = std::min(stepIndexAt(track, time), steps - 1);
    world.record = trace.sharedStep(world.stepIndex);

    const replay::StepView view(trace, track, world.stepIndex);
    world.ranks.reserve(view.index.ranks.size());
    for (std::size_t rank = 0; rank < view.index.ranks.size(); ++rank)
        world.ranks.push_back(replay::rankWorld(view, rank, time));
    for (const Wait& wait : replay::waitsOf(view))
        if (wait.span.begin <= time && time < wait.span.end)
            world.ranks.at(wait.rank.index()).waiting = true;
    for (std::size_t bucket = 0; bucket < trace.header().buckets.size(); ++bucket)
        world.collectives.push_back(replay::collectiveWorld(view, BucketId{static_cast<std::int32_t>(bucket)}, time));

    world.stepDone = view.step.end <= time;
    if (world.stepDone && view.index.reference)
        world.reference = *view.index.reference->as<ReferenceGradient>();
    world.evaluated = replay::newestEvaluation(view, time);
    world.globalLoss = replay::globalLossAt(view, time);
    world.failed = replay::isOver(view, view.index.failed, time);
    return world;
}

} // namespace lockstep
