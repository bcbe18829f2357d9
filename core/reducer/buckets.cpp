// Fills buckets in the order of the parameters.
#include "core/reducer/buckets.h"

#include <algorithm>

namespace lockstep {

BucketAssignment assignBuckets(const std::vector<ParameterInfo>& parameters, const RunConfig& config)
{
    BucketAssignment assignment;
    BucketInfo shared; // the single bucket, while it fills
    std::vector<BucketInfo>& buckets = assignment.buckets;
    for (ParameterId parameter{0}; parameter.index() < parameters.size(); ++parameter.value) {
        const ParameterInfo& info = parameters[parameter.index()];
        const bool reduced = info.name != config.bugs.unreducedParameter;
        if (config.buckets.mode == BucketMode::single && reduced) {
            shared.parameters.push_back(parameter);
            shared.elements += info.elements();
        } else {
            buckets.push_back({{}, {parameter}, info.elements(), reduced});
        }
    }
    if (!shared.parameters.empty())
        buckets.insert(buckets.begin(), shared);
    for (BucketInfo& bucket : buckets) {
        const PlanSpec spec{config.collective.algorithm, config.collective.ringOrder, config.workers, bucket.elements};
        const auto known = std::find(assignment.plans.begin(), assignment.plans.end(), spec);
        bucket.plan = PlanId{static_cast<std::int32_t>(known - assignment.plans.begin())};
        if (known == assignment.plans.end())
            assignment.plans.push_back(spec);
    }
    return assignment;
}

} // namespace lockstep
