// lockstep bench scaling: how much more several workers train per second than one.
#include <algorithm>

#include "app/cli/bench_plan.h"
#include "app/cli/bench_report.h"
#include "app/cli/bench_workers.h"
#include "app/cli/command.h"

namespace lockstep::cli {
namespace {

constexpr int kLeastRepeats = 3;

/// Round by round against one worker, so that a slow minute cancels.
std::vector<double> speedups(const WorkersTimes& times, const WorkersTimes& one)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < times.examplesPerSecond.size(); ++round)
        ratios.push_back(times.examplesPerSecond[round] / one.examplesPerSecond[round]);
    return ratios;
}

} // namespace

int runBenchScalingCommand(const Arguments& arguments)
{
    const std::string command = "lockstep bench scaling";
    Result<BenchPlan> planned = benchPlan(arguments, command);
    if (!planned)
        return complain(planned.error());
    BenchPlan& plan = planned.value();
    if (plan.repeats < kLeastRepeats)
        return complain(Error{command + ": --repeats " + std::to_string(plan.repeats)
            + " is too few, a speedup without its spread says nothing; give at least " + std::to_string(kLeastRepeats)
            + "."});
    if (plan.workers.front() != 1)
        plan.workers.insert(plan.workers.begin(), 1);
    if (const Result<RunConfig> one = withWorkers(plan, 1); !one)
        return complain(one.error());
    if (plan.workers.size() < 2)
        return complain(Error{command + ": there is nothing to compare one worker with; give --workers 1,2."});
    const Result<WorkersBench> measured = benchWorkers(plan);
    if (!measured)
        return complain(measured.error());
    const auto& all = measured.value().times;
    if (all.front().examplesPerSecond.size() < kLeastRepeats)
        return complain(Error{command + ": it was stopped after "
            + std::to_string(all.front().examplesPerSecond.size()) + " rounds, too few for a speedup; let it run."});
    BenchReport report{"scaling", measured.value().about, {}, measured.value().machine, {}};
    bool shared = false;
    for (const WorkersTimes& times : all) {
        BenchRow row{workersText(times.workers), {{"examples_per_second", "examples/s", times.examplesPerSecond}},
            times.remark};
        if (!times.timeSharing && times.workers > 1)
            row.values.push_back({"speedup", "times one worker", speedups(times, all.front())});
        shared = shared || times.timeSharing;
        report.rows.push_back(std::move(row));
    }
    report.notes.emplace_back("Every worker has a batch of its own, so more workers take more examples a step (weak"
                              " scaling).");
    if (shared)
        report.notes.emplace_back("More workers than cores take turns on them: no speedup is told for these.");
    return printBench(report, arguments);
}

} // namespace lockstep::cli
