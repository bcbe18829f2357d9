// Which values a trace keeps.
#pragma once

#include <algorithm>
#include <vector>

#include "core/config/run_config.h"
#include "core/tensor/values.h"

namespace lockstep {

struct Capture {
    static constexpr std::size_t kMostValues
        = 4096; ///< up to here all are kept: parameters, and example gradients of a batch
    static constexpr std::size_t kPrefix = 64; ///< values kept of a longer array, and at level sampled

    CaptureLevel level = CaptureLevel::full;
    std::size_t parameters = 0; ///< elements of all parameters together

    bool everything() const { return level == CaptureLevel::full && parameters <= kMostValues; }

    /// All values, the first 64, or none; widened to double.
    std::vector<double> valuesOf(ConstTensorView values) const
    {
        if (level == CaptureLevel::statistics)
            return {};
        const std::size_t all = static_cast<std::size_t>(values.elements());
        return doublesOf(values.part(0, everything() ? all : std::min(all, kPrefix)));
    }

    bool exampleValues(std::size_t examples) const
    {
        return level == CaptureLevel::full && examples > 0 && examples * parameters <= kMostValues;
    }
};

} // namespace lockstep
