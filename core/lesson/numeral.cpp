// Reads numbers as people write them.
#include "core/lesson/numeral.h"

#include <cmath>
#include <string>

#include "core/base/numbers.h"

namespace lockstep {
namespace {

/// Replaces the true minus sign U+2212 by "-" and drops no-break and narrow no-break spaces (digit grouping).
std::string plain(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("\xE2\x88\x92")) {
            result += '-';
            i += 3;
        } else if (rest.starts_with("\xE2\x80\xAF")) {
            i += 3;
        } else if (rest.starts_with("\xC2\xA0")) {
            i += 2;
        } else {
            result += text[i++];
        }
    }
    return result;
}

std::optional<double> finite(std::optional<double> value)
{
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace

std::optional<double> parseNumeral(std::string_view text)
{
    const std::string number = plain(text);
    const std::size_t bar = number.find('/');
    if (bar == std::string::npos)
        return finite(parseNumber(number));
    const auto above = parseNumber(std::string_view(number).substr(0, bar));
    const auto below = parseNumber(std::string_view(number).substr(bar + 1));
    if (!above || !below || *below == 0)
        return std::nullopt;
    return finite(*above / *below);
}

std::optional<double> parseLearnerNumber(std::string_view text)
{
    std::string number = plain(text);
    if (const std::size_t equals = number.rfind('='); equals != std::string::npos)
        number.erase(0, equals + 1);
    if (number.find('.') == std::string::npos && number.find(',') == number.rfind(','))
        if (const std::size_t comma = number.find(','); comma != std::string::npos)
            number[comma] = '.';
    return parseNumeral(number);
}

} // namespace lockstep
