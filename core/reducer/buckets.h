// Buckets: which parameters travel together in one all-reduce. A pure function of the parameters and the config.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

struct BucketAssignment {
    std::vector<BucketInfo> buckets; ///< launched in this order
    std::vector<PlanSpec> plans;     ///< by PlanId; buckets of the same size share one
};

/// One bucket per parameter, or a single one. The bug bugs.unreduced_parameter puts that parameter into a bucket of its
/// own that no collective reduces.
BucketAssignment assignBuckets(const std::vector<ParameterInfo>& parameters, const RunConfig& config);

} // namespace lockstep
