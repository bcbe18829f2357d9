// Buckets: which parameters travel together in one all-reduce. A pure function of the parameters and the config.
#pragma once

#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

struct BucketAssignment {
    std::vector<BucketInfo> buckets; ///< launched in this order
    std::vector<PlanSpec> plans;     ///< by PlanId; buckets of the same size share one
};

/// Mode per_parameter: one bucket each; single: one for all; capped: PyTorch's fill rule from the last parameter to the
/// first, which is the order in which backward finishes them, with the limits buckets.first_cap_mb and buckets.cap_mb.
/// With buckets.overlap per_parameter is numbered from the last parameter to the first too, because buckets are
/// launched in index order and the last parameter's gradient is there first. Within a bucket parameters lie in ascending
/// order. The bug bugs.unreduced_parameter puts
/// that parameter into a bucket of its own that no collective reduces.
BucketAssignment assignBuckets(const std::vector<ParameterInfo>& parameters, const RunConfig& config);

/// PyTorch's fill rule: walk `order`, add each parameter's bytes to the bucket, close the bucket as soon as it holds its
/// limit or more (so it may exceed it by one parameter), and go on with the next limit; the last limit stays. What is
/// left at the end is the last bucket. `sizes` by parameter; at least one limit.
/// Source: compute_bucket_assignment_by_size in torch/csrc/distributed/c10d/reducer.cpp.
std::vector<std::vector<ParameterId>> fillBuckets(
    std::span<const Bytes> sizes, std::span<const ParameterId> order, std::span<const Bytes> limits);

} // namespace lockstep
