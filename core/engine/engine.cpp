// The run: set-up, one training step after another, a sealed record for each, and how it ends.
#include "core/engine/engine.h"

#include <new>
#include <system_error>
#include <thread>

#include "core/config/config_io.h"
#include "core/engine/start.h"
#include "core/engine/step_end.h"
#include "core/engine/train_step.h"

namespace lockstep {
namespace {

std::vector<RankValues> valuesOf(const Run& run)
{
    std::vector<RankValues> values;
    for (RankId rank{0}; rank.index() < run.workers.size(); ++rank.value) {
        const Worker& worker = run.workers[rank.index()];
        values.push_back({{}, worker.own, run.reducer.gradient(rank), worker.parameters});
        for (const Deal& deal : run.deals)
            values.back().samples.emplace_back(deal[rank.index()]);
    }
    return values;
}

void fill(RecordingCost& cost, const Run& run, std::int64_t steps)
{
    cost.ranks.clear();
    for (const Worker& worker : run.workers)
        cost.ranks.push_back(worker.log.spent());
    cost.engine = run.recordingTime;
    cost.steps = steps;
}

Result<Trace> train(const RunConfig& config, const RunOptions& options)
{
    RunConfig unread = config;
    unread.data.found = {0}; // files may have changed since somebody read them
    if (const Result<Done> valid = validate(unread); !valid.ok())
        return valid.error();
    Result<std::unique_ptr<Run>> created = Run::create(
        config, options.stop, {options.recordingCost != nullptr, static_cast<bool>(options.onValues)});
    if (!created.ok())
        return created.error();
    Run& run = *created.value();
    if (const Result<Done> start = chooseStart(run); !start.ok())
        return start.error();

    const auto cores = static_cast<std::int32_t>(std::thread::hardware_concurrency());
    Trace trace(run.header, {LOCKSTEP_VERSION, run.backend->name(), keyText(run.config, "isa"), cores, false});
    const auto seal = [&](StepId step, Keyframe before, bool whole = true) {
        {
            const RecordingTimer recording = run.recordingTimer();
            trace.append(run.recorder.seal(step, std::move(before)));
        }
        if (options.onStep)
            options.onStep(trace);
        if (options.onValues && whole)
            options.onValues(trace, valuesOf(run));
        if (options.recordingCost)
            fill(*options.recordingCost, run, step.value);
    };
    const auto keyframe = [&](StepId step) {
        const RecordingTimer recording = run.recordingTimer();
        return keyframeOf(run, step);
    };

    // Step 0: the set-up.
    Keyframe before = keyframe(StepId{0});
    const std::vector<EventHandle> digests = recordStart(run);
    bool ended = options.stop.stop_requested();
    if (ended)
        recordFinish(run, digests, 0, true);
    seal(StepId{0}, std::move(before));

    for (StepId step{1}; !ended; ++step.value) {
        before = keyframe(step);
        bool whole = true;
        // Asked once, so that the evaluation after the last step and the end of the run agree.
        const auto isLast = [&] {
            const bool stopped = options.stop.stop_requested();
            return ended = stopped || step.value == run.steps;
        };
        if (const std::optional<RankFailure> failure = trainStep(run, step, isLast)) {
            recordFailure(run, step, *failure);
            whole = false;
            ended = true;
        } else if (ended) {
            recordFinish(run, {run.lastEvent}, step.value, step.value < run.steps);
        }
        seal(step, std::move(before), whole);
    }
    return trace;
}

} // namespace

Result<Trace> runTraining(const RunConfig& config, const RunOptions& options)
{
    try {
        return train(config, options);
    } catch (const std::bad_alloc&) {
        return Error{
            "There is not enough memory for this run; lower steps or workers, or set capture.level to statistics."};
    } catch (const std::system_error& error) {
        return Error{"The threads of " + std::to_string(config.workers) + " workers cannot be started ("
            + error.code().message() + "); lower workers, or set backend to serial."};
    }
}

} // namespace lockstep
