// Lays the transfers of a bucket's plan into the time its collective took on a track.
#include <algorithm>
#include <cmath>

#include "core/cost/transfers.h"
#include "core/replay/parts.h"

namespace lockstep::replay {
namespace {

/// Maps 0 .. length of the priced plan onto the collective's span.
class Placement {
public:
    Placement(const Span& span, TrackTime priced)
        : m_span(span)
        , m_priced(priced)
    {
        // On a track that was priced with the same plan nothing is stretched, so that ends agree bit for bit.
        m_exact = std::abs(span.length() - priced) <= 1e-9 * std::max(1.0, priced);
    }
    TrackTime at(TrackTime offset) const
    {
        if (m_exact)
            return std::min(m_span.begin + offset, m_span.end);
        return offset >= m_priced ? m_span.end : m_span.begin + offset * (m_span.length() / m_priced);
    }

private:
    Span m_span;
    TrackTime m_priced;
    bool m_exact;
};

/// For a network that costs nothing on a track where the collective took time: every round gets the same share.
std::vector<std::vector<Span>> evenRounds(const Plan& plan, const Span& span)
{
    std::vector<std::vector<Span>> spans;
    const double rounds = static_cast<double>(plan.rounds.size());
    for (std::size_t round = 0; round < plan.rounds.size(); ++round) {
        const TrackTime begin = span.begin + span.length() * (static_cast<double>(round) / rounds);
        const TrackTime end = round + 1 == plan.rounds.size()
            ? span.end
            : span.begin + span.length() * (static_cast<double>(round + 1) / rounds);
        spans.emplace_back(plan.rounds[round].size(), Span{begin, end});
    }
    return spans;
}

/// Each transfer's own span, where all of the bucket's were recorded; else nothing.
std::vector<std::vector<Span>> seenTransfers(const StepView& view, const Plan& plan, BucketId bucket)
{
    std::vector<std::vector<Span>> spans;
    std::size_t missing = 0;
    for (const Round& round : plan.rounds) {
        spans.emplace_back(round.size());
        missing += round.size();
    }
    for (const RankEvents& rank : view.index.ranks)
        for (const Event* event : rank.transfers[bucket.index()]) {
            const auto& seen = *event->as<TransferSeen>();
            spans.at(static_cast<std::size_t>(seen.round)).at(static_cast<std::size_t>(seen.transfer))
                = view.span(*event);
            --missing;
        }
    if (missing != 0)
        spans.clear();
    return spans;
}

} // namespace

Expansion expandCollective(const StepView& view, BucketId bucket)
{
    Expansion expansion;
    expansion.span = {view.step.end, view.step.end};
    for (const RankEvents& rank : view.index.ranks) {
        const Event* reduced = rank.reduced[bucket.index()];
        if (!reduced)
            continue;
        const Span& span = view.span(*reduced);
        expansion.span = expansion.happened
            ? Span{std::min(expansion.span.begin, span.begin), std::max(expansion.span.end, span.end)}
            : span;
        expansion.happened = true;
    }
    if (!expansion.happened)
        return expansion;

    const TraceHeader& header = view.trace.header();
    if (Result<Plan> plan = makePlan(header.plans.at(header.buckets[bucket.index()].plan.index())))
        expansion.plan = std::move(plan).value();
    if (view.anyTransfers(bucket)) {
        expansion.transfers = seenTransfers(view, expansion.plan, bucket);
        for (const std::vector<Span>& round : expansion.transfers)
            for (const Span& span : round) // ranks that are there begin before the last one arrives
                expansion.span
                    = {std::min(expansion.span.begin, span.begin), std::max(expansion.span.end, span.end)};
        if (!expansion.transfers.empty())
            return expansion;
    }
    const PricedBucket priced = pricedBucket(header, bucket, header.config.cost);
    expansion.transfers = priceTransfers(priced.plan, priced.bytes, header.config.cost);
    TrackTime length = 0;
    for (const TrackTime end : rankEnds(priced.plan, expansion.transfers))
        length = std::max(length, end);
    if (length <= 0 && expansion.span.length() > 0) {
        expansion.transfers = evenRounds(expansion.plan, expansion.span);
        return expansion;
    }
    const Placement placement(expansion.span, length);
    for (std::vector<Span>& round : expansion.transfers)
        for (Span& span : round)
            span = {placement.at(span.begin), placement.at(span.end)};
    return expansion;
}

} // namespace lockstep::replay
