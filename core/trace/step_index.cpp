// Sorts the events of one step into the places where readers look for them.
#include "core/trace/step_index.h"

#include <algorithm>

namespace lockstep {
namespace {

void place(std::vector<const Event*>& slots, std::size_t index, const Event& event)
{
    if (index < slots.size())
        slots[index] = &event;
}

void placeOfRank(RankEvents& rank, const Event& event)
{
    const std::size_t micro = static_cast<std::size_t>(event.micro);
    if (micro >= rank.micros.size())
        return;
    MicroEvents& events = rank.micros[micro];
    if (event.as<BatchAssigned>())
        events.assigned = &event;
    else if (event.as<Loaded>())
        events.loaded = &event;
    else if (event.as<ForwardDone>())
        events.forward = &event;
    else if (event.as<ExampleValues>())
        events.examples = &event;
    else if (const auto* gradient = event.as<GradientReady>())
        place(events.gradients, gradient->parameter.index(), event);
    else if (const auto* started = event.as<CollectiveStarted>())
        place(rank.started, started->bucket.index(), event);
    else if (const auto* reduced = event.as<BucketReduced>())
        place(rank.reduced, reduced->bucket.index(), event);
    else if (const auto* seen = event.as<TransferSeen>(); seen && seen->bucket.index() < rank.transfers.size())
        rank.transfers[seen->bucket.index()].push_back(&event);
    else if (event.as<OptimizerApplied>())
        rank.applied = &event;
    else if (event.as<ReplicaDigest>())
        rank.digest = &event;
}

void placeOfRun(StepIndex& index, const Event& event)
{
    if (event.as<ParametersBroadcast>())
        index.broadcast = &event;
    else if (event.as<ReferenceGradient>())
        index.reference = &event;
    else if (event.as<Evaluated>())
        index.evaluated = &event;
    else if (event.as<StepFinished>())
        index.finished = &event;
    else if (event.as<RunFailed>())
        index.failed = &event;
}

} // namespace

StepIndex indexStep(const TraceHeader& header, const StepRecord& record)
{
    RankEvents blank;
    blank.micros.resize(static_cast<std::size_t>(std::max(1, header.config.batch.accumulate)));
    for (MicroEvents& micro : blank.micros)
        micro.gradients.resize(header.parameters.size());
    blank.started.resize(header.buckets.size());
    blank.reduced.resize(header.buckets.size());
    blank.transfers.resize(header.buckets.size());

    StepIndex index;
    index.ranks.assign(static_cast<std::size_t>(std::max(0, header.config.workers)), blank);
    for (const Event& event : record.events) {
        placeOfRun(index, event);
        if (event.rank.index() < index.ranks.size())
            placeOfRank(index.ranks[event.rank.index()], event);
    }
    for (RankEvents& rank : index.ranks)
        while (rank.micros.size() > 1 && !rank.micros.back().assigned)
            rank.micros.pop_back();
    return index;
}

} // namespace lockstep
