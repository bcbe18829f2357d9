// How a lesson file names a worker: by letter (A is the first) or by number from 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// "B" and "1" are 1; nothing for other words and for workers that a run of `workers` does not have.
std::optional<int> workerNamed(std::string_view name, int workers);
/// "A", "A and B", "A to C": the workers of a run for a sentence; by number where letters end.
std::string workersThatExist(int workers);

} // namespace lockstep
