// Prices a trace step by step: what every rank computes, then what it waits for and sends, then what follows.
#include "core/cost/price.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/rng.h"
#include "core/cost/transfers.h"
#include "core/trace/step_index.h"

namespace lockstep {
namespace {

constexpr std::uint32_t kSpreadPurpose = 0xC0570000u; // + rank; the stream's index is the step

/// Factors exp(sigma z) with z standard normal (median 1), one per compute duration of a rank in a step, in the order
/// load, forward, backward of each micro-step, then update. Each (step, rank) has a stream of its own.
class Spread {
public:
    Spread(const RunConfig& config, double sigma, StepId step, int rank)
        : m_sigma(sigma)
    {
        if (sigma > 0)
            m_stream = randomStream(
                config.seed, kSpreadPurpose + static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(step.value));
    }
    double next() { return m_stream ? std::exp(m_sigma * standardNormal(*m_stream)) : 1.0; }

private:
    double m_sigma;
    std::optional<std::mt19937> m_stream;
};

/// Everything that stays the same for all steps of a trace.
struct Pricing {
    const Trace& trace;
    const RunConfig::Cost& cost;
    std::vector<std::vector<TrackTime>> bucketEnds; ///< by bucket and rank, for a collective that starts at 0
    std::vector<std::vector<std::vector<Span>>> transfers; ///< by bucket, round and place, for the same start
    double gradientElements = 0;
};

class StepPricer {
public:
    StepPricer(const Pricing& pricing, const StepRecord& record, TrackTime begin, Track& track)
        : m_pricing(pricing)
        , m_record(record)
        , m_begin(begin)
        , m_track(track)
        , m_index(indexStep(pricing.trace.header(), record))
        , m_clock(m_index.ranks.size(), begin)
        , m_update(m_index.ranks.size(), 0)
        , m_bucketBegin(pricing.bucketEnds.size())
    {
    }

    TrackTime price()
    {
        const std::size_t first = m_record.firstEvent().index();
        for (std::size_t i = 0; i < m_record.events.size(); ++i)
            m_track.spans[first + i] = {m_begin, m_begin};
        for (std::size_t rank = 0; rank < m_index.ranks.size(); ++rank)
            priceCompute(rank);
        for (const Event& event : m_record.events)
            priceDependent(event);
        for (const Event& event : m_record.events)
            if (const auto* seen = event.as<TransferSeen>())
                span(event) = priceTransfer(*seen);
        for (std::size_t i = 0; i < m_record.events.size(); ++i)
            m_end = std::max(m_end, m_track.spans[first + i].end);
        return m_end;
    }

private:
    Span& span(const Event& event) { return m_track.spans[event.id.index()]; }

    /// Load, forward and backward follow each other on the rank, micro-step by micro-step, whatever happens elsewhere.
    void priceCompute(std::size_t rank)
    {
        const RunConfig& config = m_pricing.trace.config();
        const RunConfig::Cost& cost = m_pricing.cost;
        const double slow = config.faults.slowRank == static_cast<int>(rank) ? config.faults.slowFactor : 1;
        Spread spread(config, cost.spread, m_record.step, static_cast<int>(rank));
        TrackTime& clock = m_clock[rank];
        for (const MicroEvents& micro : m_index.ranks[rank].micros) {
            double examples = 0;
            if (micro.assigned) {
                examples = static_cast<double>(micro.assigned->as<BatchAssigned>()->samples.size());
                span(*micro.assigned) = {clock, clock};
            }
            const TrackTime load = cost.loadPerExample * examples * spread.next();
            const TrackTime forward = cost.forwardPerExample * examples * slow * spread.next();
            const TrackTime backward = cost.backwardPerExample * examples * slow * spread.next();
            if (micro.loaded)
                clock = (span(*micro.loaded) = {clock, clock + load}).end;
            if (micro.forward)
                clock = (span(*micro.forward) = {clock, clock + forward}).end;
            priceBackward(micro, backward, clock);
        }
        m_update[rank] = cost.update * spread.next();
    }

    /// Backward is shared out by elements, in the order in which the gradients became ready.
    void priceBackward(const MicroEvents& micro, TrackTime length, TrackTime& clock)
    {
        std::vector<const Event*> ready;
        for (const Event* gradient : micro.gradients)
            if (gradient)
                ready.push_back(gradient);
        std::sort(ready.begin(), ready.end(), [](const Event* a, const Event* b) { return a->id < b->id; });
        const TrackTime begin = clock;
        double elements = 0;
        for (const Event* gradient : ready) {
            elements += static_cast<double>(gradient->as<GradientReady>()->elements);
            const double share = m_pricing.gradientElements > 0 ? elements / m_pricing.gradientElements : 1;
            const TrackTime end = begin + length * std::min(1.0, share);
            span(*gradient) = {clock, end};
            clock = end;
        }
    }

