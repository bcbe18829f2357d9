// Recorder: the only maker of events. Lanes are written by their rank's thread alone; sealing a step merges them, sorts
// by (causal depth, rank, lane, sequence) and hands out dense ids, so that arrival order never shows.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

/// Names an event within the step being recorded, before it has its dense id.
struct EventHandle {
    std::int32_t lane = -1;
    std::int32_t sequence = -1;
    bool valid() const { return lane >= 0; }
};

/// A rank writes two lanes: its own work in the order of the program, and its collectives in the order of the buckets.
/// Each order is always the same, but how the two interleave depends on timing when collectives overlap backward.
class Recorder {
public:
    using Clock = std::chrono::steady_clock;

    explicit Recorder(int ranks);

    /// Records for `rank` (kNoRank: the engine). Deps may lie on other lanes of the same step.
    /// Thread-safe as long as each rank is written by one thread at a time.
    EventHandle record(RankId rank, int micro, Lane lane, std::span<const EventHandle> deps, Payload payload,
        Clock::time_point begin, Clock::time_point end);
    EventHandle record(RankId rank, int micro, Lane lane, std::initializer_list<EventHandle> deps, Payload payload,
        Clock::time_point begin, Clock::time_point end)
    {
        return record(rank, micro, lane, std::span(deps.begin(), deps.size()), std::move(payload), begin, end);
    }

    /// Merges the lanes into one immutable record and starts the next step.
    std::shared_ptr<const StepRecord> seal(StepId step, Keyframe before);

private:
    struct Pending {
        Event event;
        std::uint32_t firstDep, depCount; ///< in the lane's deps
        Clock::time_point begin, end;
    };
    /// Keeps its memory from step to step.
    struct EventLane {
        std::vector<Pending> events;
        std::vector<EventHandle> deps; ///< of all its events, one after another
        std::uint32_t start = 0;       ///< while sealing: number of its first event
    };
    struct Sealing {
        std::vector<Pending*> events;         ///< lane by lane
        std::vector<std::uint32_t> causes;    ///< numbers of what enabled each event, one after another
        std::vector<std::uint32_t> firstEffect, effects; ///< by number: which events it enables
        std::vector<std::uint32_t> missing, depths, ready, atDepth, order;
        std::vector<EventId> ids;
    };

    void findDepths();
    void sortByDepth();
    void moveInto(StepRecord& record);
    std::span<const EventHandle> depsOf(const Pending& pending) const;
    std::uint32_t numberOf(EventHandle handle) const;

    std::vector<EventLane> m_lanes; ///< [0] the engine, [2 rank + 1] and [2 rank + 2] the rank
    Clock::time_point m_origin;
    std::int64_t m_nextId = 0;
    EventId m_previousLast = kNoEvent; ///< last event of the step before; enables the first events of this one
    Sealing m_sealing;                 ///< scratch, kept so that sealing takes memory for the record alone
};

} // namespace lockstep
