// The numbers that stand in prose, as printed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct ProseNumber {
    std::string text;
    double value = 0;
    int decimals = 0;       ///< digits behind the point, as printed
    std::size_t offset = 0; ///< in bytes
};

/// Every decimal number that is not part of a word ("DP-14", "L04", "4th" are none) and not a list marker.
std::vector<ProseNumber> numbersIn(std::string_view text);

/// True when `value` rounds to the number at the digits it is printed with, with either sign: prose may say that w
/// lies 4 to the left.
bool agreesAsPrinted(const ProseNumber& number, double value);

} // namespace lockstep
