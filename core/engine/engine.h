// The engine: runs a config and hands out its trace, step by step. It knows nothing of who reads it.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/engine/recording_cost.h"
#include "core/tensor/tensor.h"
#include "core/trace/trace.h"

namespace lockstep {

/// What one rank holds at the end of a step, in full, where the trace keeps a part: views that live as long as the
/// call. Each tensor holds all parameters in order.
struct RankValues {
    std::vector<std::span<const std::int32_t>> samples; ///< by micro-step
    ConstTensorView gradient;   ///< the rank's own, as it goes into the all-reduce
    ConstTensorView combined;   ///< what the optimiser applied
    ConstTensorView parameters; ///< after the update
};

struct RunOptions {
    /// Asked at the end of every step: a stopped run has whole steps only and ends with RunFinished.
    std::stop_token stop;
    /// Called on the engine's thread after every sealed step with the whole trace so far (a cheap snapshot).
    std::function<void(const Trace&)> onStep;
    /// Called after onStep with the values of every rank: after the set-up, when only `parameters` are meant, and after
    /// every finished step. Costs nothing when it is absent.
    std::function<void(const Trace&, const std::vector<RankValues>&)> onValues = {};
    /// For lockstep bench trace: is kept up to date after every step. Looking at the clock for it costs a little too.
    RecordingCost* recordingCost = nullptr;
};

/// Trains as the config says. Fails with a sentence before the first step (bad config, missing data, no threads) and
/// when the memory is full; a run in which a rank fails returns a trace that ends with RunFailed.
Result<Trace> runTraining(const RunConfig& config, const RunOptions& options = {});

} // namespace lockstep
