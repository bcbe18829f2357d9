// Sums the spans of each phase per rank, takes the slowest rank of a step and the median of the steps.
#include "app/cli/phase_times.h"

#include <algorithm>
#include <vector>

namespace lockstep::cli {
namespace {

constexpr std::size_t kPhases = 5;
using PerPhase = std::array<double, kPhases>;

/// load, forward, backward, all-reduce, update; -1 when the event belongs to no phase.
int phaseOf(const Event& event)
{
    if (event.as<Loaded>())
        return 0;
    if (event.as<ForwardDone>())
        return 1;
    if (event.as<GradientReady>())
        return 2;
    if (event.as<BucketReduced>())
        return 3;
    return event.as<OptimizerApplied>() ? 4 : -1;
}

PerPhase slowestRanks(const StepRecord& record, int ranks)
{
    std::vector<PerPhase> sums(static_cast<std::size_t>(ranks), PerPhase{});
    for (std::size_t i = 0; i < record.events.size(); ++i) {
        const Event& event = record.events[i];
        const int phase = phaseOf(event);
        if (phase >= 0 && event.rank != kNoRank)
            sums.at(event.rank.index())[static_cast<std::size_t>(phase)] += record.measured[i].length();
    }
    PerPhase slowest{};
    for (const PerPhase& sum : sums)
        for (std::size_t phase = 0; phase < kPhases; ++phase)
            slowest[phase] = std::max(slowest[phase], sum[phase]);
    return slowest;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double milliseconds(std::vector<double> microseconds)
{
    return median(std::move(microseconds)) / 1000;
}

} // namespace

PhaseTimes phaseTimes(const Trace& trace)
{
    std::array<std::vector<double>, kPhases> phases;
    std::vector<double> steps;
    const Track track = measuredTrack(trace);
    for (std::size_t i = 1; i < trace.stepCount(); ++i) {
        const PerPhase slowest = slowestRanks(trace.step(i), trace.ranks());
        for (std::size_t phase = 0; phase < kPhases; ++phase)
            phases[phase].push_back(slowest[phase]);
        steps.push_back(track.stepSpans[i].length());
    }
    PhaseTimes times;
    times.steps = static_cast<int>(steps.size());
    times.load = milliseconds(phases[0]);
    times.forward = milliseconds(phases[1]);
    times.backward = milliseconds(phases[2]);
    times.allReduce = milliseconds(phases[3]);
    times.update = milliseconds(phases[4]);
    times.step = milliseconds(steps);
    times.timeSharing = trace.info().backend != "serial" && trace.ranks() > trace.info().cores;
    return times;
}

} // namespace lockstep::cli
