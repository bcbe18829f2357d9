// Fills buckets, gives each its plan.
#include "core/reducer/buckets.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

Bytes limitOf(double mebibytes)
{
    return Bytes{std::llround(mebibytes * kMiB)};
}

/// The groups of parameters that a collective reduces, in the order of their launch.
std::vector<std::vector<ParameterId>> groupsOf(
    const std::vector<ParameterInfo>& parameters, std::vector<ParameterId> order, const RunConfig& config)
{
    std::vector<std::vector<ParameterId>> groups;
    if (config.buckets.mode == BucketMode::single) {
        if (!order.empty())
            groups.push_back(std::move(order));
        return groups;
    }
    const bool capped = config.buckets.mode == BucketMode::capped;
    if (capped || config.buckets.overlap)
        std::reverse(order.begin(), order.end());
    if (capped) {
        const std::int64_t elementBytes = config.precision == Precision::f64 ? 8 : 4;
        std::vector<Bytes> sizes;
        for (const ParameterInfo& parameter : parameters)
            sizes.push_back(Bytes{parameter.elements() * elementBytes});
        const Bytes limits[] = {limitOf(config.buckets.firstCapMb), limitOf(config.buckets.capMb)};
        return fillBuckets(sizes, order, limits);
    }
    for (const ParameterId parameter : order)
        groups.push_back({parameter});
    return groups;
}

PlanId planOf(std::vector<PlanSpec>& plans, const PlanSpec& spec)
{
    const auto known = std::find(plans.begin(), plans.end(), spec);
    const PlanId id{static_cast<std::int32_t>(known - plans.begin())};
    if (known == plans.end())
        plans.push_back(spec);
    return id;
}

} // namespace

std::vector<std::vector<ParameterId>> fillBuckets(
    std::span<const Bytes> sizes, std::span<const ParameterId> order, std::span<const Bytes> limits)
{
    LOCKSTEP_CHECK(!limits.empty());
    std::vector<std::vector<ParameterId>> buckets;
    std::vector<ParameterId> filling;
    std::int64_t bytes = 0;
    for (const ParameterId parameter : order) {
        filling.push_back(parameter);
        bytes += sizes[parameter.index()].value;
        if (bytes < limits.front().value)
            continue;
        buckets.push_back(std::move(filling));
        filling.clear();
        bytes = 0;
        if (limits.size() > 1)
            limits = limits.subspan(1);
    }
    if (!filling.empty())
        buckets.push_back(std::move(filling));
    return buckets;
}

BucketAssignment assignBuckets(const std::vector<ParameterInfo>& parameters, const RunConfig& config)
{
    std::vector<ParameterId> reduced;
    std::vector<BucketInfo> buckets;
    for (ParameterId parameter{0}; parameter.index() < parameters.size(); ++parameter.value)
        if (parameters[parameter.index()].name != config.bugs.unreducedParameter)
            reduced.push_back(parameter);
    for (std::vector<ParameterId>& group : groupsOf(parameters, reduced, config)) {
        std::sort(group.begin(), group.end()); // side by side as in the gradient, which then needs no copies
        buckets.push_back({{}, std::move(group), 0, true});
    }
    for (ParameterId parameter{0}; parameter.index() < parameters.size(); ++parameter.value)
        if (parameters[parameter.index()].name == config.bugs.unreducedParameter)
            buckets.push_back({{}, {parameter}, 0, false});
    // Without a common bucket and in the order of the parameters, each bucket has its parameter's number.
    if (config.buckets.mode == BucketMode::perParameter && !config.buckets.overlap)
        std::sort(buckets.begin(), buckets.end(), [](const BucketInfo& a, const BucketInfo& b) {
            return a.parameters.front() < b.parameters.front();
        });

    BucketAssignment assignment;
    for (BucketInfo& bucket : buckets) {
        for (const ParameterId parameter : bucket.parameters)
            bucket.elements += parameters[parameter.index()].elements();
        bucket.plan = planOf(assignment.plans,
            {config.collective.algorithm, config.collective.ringOrder, config.workers, bucket.elements});
    }
    assignment.buckets = std::move(buckets);
    return assignment;
}

} // namespace lockstep
