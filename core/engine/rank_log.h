// RankLog: writes down what one rank does. It keeps the clock and the causes, so that the training step can be read
// without them: every entry spans from the end of the entry before to now.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/capture.h"
#include "core/model/loss.h"
#include "core/trace/recorder.h"

namespace lockstep {

class RankLog {
public:
    using Time = Recorder::Clock::time_point;

    RankLog(Recorder& recorder, const TraceHeader& header, Capture capture, RankId rank);

    void beginStep();

    void batchAssigned(int micro, const std::vector<std::int32_t>& samples);
    void loaded(std::int64_t examples);
    void forwardDone(double loss, std::int64_t examples, std::int32_t correct);
    void gradientReady(ParameterId parameter, ConstTensorView gradient, double norm);
    void exampleValues(ConstTensorView targets, const Scores& scores, std::vector<double> gradients);
    void bucketReady(BucketId bucket);
    /// The rank arrives at the bucket's collective, now.
    void collectiveStarted(BucketId bucket);
    /// `all`: the logs of all ranks, to know when the last one arrived.
    void bucketReduced(
        BucketId bucket, ConstTensorView combined, double norm, const std::vector<const RankLog*>& all);
    void beginUpdate() { m_mark = Recorder::Clock::now(); }
    void optimizerApplied(double lr, ConstTensorView parameters);
    EventHandle replicaDigest(std::uint64_t digest, std::vector<EventHandle> deps);
    EventHandle replicaDigest(std::uint64_t digest) { return replicaDigest(digest, {m_last}); }
    /// Noted beside the chain of causes.
    void faultInjected(const char* kind);

    /// When the entry in progress began.
    Time mark() const { return m_mark; }
    /// The newest entry of this rank in this step.
    EventHandle last() const { return m_newest; }

private:
    /// Records from the mark to `end`, moves the mark there and makes the entry the cause of the next one.
    EventHandle chain(Lane lane, std::vector<EventHandle> deps, Payload payload, Time end);
    EventHandle note(Lane lane, std::vector<EventHandle> deps, Payload payload, Time begin, Time end);
    std::vector<EventHandle> afterLast() const;

    Recorder& m_recorder;
    const TraceHeader& m_header;
    Capture m_capture;
    RankId m_rank;
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
};

} // namespace lockstep
