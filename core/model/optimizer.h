// Optimisers: how a gradient changes the parameters.
#pragma once

#include "core/config/run_config.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// What Ops::sgdStep needs to know; the formulas stand there.
inline SgdFactors sgdFactors(const RunConfig::Optimizer& optimizer)
{
    return {optimizer.lr, optimizer.momentum, optimizer.weightDecay, optimizer.nesterov};
}

} // namespace lockstep
