// Runs measured in turn, round after round, so that a slow minute of the machine hits all contestants alike.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/engine/recording_cost.h"

namespace lockstep::cli {

/// The first steps of a run fill caches and wake threads, and are not counted.
inline constexpr int kWarmUpSteps = 5;

struct TimedRun {
    double stepsPerSecond = 0;
    double examplesPerSecond = 0; ///< of all workers together
    double stepMilliseconds = 0;  ///< median
};

/// Trains a warm-up and `steps` and times the latter on the wall clock, recording included. The config has to be valid.
/// `cost`: is told what recording took in the whole run.
Result<TimedRun> timeRun(RunConfig config, int steps, std::stop_token stop = {}, RecordingCost* cost = nullptr);

/// How many steps of this run last `seconds`, from a short trial; at least 20, at most 2,000.
Result<int> stepsThatLast(const RunConfig& config, double seconds);

/// Calls every contestant once a round, in turn, until `rounds` are over, one fails, or a stop is requested. A stopped
/// round is finished by nobody: contestants then return an error that is not shown when there are whole rounds.
/// Gives the whole rounds.
Result<int> inRounds(
    int rounds, const std::vector<std::function<Result<Done>()>>& contestants, const std::stop_token& stop);

} // namespace lockstep::cli
