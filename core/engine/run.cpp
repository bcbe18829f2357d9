// Puts the parts of a run together.
#include "core/engine/run.h"

#include <cmath>
#include <limits>

namespace lockstep {
namespace {

std::shared_ptr<const TraceHeader> headerOf(const RunConfig& config, const Model& model, const DataInfo& data)
{
    BucketAssignment assignment = assignBuckets(model.parameters(), config);
    return std::make_shared<TraceHeader>(
        TraceHeader{config, model.parameters(), std::move(assignment.buckets), std::move(assignment.plans), data});
}

} // namespace

Result<std::unique_ptr<Run>> Run::create(const RunConfig& config, std::stop_token stop, RunExtras extras)
{
    Result<Dataset> data = loadDataset(config);
    if (!data.ok())
        return data.error();
    const Result<Isa> isa = resolveIsa(config.backend, config.isa);
    if (!isa)
        return isa.error();
    RunConfig resolved = config;
    resolved.isa = isa.value(); // the trace tells what ran, not what was wished for
    if (!data.value().found.empty())
        resolved.data.found = data.value().found;
    std::unique_ptr<Run> run(new Run(resolved, std::move(stop), std::move(data).value(), extras));
    if (config.faults.failRank >= 0 && config.faults.failStep > run->steps)
        return Error{"faults.fail_step is " + std::to_string(config.faults.failStep) + ", but the run has "
            + std::to_string(run->steps) + " steps; lower faults.fail_step."};
    return run;
}

Run::Run(const RunConfig& runConfig, std::stop_token stopToken, Dataset dataset, RunExtras wanted)
    : config(runConfig)
    , stop(std::move(stopToken))
    , data(std::move(dataset))
    , model(config, data.info)
    , dealer(samplerSpec(config, data.info.train), config.batch.accumulate)
    , header(headerOf(config, model, data.info))
    , capture{config.capture.level, model.elements(), 0}
    , backend(makeBackend(config.backend, config.workers, config.isa))
    , oracle(makeBackend(BackendKind::serial, 1))
    , reducer({header->buckets, header->plans}, header->parameters, config.workers, dtype(),
          config.capture.chunks)
    , recorder(config.workers)
    , extras(wanted)
{
    steps = config.steps > 0 ? config.steps : config.epochs * dealer.stepsPerEpoch();
    capture.steps = steps;
    const bool inPlace = config.batch.accumulate == 1 && !weighted();
    for (RankId rank{0}; rank.value < config.workers; ++rank.value) {
        const Tensor zeros(rowShape(model.elements()), dtype());
        workers.push_back({RankLog(recorder, *header, backend->ops(), capture, rank, extras.recordingCost), zeros, {}, {},
            inPlace ? Tensor() : zeros, extras.ownGradients ? zeros : Tensor(),
            config.optimizer.momentum != 0 ? zeros : Tensor()});
    }
    for (const Worker& each : workers)
        logs.push_back(&each.log);
    visits.assign(static_cast<std::size_t>(data.info.train), 0);
    progress.lastLoss = std::numeric_limits<double>::quiet_NaN();
}

std::int64_t Run::examplesOfStep() const
{
    std::int64_t examples = 0;
    for (const Deal& deal : deals)
        for (const auto& samples : deal)
            examples += static_cast<std::int64_t>(samples.size());
    return examples;
}

TensorView Run::localGradient(RankId rank)
{
    return deals.size() == 1 && !weighted() ? reducer.gradient(rank) : worker(rank).gradient.view();
}

void Run::keepOwn(RankId rank, ParameterId parameter)
{
    if (!extras.ownGradients)
        return;
    const ConstTensorView own = reducer.gradient(rank, parameter);
    backend->ops().copy(own, worker(rank).own.view().part(static_cast<std::int64_t>(model.offsetOf(parameter)), own.shape));
}

Keyframe keyframeOf(const Run& run, StepId step)
{
    Keyframe keyframe = run.progress;
    if (run.capture.visits(step, run.visits.size()))
        keyframe.visits = run.visits;
    for (const Worker& worker : run.workers) {
        keyframe.digests.push_back(worker.digest);
        if (run.capture.everything())
            keyframe.parameters.push_back(doublesOf(worker.parameters));
    }
    return keyframe;
}

} // namespace lockstep
