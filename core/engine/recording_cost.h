// RecordingCost: how long an engine was busy with the record instead of with training. For measurements of Lockstep
// itself; it changes nothing that is recorded.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Counts everything that exists for the record alone: lengths and digests of gradients and parameters, captured values,
/// the events themselves, sealing a step, its keyframe, and appending it to the trace. Not counted, because it is asked
/// for beside the record: the oracle, the evaluation, and what callers do with a finished step.
struct RecordingCost {
    using Clock = std::chrono::steady_clock;

    std::vector<Clock::duration> ranks; ///< by rank, on that rank's thread
    Clock::duration engine{0};          ///< on the engine's thread, while no rank is at work
    std::int64_t steps = 0;             ///< training steps

    /// Of one step, in microseconds: what the engine adds, and what the slowest rank does.
    double microsecondsAStep() const
    {
        Clock::duration slowest{0};
        for (const Clock::duration rank : ranks)
            slowest = std::max(slowest, rank);
        const double all = std::chrono::duration<double, std::micro>(slowest + engine).count();
        return steps > 0 ? all / static_cast<double>(steps) : 0;
    }
};

/// Adds the time of a block to one of the sums; does not even look at the clock when there is none.
class RecordingTimer {
public:
    explicit RecordingTimer(RecordingCost::Clock::duration* sum)
        : m_sum(sum)
        , m_begin(sum ? RecordingCost::Clock::now() : RecordingCost::Clock::time_point())
    {
    }
    ~RecordingTimer()
    {
        if (m_sum)
            *m_sum += RecordingCost::Clock::now() - m_begin;
    }
    RecordingTimer(const RecordingTimer&) = delete;
    RecordingTimer& operator=(const RecordingTimer&) = delete;

private:
    RecordingCost::Clock::duration* m_sum;
    RecordingCost::Clock::time_point m_begin;
};

} // namespace lockstep
