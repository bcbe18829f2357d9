// Lays buckets over the gradients and counts what each still waits for.
#include "core/reducer/bucketed_reducer.h"

#include <cstring>

namespace lockstep {
namespace {

void copyBytes(ConstTensorView from, TensorView to)
{
    std::memcpy(to.data, from.data, static_cast<std::size_t>(from.elements() * bytesOf(from.dtype)));
}

} // namespace

BucketedReducer::BucketedReducer(
    BucketAssignment assignment, const std::vector<ParameterInfo>& parameters, int ranks, DType dtype, bool timed)
    : m_assignment(std::move(assignment))
    , m_places(parameters.size())
    , m_ranks(static_cast<std::size_t>(ranks))
{
    std::size_t elements = 0;
    for (std::size_t parameter = 0; parameter < parameters.size(); ++parameter) {
        m_places[parameter].offset = elements;
        m_places[parameter].count = static_cast<std::size_t>(parameters[parameter].elements());
        elements += m_places[parameter].count;
    }
    for (int rank = 0; rank < ranks; ++rank)
        m_gradients.emplace_back(rowShape(elements), dtype);

    for (BucketId id{0}; id.index() < m_assignment.buckets.size(); ++id.value) {
        const BucketInfo& info = m_assignment.buckets[id.index()];
        Bucket& bucket = m_buckets.emplace_back();
        const std::size_t first = m_places[info.parameters.front().index()].offset;
        std::size_t size = 0;
        bool sideBySide = true;
        for (const ParameterId parameter : info.parameters) {
            Place& place = m_places[parameter.index()];
            place.bucket = id;
            place.packedOffset = size;
            sideBySide = sideBySide && place.offset == first + size;
            size += place.count;
        }
        for (Tensor& gradient : m_gradients) {
            if (!sideBySide)
                bucket.packed.emplace_back(rowShape(size), dtype);
            bucket.values.push_back(sideBySide ? gradient.view().part(first, size) : bucket.packed.back().view());
        }
        if (!info.reduced)
            continue;
        Result<Plan> plan = makePlan(m_assignment.plans[info.plan.index()]);
        LOCKSTEP_CHECK(plan.ok()); // the config was validated
        bucket.executor.emplace(std::move(plan).value(), bucket.values, timed);
    }
    for (RankState& state : m_ranks)
        state.missing.resize(m_buckets.size());
    beginStep();
}

void BucketedReducer::beginStep()
{
    for (Bucket& bucket : m_buckets)
        if (bucket.executor)
            bucket.executor->reset();
    for (RankState& state : m_ranks) {
        for (std::size_t bucket = 0; bucket < m_buckets.size(); ++bucket)
            state.missing[bucket] = static_cast<int>(m_assignment.buckets[bucket].parameters.size());
        state.next = BucketId{0};
        state.arrived = false;
        skipUnreduced(state);
    }
}

void BucketedReducer::skipUnreduced(RankState& state) const
{
    while (state.next.index() < m_buckets.size() && !m_buckets[state.next.index()].executor)
        ++state.next.value;
}

TensorView BucketedReducer::gradient(RankId rank, ParameterId parameter)
{
    const Place& place = m_places[parameter.index()];
    return m_gradients[rank.index()].view().part(place.offset, place.count);
}

std::optional<BucketId> BucketedReducer::announce(RankId rank, ParameterId parameter)
{
    const Place& place = m_places[parameter.index()];
    Bucket& bucket = m_buckets[place.bucket.index()];
    if (!bucket.packed.empty())
        copyBytes(gradient(rank, parameter), bucket.values[rank.index()].part(place.packedOffset, place.count));
    if (--m_ranks[rank.index()].missing[place.bucket.index()] > 0)
        return std::nullopt;
    return place.bucket;
}

std::optional<BucketId> BucketedReducer::next(RankId rank) const
{
    const BucketId bucket = m_ranks[rank.index()].next;
    if (bucket.index() == m_buckets.size())
        return std::nullopt;
    return bucket;
}

std::optional<BucketId> BucketedReducer::arrive(RankId rank)
{
    RankState& state = m_ranks[rank.index()];
    if (state.arrived || state.next.index() == m_buckets.size() || state.missing[state.next.index()] > 0)
        return std::nullopt;
    state.arrived = true;
    return state.next;
}

Advance BucketedReducer::advance(RankId rank)
{
    RankState& state = m_ranks[rank.index()];
    LOCKSTEP_CHECK_LT(state.next.index(), m_buckets.size());
    if (!state.arrived)
        return Advance::blocked;
    const Advance outcome = m_buckets[state.next.index()].executor->advance(rank);
    if (outcome == Advance::done) {
        ++state.next.value;
        state.arrived = false;
        skipUnreduced(state);
    }
    return outcome;
}

TensorView BucketedReducer::values(RankId rank, BucketId bucket)
{
    return m_buckets[bucket.index()].values[rank.index()];
}

void BucketedReducer::settle(RankId rank, BucketId bucket)
{
    if (m_buckets[bucket.index()].packed.empty())
        return;
    for (const ParameterId parameter : m_assignment.buckets[bucket.index()].parameters) {
        const Place& place = m_places[parameter.index()];
        copyBytes(values(rank, bucket).part(place.packedOffset, place.count), gradient(rank, parameter));
    }
}

std::span<const TimedTransfer> BucketedReducer::timedTransfers(RankId rank, BucketId bucket) const
{
    return m_buckets[bucket.index()].executor->timedTransfers(rank);
}

} // namespace lockstep
