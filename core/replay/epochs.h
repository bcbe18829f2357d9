// Epochs of a run: where one pass over the training examples ends and the next begins.
#pragma once

#include <cstdint>

#include "core/trace/trace.h"

namespace lockstep {

/// Training steps of one epoch, by the sampler's own rule; at least 1. Every step lies in one epoch only.
std::int64_t stepsPerEpoch(const TraceHeader& header);

/// The number, from 1, of the epoch that training step `step` lies in; 0 for the set-up.
constexpr std::int64_t epochOf(std::int64_t step, std::int64_t stepsPerEpoch)
{
    return step <= 0 ? 0 : (step - 1) / stepsPerEpoch + 1;
}

/// Training steps that the config asks for.
std::int64_t plannedSteps(const TraceHeader& header);

} // namespace lockstep
