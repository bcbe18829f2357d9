// Which values a trace keeps.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/config/run_config.h"

namespace lockstep {

struct Capture {
    static constexpr std::size_t kMostValues
        = 4096; ///< up to here all are kept: parameters, and example gradients of a batch
    static constexpr std::size_t kPrefix = 64; ///< values kept of a longer array, and at level sampled

    CaptureLevel level = CaptureLevel::full;
    std::size_t parameters = 0; ///< elements of all parameters together

    bool everything() const { return level == CaptureLevel::full && parameters <= kMostValues; }

    /// All values, the first 64, or none.
    std::vector<double> valuesOf(std::span<const double> values) const
    {
        if (level == CaptureLevel::statistics)
            return {};
        const std::size_t kept = everything() ? values.size() : std::min(values.size(), kPrefix);
        return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(kept)};
    }

    bool exampleValues(std::size_t examples) const
    {
        return level == CaptureLevel::full && examples > 0 && examples * parameters <= kMostValues;
    }
};

} // namespace lockstep
