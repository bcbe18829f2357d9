// Quantities: the numbers of a trace that a lesson may name, such as grad(A) or w(B). docs/lessons.md lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

/// "param(A, weight, 3)": a name and its arguments, trimmed.
struct Quantity {
    std::string name;
    std::vector<std::string> arguments;
};

/// The forms an author can write, e.g. "grad(WORKER)", in the order of the documentation.
std::vector<std::string_view> quantityForms();

/// Checks the name and the number of arguments, not whether a trace has them.
Result<Quantity> parseQuantity(std::string_view text);

/// The quantity after training step `afterStep` (0: before the first). A worker is a letter (A is rank 0) or a number.
/// Fails with a sentence when the trace has no such step, worker, parameter or captured value.
Result<double> evaluateQuantity(const Trace& trace, int afterStep, std::string_view quantity);

} // namespace lockstep
