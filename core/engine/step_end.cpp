// What the engine itself, not a rank, has to say about a step.
#include "core/engine/step_end.h"

#include <limits>

#include "core/engine/oracle.h"

namespace lockstep {
namespace {

void countVisits(Run& run)
{
    for (const Deal& deal : run.deals)
        for (const auto& share : deal)
            for (const std::int32_t sample : share) {
                std::uint16_t& visits = run.visits[static_cast<std::size_t>(sample)];
                if (visits < std::numeric_limits<std::uint16_t>::max())
                    ++visits;
            }
}

} // namespace

void recordEnd(Run& run, StepId step, ConstTensorView before, bool last)
{
    const auto end = Recorder::Clock::now();
    std::vector<EventHandle> digests;
    for (const Worker& worker : run.workers)
        digests.push_back(worker.log.last());
    const auto record = [&](Payload payload) {
        return run.recorder.record(kNoRank, 0, Lane::compute, digests, std::move(payload), end, end);
    };
    if (run.config.check.oracle)
        record(referenceGradient(run, before));
    const bool due = last || (run.config.eval.every > 0 && step.value % run.config.eval.every == 0);
    if (due && run.data.info.heldOut > 0) {
        const Evaluated evaluated = evaluate(run);
        run.progress.lastCorrect = evaluated.correct;
        run.progress.lastHeldOut = evaluated.examples;
        record(evaluated);
    }
    const RecordingTimer recording = run.recordingTimer();
    const std::int64_t examples = run.examplesOfStep();
    double loss = 0;
    for (const Worker& worker : run.workers)
        loss += worker.lossSum;
    loss = examples > 0 ? loss / static_cast<double>(examples) : 0;
    run.lastEvent = record(StepFinished{loss, static_cast<std::int32_t>(examples)});
    run.progress.lastLoss = loss;
    run.progress.examplesSeen += examples;
    countVisits(run);
}

void recordFailure(Run& run, StepId step, const RankFailure& failure)
{
    std::vector<EventHandle> causes;
    for (const Worker& worker : run.workers)
        if (worker.log.last().valid()) // a rank may fail before its first entry
            causes.push_back(worker.log.last());
    const auto now = Recorder::Clock::now();
    run.recorder.record(kNoRank, 0, Lane::compute, causes,
        RunFailed{"Rank " + std::to_string(failure.rank.value) + " failed in step " + std::to_string(step.value) + " ("
            + failure.error.message + "), and without its gradient the others cannot finish the step."},
        now, now);
}

void recordFinish(Run& run, const std::vector<EventHandle>& causes, std::int64_t steps, bool stopped)
{
    const auto now = Recorder::Clock::now();
    run.recorder.record(
        kNoRank, 0, Lane::compute, causes, RunFinished{static_cast<std::int32_t>(steps), stopped}, now, now);
}

} // namespace lockstep