    TrackTime lastDependency(const Event& event)
    {
        TrackTime last = m_begin;
        for (const EventId dep : event.deps)
            last = std::max(last, m_track.spans[dep.index()].end);
        return last;
    }

    void priceDependent(const Event& event)
    {
        if (event.as<BatchAssigned>() || event.as<Loaded>() || event.as<ForwardDone>() || event.as<GradientReady>()
            || event.as<TransferSeen>())
            return;
        TrackTime begin = lastDependency(event);
        TrackTime end = begin;
        if (const auto* reduced = event.as<BucketReduced>()) {
            begin = collectiveBegin(reduced->bucket, begin);
            end = begin + m_pricing.bucketEnds.at(reduced->bucket.index()).at(event.rank.index());
            m_communicatorFree = std::max(m_communicatorFree, end);
        } else if (event.as<CollectiveStarted>()) {
            if (!m_pricing.trace.config().buckets.overlap) // launched after backward
                begin = end = std::max(begin, m_clock.at(event.rank.index()));
        } else if (event.as<OptimizerApplied>()) {
            begin = std::max(begin, m_clock.at(event.rank.index()));
            end = begin + m_update.at(event.rank.index());
        } else if (event.as<StepFinished>() || event.as<RunFinished>() || event.as<RunFailed>()) {
            begin = end = std::max(begin, m_reached);
        }
        span(event) = {begin, end};
        m_reached = std::max(m_reached, end);
    }

    /// Known once its collective is; in a step that failed before, it is laid to the latest moment reached.
    Span priceTransfer(const TransferSeen& seen) const
    {
        const Span inside = m_pricing.transfers.at(seen.bucket.index())
                                .at(static_cast<std::size_t>(seen.round))
                                .at(static_cast<std::size_t>(seen.transfer));
        if (const std::optional<TrackTime>& begin = m_bucketBegin.at(seen.bucket.index()))
            return {*begin + inside.begin, *begin + inside.end};
        return {m_reached, m_reached};
    }

    /// A collective begins when its last rank has arrived and the communicator is done with the collective before: one
    /// at a time, also while backward goes on.
    TrackTime collectiveBegin(BucketId bucket, TrackTime ready)
    {
        std::optional<TrackTime>& begin = m_bucketBegin.at(bucket.index());
        if (!begin) {
            begin = std::max(ready, m_communicatorFree);
            for (const RankEvents& rank : m_index.ranks)
                if (rank.started[bucket.index()])
                    begin = std::max(*begin, span(*rank.started[bucket.index()]).end);
        }
        return *begin;
    }

    const Pricing& m_pricing;
    const StepRecord& m_record;
    TrackTime m_begin;
    Track& m_track;
    StepIndex m_index;
    std::vector<TrackTime> m_clock;  ///< per rank: its compute is busy until then
    std::vector<TrackTime> m_update; ///< per rank: duration
    std::vector<std::optional<TrackTime>> m_bucketBegin;
    TrackTime m_communicatorFree = m_begin;
    TrackTime m_reached = m_begin; ///< latest end so far
    TrackTime m_end = m_begin;
};

} // namespace

Track price(const Trace& trace, const RunConfig::Cost& cost)
{
    Track track;
    track.kind = TrackKind::priced;
    track.unit = cost.unit;
    track.spans.resize(static_cast<std::size_t>(trace.eventCount()));
    if (trace.empty())
        return track;
    Pricing pricing{trace, cost, {}, {}, 0};
    for (std::size_t bucket = 0; bucket < trace.header().buckets.size(); ++bucket) {
        const PricedBucket priced = pricedBucket(trace.header(), BucketId{static_cast<std::int32_t>(bucket)}, cost);
        pricing.transfers.push_back(priceTransfers(priced.plan, priced.bytes, cost));
        pricing.bucketEnds.push_back(rankEnds(priced.plan, pricing.transfers.back()));
        pricing.bucketEnds.back().resize(static_cast<std::size_t>(trace.ranks()), 0);
    }
    for (const ParameterInfo& parameter : trace.header().parameters)
        pricing.gradientElements += static_cast<double>(parameter.elements());

    TrackTime begin = 0;
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        const TrackTime end = StepPricer(pricing, trace.step(i), begin, track).price();
        track.stepSpans.push_back({begin, end});
        begin = end;
    }
    return track;
}

} // namespace lockstep
