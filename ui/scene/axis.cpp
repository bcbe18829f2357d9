// Axis: fitting a scale and choosing its ticks.
#include "ui/scene/axis.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

Axis fitAxis(std::vector<AxisNeed> needs, double left, double right)
{
    Axis axis;
    if (needs.empty())
        needs.push_back({0, 0, 0});
    const auto less = [](const AxisNeed& a, const AxisNeed& b) { return a.value < b.value; };
    const auto [low, high] = std::minmax_element(needs.begin(), needs.end(), less);
    axis.from = low->value;
    axis.to = high->value;
    // One point alone has no scale: give it a neighbourhood of one unit each way.
    if (axis.to - axis.from < 1e-9 * std::max(1.0, std::abs(axis.to))) {
        const double reach = std::max(1.0, std::abs(axis.to) * 0.1);
        needs.push_back({axis.from - reach, 16, 16});
        needs.push_back({axis.to + reach, 16, 16});
        axis.from -= reach;
        axis.to += reach;
    }
    // Labels that are wider than the whole axis may stand outside it rather than press it to a point.
    const double least = (right - left) * 0.25;
    double unit = 1e300;
    for (const AxisNeed& a : needs)
        for (const AxisNeed& b : needs)
            if (b.value > a.value)
                unit = std::min(unit, std::max(least, right - b.right - left - a.left) / (b.value - a.value));
    axis.unit = unit;
    double lowest = -1e300, highest = 1e300;
    for (const AxisNeed& need : needs) {
        lowest = std::max(lowest, left + need.left - need.value * unit);
        highest = std::min(highest, right - need.right - need.value * unit);
    }
    axis.origin = std::max(lowest, std::min(highest, (lowest + highest) / 2));
    for (const AxisNeed& need : needs)
        axis.reach = std::max(axis.reach, axis.x(need.value) + need.right);
    return axis;
}

std::vector<double> ticks(const Axis& axis, double from, double to, double distance)
{
    std::vector<double> out;
    if (!(axis.unit > 0) || !(to > from))
        return out;
    const double raw = distance / axis.unit;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = power * 10;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw * (1 - 1e-9)) {
            step = factor * power;
            break;
        }
    // Whole numbers are the natural ticks of toy targets: never finer than needed, and 1 rather than 0.5 where it fits.
    if (step < 1 && axis.to - axis.from >= 2)
        step = 1;
    const double first = std::ceil(from / step - 1e-9);
    for (int i = 0; i < 200; ++i) {
        const double value = (first + i) * step;
        if (value > to + step * 1e-9)
            break;
        out.push_back(std::abs(value) < step * 1e-9 ? 0 : value);
    }
    return out;
}

} // namespace lockstep::ui
