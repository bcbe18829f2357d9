// Number formatting and parsing that no locale can change.
#include "core/base/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace lockstep {
namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

} // namespace

std::string formatNumber(double value, int digits)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
    std::string text(buffer, end);
    return text == "-0" ? "0" : text;
}

std::string formatFixed(double value, int decimals)
{
    char buffer[512];
    const auto done = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
    return done.ec == std::errc() ? std::string(buffer, done.ptr) : formatNumber(value);
}

std::string formatHex(std::uint64_t value)
{
    char buffer[20];
    std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(value));
    return buffer;
}

std::optional<double> parseNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || done.ec != std::errc() || done.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::int64_t value = 0;
    const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || done.ec != std::errc() || done.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace lockstep
