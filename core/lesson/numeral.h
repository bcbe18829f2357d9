// Numbers as people write them: "0.25", "1/4", "-3" with either minus sign, and for learners "0,25" too.
#pragma once

#include <optional>
#include <string_view>

namespace lockstep {

/// A decimal number or a fraction of two, in a lesson file. Spaces around are allowed.
std::optional<double> parseNumeral(std::string_view text);

/// What a learner types: as above, with a comma or a point for decimals and a unit-free reading of "w = 0.6" as 0.6.
std::optional<double> parseLearnerNumber(std::string_view text);

} // namespace lockstep
