// One logical event of a run: what happened, never when. Times live in tracks, parallel to the events.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"

namespace lockstep {

/// A Euclidean length that was not taken in this step: of large models they are taken every tenth step only.
inline constexpr double kNoLength = -1;
/// A digest that was not taken in this step.
inline constexpr std::uint64_t kNoDigest = 0;

enum class Lane : std::uint8_t { load, compute, comm };

/// The run begins. First event of every trace.
struct RunStarted {};
/// The parameters of `from` were copied to all ranks before step 1.
struct ParametersBroadcast {
    RankId from;
};
/// The sampler dealt these examples (indices into the training set) to the rank. Beginning of its load phase.
struct BatchAssigned {
    std::vector<std::int32_t> samples;
};
/// The rank holds its examples. Its span is the load phase.
struct Loaded {
    std::int32_t examples = 0;
};
/// The rank's predictions and loss are known. Its span is the forward phase.
struct ForwardDone {
    double loss = 0;           ///< reduced over the rank's examples by loss.reduction
    std::int32_t examples = 0;
    std::int32_t correct = -1; ///< classifiers: examples predicted right; -1 otherwise
};
/// Per-example values, recorded at capture level full when examples x parameters is at most 4,096.
struct ExampleValues {
    std::vector<double> target;     ///< toy: the target; classifiers: the label
    std::vector<double> prediction; ///< toy: the predicted value; classifiers: probability of the right class
    std::vector<double> loss;
    std::vector<double> gradient;   ///< examples x parameters, row by row: gradient of that example's own loss
    std::int32_t parameters = 0;
};
/// Backward finished one parameter's local gradient (reduced over examples by loss.reduction).
/// The spans of a rank's GradientReady events follow each other and together are its backward phase.
struct GradientReady {
    ParameterId parameter;
    double norm = 0;            ///< Euclidean length, or kNoLength
    std::int64_t elements = 0;  ///< size of the gradient; values may hold a prefix only
    std::vector<double> values; ///< captured values: all, the first 64, or none
};
/// All gradients of the bucket are there on this rank.
struct BucketReady {
    BucketId bucket;
    std::int64_t elements = 0;
};
/// The rank arrives at the collective. `sequence` counts the collectives this rank has joined in the whole run.
struct CollectiveStarted {
    BucketId bucket;
    PlanId plan;
    std::int64_t sequence = 0;
};
/// One transfer into this rank that was measured (capture.chunks). All others are expanded from plan and track when
/// looked at. Its span is the time in which the rank read the source's values and reduced or copied them.
struct TransferSeen {
    BucketId bucket;
    std::int32_t round = 0;
    std::int32_t transfer = 0;
};
/// The rank holds the combined gradient of the bucket, after the combine rule's division.
/// Its span runs from the moment the last rank has arrived until this rank is done.
struct BucketReduced {
    BucketId bucket;
    double norm = 0;            ///< Euclidean length, or kNoLength
    std::vector<double> values; ///< captured as in GradientReady
    std::uint64_t digest = 0;   ///< of the combined gradient's bytes on this rank, or kNoDigest
};
/// The rank has changed its parameters. Its span is the update phase.
struct OptimizerApplied {
    double lr = 0;
    std::vector<double> parameters; ///< captured values after the update, all parameters in order
};
/// Hash of the rank's parameters after the update (or of its start, in step 0). Large models: every tenth step only.
struct ReplicaDigest {
    std::uint64_t digest = 0;
};
/// The engine's own single-worker gradient on the union batch at rank 0's parameters of this step.
struct ReferenceGradient {
    double norm = 0;
    double maxDifference = 0;      ///< largest |combined - reference| over all elements and ranks
    double relativeDifference = 0; ///< maxDifference / max(|reference|), 0 when both are 0
    double loss = 0;               ///< mean loss of the union batch
    std::vector<double> values;    ///< captured values of the reference, all parameters in order
};
/// Rank 0's parameters on the held-out examples.
struct Evaluated {
    std::int32_t examples = 0;
    std::int32_t correct = -1;
    double loss = 0;
};
struct FaultInjected {
    std::string kind; ///< "slow" or "fail"
};
struct StepFinished {
    double loss = 0; ///< mean loss over all examples of the global batch, at the parameters before the update
    std::int32_t examples = 0;
};
struct RunFinished {
    std::int32_t steps = 0;
    bool stopped = false; ///< ended early on request
};
struct RunFailed {
    std::string reason; ///< one English sentence
};

using Payload = std::variant<RunStarted, ParametersBroadcast, BatchAssigned, Loaded, ForwardDone, ExampleValues,
    GradientReady, BucketReady, CollectiveStarted, TransferSeen, BucketReduced, OptimizerApplied, ReplicaDigest,
    ReferenceGradient, Evaluated, FaultInjected, StepFinished, RunFinished, RunFailed>;

struct Event {
    EventId id;
    StepId step;
    std::int32_t micro = 0;  ///< micro-step, 0 .. batch.accumulate - 1
    RankId rank = kNoRank;
    Lane lane = Lane::compute;
    std::vector<EventId> deps; ///< what enabled this event, ascending
    Payload payload;

    template <class T>
    const T* as() const
    {
        return std::get_if<T>(&payload);
    }
};

/// "BatchAssigned", "Loaded", ...
const char* payloadName(const Payload& payload);

} // namespace lockstep
