// The parts of validate() that are about examples: which there are, and who gets them.
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// The data.* keys together. While sizesKnown() is false, what needs the sizes is not checked.
Result<Done> validateData(const RunConfig& config);

/// The sampler.* keys together. Precondition: batch.per_worker fits workers.
Result<Done> validateSampler(const RunConfig& config);

} // namespace lockstep
