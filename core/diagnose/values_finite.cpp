// Values finite: the first loss, gradient or parameter that is infinite or not a number.
#include <algorithm>
#include <cmath>

#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"

namespace lockstep {
namespace {

enum class What { loss, gradient, parameters };

struct Bad {
    What what;
    double value;
};

std::optional<Bad> firstBad(const std::vector<double>& values, What what)
{
    const auto bad = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
    return bad == values.end() ? std::nullopt : std::optional<Bad>({what, *bad});
}

std::optional<Bad> badIn(const Event& event)
{
    const auto bad = [](double value, What what) {
        return std::isfinite(value) ? std::nullopt : std::optional<Bad>({what, value});
    };
    if (const auto* forward = event.as<ForwardDone>())
        return bad(forward->loss, What::loss);
    if (const auto* ready = event.as<GradientReady>()) {
        const auto norm = bad(ready->norm, What::gradient);
        return norm ? norm : firstBad(ready->values, What::gradient);
    }
    if (const auto* reduced = event.as<BucketReduced>()) {
        const auto norm = bad(reduced->norm, What::gradient);
        return norm ? norm : firstBad(reduced->values, What::gradient);
    }
    if (const auto* applied = event.as<OptimizerApplied>())
        return firstBad(applied->parameters, What::parameters);
    if (const auto* finished = event.as<StepFinished>())
        return bad(finished->loss, What::loss);
    if (const auto* evaluated = event.as<Evaluated>())
        return bad(evaluated->loss, What::loss);
    return std::nullopt;
}

void fail(Finding& finding, const Event& event, const Bad& bad)
{
    const MessageArgument step = words::count(event.step.value), rank = words::rank(event.rank.value),
                          value = words::number(bad.value);
    finding.verdict = Verdict::fail;
    finding.title = {LOCKSTEP_TEXT("Finding", "Values are no longer finite"), {}};
    finding.value = {LOCKSTEP_TEXT("Finding", "%1"), {value}};
    finding.step = event.step;
    finding.event = event.id;
    finding.distance = std::abs(bad.value);
    if (event.rank != kNoRank)
        finding.rank = event.rank;
    if (event.rank == kNoRank)
        finding.cause = {LOCKSTEP_TEXT("Finding", "The loss of step %1 is %2."), {step, value}};
    else if (bad.what == What::loss)
        finding.cause = {LOCKSTEP_TEXT("Finding", "In step %1 the loss on %2 is %3."), {step, rank, value}};
    else if (bad.what == What::gradient)
        finding.cause = {LOCKSTEP_TEXT("Finding", "In step %1 a gradient on %2 is %3."), {step, rank, value}};
    else
        finding.cause = {LOCKSTEP_TEXT("Finding", "After step %1 a parameter on %2 is %3."), {step, rank, value}};
    finding.remedy
        = {LOCKSTEP_TEXT("Finding", "The steps are too large and the run diverges: lower optimizer.lr."), {}};
}

} // namespace

Finding findValuesFinite(const Trace& trace)
{
    Finding finding;
    finding.detector = DetectorId::valuesFinite;
    finding.title = {LOCKSTEP_TEXT("Finding", "Values finite"), {}};
    finding.value = {LOCKSTEP_TEXT("Finding", "no step yet"), {}};
    for (std::size_t step = 1; step < trace.stepCount(); ++step) {
        for (const Event& event : trace.step(step).events) {
            if (const std::optional<Bad> bad = badIn(event)) {
                fail(finding, event, *bad);
                return finding;
            }
            if (const auto* finished = event.as<StepFinished>())
                finding.value = {LOCKSTEP_TEXT("Finding", "loss %1"), {words::amount(finished->loss)}};
        }
    }
    return finding;
}

} // namespace lockstep
