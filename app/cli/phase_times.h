// Milliseconds by phase from the measured track: per step the slowest rank, then the median over the training steps.
#pragma once

#include <array>

#include "core/trace/trace.h"

namespace lockstep::cli {

struct PhaseTimes {
    int steps = 0; ///< training steps the medians are taken over
    double load = 0, forward = 0, backward = 0, allReduce = 0, update = 0;
    double step = 0;          ///< first begin to last end of a step
    bool timeSharing = false; ///< more threads than cores: the ranks took turns, so these are no speeds to compare
};

PhaseTimes phaseTimes(const Trace& trace);

} // namespace lockstep::cli
