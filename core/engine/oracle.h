// The oracle: what a single worker would compute on the same examples, and how good the model is on held-out ones.
#pragma once

#include "core/engine/run.h"

namespace lockstep {

/// The gradient (and mean loss) of the union of all ranks' examples of this step, micro-step by micro-step and rank by
/// rank, at `parameters`, with the serial operations in f64 whatever the run's precision; compared with every rank's combined gradient.
ReferenceGradient referenceGradient(const Run& run, ConstTensorView parameters);

/// Rank 0's parameters on the held-out examples; the loss is their mean.
Evaluated evaluate(const Run& run);

} // namespace lockstep
