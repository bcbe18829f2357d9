// One training step.
#pragma once

#include <optional>

#include "core/base/function_ref.h"
#include "core/engine/run.h"

namespace lockstep {

/// Trains one step and records it, up to StepFinished. `last` says whether to evaluate whatever eval.every says; it is
/// asked after the update. Gives the failure when a rank failed: then the step is not finished.
std::optional<RankFailure> trainStep(Run& run, StepId step, FunctionRef<bool()> last);

} // namespace lockstep
