// worldAt: the state of every worker at one moment of one track. Everything shown is computed from a World.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

enum class Phase { load, forward, backward, allReduce, update };
inline constexpr int kPhaseCount = 5;

enum class Progress { ahead, running, done };

struct PhaseWorld {
    Progress progress = Progress::ahead;
    double fraction = 0; ///< 0 .. 1 of the phase's own span
    Span span;           ///< on the track
};

/// One example on its rank. A value that is not known yet at this time is empty, although the trace may hold it.
struct ExampleWorld {
    std::int32_t sample = 0; ///< index into the training set
    std::int32_t micro = 0;
    std::optional<double> target;     ///< known once loaded
    std::optional<double> prediction; ///< known once forward is done
    std::optional<double> loss;
    std::optional<double> gradient;   ///< scalar models: known once backward is done
};

struct GradientWorld {
    ParameterId parameter;
    bool ready = false;
    double norm = 0;            ///< or kNoLength
    std::vector<double> values; ///< captured values; filled once ready
};

struct RankWorld {
    RankId rank;
    std::array<PhaseWorld, kPhaseCount> phases;
    Phase phase = Phase::load; ///< the one in progress, or the last begun
    bool waiting = false;      ///< arrived at a collective that others have not reached
    std::vector<ExampleWorld> examples;
    std::optional<double> loss;
    std::vector<GradientWorld> gradients;       ///< the newest micro-step's, by parameter
    std::vector<double> before, now;            ///< captured parameters at the start of the step and at this moment
    std::uint64_t digestBefore = 0, digestNow = 0; ///< or kNoDigest
    bool updated = false;
};

/// A transfer of a collective as it is at this moment.
struct TransferWorld {
    int round = 0;
    int index = 0;
    Transfer transfer;
    Progress progress = Progress::ahead;
    double fraction = 0;
    Span span;
    std::vector<double> values;              ///< what it carries (captured collectives only)
    std::vector<std::uint8_t> contributors;  ///< by rank: 1 when that rank's gradient is in the carried sum
};

/// One bucket's collective.
struct CollectiveWorld {
    BucketId bucket;
    PlanId plan;
    Progress progress = Progress::ahead;
    double fraction = 0;
    Span span; ///< first rank's start to last rank's end
    int round = 0; ///< newest round begun
    std::vector<TransferWorld> transfers;
    std::vector<std::vector<double>> sent;    ///< by rank: what it put in (local gradient times its weight factor)
    std::vector<std::vector<double>> buffers; ///< by rank: its buffer at this moment
    std::vector<double> summed;               ///< after all additions, before the division
    double divisor = 1;                       ///< summed / divisor = combined
    std::vector<double> combined;             ///< empty until done on every rank
};

struct World {
    std::shared_ptr<const StepRecord> record;
    std::size_t stepIndex = 0; ///< index into the trace; 0 is the set-up
    TrackTime time = 0;
    TimeUnit unit = TimeUnit::tick;
    std::vector<RankWorld> ranks;
    std::vector<CollectiveWorld> collectives; ///< by bucket
    std::optional<ReferenceGradient> reference; ///< known at the end of the step
    std::optional<Evaluated> evaluated;         ///< newest at this time
    std::optional<double> globalLoss;           ///< known once every rank's forward is done
    bool stepDone = false;
    bool failed = false;
};

/// A pure function: same arguments, same World, in either direction of time. Reads one StepRecord.
World worldAt(const Trace& trace, const Track& track, TrackTime time);

/// The index of the step that `time` falls into; a moment on a border belongs to the step that ends there, unless it
/// is the trace's beginning.
std::size_t stepIndexAt(const Track& track, TrackTime time);

/// The moments at which something visible changes, ascending and distinct: the ends of events, in the order (end, id).
std::vector<TrackTime> moments(const Trace& trace, const Track& track, std::size_t stepIndex);
TrackTime nextMoment(const Trace& trace, const Track& track, TrackTime time);
TrackTime previousMoment(const Trace& trace, const Track& track, TrackTime time);

/// A wait: rank has arrived, others have not. The cause is the dependency that ends last on this track.
struct Wait {
    RankId rank;
    BucketId bucket;
    Span span;
    EventId cause;
    RankId causeRank;
};
std::vector<Wait> waits(const Trace& trace, const Track& track, std::size_t stepIndex);

} // namespace lockstep
