// Coverage: which training example was seen how often and by whom, up to a step. Computed from the batches that the
// trace records; nothing is taken from the sampler's promises but the length of an epoch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

/// Visits of a stretch of steps: an epoch, one step, or the whole run.
struct CoverageCounts {
    std::int64_t epoch = 0;                   ///< number from 1; 0 for the whole run
    std::int64_t firstStep = 0, lastStep = 0; ///< that were counted; 0 before the first
    bool whole = false;                       ///< an epoch that is over
    std::int64_t drawn = 0;                   ///< visits by all ranks together
    std::int64_t distinct = 0;                ///< examples seen at least once
    std::int64_t never = 0;                   ///< training examples not seen
    std::int64_t repeated = 0;                ///< examples seen more than once
    std::int32_t most = 0;                    ///< visits of the example seen most often

    /// Visits per example that was seen; 1 when nothing repeats, 0 when nothing was drawn.
    double repeatFactor() const
    {
        return distinct > 0 ? static_cast<double>(drawn) / static_cast<double>(distinct) : 0;
    }
    /// How often every example that was seen was seen, when that is one number; otherwise 0.
    std::int32_t evenly() const { return distinct > 0 && drawn == distinct * most ? most : 0; }
    bool operator==(const CoverageCounts&) const = default;
};

inline constexpr std::int32_t kSeenByNobody = -1, kSeenBySeveral = -2;

struct Coverage {
    std::int64_t step = 0; ///< counted up to and with this one; 0: before step 1
    std::int64_t stepsPerEpoch = 1;
    std::int32_t examples = 0;       ///< in the training set
    std::vector<std::int32_t> times; ///< by example: visits in the epoch of `step`
    std::vector<std::int32_t> owner; ///< by example: the only rank that saw it in this epoch, or one of the two above
    std::vector<std::int32_t> timesEver; ///< by example: visits in the whole run
    std::vector<std::int64_t> drawnBy;   ///< by rank: visits in this epoch
    CoverageCounts inStep, inEpoch, inRun;
    std::vector<CoverageCounts> epochs; ///< all up to and with the one of `step`
    bool operator==(const Coverage&) const = default;
};

/// Coverage at the end of training step `step` (bounded to the steps of the trace). An empty trace gives an empty one.
Coverage coverageAt(const Trace& trace, std::size_t step);

/// Keeps what it has counted: going forward counts the new steps only, also in a longer snapshot of the same run.
/// Going back counts from the beginning. Gives what coverageAt gives.
class CoverageWalk {
public:
    const Coverage& at(const Trace& trace, std::size_t step);

private:
    void restart(const Trace& trace);
    void count(const StepRecord& record);
    void visit(std::int32_t sample, std::int32_t rank);

    std::shared_ptr<const StepRecord> m_first; ///< of the run that was counted
    Coverage m_coverage;
    std::vector<std::int64_t> m_lastStep;   ///< by example: of its newest visit
    std::vector<std::int32_t> m_inLastStep; ///< by example: its visits in that step
};

} // namespace lockstep
