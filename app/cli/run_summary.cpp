// One pass over the events of a trace.
#include "app/cli/run_summary.h"

namespace lockstep::cli {
namespace {

void take(RunSummary& summary, const Event& event)
{
    if (const auto* finished = event.as<StepFinished>()) {
        if (!summary.firstLoss)
            summary.firstLoss = finished->loss;
        summary.lastLoss = finished->loss;
        summary.steps = event.step.value;
    } else if (const auto* digest = event.as<ReplicaDigest>()) {
        summary.digests.at(event.rank.index()) = digest->digest;
    } else if (const auto* applied = event.as<OptimizerApplied>()) {
        summary.digests.at(event.rank.index()) = kNoDigest; // until the one of these parameters follows
        if (event.rank == RankId{0})
            summary.parameters = applied->parameters;
    } else if (const auto* evaluated = event.as<Evaluated>()) {
        summary.evaluations.push_back({event.step.value, evaluated->examples, evaluated->correct, evaluated->loss});
    } else if (const auto* done = event.as<RunFinished>()) {
        summary.stopped = done->stopped;
    } else if (const auto* failed = event.as<RunFailed>()) {
        summary.failure = failed->reason;
    }
}

} // namespace

RunSummary summarize(const Trace& trace)
{
    RunSummary summary;
    summary.digests.resize(static_cast<std::size_t>(trace.ranks()));
    for (std::size_t i = 0; i < trace.stepCount(); ++i)
        for (const Event& event : trace.step(i).events)
            take(summary, event);
    return summary;
}

} // namespace lockstep::cli
