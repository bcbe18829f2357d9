// Lays two traces beside each other.
#include "core/replay/compare.h"

#include <algorithm>
#include <cmath>

#include "core/config/key_table.h"

namespace lockstep {
namespace {

/// What a step says of rank 0: its fingerprint and the captured parameters after the update.
struct StepState {
    std::optional<std::uint64_t> digest;
    std::vector<double> parameters;
};

StepState stateAfter(const Trace& trace, std::size_t step)
{
    StepState state;
    for (const Event& event : trace.step(step).events) {
        if (event.rank != RankId{0})
            continue;
        if (const auto* digest = event.as<ReplicaDigest>())
            state.digest = digest->digest;
        else if (const auto* applied = event.as<OptimizerApplied>())
            state.parameters = applied->parameters;
    }
    // The parameters before step 1 stand in its keyframe.
    if (step == 0 && trace.stepCount() > 1 && !trace.step(1).before.parameters.empty())
        state.parameters = trace.step(1).before.parameters.front();
    return state;
}

bool sameModel(const TraceHeader& a, const TraceHeader& b)
{
    return std::ranges::equal(a.parameters, b.parameters,
        [](const ParameterInfo& x, const ParameterInfo& y) { return x.name == y.name && x.shape == y.shape; });
}

std::int64_t elementsOf(const TraceHeader& header)
{
    std::int64_t sum = 0;
    for (const ParameterInfo& parameter : header.parameters)
        sum += parameter.elements();
    return sum;
}

ParameterDistance distanceOf(std::size_t step, const std::vector<double>& a, const std::vector<double>& b)
{
    ParameterDistance distance;
    distance.step = static_cast<std::int32_t>(step);
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const double difference = std::abs(a[i] - b[i]);
        sum += difference * difference;
        if (!(difference <= distance.max)) // NaN counts as the largest
            distance.max = difference;
    }
    distance.l2 = std::sqrt(sum);
    return distance;
}

Message noteOf(const Comparison& comparison)
{
    const auto number
        = [](std::int64_t value) { return MessageArgument(MessageArgument::Kind::number, {std::to_string(value)}); };
    const std::int64_t states = std::int64_t{comparison.compared} + 1;
    if (comparison.distances.empty())
        return {LOCKSTEP_TEXT("Compare",
                    "There is no distance: no step's parameters were captured in both runs. Set capture.level to full"
                    " or sampled and run again."),
            {}};
    if (comparison.captured < comparison.parameters)
        return {LOCKSTEP_TEXT("Compare", "The distance is over the %1 parameters of %2 that were captured."),
            {number(comparison.captured), number(comparison.parameters)}};
    if (std::ssize(comparison.distances) < states)
        return {LOCKSTEP_TEXT("Compare", "Parameters were captured in both runs after %1 of %2 steps."),
            {number(std::ssize(comparison.distances)), number(states)}};
    return {};
}

} // namespace

std::vector<KeyDifference> differingKeys(const RunConfig& a, const RunConfig& b)
{
    static const RunConfig defaults;
    std::vector<KeyDifference> list;
    for (const KeySpec& key : keyTable()) {
        const KeyValue left = key.get(a), right = key.get(b), usual = key.get(defaults);
        if (left != right && key.name != "name")
            list.push_back({key.name, textFromValue(left), textFromValue(right), left == usual, right == usual});
    }
    return list;
}

Comparison compareTraces(const Trace& a, const Trace& b)
{
    Comparison comparison;
    if (a.empty() || b.empty())
        return comparison;
    comparison.keys = differingKeys(a.config(), b.config());
    comparison.parameters = comparison.captured = elementsOf(a.header());
    const std::size_t common = std::min(a.stepCount(), b.stepCount());
    comparison.compared = static_cast<std::int32_t>(common) - 1;
    if (!sameModel(a.header(), b.header())) {
        comparison.note = {
            LOCKSTEP_TEXT("Compare", "The two runs have different parameters, so there is no distance between them."),
            {}};
        return comparison;
    }
    for (std::size_t step = 0; step < common; ++step) {
        const StepState left = stateAfter(a, step), right = stateAfter(b, step);
        bool differ = left.digest && right.digest && *left.digest != *right.digest;
        if (!left.parameters.empty() && !right.parameters.empty()) {
            comparison.distances.push_back(distanceOf(step, left.parameters, right.parameters));
            differ = differ || !(comparison.distances.back().max <= 0);
            comparison.captured = std::min(comparison.captured,
                static_cast<std::int64_t>(std::min(left.parameters.size(), right.parameters.size())));
        }
        if (differ && !comparison.firstDifference)
            comparison.firstDifference = static_cast<std::int32_t>(step);
    }
    comparison.note = noteOf(comparison);
    return comparison;
}

std::int64_t matchingStep(const Curves& a, const Curves& b, std::int64_t step, SharedClock clock)
{
    const std::vector<CurvePoint>& other = b.trainLoss;
    if (other.empty() || step <= 0)
        return 0;
    if (clock == SharedClock::step)
        return std::min<std::int64_t>(step, other.back().step);
    const std::ptrdiff_t here = pointAt(a.trainLoss, step);
    const double seconds = here < 0 ? 0 : a.trainLoss[static_cast<std::size_t>(here)].seconds;
    const auto after = std::partition_point(
        other.begin(), other.end(), [seconds](const CurvePoint& point) { return point.seconds <= seconds; });
    return after == other.begin() ? 0 : (after - 1)->step;
}

} // namespace lockstep
