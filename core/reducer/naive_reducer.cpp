// Counts what each bucket still waits for and drives one executor after another.
#include "core/reducer/naive_reducer.h"

#include "core/tensor/values.h"

namespace lockstep {

NaiveReducer::NaiveReducer(
    BucketAssignment assignment, const std::vector<ParameterInfo>& parameters, int ranks, DType dtype)
    : m_assignment(std::move(assignment))
    , m_places(parameters.size())
    , m_ranks(static_cast<std::size_t>(ranks))
{
    for (BucketId id{0}; id.index() < m_assignment.buckets.size(); ++id.value) {
        const BucketInfo& info = m_assignment.buckets[id.index()];
        std::size_t offset = 0;
        for (const ParameterId parameter : info.parameters) {
            const std::size_t count = static_cast<std::size_t>(parameters[parameter.index()].elements());
            m_places[parameter.index()] = {id, offset, count};
            offset += count;
        }
        Bucket& bucket = m_buckets.emplace_back();
        bucket.values.assign(m_ranks.size(), Tensor(rowShape(offset), dtype));
        if (!info.reduced)
            continue;
        Result<Plan> plan = makePlan(m_assignment.plans[info.plan.index()]);
        LOCKSTEP_CHECK(plan.ok()); // the config was validated
        bucket.executor.emplace(
            std::move(plan).value(), std::vector<TensorView>(bucket.values.begin(), bucket.values.end()));
    }
    beginStep();
}

void NaiveReducer::beginStep()
{
    for (Bucket& bucket : m_buckets)
        if (bucket.executor)
            bucket.executor->reset();
    for (RankState& state : m_ranks) {
        state.missing.clear();
        for (const BucketInfo& bucket : m_assignment.buckets)
            state.missing.push_back(static_cast<int>(bucket.parameters.size()));
        state.next = BucketId{0};
        skipUnreduced(state);
    }
}

void NaiveReducer::skipUnreduced(RankState& state) const
{
    while (state.next.index() < m_buckets.size() && !m_buckets[state.next.index()].executor)
        ++state.next.value;
}

std::optional<BucketId> NaiveReducer::announce(RankId rank, ParameterId parameter, ConstTensorView gradient)
{
    const Place& place = m_places[parameter.index()];
    convert(gradient, values(rank, place.bucket, parameter));
    if (--m_ranks[rank.index()].missing[place.bucket.index()] > 0)
        return std::nullopt;
    return place.bucket;
}

std::optional<BucketId> NaiveReducer::next(RankId rank) const
{
    const BucketId bucket = m_ranks[rank.index()].next;
    if (bucket.index() == m_buckets.size())
        return std::nullopt;
    return bucket;
}

Advance NaiveReducer::advance(RankId rank)
{
    RankState& state = m_ranks[rank.index()];
    LOCKSTEP_CHECK_LT(state.next.index(), m_buckets.size());
    LOCKSTEP_CHECK_EQ(state.missing[state.next.index()], 0);
    const Advance outcome = m_buckets[state.next.index()].executor->advance(rank);
    if (outcome == Advance::done) {
        ++state.next.value;
        skipUnreduced(state);
    }
    return outcome;
}

TensorView NaiveReducer::values(RankId rank, BucketId bucket, ParameterId parameter)
{
    const Place& place = m_places[parameter.index()];
    return values(rank, bucket).part(place.offset, place.count);
}

} // namespace lockstep
