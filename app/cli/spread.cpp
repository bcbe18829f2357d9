// Sorting is enough: these lists are short.
#include "app/cli/spread.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"

namespace lockstep::cli {
namespace {

/// Never in powers of ten, and with trailing zeros: 1230, 1.20.
std::string number(double value, int digits)
{
    const int before = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return formatFixed(value, std::clamp(digits - before, 0, 9));
}

} // namespace

Spread spreadOf(std::vector<double> values)
{
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median
        = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {median, values.front(), values.back(), static_cast<int>(values.size())};
}

std::string spreadText(const Spread& spread, int digits)
{
    if (spread.repeats < 2)
        return number(spread.median, digits);
    return number(spread.median, digits) + " (" + number(spread.least, digits) + " to " + number(spread.most, digits)
        + ")";
}

} // namespace lockstep::cli
