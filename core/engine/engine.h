// The engine: runs a config and hands out its trace, step by step. It knows nothing of who reads it.
#pragma once

#include <functional>
#include <stop_token>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

struct RunOptions {
    /// Asked at the end of every step: a stopped run has whole steps only and ends with RunFinished.
    std::stop_token stop;
    /// Called on the engine's thread after every sealed step with the whole trace so far (a cheap snapshot).
    std::function<void(const Trace&)> onStep;
};

/// Trains as the config says. Fails with a sentence before the first step (bad config, missing data, no threads) and
/// when the memory is full; a run in which a rank fails returns a trace that ends with RunFailed.
Result<Trace> runTraining(const RunConfig& config, const RunOptions& options = {});

} // namespace lockstep
