// What the options of a bench ask for: a config or a synthetic MLP, worker counts, and how often to measure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep::cli {

struct BenchPlan {
    RunConfig config;
    std::string model;        ///< for people: "MLP 784-512-256-10, 535818 parameters"
    std::vector<int> workers; ///< ascending, each once
    int repeats = 5;
    int steps = 0;            ///< measured steps a run; 0: as many as last `seconds`
    double seconds = 1;
};

/// Options of every bench that trains.
std::vector<OptionSpec> benchRunOptions();

/// `command` names the bench in errors. Without CONFIG and --model: the MLP 784-512-256-10, batch 128 a worker.
Result<BenchPlan> benchPlan(const Arguments& arguments, const std::string& command);

/// The plan's config with that many workers, validated.
Result<RunConfig> withWorkers(const BenchPlan& plan, int workers);

/// What is measured, for the head of the report.
std::vector<std::pair<std::string, std::string>> aboutPlan(const BenchPlan& plan, int steps);

/// "1 worker", "2 workers".
std::string workersText(int workers);

} // namespace lockstep::cli
