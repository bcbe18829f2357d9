// Which values a trace keeps.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/ids.h"
#include "core/config/run_config.h"
#include "core/tensor/values.h"

namespace lockstep {

struct Capture {
    static constexpr std::size_t kMostValues
        = 4096; ///< up to here all are kept: parameters, and example gradients of a batch
    static constexpr std::size_t kPrefix = 64; ///< values kept of a longer array, and at level sampled

    static constexpr std::size_t kMostSummed = 65536; ///< parameters whose lengths and digests are taken in every step
    static constexpr std::size_t kMostVisits = 4096;  ///< examples whose visits stand in every keyframe
    static constexpr std::int32_t kRhythm = 10;       ///< above: in the first step, every tenth, and the last

    CaptureLevel level = CaptureLevel::full;
    std::size_t parameters = 0; ///< elements of all parameters together
    std::int64_t steps = 0;     ///< of the run

    bool everything() const { return level == CaptureLevel::full && parameters <= kMostValues; }

    /// All values, the first 64, or none; widened to double.
    std::vector<double> valuesOf(ConstTensorView values) const
    {
        if (level == CaptureLevel::statistics)
            return {};
        const std::size_t all = static_cast<std::size_t>(values.elements());
        return doublesOf(values.part(0, everything() ? all : std::min(all, kPrefix)));
    }

    /// Whether lengths and digests are taken in this step: over a large model they cost more than all the rest.
    bool summaries(StepId step) const { return parameters <= kMostSummed || inRhythm(step); }
    /// Whether a bucket's digest is taken in this step: of a large model only where one wants to know whether two runs
    /// agree at all, because the parameters' digests already tell whether ranks do.
    bool bucketDigests(StepId step) const
    {
        return parameters <= kMostSummed || step.value <= 1 || step.value == steps;
    }
    bool visits(StepId step, std::size_t examples) const { return examples <= kMostVisits || inRhythm(step); }
    bool inRhythm(StepId step) const
    {
        return step.value <= 1 || step.value % kRhythm == 0 || step.value == steps;
    }

    bool exampleValues(std::size_t examples) const
    {
        return level == CaptureLevel::full && examples > 0 && examples * parameters <= kMostValues;
    }
};

} // namespace lockstep
