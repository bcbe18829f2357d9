// Each entry with its causes.
#include "core/engine/rank_log.h"

#include <algorithm>

namespace lockstep {

RankLog::RankLog(Recorder& recorder, const TraceHeader& header, Capture capture, RankId rank)
    : m_recorder(recorder)
    , m_header(header)
    , m_capture(capture)
    , m_rank(rank)
    , m_mark(Recorder::Clock::now())
{
    beginStep();
}

void RankLog::beginStep()
{
    m_micro = 0;
    m_last = m_newest = {};
    m_gradients.assign(m_header.parameters.size(), {});
    m_bucketsReady.assign(m_header.buckets.size(), {});
    m_started.assign(m_header.buckets.size(), {});
    m_arrivals.assign(m_header.buckets.size(), {});
    m_reduced.clear();
}

EventHandle RankLog::note(Lane lane, std::vector<EventHandle> deps, Payload payload, Time begin, Time end)
{
    m_newest = m_recorder.record(m_rank, m_micro, lane, std::move(deps), std::move(payload), begin, end);
    return m_newest;
}

EventHandle RankLog::chain(Lane lane, std::vector<EventHandle> deps, Payload payload, Time end)
{
    m_last = note(lane, std::move(deps), std::move(payload), m_mark, end);
    m_mark = end;
    return m_last;
}

std::vector<EventHandle> RankLog::afterLast() const
{
    return m_last.valid() ? std::vector<EventHandle>{m_last} : std::vector<EventHandle>{};
}

void RankLog::batchAssigned(int micro, const std::vector<std::int32_t>& samples)
{
    m_micro = micro;
    m_mark = Recorder::Clock::now();
    chain(Lane::load, afterLast(), BatchAssigned{samples}, m_mark);
}

void RankLog::loaded(std::int64_t examples)
{
    chain(Lane::load, afterLast(), Loaded{static_cast<std::int32_t>(examples)}, Recorder::Clock::now());
}

void RankLog::forwardDone(double loss, std::int64_t examples, std::int32_t correct)
{
    chain(Lane::compute, afterLast(), ForwardDone{loss, static_cast<std::int32_t>(examples), correct},
        Recorder::Clock::now());
}

void RankLog::gradientReady(ParameterId parameter, ConstTensorView gradient, double norm)
{
    const Time now = Recorder::Clock::now();
    m_gradients[parameter.index()] = chain(Lane::compute, afterLast(),
        GradientReady{parameter, norm, gradient.elements(), m_capture.valuesOf(gradient)}, now);
}

void RankLog::exampleValues(ConstTensorView targets, const Scores& scores, std::vector<double> gradients)
{
    ExampleValues values;
    values.target = doublesOf(targets);
    values.prediction = scores.predictions;
    values.loss = doublesOf(scores.losses);
    values.gradient = std::move(gradients);
    values.parameters = static_cast<std::int32_t>(m_capture.parameters);
    note(Lane::compute, {m_last}, std::move(values), m_mark, m_mark);
}

void RankLog::bucketReady(BucketId bucket)
{
    const BucketInfo& info = m_header.buckets[bucket.index()];
    std::vector<EventHandle> deps;
    for (const ParameterId parameter : info.parameters)
        deps.push_back(m_gradients[parameter.index()]);
    m_bucketsReady[bucket.index()]
        = note(Lane::comm, std::move(deps), BucketReady{bucket, info.elements}, m_mark, m_mark);
}

void RankLog::collectiveStarted(BucketId bucket)
{
    const Time now = Recorder::Clock::now();
    std::vector<EventHandle> deps{m_bucketsReady[bucket.index()]};
    if (!m_reduced.empty())
        deps.push_back(m_reduced.back());
    m_arrivals[bucket.index()] = now;
    m_started[bucket.index()] = note(Lane::comm, std::move(deps),
        CollectiveStarted{bucket, m_header.buckets[bucket.index()].plan, ++m_collectives}, now, now);
}

void RankLog::bucketReduced(
    BucketId bucket, ConstTensorView combined, double norm, const std::vector<const RankLog*>& all)
{
    const Time now = Recorder::Clock::now();
    Time lastArrival = m_arrivals[bucket.index()];
    std::vector<EventHandle> deps;
    for (const RankLog* other : all) {
        deps.push_back(other->m_started[bucket.index()]);
        lastArrival = std::max(lastArrival, other->m_arrivals[bucket.index()]);
    }
    m_reduced.push_back(note(Lane::comm, std::move(deps),
        BucketReduced{bucket, norm, m_capture.valuesOf(combined), bitsDigest(combined)}, lastArrival, now));
}

void RankLog::optimizerApplied(double lr, ConstTensorView parameters)
{
    const Time now = Recorder::Clock::now();
    std::vector<EventHandle> deps = m_reduced;
    for (const BucketInfo& bucket : m_header.buckets)
        if (!bucket.reduced) // the local gradient is applied as it is
            for (const ParameterId parameter : bucket.parameters)
                deps.push_back(m_gradients[parameter.index()]);
    chain(Lane::compute, std::move(deps), OptimizerApplied{lr, m_capture.valuesOf(parameters)}, now);
}

EventHandle RankLog::replicaDigest(std::uint64_t digest, std::vector<EventHandle> deps)
{
    return chain(Lane::compute, std::move(deps), ReplicaDigest{digest}, Recorder::Clock::now());
}

void RankLog::faultInjected(const char* kind)
{
    note(Lane::compute, {m_last}, FaultInjected{kind}, m_mark, m_mark);
}

} // namespace lockstep
