// RankLog: writes down what one rank does. It keeps the clock and the causes, so that the training step can be read
// without them: every entry spans from the end of the entry before to now.
#pragma once

#include <span>
#include <vector>

#include "core/collective/executor.h"
#include "core/engine/capture.h"
#include "core/engine/recording_cost.h"
#include "core/model/loss.h"
#include "core/tensor/ops.h"
#include "core/trace/recorder.h"

namespace lockstep {

class RankLog {
public:
    using Time = Recorder::Clock::time_point;

    /// `timed`: counts the time that recording takes.
    RankLog(Recorder& recorder, const TraceHeader& header, const Ops& ops, Capture capture, RankId rank, bool timed);

    void beginStep(StepId step);

    void batchAssigned(int micro, const std::vector<std::int32_t>& samples);
    void loaded(std::int64_t examples);
    void forwardDone(double loss, std::int64_t examples, std::int32_t correct);
    void gradientReady(ParameterId parameter, ConstTensorView gradient);
    void exampleValues(ConstTensorView targets, const Scores& scores, std::vector<double> gradients);
    void bucketReady(BucketId bucket);
    /// The rank arrives at the bucket's collective, now.
    void collectiveStarted(BucketId bucket);
    /// `all`: the logs of all ranks, to know when the last one arrived. `transfers`: those that were measured.
    void bucketReduced(BucketId bucket, ConstTensorView combined, const std::vector<const RankLog*>& all,
        std::span<const TimedTransfer> transfers);
    /// The entry in progress begins now: what the rank did since the last one is no part of it.
    void resume() { m_mark = Recorder::Clock::now(); }
    void optimizerApplied(double lr, ConstTensorView parameters);
    /// Gives the digest, or kNoDigest when it is not taken in this step.
    std::uint64_t replicaDigest(ConstTensorView parameters);
    EventHandle startDigest(std::uint64_t digest, EventHandle cause);
    /// Noted beside the chain of causes.
    void faultInjected(const char* kind);

    /// When the entry in progress began.
    Time mark() const { return m_mark; }
    /// The newest entry of this rank in this step.
    EventHandle last() const { return m_newest; }
    RecordingCost::Clock::duration spent() const { return m_spent; }

private:
    using Deps = std::span<const EventHandle>;

    /// Records from the mark to `end`, after the newest link or after `deps`, moves the mark there and makes the entry
    /// the newest link.
    EventHandle chain(Lane lane, Payload payload, Time end);
    EventHandle chain(Lane lane, Deps deps, Payload payload, Time end);
    EventHandle note(Lane lane, Deps deps, Payload payload, Time begin, Time end);
    void transferSeen(BucketId bucket, const TimedTransfer& transfer, const RankLog& source);
    double lengthOf(ConstTensorView values) const;
    RecordingTimer timer() { return RecordingTimer(m_timed ? &m_spent : nullptr); }

    Recorder& m_recorder;
    const TraceHeader& m_header;
    const Ops& m_ops;
    Capture m_capture;
    RankId m_rank;
    bool m_timed;
    RecordingCost::Clock::duration m_spent{0};
    bool m_summaries = true;     ///< lengths and the replica's digest are taken in this step
    bool m_bucketDigests = true; ///< the buckets' digests too
    int m_micro = 0;
    Time m_mark;
    EventHandle m_last;                      ///< newest link of the chain load - forward - backward - update
    EventHandle m_newest;                    ///< newest entry of any kind
    std::vector<EventHandle> m_gradients;    ///< by parameter, newest micro-step
    std::vector<EventHandle> m_bucketsReady; ///< by bucket
    std::vector<EventHandle> m_started;      ///< by bucket
    std::vector<Time> m_arrivals;            ///< by bucket
    std::vector<EventHandle> m_reduced;      ///< in the order of the buckets
    std::int64_t m_collectives = 0;          ///< joined in the whole run
    std::vector<EventHandle> m_deps;         ///< scratch
};

} // namespace lockstep
