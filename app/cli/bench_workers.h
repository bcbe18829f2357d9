// The same run with several worker counts, measured in interleaved rounds.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/cli/bench_machine.h"
#include "app/cli/bench_plan.h"

namespace lockstep::cli {

struct WorkersTimes {
    int workers = 0;
    bool timeSharing = false; ///< more workers than cores: they took turns, and no speedup can be told
    std::string remark;       ///< says so
    std::vector<double> stepsPerSecond, examplesPerSecond, stepMilliseconds; ///< by round
};

struct WorkersBench {
    std::vector<std::pair<std::string, std::string>> about;
    std::vector<WorkersTimes> times; ///< by worker count, ascending
    MachineUse machine;
};

/// Ctrl-C keeps the whole rounds.
Result<WorkersBench> benchWorkers(const BenchPlan& plan);

} // namespace lockstep::cli
