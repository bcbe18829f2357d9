// Deals examples to ranks.
#include "core/data/sampler.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/check.h"
#include "core/base/rng.h"

namespace lockstep {
namespace {

std::vector<std::int32_t> slice(const std::vector<std::int32_t>& order, std::int64_t begin, std::int64_t count)
{
    const std::int64_t size = static_cast<std::int64_t>(order.size());
    const std::int64_t from = std::min(begin, size), to = std::min(begin + count, size);
    return {order.begin() + from, order.begin() + to};
}

/// Every rank walks its own list: micro-step m of rank r takes [m b_r, (m + 1) b_r) of lists[r].
std::vector<Deal> walkLists(const SamplerSpec& spec, const std::vector<std::vector<std::int32_t>>& lists)
{
    std::int64_t steps = spec.dropLast ? std::numeric_limits<std::int64_t>::max() : 0;
    for (std::size_t rank = 0; rank < lists.size(); ++rank) {
        const std::int64_t length = static_cast<std::int64_t>(lists[rank].size()), batch = spec.batch[rank];
        steps = spec.dropLast ? std::min(steps, length / batch) : std::max(steps, (length + batch - 1) / batch);
    }
    std::vector<Deal> deals(static_cast<std::size_t>(steps));
    for (std::int64_t m = 0; m < steps; ++m)
        for (std::size_t rank = 0; rank < lists.size(); ++rank)
            deals[static_cast<std::size_t>(m)].push_back(slice(lists[rank], m * spec.batch[rank], spec.batch[rank]));
    return deals;
}

/// The examples in file order, or shuffled from that very seed.
std::vector<std::int32_t> orderOf(const SamplerSpec& spec, std::uint64_t seed)
{
    if (spec.shuffle)
        return torchRandperm(spec.examples, seed);
    std::vector<std::int32_t> order(static_cast<std::size_t>(spec.examples));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<Deal> cutBlocks(const SamplerSpec& spec, const std::vector<std::int32_t>& order)
{
    const std::int64_t globalBatch = std::accumulate(spec.batch.begin(), spec.batch.end(), std::int64_t{0});
    std::vector<Deal> deals;
    for (std::int64_t begin = 0; begin < spec.examples; begin += globalBatch) {
        if (spec.dropLast && begin + globalBatch > spec.examples)
            break;
        deals.emplace_back();
        std::int64_t offset = begin;
        for (const int batch : spec.batch) {
            deals.back().push_back(slice(order, offset, batch));
            offset += batch;
        }
    }
    return deals;
}

} // namespace

SamplerSpec samplerSpec(const RunConfig& config, std::int32_t examples)
{
    SamplerSpec spec;
    spec.policy = config.sampler.policy;
    spec.shuffle = config.sampler.shuffle;
    spec.dropLast = config.sampler.dropLast;
    spec.seed = config.seed;
    spec.examples = examples;
    spec.setEpoch = config.sampler.setEpoch;
    for (const Numbers& list : config.sampler.lists)
        spec.lists.emplace_back(list.begin(), list.end());
    for (int rank = 0; rank < config.workers; ++rank)
        spec.batch.push_back(config.batchOf(rank));
    return spec;
}

std::vector<std::int32_t> distributedIndices(
    const std::vector<std::int32_t>& order, int worldSize, int rank, bool dropLast)
{
    const std::int64_t examples = static_cast<std::int64_t>(order.size());
    const std::int64_t each = dropLast ? examples / worldSize : (examples + worldSize - 1) / worldSize;
    std::vector<std::int32_t> mine;
    for (std::int64_t i = 0; i < each; ++i) // positions past the end wrap round: that is the padding
        mine.push_back(order[static_cast<std::size_t>((rank + i * worldSize) % examples)]);
    return mine;
}

std::vector<Deal> dealEpoch(const SamplerSpec& spec, std::int64_t epoch)
{
    for (const int batch : spec.batch)
        LOCKSTEP_CHECK_LE(1, batch);
    const std::uint64_t number = spec.setEpoch ? static_cast<std::uint64_t>(epoch) : 0;
    const std::size_t worldSize = spec.batch.size();
    if (spec.policy == SamplerPolicy::given) {
        LOCKSTEP_CHECK_EQ(spec.lists.size(), worldSize);
        return walkLists(spec, spec.lists);
    }
    const std::vector<std::int32_t> order = orderOf(spec, spec.seed + number);
    if (spec.policy == SamplerPolicy::block)
        return cutBlocks(spec, order);
    std::vector<std::vector<std::int32_t>> lists;
    for (std::size_t rank = 0; rank < worldSize; ++rank) {
        if (spec.policy == SamplerPolicy::replicate)
            lists.push_back(order);
        else if (spec.policy == SamplerPolicy::independent)
            lists.push_back(orderOf(spec, spec.seed + rank + worldSize * number));
        else
            lists.push_back(
                distributedIndices(order, static_cast<int>(worldSize), static_cast<int>(rank), spec.dropLast));
    }
    return walkLists(spec, lists);
}

} // namespace lockstep
