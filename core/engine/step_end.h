// The end of a step, outside the measured time: oracle, evaluation, running totals; or the end after a failure.
#pragma once

#include "core/engine/run.h"

namespace lockstep {

/// Records ReferenceGradient (check.oracle), Evaluated (when due) and StepFinished, all at the same moment, and brings
/// run.progress up to date. `before`: rank 0's parameters before the update.
void recordEnd(Run& run, StepId step, ConstTensorView before, bool last);

/// Records RunFailed as the last event of the run.
void recordFailure(Run& run, StepId step, const RankFailure& failure);

/// Records RunFinished as the last event of the run, after `causes`.
void recordFinish(Run& run, const std::vector<EventHandle>& causes, std::int64_t steps, bool stopped);

} // namespace lockstep
