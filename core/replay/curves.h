// Curves: loss and held-out accuracy of a run against steps, examples and seconds.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

struct CurvePoint {
    std::int32_t step = 0;
    std::int64_t examples = 0; ///< trained on up to and with this step
    double seconds = 0;        ///< of training up to the end of this step, on the measured track; checks left out
    double value = 0;
};

struct Curves {
    std::vector<CurvePoint> trainLoss;   ///< mean loss of the global batch, at the parameters before the step's update
    std::vector<CurvePoint> heldOutLoss; ///< after the step's update
    std::vector<CurvePoint> accuracy;    ///< held-out examples that are right, as a share; classifiers only
    std::vector<CurvePoint> correct;     ///< the same as a count
    std::int32_t heldOut = 0;            ///< held-out examples of the newest evaluation
};

Curves curvesOf(const Trace& trace);

/// Keeps what it has read: a longer snapshot of the same run adds its new steps only.
class CurveWalk {
public:
    const Curves& of(const Trace& trace);

private:
    void add(const StepRecord& record);

    std::shared_ptr<const StepRecord> m_first;
    Curves m_curves;
    std::size_t m_next = 0; ///< first step not read yet
    std::int64_t m_examples = 0;
    double m_seconds = 0;
};

/// The index of the point whose step is the newest not after `step`; -1 when there is none.
std::ptrdiff_t pointAt(const std::vector<CurvePoint>& points, std::int64_t step);

} // namespace lockstep
