// Faults on purpose: a rank that computes slowly, a rank that stops.
#pragma once

#include "core/engine/run.h"

namespace lockstep {

/// If `rank` is the slow one: really keeps its core busy until the work begun at `begin` has taken slow_factor times
/// as long. A requested stop ends it.
void dawdle(const Run& run, RankId rank, RankLog::Time begin);

/// True when the rank has to stop in the backward pass of this step.
inline bool failsNow(const Run& run, RankId rank, StepId step)
{
    return rank.value == run.config.faults.failRank && step.value == run.config.faults.failStep;
}

} // namespace lockstep
