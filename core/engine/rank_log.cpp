// Each entry with its causes.
#include "core/engine/rank_log.h"

#include <algorithm>

namespace lockstep {

RankLog::RankLog(
    Recorder& recorder, const TraceHeader& header, const Ops& ops, Capture capture, RankId rank, bool timed)
    : m_recorder(recorder)
    , m_header(header)
    , m_ops(ops)
    , m_capture(capture)
    , m_rank(rank)
    , m_timed(timed)
    , m_mark(Recorder::Clock::now())
{
    beginStep(StepId{0});
}

void RankLog::beginStep(StepId step)
{
    m_micro = 0;
    m_summaries = m_capture.summaries(step);
    m_bucketDigests = m_capture.bucketDigests(step);
    m_last = m_newest = {};
    m_gradients.assign(m_header.parameters.size(), {});
    m_bucketsReady.assign(m_header.buckets.size(), {});
    m_started.assign(m_header.buckets.size(), {});
    m_arrivals.assign(m_header.buckets.size(), {});
    m_reduced.clear();
}

EventHandle RankLog::note(Lane lane, Deps deps, Payload payload, Time begin, Time end)
{
    m_newest = m_recorder.record(m_rank, m_micro, lane, deps, std::move(payload), begin, end);
    return m_newest;
}

EventHandle RankLog::chain(Lane lane, Deps deps, Payload payload, Time end)
{
    m_last = note(lane, deps, std::move(payload), m_mark, end);
    m_mark = end;
    return m_last;
}

EventHandle RankLog::chain(Lane lane, Payload payload, Time end)
{
    const EventHandle last = m_last;
    return chain(lane, Deps(&last, last.valid() ? 1 : 0), std::move(payload), end);
}

double RankLog::lengthOf(ConstTensorView values) const
{
    return m_summaries ? m_ops.norm(values) : kNoLength;
}

void RankLog::batchAssigned(int micro, const std::vector<std::int32_t>& samples)
{
    const RecordingTimer recording = timer();
    m_micro = micro;
    m_mark = Recorder::Clock::now();
    chain(Lane::load, BatchAssigned{samples}, m_mark);
}

void RankLog::loaded(std::int64_t examples)
{
    const RecordingTimer recording = timer();
    chain(Lane::load, Loaded{static_cast<std::int32_t>(examples)}, Recorder::Clock::now());
}

void RankLog::forwardDone(double loss, std::int64_t examples, std::int32_t correct)
{
    const RecordingTimer recording = timer();
    chain(Lane::compute, ForwardDone{loss, static_cast<std::int32_t>(examples), correct}, Recorder::Clock::now());
}

void RankLog::gradientReady(ParameterId parameter, ConstTensorView gradient)
{
    const RecordingTimer recording = timer();
    const Time now = Recorder::Clock::now();
    m_gradients[parameter.index()] = chain(Lane::compute,
        GradientReady{parameter, lengthOf(gradient), gradient.elements(), m_capture.valuesOf(gradient)}, now);
}

void RankLog::exampleValues(ConstTensorView targets, const Scores& scores, std::vector<double> gradients)
{
    const RecordingTimer recording = timer();
    ExampleValues values;
    values.target = doublesOf(targets);
    values.prediction = scores.predictions;
    values.loss = doublesOf(scores.losses);
    values.gradient = std::move(gradients);
    values.parameters = static_cast<std::int32_t>(m_capture.parameters);
    note(Lane::compute, Deps(&m_last, 1), std::move(values), m_mark, m_mark);
}

void RankLog::bucketReady(BucketId bucket)
{
    const RecordingTimer recording = timer();
    const BucketInfo& info = m_header.buckets[bucket.index()];
    m_deps.clear();
    for (const ParameterId parameter : info.parameters)
        m_deps.push_back(m_gradients[parameter.index()]);
    m_bucketsReady[bucket.index()] = note(Lane::comm, m_deps, BucketReady{bucket, info.elements}, m_mark, m_mark);
}

void RankLog::collectiveStarted(BucketId bucket)
{
    const RecordingTimer recording = timer();
    const Time now = Recorder::Clock::now();
    m_deps.assign(1, m_bucketsReady[bucket.index()]);
    if (!m_reduced.empty())
        m_deps.push_back(m_reduced.back());
    m_arrivals[bucket.index()] = now;
    m_started[bucket.index()] = note(Lane::comm, m_deps,
        CollectiveStarted{bucket, m_header.buckets[bucket.index()].plan, ++m_collectives}, now, now);
}

/// Both ends have arrived, and this rank's transfers follow each other.
void RankLog::transferSeen(BucketId bucket, const TimedTransfer& transfer, const RankLog& source)
{
    m_deps.assign({source.m_started[bucket.index()], m_started[bucket.index()]});
    if (m_newest.lane == m_started[bucket.index()].lane && m_newest.sequence > m_started[bucket.index()].sequence)
        m_deps.push_back(m_newest);
    note(Lane::comm, m_deps, TransferSeen{bucket, transfer.round, transfer.transfer}, transfer.begin, transfer.end);
}

void RankLog::bucketReduced(BucketId bucket, ConstTensorView combined, const std::vector<const RankLog*>& all,
    std::span<const TimedTransfer> transfers)
{
    const RecordingTimer recording = timer();
    const Time now = Recorder::Clock::now();
    m_newest = m_started[bucket.index()];
    for (const TimedTransfer& transfer : transfers)
        transferSeen(bucket, transfer, *all[transfer.source.index()]);
    Time lastArrival = m_arrivals[bucket.index()];
    m_deps.clear();
    for (const RankLog* other : all) {
        m_deps.push_back(other->m_started[bucket.index()]);
        lastArrival = std::max(lastArrival, other->m_arrivals[bucket.index()]);
    }
    if (!transfers.empty())
        m_deps.push_back(m_newest);
    m_reduced.push_back(note(Lane::comm, m_deps,
        BucketReduced{bucket, lengthOf(combined), m_capture.valuesOf(combined),
            m_bucketDigests ? bitsDigest(combined) : kNoDigest},
        lastArrival, now));
}

void RankLog::optimizerApplied(double lr, ConstTensorView parameters)
{
    const RecordingTimer recording = timer();
    const Time now = Recorder::Clock::now();
    m_deps = m_reduced;
    for (const BucketInfo& bucket : m_header.buckets)
        if (!bucket.reduced) // the local gradient is applied as it is
            for (const ParameterId parameter : bucket.parameters)
                m_deps.push_back(m_gradients[parameter.index()]);
    chain(Lane::compute, m_deps, OptimizerApplied{lr, m_capture.valuesOf(parameters)}, now);
}

std::uint64_t RankLog::replicaDigest(ConstTensorView parameters)
{
    const RecordingTimer recording = timer();
    if (!m_summaries)
        return kNoDigest;
    const std::uint64_t digest = bitsDigest(parameters);
    chain(Lane::compute, ReplicaDigest{digest}, Recorder::Clock::now());
    return digest;
}

EventHandle RankLog::startDigest(std::uint64_t digest, EventHandle cause)
{
    return chain(Lane::compute, Deps(&cause, 1), ReplicaDigest{digest}, Recorder::Clock::now());
}

void RankLog::faultInjected(const char* kind)
{
    const RecordingTimer recording = timer();
    note(Lane::compute, Deps(&m_last, 1), FaultInjected{kind}, m_mark, m_mark);
}

} // namespace lockstep
