// A trace of the scalar model made by hand, event by event, so that readers are tested without the engine.
#pragma once

#include "core/trace/trace.h"

namespace lockstep::test {

/// Lesson 4: targets 0, -2 | -4, -6, w = 1, learning rate 0.1, pairwise.
RunConfig lesson4Config(int steps = 1);
/// Lesson 7: A has target -1, B has -3, -5, -7.
RunConfig lesson7Config(int steps = 1);

/// Trains the scalar model on the toy targets as the config says (block sampler over one global batch, mean loss, one
/// micro-step) and writes down every event. The measured track is made up: one microsecond an event.
Trace handTrace(const RunConfig& config);

} // namespace lockstep::test
