// Replicas identical: compares the digests of all ranks with rank 0's, from the set-up on.
#include <cmath>

#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"
#include "core/trace/step_index.h"

namespace lockstep {
namespace {

struct Difference {
    double distance = 0;
    std::size_t element = 0; ///< index over all parameters in order
};

/// The captured parameters that a rank holds at the end of a step; empty when not captured.
std::vector<double> parametersAfter(const Trace& trace, std::size_t step, const StepIndex& index, std::size_t rank)
{
    if (const Event* applied = index.ranks[rank].applied)
        return applied->as<OptimizerApplied>()->parameters;
    if (step + 1 < trace.stepCount()) {
        const Keyframe& next = trace.step(step + 1).before;
        return rank < next.parameters.size() ? next.parameters[rank] : std::vector<double>{};
    }
    return {};
}

Difference largestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    Difference largest;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (std::abs(a[i] - b[i]) > largest.distance)
            largest = {std::abs(a[i] - b[i]), i};
    return largest;
}

const ParameterInfo& parameterAt(const TraceHeader& header, std::size_t element)
{
    std::size_t first = 0;
    for (const ParameterInfo& parameter : header.parameters) {
        first += static_cast<std::size_t>(parameter.elements());
        if (element < first)
            return parameter;
    }
    return header.parameters.back();
}

/// Names the step, the rank and, where captured, the parameter and how far it is off.
Message causeOf(const Trace& trace, std::size_t step, std::size_t rank, const Difference& difference)
{
    const MessageArgument first = words::rank(0), r = words::rank(static_cast<std::int64_t>(rank)),
                          s = words::count(static_cast<std::int64_t>(step));
    const std::string name = difference.distance > 0 ? parameterAt(trace.header(), difference.element).name : "";
    const MessageArgument far = words::amount(difference.distance);
    if (step == 0)
        return name.empty()
            ? Message{LOCKSTEP_TEXT("Finding", "%1 starts with other parameters than %2."), {r, first}}
            : Message{LOCKSTEP_TEXT("Finding", "%1 starts with other parameters than %2: %3 differs by %4."),
                {r, first, name, far}};
    return name.empty()
        ? Message{LOCKSTEP_TEXT("Finding", "After step %1 %2 holds other parameters than %3."), {s, r, first}}
        : Message{LOCKSTEP_TEXT("Finding", "After step %1 %2 holds other parameters than %3: %4 differs by %5."),
            {s, r, first, name, far}};
}

void fail(Finding& finding, const Trace& trace, std::size_t step, std::size_t rank, const StepIndex& index)
{
    const std::vector<double> first = parametersAfter(trace, step, index, 0),
                              other = parametersAfter(trace, step, index, rank);
    const Difference difference = largestDifference(first, other);
    finding.verdict = Verdict::fail;
    finding.step = StepId{static_cast<std::int32_t>(step)};
    finding.rank = RankId{static_cast<std::int32_t>(rank)};
    finding.event = index.ranks[rank].digest->id;
    finding.distance = difference.distance;
    finding.title = step == 0 ? Message{LOCKSTEP_TEXT("Finding", "Replicas differ from the start"), {}}
                              : Message{LOCKSTEP_TEXT("Finding", "Replicas differ after step %1"),
                                  {words::count(static_cast<std::int64_t>(step))}};
    if (first.size() == 1 && other.size() == 1)
        finding.value = {LOCKSTEP_TEXT("Finding", "w = %1 and %2"), {words::number(first[0]), words::number(other[0])}};
    else if (difference.distance > 0)
        finding.value = {LOCKSTEP_TEXT("Finding", "differ by %1"), {words::amount(difference.distance)}};
    else
        finding.value = {LOCKSTEP_TEXT("Finding", "digests differ"), {}};
    finding.cause = causeOf(trace, step, rank, difference);
    if (step == 0 && !trace.config().start.broadcast) {
        finding.remedy = {
            LOCKSTEP_TEXT("Finding", "Copy %1's parameters to every rank before step 1: set start.broadcast to true."),
            {words::rank(0)}};
        finding.fix = {{"start.broadcast", "true"}};
        finding.action = {LOCKSTEP_TEXT("Finding", "Copy one start to all ranks"), {}};
    } else {
        finding.remedy
            = {LOCKSTEP_TEXT("Finding",
                   "Find the first thing that this rank did differently in that step: its combined gradient, its"
                   " learning rate, or a parameter left out of the collectives."),
                {}};
    }
}

} // namespace

Finding findReplicasIdentical(const Trace& trace)
{
    Finding finding;
    finding.title = {LOCKSTEP_TEXT("Finding", "Replicas identical"), {}};
    for (std::size_t step = 0; step < trace.stepCount(); ++step) {
        const StepIndex index = indexStep(trace.header(), trace.step(step));
        const Event* first = index.ranks.front().digest;
        for (std::size_t rank = 1; first && rank < index.ranks.size(); ++rank) {
            const Event* other = index.ranks[rank].digest;
            if (other && other->as<ReplicaDigest>()->digest != first->as<ReplicaDigest>()->digest) {
                fail(finding, trace, step, rank, index);
                return finding;
            }
        }
        if (step + 1 < trace.stepCount())
            continue;
        const std::vector<double> newest = parametersAfter(trace, step, index, 0);
        finding.value = newest.size() == 1
            ? Message{LOCKSTEP_TEXT("Finding", "w = %1"), {words::number(newest[0])}}
            : Message{LOCKSTEP_TEXT("Finding", "%1 of %2"), {words::count(trace.ranks()), words::count(trace.ranks())}};
    }
    return finding;
}

} // namespace lockstep
