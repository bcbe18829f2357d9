// Axis: a linear scale that leaves the pixel room each value's label needs, and its ticks in steps of 1, 2 or 5.
#pragma once

#include <vector>

namespace lockstep::ui {

/// `value` must lie on the axis with `left` px of room before it and `right` px after it.
struct AxisNeed {
    double value = 0;
    double left = 0;
    double right = 0;
};

struct Axis {
    double origin = 0;       ///< x of value 0, px
    double unit = 1;         ///< px for 1
    double from = 0, to = 1; ///< the values needed
    double reach = 0;        ///< px: how far right values and their labels get
    double x(double value) const { return origin + unit * value; }
};

/// The largest unit at which every need fits between `left` and `right`.
Axis fitAxis(std::vector<AxisNeed> needs, double left, double right);

/// Multiples of 1, 2 or 5 times a power of ten inside [from, to], at least `distance` px apart.
std::vector<double> ticks(const Axis& axis, double from, double to, double distance);

} // namespace lockstep::ui
