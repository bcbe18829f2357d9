// lockstep bench step: how fast a training step is with each number of workers.
#include "app/cli/bench_plan.h"
#include "app/cli/bench_report.h"
#include "app/cli/bench_workers.h"
#include "app/cli/command.h"

namespace lockstep::cli {

int runBenchStepCommand(const Arguments& arguments)
{
    const Result<BenchPlan> plan = benchPlan(arguments, "lockstep bench step");
    if (!plan)
        return complain(plan.error());
    const Result<WorkersBench> measured = benchWorkers(plan.value());
    if (!measured)
        return complain(measured.error());
    BenchReport report{"step", measured.value().about, {}, measured.value().machine, {}};
    for (const WorkersTimes& times : measured.value().times)
        report.rows.push_back({workersText(times.workers),
            {{"steps_per_second", "steps/s", times.stepsPerSecond},
                {"examples_per_second", "examples/s", times.examplesPerSecond},
                {"step_milliseconds", "ms a step", times.stepMilliseconds}},
            times.remark});
    return printBench(report, arguments);
}

} // namespace lockstep::cli
