// The alpha-beta price of every transfer of a plan.
#include "core/cost/transfers.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

std::int64_t totalElements(const TraceHeader& header)
{
    std::int64_t total = 0;
    for (const ParameterInfo& parameter : header.parameters)
        total += parameter.elements();
    return total;
}

bool sameShape(const Plan& a, const Plan& b)
{
    return std::equal(a.rounds.begin(), a.rounds.end(), b.rounds.begin(), b.rounds.end(),
        [](const Round& left, const Round& right) { return left.size() == right.size(); });
}

} // namespace

PricedBucket pricedBucket(const TraceHeader& header, BucketId bucket, const RunConfig::Cost& cost)
{
    const BucketInfo& info = header.buckets.at(bucket.index());
    PricedBucket priced;
    const std::int64_t elementBytes = header.config.precision == Precision::f32 ? 4 : 8;
    priced.bytes = Bytes{info.elements * elementBytes};
    if (info.plan.index() >= header.plans.size())
        return priced;
    if (Result<Plan> real = makePlan(header.plans[info.plan.index()]))
        priced.plan = std::move(real).value();

    const std::int64_t total = totalElements(header);
    if (cost.gradientBytes <= 0 || total <= 0)
        return priced;
    const double share = static_cast<double>(info.elements) / static_cast<double>(total);
    priced.bytes = Bytes{std::llround(static_cast<double>(cost.gradientBytes) * share)};
    PlanSpec declared = priced.plan.spec;
    declared.count = std::max<std::int64_t>(1, priced.bytes.value / elementBytes);
    Result<Plan> scaled = makePlan(declared);
    if (scaled && sameShape(priced.plan, scaled.value()))
        priced.plan = std::move(scaled).value();
    return priced;
}

std::vector<std::vector<Span>> priceTransfers(const Plan& plan, Bytes buffer, const RunConfig::Cost& cost)
{
    const std::size_t ranks = static_cast<std::size_t>(std::max(0, plan.spec.ranks));
    const double elementBytes
        = plan.spec.count > 0 ? static_cast<double>(buffer.value) / static_cast<double>(plan.spec.count) : 0;
    std::vector<TrackTime> done(ranks, 0), out(ranks), in(ranks);
    std::vector<std::vector<Span>> spans;
    spans.reserve(plan.rounds.size());
    for (const Round& round : plan.rounds) {
        out = done;
        in = done;
        std::vector<Span>& priced = spans.emplace_back();
        priced.reserve(round.size());
        for (const Transfer& transfer : round) {
            const std::size_t source = transfer.source.index(), destination = transfer.destination.index();
            TrackTime length = 0; // an empty chunk is not sent
            if (transfer.chunk.count > 0) {
                const double bytes = elementBytes * static_cast<double>(transfer.chunk.count);
                length = cost.alpha + (cost.bytesPerUnit > 0 ? bytes / cost.bytesPerUnit : 0);
            }
            const TrackTime begin = std::max(out[source], in[destination]);
            priced.push_back({begin, begin + length});
            out[source] = begin + length;
            in[destination] = begin + length;
        }
        for (std::size_t rank = 0; rank < ranks; ++rank)
            done[rank] = std::max({done[rank], out[rank], in[rank]});
    }
    return spans;
}

std::vector<TrackTime> rankEnds(const Plan& plan, const std::vector<std::vector<Span>>& transfers)
{
    std::vector<TrackTime> ends(static_cast<std::size_t>(std::max(0, plan.spec.ranks)), 0);
    for (std::size_t round = 0; round < transfers.size(); ++round)
        for (std::size_t i = 0; i < transfers[round].size(); ++i) {
            const Transfer& transfer = plan.rounds[round][i];
            const TrackTime end = transfers[round][i].end;
            TrackTime& source = ends[transfer.source.index()];
            TrackTime& destination = ends[transfer.destination.index()];
            source = std::max(source, end);
            destination = std::max(destination, end);
        }
    return ends;
}

std::vector<TrackTime> priceRanks(const Plan& plan, Bytes buffer, const RunConfig::Cost& cost)
{
    return rankEnds(plan, priceTransfers(plan, buffer, cost));
}

} // namespace lockstep
