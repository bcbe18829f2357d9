// Numbers as text: exact values with 12 significant digits (0.6, never 0.5999999999999996), plain ASCII minus.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// `value` with up to `digits` significant digits, trailing zeros cut, "-0" as "0"; "nan", "inf", "-inf".
std::string formatNumber(double value, int digits = 12);
/// `value` with exactly `decimals` decimals.
std::string formatFixed(double value, int decimals);
/// 16 lower-case hexadecimal digits.
std::string formatHex(std::uint64_t value);

/// The whole of `text` (spaces around it allowed) as a number in the C locale, or nothing.
std::optional<double> parseNumber(std::string_view text);
std::optional<std::int64_t> parseInteger(std::string_view text);

} // namespace lockstep
