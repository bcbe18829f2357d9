// Why examples repeat: what the batches themselves say about the sampler.
#pragma once

#include "core/diagnose/finding.h"

namespace lockstep {

/// What the ranks drew in one training step.
struct StepDraw {
    std::int64_t drawn = 0, distinct = 0;
    std::int64_t times = 0;        ///< every distinct example was drawn so often; 0: not evenly
    bool ranksDrawTheSame = false; ///< several ranks, all with the same batches
};
StepDraw drawOf(const StepRecord& record);

/// All ranks draw the same: fills title, cause, remedy, fix and action. The shared order is right and is not blamed.
void explainNoOffset(Finding& finding, const StepDraw& draw);

/// Every rank goes through an order of its own. After `drawn` visits of an epoch `repeated` of `examples` were seen more
/// than once and `never` not at all.
void explainOwnShuffles(
    Finding& finding, std::int64_t drawn, std::int64_t repeated, std::int64_t never, std::int64_t examples);

} // namespace lockstep
