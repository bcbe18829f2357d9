// The clock is read where the engine hands out a sealed step: what lies between two of them is everything a step costs.
#include "app/cli/bench_rounds.h"

#include <algorithm>
#include <chrono>

#include "app/cli/spread.h"
#include "core/engine/engine.h"

namespace lockstep::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace

Result<TimedRun> timeRun(RunConfig config, int steps, std::stop_token stop, RecordingCost* cost)
{
    config.epochs = 0;
    config.steps = kWarmUpSteps + steps + 1; // the last step evaluates, so it is left out too
    std::vector<Clock::time_point> sealed;   // [0] the set-up
    sealed.reserve(static_cast<std::size_t>(config.steps) + 1);
    RunOptions options;
    options.stop = std::move(stop);
    options.recordingCost = cost;
    options.onStep = [&](const Trace&) { sealed.push_back(Clock::now()); };
    const Result<Trace> run = runTraining(config, options);
    if (!run)
        return run.error();
    const Trace& trace = run.value();
    const Event& last = trace.step(trace.stepCount() - 1).events.back();
    if (const auto* failed = last.as<RunFailed>())
        return Error{failed->reason};
    if (trace.trainingSteps() < config.steps)
        return Error{"The bench was stopped before a whole round was measured."};

    constexpr std::size_t first = kWarmUpSteps;
    const std::size_t end = first + static_cast<std::size_t>(steps);
    std::vector<double> each;
    double examples = 0;
    for (std::size_t step = first + 1; step <= end; ++step) {
        each.push_back(1000 * seconds(sealed[step] - sealed[step - 1]));
        for (const Event& event : trace.step(step).events)
            if (const auto* finished = event.as<StepFinished>())
                examples += finished->examples;
    }
    const double wall = seconds(sealed[end] - sealed[first]);
    return TimedRun{steps / wall, examples / wall, spreadOf(std::move(each)).median};
}

Result<int> stepsThatLast(const RunConfig& config, double wanted)
{
    const Result<TimedRun> trial = timeRun(config, 5);
    if (!trial)
        return trial.error();
    return static_cast<int>(std::clamp(wanted * trial.value().stepsPerSecond, 20.0, 2000.0));
}

Result<int> inRounds(
    int rounds, const std::vector<std::function<Result<Done>()>>& contestants, const std::stop_token& stop)
{
    for (int round = 0; round < rounds; ++round)
        for (const auto& contestant : contestants)
            if (const Result<Done> done = contestant(); !done) {
                if (stop.stop_requested() && round > 0)
                    return round;
                return done.error();
            }
    return rounds;
}

} // namespace lockstep::cli
