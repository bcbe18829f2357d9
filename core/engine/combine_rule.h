// The combine rule: how the gradients of micro-steps and ranks become the one gradient that every rank applies.
#pragma once

#include "core/engine/run.h"

namespace lockstep {

/// What a rank puts into the buckets: its micro-steps' gradients added up, and then
///   mean, sum   loss.reduction mean: divided by the number of micro-steps; sum: as they are
///   weighted    each micro-step's mean times its number of examples, so that every example counts the same
void accumulate(Run& run, RankId rank, ParameterId parameter, ConstTensorView gradient, std::size_t micro);

/// The division after a bucket's sum over ranks: by the ranks (mean), by all examples (weighted), or none (sum). Gives
/// the combined gradient of the bucket.
TensorView combine(Run& run, RankId rank, BucketId bucket);

} // namespace lockstep
