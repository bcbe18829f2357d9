// Finds numbers in prose.
#include "core/lesson/prose_numbers.h"

#include <cctype>
#include <cmath>

#include "core/base/numbers.h"

namespace lockstep {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

} // namespace

std::vector<ProseNumber> numbersIn(std::string_view text)
{
    std::vector<ProseNumber> numbers;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isDigit(text[at]))
            continue;
        const std::size_t begin = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        std::size_t decimals = 0;
        if (at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1])) {
            const std::size_t point = at++;
            while (at < text.size() && isDigit(text[at]))
                ++at;
            decimals = at - point - 1;
        }
        const bool inWord = (begin > 0 && isLetter(text[begin - 1]))
            || (begin > 1 && text[begin - 1] == '-' && isLetter(text[begin - 2]))
            || (at < text.size() && isLetter(text[at]));
        const bool listMarker = text.substr(0, begin).find_first_not_of(' ') == std::string_view::npos
            && text.substr(at).starts_with(". ");
        const std::string number(text.substr(begin, at - begin));
        if (const auto value = parseNumber(number); value && !inWord && !listMarker)
            numbers.push_back({number, *value, static_cast<int>(decimals), begin});
    }
    return numbers;
}

bool agreesAsPrinted(const ProseNumber& number, double value)
{
    const double half = 0.5 * std::pow(10.0, -number.decimals) * (1 + 1e-9);
    if (number.decimals == 0)
        return std::abs(std::abs(value) - number.value) < 1e-9;
    return std::abs(std::abs(value) - number.value) <= half;
}

} // namespace lockstep
