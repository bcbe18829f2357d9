// Gradient matches the reference: the combined gradient beside that of one worker with all examples of the step.
#include <algorithm>
#include <cmath>

#include "core/config/derived.h"
#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"
#include "core/trace/step_index.h"

namespace lockstep {
namespace {

/// Rank 0's combined gradient as far as it was captured, all parameters in order; empty when any part is missing.
std::vector<double> combinedOf(const TraceHeader& header, const StepIndex& index)
{
    std::vector<std::vector<double>> parts(header.parameters.size());
    for (std::size_t b = 0; b < header.buckets.size(); ++b) {
        const Event* reduced = index.ranks.front().reduced[b];
        if (!reduced)
            return {};
        const std::vector<double>& values = reduced->as<BucketReduced>()->values;
        std::size_t at = 0;
        for (const ParameterId parameter : header.buckets[b].parameters) {
            const std::size_t end = std::min(
                values.size(), at + static_cast<std::size_t>(header.parameters[parameter.index()].elements()));
            parts[parameter.index()].assign(values.begin() + static_cast<std::ptrdiff_t>(std::min(at, values.size())),
                values.begin() + static_cast<std::ptrdiff_t>(end));
            at = end;
        }
    }
    std::vector<double> combined;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        combined.insert(combined.end(), parts[i].begin(), parts[i].end());
        if (static_cast<std::int64_t>(parts[i].size()) < header.parameters[i].elements())
            break;
    }
    return combined;
}

/// The one number that turns the reference into the combined gradient, if there is one.
std::optional<double> constantFactor(
    const std::vector<double>& combined, const std::vector<double>& reference, double tolerance)
{
    const std::size_t known = std::min(combined.size(), reference.size());
    std::size_t largest = 0;
    for (std::size_t i = 1; i < known; ++i)
        if (std::abs(reference[i]) > std::abs(reference[largest]))
            largest = i;
    if (known == 0 || reference[largest] == 0)
        return std::nullopt;
    const double factor = combined[largest] / reference[largest];
    for (std::size_t i = 0; i < known; ++i)
        if (!(std::abs(combined[i] - factor * reference[i])
                <= tolerance * std::abs(factor * reference[largest])))
            return std::nullopt;
    return factor;
}

/// Close to a whole number, the number itself: 23.9999999999 is 24.
double rounded(double factor, double tolerance)
{
    const double whole = std::round(factor);
    return whole != 0 && std::abs(factor - whole) <= tolerance * std::abs(whole) ? whole : factor;
}

bool dealsEqualShares(const Trace& trace, std::size_t steps)
{
    std::size_t share = 0;
    for (std::size_t step = 1; step <= steps; ++step)
        for (const Event& event : trace.step(step).events)
            if (const auto* assigned = event.as<BatchAssigned>()) {
                share = share == 0 ? assigned->samples.size() : share;
                if (assigned->samples.size() != share)
                    return false;
            }
    return true;
}

/// Local means, added: as many times too large as there are ranks.
void explainAddedMeans(Finding& finding, const Trace& trace, const MessageArgument& step, double factor)
{
    finding.cause
        = {LOCKSTEP_TEXT("Finding",
               "In step %1 the combined gradient is %2 times that of one worker with all examples of the step:"
               " %3 means are added, but not divided."),
            {step, words::amount(factor), words::count(trace.ranks())}};
    finding.remedy = {LOCKSTEP_TEXT("Finding", "Means have to be averaged, not added: set combine to mean."), {}};
    finding.fix = {{"combine", dealsEqualShares(trace, trace.stepCount() - 1) ? "mean" : "weighted"}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Average the means"), {}};
}

/// Local sums, averaged over ranks: too small beside the sum over all examples, too large beside their mean.
void explainAveragedSums(
    Finding& finding, const Trace& trace, const MessageArgument& step, double factor, std::int64_t examples)
{
    finding.cause = {LOCKSTEP_TEXT("Finding",
                         "In step %1 the combined gradient is %2 times the mean over the %3 examples of the step: every"
                         " rank adds up its examples (loss.reduction is sum), and the sums are divided by the %4 ranks"
                         " only. It is %5 times the sum."),
        {step, words::amount(rounded(factor * static_cast<double>(examples), roundingTolerance(trace.config()))),
            words::count(examples), words::count(trace.ranks()), words::amount(factor)}};
    finding.remedy = {LOCKSTEP_TEXT("Finding",
                          "Let every rank take the mean of its examples: set loss.reduction to mean. (Sums and combine"
                          " sum agree too, but the learning rate then has to shrink with the batch.)"),
        {}};
    finding.fix = {{"loss.reduction", "mean"}};
    if (!dealsEqualShares(trace, trace.stepCount() - 1))
        finding.fix.emplace_back("combine", "weighted");
    finding.action = {LOCKSTEP_TEXT("Finding", "Take the mean loss"), {}};
}

void explainOther(Finding& finding, const MessageArgument& step, const ReferenceGradient& reference,
    const std::optional<double>& factor)
{
    if (factor)
        finding.cause
            = {LOCKSTEP_TEXT("Finding",
                   "In step %1 the combined gradient is %2 times that of one worker with all examples of the step."),
                {step, words::amount(*factor)}};
    else
        finding.cause
            = {LOCKSTEP_TEXT("Finding",
                   "In step %1 the combined gradient differs from that of one worker with all examples of the step by"
                   " up to %2, relative %3."),
                {step, words::amount(reference.maxDifference), words::amount(reference.relativeDifference)}};
    finding.remedy
        = {LOCKSTEP_TEXT("Finding",
               "Compare the local gradients of that step with the reference to find the rank and the parameter"
               " that differ."),
            {}};
}

void fail(Finding& finding, const Trace& trace, std::size_t step, const StepIndex& index)
{
    const auto& reference = *index.reference->as<ReferenceGradient>();
    const std::vector<double> combined = combinedOf(trace.header(), index);
    const double tolerance = roundingTolerance(trace.config());
    const std::optional<double> factor = constantFactor(combined, reference.values, tolerance);
    const MessageArgument s = words::count(static_cast<std::int64_t>(step));
    const bool scalar = combined.size() == 1 && reference.values.size() == 1 && trace.header().parameters.size() == 1;
    finding.verdict = Verdict::fail;
    finding.title = {LOCKSTEP_TEXT("Finding", "Gradient differs from one worker’s"), {}};
    finding.step = StepId{static_cast<std::int32_t>(step)};
    finding.event = index.reference->id;
    finding.distance = reference.relativeDifference;
    if (scalar)
        finding.value = {LOCKSTEP_TEXT("Finding", "%1 instead of %2"),
            {words::number(combined[0]), words::number(reference.values[0])}};
    else if (factor)
        finding.value = {LOCKSTEP_TEXT("Finding", "%1 times as large"), {words::amount(*factor)}};
    else
        finding.value = {LOCKSTEP_TEXT("Finding", "off by %1"), {words::amount(reference.maxDifference)}};
    const RunConfig& config = trace.config();
    const bool scaled = factor && std::abs(*factor - 1) > tolerance;
    const auto* finished = index.finished ? index.finished->as<StepFinished>() : nullptr;
    if (scaled && config.combine == Combine::sum && config.loss.reduction == Reduction::mean)
        explainAddedMeans(finding, trace, s, rounded(*factor, tolerance));
    else if (scaled && config.combine == Combine::mean && config.loss.reduction == Reduction::sum && finished)
        explainAveragedSums(finding, trace, s, *factor, finished->examples);
    else
        explainOther(finding, s, reference, scaled ? std::optional<double>(rounded(*factor, tolerance)) : std::nullopt);
}

} // namespace

Finding findGradientMatchesReference(const Trace& trace)
{
    Finding finding;
    finding.detector = DetectorId::gradientMatchesReference;
    finding.title = {LOCKSTEP_TEXT("Finding", "Gradient matches one worker’s"), {}};
    bool compared = false;
    for (std::size_t step = 1; step < trace.stepCount(); ++step) {
        const StepIndex index = indexStep(trace.header(), trace.step(step));
        if (!index.reference)
            continue;
        compared = true;
        const double difference = index.reference->as<ReferenceGradient>()->relativeDifference;
        if (!(difference <= roundingTolerance(trace.config()))) {
            fail(finding, trace, step, index);
            return finding;
        }
        finding.distance = std::max(finding.distance, difference);
    }
    if (!compared) {
        finding.verdict = Verdict::notChecked;
        finding.value = {LOCKSTEP_TEXT("Finding", "not checked"), {}};
        finding.cause = trace.config().check.oracle
            ? Message{LOCKSTEP_TEXT("Finding", "No step is complete yet."), {}}
            : Message{LOCKSTEP_TEXT("Finding",
                          "check.oracle is off, so the run holds no gradient of one worker to compare with."),
                {}};
        finding.remedy = trace.config().check.oracle
            ? Message{}
            : Message{LOCKSTEP_TEXT("Finding", "Set check.oracle to true and run again."), {}};
        return finding;
    }
    finding.value = finding.distance == 0
        ? Message{LOCKSTEP_TEXT("Finding", "exactly"), {}}
        : Message{LOCKSTEP_TEXT("Finding", "within %1"), {words::number(finding.distance, 2)}};
    return finding;
}

} // namespace lockstep
