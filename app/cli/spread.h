// Median and range of repeated measurements.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

struct Spread {
    double median = 0, least = 0, most = 0;
    int repeats = 0;
};

/// All zeros of nothing.
Spread spreadOf(std::vector<double> values);

/// "1.23 (1.20 to 1.31)" with three significant digits, or four; one repeat has no range.
std::string spreadText(const Spread& spread, int digits = 3);

} // namespace lockstep::cli
