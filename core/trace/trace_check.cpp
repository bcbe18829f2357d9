// The header and the frame of each step; what single events say is checked in event_check.
#include "core/trace/trace_check.h"

#include <algorithm>
#include <cmath>

#include "core/config/derived.h"
#include "core/trace/event_check.h"

namespace lockstep {
namespace {

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

constexpr double kLatestTime = 1e15; // microseconds: thirty years

Result<Done> checkParameters(const TraceHeader& header)
{
    const std::vector<ParameterInfo> expected = parameterShapes(header.config);
    if (header.parameters.size() != expected.size())
        return Error{"the header lists " + number(static_cast<std::int64_t>(header.parameters.size()))
            + " parameters, but its model has " + number(static_cast<std::int64_t>(expected.size()))};
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (header.parameters[i].name != expected[i].name || header.parameters[i].shape != expected[i].shape)
            return Error{"parameter " + number(static_cast<std::int64_t>(i)) + " of the header is not the model's "
                + expected[i].name};
    return Done{};
}

Result<Done> checkPlans(const TraceHeader& header)
{
    for (std::size_t i = 0; i < header.plans.size(); ++i) {
        const PlanSpec& plan = header.plans[i];
        if (plan.ranks != header.config.workers || plan.count < 0
            || (plan.algorithm == Algorithm::pairwise && plan.ranks != 2))
            return Error{"plan " + number(static_cast<std::int64_t>(i)) + " is for " + number(plan.ranks)
                + " ranks and " + number(plan.count) + " elements, which does not fit a run with "
                + number(header.config.workers) + " workers"};
    }
    return Done{};
}

Result<Done> checkBuckets(const TraceHeader& header)
{
    std::vector<int> uses(header.parameters.size(), 0);
    for (std::size_t i = 0; i < header.buckets.size(); ++i) {
        const BucketInfo& bucket = header.buckets[i];
        const std::string name = "bucket " + number(static_cast<std::int64_t>(i));
        std::int64_t elements = 0;
        for (const ParameterId parameter : bucket.parameters) {
            if (parameter.index() >= header.parameters.size())
                return Error{name + " names parameter " + number(parameter.value) + ", which does not exist"};
            if (++uses[parameter.index()] > 1)
                return Error{name + " holds parameter " + number(parameter.value) + " for the second time"};
            elements += header.parameters[parameter.index()].elements();
        }
        if (bucket.elements != elements)
            return Error{name + " says it has " + number(bucket.elements) + " elements, but its parameters have "
                + number(elements)};
        if (bucket.plan.index() >= header.plans.size())
            return Error{name + " names plan " + number(bucket.plan.value) + ", which does not exist"};
        if (header.plans[bucket.plan.index()].count != elements)
            return Error{name + " has " + number(elements) + " elements, but its plan moves "
                + number(header.plans[bucket.plan.index()].count)};
    }
    return Done{};
}

Result<Done> checkData(const TraceHeader& header)
{
    if (!sizesKnown(header.config))
        return Error{"its config does not say in data.found what the files of the run held"};
    const DataSizes sizes = dataSizes(header.config);
    const DataInfo& data = header.data;
    if (data.train != sizes.train || data.heldOut != sizes.heldOut || data.features != sizes.features
        || data.classes != sizes.classes)
        return Error{"the header counts " + number(data.train) + " examples to train on and " + number(data.heldOut)
            + " held out, but its config gives " + number(sizes.train) + " and " + number(sizes.heldOut)
            + (data.train == sizes.train && data.heldOut == sizes.heldOut ? " of another kind" : "")};
    const std::int64_t pixels = std::int64_t{data.imageWidth} * data.imageHeight;
    if (data.imageWidth < 0 || data.imageHeight < 0 || (pixels != 0 && pixels != data.features))
        return Error{"the header says that images are " + number(data.imageWidth) + " by " + number(data.imageHeight)
            + ", but an example has " + number(data.features) + " numbers"};
    return Done{};
}

Result<Done> checkKeyframe(const TraceHeader& header, const Keyframe& before)
{
    const std::size_t ranks = static_cast<std::size_t>(header.config.workers);
    std::int64_t elements = 0;
    for (const ParameterInfo& parameter : header.parameters)
        elements += parameter.elements();
    if (before.digests.size() != ranks)
        return Error{"its keyframe has " + number(static_cast<std::int64_t>(before.digests.size())) + " digests for "
            + number(header.config.workers) + " workers"};
    if (!before.parameters.empty() && before.parameters.size() != ranks)
        return Error{"its keyframe has parameters of " + number(static_cast<std::int64_t>(before.parameters.size()))
            + " ranks for " + number(header.config.workers) + " workers"};
    for (const std::vector<double>& parameters : before.parameters)
        if (static_cast<std::int64_t>(parameters.size()) > elements)
            return Error{"its keyframe has more values than the model has parameters"};
    if (!before.visits.empty() && before.visits.size() != static_cast<std::size_t>(header.data.train))
        return Error{"its keyframe counts visits of " + number(static_cast<std::int64_t>(before.visits.size()))
            + " examples, but there are " + number(header.data.train)};
    if (before.lastHeldOut < 0 || before.lastCorrect < -1 || before.lastCorrect > before.lastHeldOut)
        return Error{"its keyframe has an evaluation of " + number(before.lastCorrect) + " right out of "
            + number(before.lastHeldOut)};
    return Done{};
}

Result<Done> checkSpans(const StepRecord& record)
{
    if (record.measured.size() != record.events.size())
        return Error{"it has " + number(static_cast<std::int64_t>(record.measured.size())) + " times for "
            + number(static_cast<std::int64_t>(record.events.size())) + " events"};
    for (std::size_t i = 0; i < record.measured.size(); ++i) {
        const Span& span = record.measured[i];
        if (!(std::abs(span.begin) <= kLatestTime && std::abs(span.end) <= kLatestTime && span.begin <= span.end))
            return Error{"event " + number(record.events[i].id.value) + " has an impossible time"};
    }
    return Done{};
}

} // namespace

Result<Done> checkHeader(const TraceHeader& header)
{
    for (const auto check : {checkParameters, checkPlans, checkBuckets, checkData})
        if (auto done = check(header); !done)
            return done;
    return Done{};
}

Result<Done> checkStep(const TraceHeader& header, const StepRecord& record, std::size_t index)
{
    if (record.step.value != static_cast<std::int32_t>(index))
        return Error{"it says that it is step " + number(record.step.value)};
    if (record.events.empty())
        return Error{"it has no events"};
    if (auto done = checkKeyframe(header, record.before); !done)
        return done;
    if (auto done = checkSpans(record); !done)
        return done;
    return checkEvents(header, record);
}

} // namespace lockstep
