// Round by round, every worker count once.
#include "app/cli/bench_workers.h"

#include "app/cli/bench_rounds.h"
#include "app/cli/interrupt.h"

namespace lockstep::cli {

Result<WorkersBench> benchWorkers(const BenchPlan& plan)
{
    WorkersBench bench;
    Interrupt interrupt;
    const std::stop_token stop = interrupt.source().get_token();
    int steps = plan.steps;
    if (steps == 0) {
        const Result<RunConfig> smallest = withWorkers(plan, plan.workers.front());
        if (!smallest)
            return smallest.error();
        const Result<int> enough = stepsThatLast(smallest.value(), plan.seconds);
        if (!enough)
            return enough.error();
        steps = enough.value();
    }
    const int cores = usableCores();
    for (const int workers : plan.workers) {
        WorkersTimes times;
        times.workers = workers;
        times.timeSharing = workers > cores && plan.config.backend != BackendKind::serial;
        if (times.timeSharing)
            times.remark = "time-sharing: " + std::to_string(workers) + " workers on " + std::to_string(cores)
                + (cores == 1 ? " core" : " cores");
        bench.times.push_back(std::move(times));
    }
    std::vector<std::function<Result<Done>()>> contestants;
    for (WorkersTimes& times : bench.times)
        contestants.emplace_back([&]() -> Result<Done> {
            const Result<RunConfig> config = withWorkers(plan, times.workers);
            if (!config)
                return config.error();
            const Result<TimedRun> run = timeRun(config.value(), steps, stop);
            if (!run)
                return run.error();
            times.stepsPerSecond.push_back(run.value().stepsPerSecond);
            times.examplesPerSecond.push_back(run.value().examplesPerSecond);
            times.stepMilliseconds.push_back(run.value().stepMilliseconds);
            return Done{};
        });
    const MachineWatch watch;
    const Result<int> rounds = inRounds(plan.repeats, contestants, stop);
    if (!rounds)
        return rounds.error();
    bench.machine = watch.used();
    for (WorkersTimes& times : bench.times)
        for (auto* values : {&times.stepsPerSecond, &times.examplesPerSecond, &times.stepMilliseconds})
            values->resize(static_cast<std::size_t>(rounds.value()));
    BenchPlan done = plan;
    done.repeats = rounds.value();
    bench.about = aboutPlan(done, steps);
    return bench;
}

} // namespace lockstep::cli
