// Recorder: the only maker of events. One lane per rank, written by that rank's thread alone; sealing a step merges
// the lanes, sorts by (causal depth, rank, sequence) and hands out dense ids, so that arrival order never shows.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

/// Names an event within the step being recorded, before it has its dense id.
struct EventHandle {
    std::int32_t lane = -1;
    std::int32_t sequence = -1;
    bool valid() const { return lane >= 0; }
};

class Recorder {
public:
    using Clock = std::chrono::steady_clock;

    explicit Recorder(int ranks);

    /// Records on the lane of `rank` (kNoRank: the engine's own lane). Deps may lie on other lanes of the same step.
    /// Thread-safe as long as each lane is written by one thread at a time.
    EventHandle record(RankId rank, int micro, Lane lane, std::vector<EventHandle> deps, Payload payload,
        Clock::time_point begin, Clock::time_point end);

    /// Merges the lanes into one immutable record and starts the next step.
    std::shared_ptr<const StepRecord> seal(StepId step, Keyframe before);

private:
    struct Pending {
        Event event;
        std::vector<EventHandle> deps;
        Clock::time_point begin, end;
    };
    std::vector<std::vector<Pending>> m_lanes; ///< [0] the engine, [rank + 1]
    Clock::time_point m_origin;
    std::int64_t m_nextId = 0;
    EventId m_previousLast = kNoEvent; ///< last event of the step before; enables the first events of this one
};

} // namespace lockstep
