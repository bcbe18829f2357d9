// lockstep bench trace: which share of a training step goes into recording it.
#include "app/cli/bench_plan.h"
#include "app/cli/bench_report.h"
#include "app/cli/bench_rounds.h"
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/bench_workers.h"

namespace lockstep::cli {
namespace {

struct Contestant {
    std::string name;
    RunConfig config;
    std::vector<double> stepMilliseconds, recordingMicroseconds, sharePercent; ///< by round
};

Result<std::vector<Contestant>> contestantsOf(const BenchPlan& plan)
{
    std::vector<Contestant> contestants;
    for (const int workers : plan.workers)
        for (const bool chunks : {false, true}) {
            Result<RunConfig> config = withWorkers(plan, workers);
            if (!config)
                return config.error();
            config.value().capture.chunks = chunks;
            contestants.push_back({workersText(workers) + (chunks ? ", every transfer" : ""), config.value(), {}, {}, {}});
        }
    return contestants;
}

Result<Done> measure(Contestant& contestant, int steps, const std::stop_token& stop)
{
    RecordingCost cost;
    const Result<TimedRun> run = timeRun(contestant.config, steps, stop, &cost);
    if (!run)
        return run.error();
    const double milliseconds = run.value().stepMilliseconds, microseconds = cost.microsecondsAStep();
    contestant.stepMilliseconds.push_back(milliseconds);
    contestant.recordingMicroseconds.push_back(microseconds);
    contestant.sharePercent.push_back(100 * microseconds / (1000 * milliseconds));
    return Done{};
}

} // namespace

int runBenchTraceCommand(const Arguments& arguments)
{
    const Result<BenchPlan> planned = benchPlan(arguments, "lockstep bench trace");
    if (!planned)
        return complain(planned.error());
    BenchPlan plan = planned.value();
    Result<std::vector<Contestant>> made = contestantsOf(plan);
    if (!made)
        return complain(made.error());
    std::vector<Contestant>& contestants = made.value();
    if (plan.steps == 0) {
        const Result<int> enough = stepsThatLast(contestants.front().config, plan.seconds);
        if (!enough)
            return complain(enough.error());
        plan.steps = enough.value();
    }
    Interrupt interrupt;
    const std::stop_token stop = interrupt.source().get_token();
    std::vector<std::function<Result<Done>()>> turns;
    for (Contestant& contestant : contestants)
        turns.emplace_back([&] { return measure(contestant, plan.steps, stop); });
    const MachineWatch watch;
    const Result<int> rounds = inRounds(plan.repeats, turns, stop);
    if (!rounds)
        return complain(rounds.error());
    plan.repeats = rounds.value();
    BenchReport report{"trace", aboutPlan(plan, plan.steps), {}, watch.used(), {}};
    for (Contestant& contestant : contestants) {
        for (auto* values : {&contestant.stepMilliseconds, &contestant.recordingMicroseconds, &contestant.sharePercent})
            values->resize(static_cast<std::size_t>(rounds.value()));
        report.rows.push_back({contestant.name,
            {{"step_milliseconds", "ms a step", contestant.stepMilliseconds},
                {"recording_microseconds", "us of recording a step", contestant.recordingMicroseconds},
                {"share_percent", "% of the step", contestant.sharePercent}},
            {}});
    }
    report.notes.emplace_back("Recording is what exists for the record alone: lengths, digests and captured values, the"
                              " events, and sealing each step; of the ranks the slowest counts, warm-up included.");
    return printBench(report, arguments);
}

} // namespace lockstep::cli
