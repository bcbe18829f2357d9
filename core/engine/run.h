// Run: everything a running training holds. Built once from a config; the training step works on it.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "core/backend/backend.h"
#include "core/data/dataset.h"
#include "core/data/dealer.h"
#include "core/engine/capture.h"
#include "core/engine/rank_log.h"
#include "core/model/model.h"
#include "core/reducer/bucketed_reducer.h"
#include "core/trace/recorder.h"

namespace lockstep {

/// What belongs to one rank; touched by that rank's thread alone while ranks are at work.
struct Worker {
    RankLog log;
    Tensor parameters; ///< the replica; this and the gradients are one row of all parameters, in the run's precision
    Batch batch;       ///< this micro-step's examples
    Activations activations;
    Tensor gradient;           ///< this micro-step's local gradient, when several are added up or weighted
    Tensor own;                ///< a copy of what goes into the buckets; only when somebody asked for it
    Tensor velocity;           ///< the optimiser's memory; only with momentum
    std::int64_t examples = 0; ///< in this step
    double lossSum = 0;        ///< over the examples of this step
    std::uint64_t digest = 0;  ///< of `parameters`
};

/// What callers may want beside the trace.
struct RunExtras {
    bool recordingCost = false; ///< count the time that recording takes
    bool ownGradients = false;  ///< keep each rank's own gradient, which the all-reduce writes over
};

struct Run {
    /// Loads the data and builds model, buckets and backend; parameters are still empty. The config must be valid.
    static Result<std::unique_ptr<Run>> create(
        const RunConfig& config, std::stop_token stop, RunExtras extras = {});

    RunConfig config;
    std::stop_token stop;
    Dataset data;
    Model model;
    Dealer dealer;
    std::shared_ptr<const TraceHeader> header;
    Capture capture;
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Backend> oracle; ///< serial: the reference gradient and the evaluation
    BucketedReducer reducer; ///< holds every rank's gradient: its own first, then the combined one
    Recorder recorder;
    std::vector<Worker> workers;
    std::vector<const RankLog*> logs; ///< of all workers
    std::int64_t steps = 0;           ///< to train

    RunExtras extras;
    RecordingCost::Clock::duration recordingTime{0}; ///< on the engine's thread

    std::vector<Deal> deals; ///< of the step in progress, by micro-step
    EventHandle lastEvent;   ///< StepFinished of the step in progress, once it is recorded
    Keyframe progress;       ///< examples seen, newest loss and evaluation; the rest is filled per step
    std::vector<std::uint16_t> visits; ///< by training example

    DType dtype() const { return dtypeOf(config.precision); }
    Worker& worker(RankId rank) { return workers[rank.index()]; }
    bool weighted() const { return config.combine == Combine::weighted; }
    std::int64_t examplesOfStep() const;
    /// Where backward writes: at once into the buckets when the step's only micro-step goes there as it is.
    TensorView localGradient(RankId rank);
    void keepOwn(RankId rank, ParameterId parameter);
    RecordingTimer recordingTimer() { return RecordingTimer(extras.recordingCost ? &recordingTime : nullptr); }

private:
    Run(const RunConfig& runConfig, std::stop_token stopToken, Dataset dataset, RunExtras wanted);
};

/// The state before `step`.
Keyframe keyframeOf(const Run& run, StepId step);

} // namespace lockstep
