// The likely right spelling of a mistyped word.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, ignoring case and treating '-' and '_' alike; empty when none is near
/// (more than a third of its letters, and at least two, would have to change).
std::string nearestSpelling(std::string_view word, std::span<const std::string> candidates);

/// " Did you mean x?" or nothing.
std::string didYouMean(std::string_view word, std::span<const std::string> candidates);

} // namespace lockstep
