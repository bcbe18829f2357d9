// Trace: the one record of a run. Immutable once sealed; copying a Trace is a snapshot and copies block pointers.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/collective/plan.h"
#include "core/config/parameter_info.h"
#include "core/config/run_config.h"
#include "core/trace/event.h"

namespace lockstep {

/// A stretch of time on one track, in the track's unit. end >= begin.
struct Span {
    TrackTime begin = 0;
    TrackTime end = 0;
    TrackTime length() const { return end - begin; }
    bool operator==(const Span&) const = default;
};

struct BucketInfo {
    PlanId plan;
    std::vector<ParameterId> parameters; ///< in the order of their places in the bucket
    std::int64_t elements = 0;
    bool reduced = true; ///< false: the bug "unreduced parameter" keeps this bucket out of every collective
};

struct DataInfo {
    std::int32_t train = 0;
    std::int32_t heldOut = 0;
    std::int32_t features = 1;
    std::int32_t classes = 0;     ///< 0 for regression
    std::int32_t imageWidth = 0;  ///< 0 when the examples are not images
    std::int32_t imageHeight = 0;
};

/// What every reader needs before the first step. Logical: no time, host name or path.
struct TraceHeader {
    RunConfig config;
    std::vector<ParameterInfo> parameters;
    std::vector<BucketInfo> buckets;
    std::vector<PlanSpec> plans; ///< by PlanId
    DataInfo data;
};

/// Where and how it ran. Not part of the logical section.
struct RunInfo {
    std::string version; ///< of Lockstep
    std::string backend; ///< "serial", "cpu"
    std::string isa;
    std::int32_t cores = 0;
    bool imported = false; ///< read from a file
};

/// The state at the start of a step, so that a reader needs no earlier step.
struct Keyframe {
    std::vector<std::uint64_t> digests;                ///< per rank; kNoDigest when not taken at this moment
    std::vector<std::vector<double>> parameters;       ///< per rank, all parameters in order; empty if not captured
    std::vector<std::uint16_t> visits;                 ///< per training example, by all ranks together; empty when not captured
    std::int64_t examplesSeen = 0;
    double lastLoss = 0;                               ///< StepFinished.loss of the step before; NaN before step 1
    std::int32_t lastCorrect = -1;                     ///< newest evaluation; -1 = none yet
    std::int32_t lastHeldOut = 0;
};

/// One sealed step. Step 0 is the set-up (RunStarted, broadcast, first digests); RunFinished or RunFailed closes the
/// last record.
struct StepRecord {
    StepId step;
    Keyframe before;
    std::vector<Event> events;   ///< by ascending id, ids dense over the trace
    std::vector<Span> measured;  ///< parallel to events: microseconds since the run began, wall clock
    EventId firstEvent() const { return events.front().id; }
};

enum class TrackKind { measured, priced };

/// Timing of a whole trace: one span per event. `measured` comes with the trace, `priced` from the cost model.
struct Track {
    TrackKind kind = TrackKind::measured;
    TimeUnit unit = TimeUnit::microsecond;
    std::vector<Span> spans;     ///< by event id
    std::vector<Span> stepSpans; ///< by step: first begin to last end of its events; steps never overlap

    const Span& of(EventId id) const { return spans.at(id.index()); }
    TrackTime end() const { return stepSpans.empty() ? 0 : stepSpans.back().end; }
};

class Trace {
public:
    static constexpr std::size_t kBlockSize = 256; ///< steps per shared block

    Trace() = default;
    Trace(std::shared_ptr<const TraceHeader> header, RunInfo info) : m_header(std::move(header)), m_info(std::move(info)) {}

    bool empty() const { return m_steps == 0; }
    const TraceHeader& header() const { return *m_header; }
    bool hasHeader() const { return m_header != nullptr; }
    const RunConfig& config() const { return m_header->config; }
    const RunInfo& info() const { return m_info; }
    RunInfo& info() { return m_info; }
    int ranks() const { return m_header->config.workers; }

    /// Records, the set-up included.
    std::size_t stepCount() const { return m_steps; }
    /// Training steps only.
    int trainingSteps() const { return m_steps == 0 ? 0 : static_cast<int>(m_steps) - 1; }
    const StepRecord& step(std::size_t index) const { return *place(index); }
    std::shared_ptr<const StepRecord> sharedStep(std::size_t index) const { return place(index); }
    std::int64_t eventCount() const;
    /// The event and its step record. Precondition: 0 <= id < eventCount().
    const Event& event(EventId id) const;
    std::size_t stepIndexOf(EventId id) const;

    /// True once the last record holds RunFinished or RunFailed.
    bool finished() const;

    /// Appends a sealed record. What other snapshots see is never changed.
    void append(std::shared_ptr<const StepRecord> record);

private:
    /// Snapshots share blocks and each reads its own steps only, so that the next place can be filled without copying,
    /// by the one snapshot that takes it first.
    struct Block {
        std::atomic<std::size_t> taken{0};
        std::array<std::shared_ptr<const StepRecord>, kBlockSize> steps;
    };
    const std::shared_ptr<const StepRecord>& place(std::size_t index) const
    {
        LOCKSTEP_CHECK_LT(index, m_steps);
        return m_blocks[index / kBlockSize]->steps[index % kBlockSize];
    }

    std::shared_ptr<const TraceHeader> m_header;
    RunInfo m_info;
    std::vector<std::shared_ptr<Block>> m_blocks;
    std::size_t m_steps = 0;
};

/// The wall-clock track of a trace.
Track measuredTrack(const Trace& trace);

} // namespace lockstep
