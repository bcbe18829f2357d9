// Sampler: which rank gets which example, a pure function of the config's choices and the epoch number.
//   distributed  PyTorch's DistributedSampler, bit for bit: the order is padded or cut to a multiple of the world size
//                and rank r takes positions r, r + W, r + 2W, ...; each rank then cuts its own list into batches
//   block        every global batch is a contiguous piece of the order, cut into contiguous slices in rank order
//   replicate    every rank walks the whole order by itself: all ranks get the same examples (the repeated-data bug)
//   independent  every rank walks the whole set in a shuffle of its own, as loaders do that were never told of the
//   others given        every rank walks the list that the config gives it, in order, in every epoch
#pragma once

#include <cstdint>
#include <vector>

#include "core/config/run_config.h"

namespace lockstep {

struct SamplerSpec {
    SamplerPolicy policy = SamplerPolicy::block;
    bool shuffle = false;
    bool dropLast = false; ///< distributed: cut the order instead of padding it; all: leave out a short last batch
    std::uint64_t seed = 0;
    std::int32_t examples = 0;
    std::vector<int> batch;                       ///< examples per micro-step, by rank
    bool setEpoch = true;                         ///< false: every epoch is dealt as epoch 0
    std::vector<std::vector<std::int32_t>> lists; ///< given: by rank
};

SamplerSpec samplerSpec(const RunConfig& config, std::int32_t examples);

/// What one micro-step deals: by rank, sample indices. The last one of an epoch may be short or even empty for a rank.
using Deal = std::vector<std::vector<std::int32_t>>;

/// All micro-steps of an epoch, in order. The order of the examples is 0, 1, 2, ... or, shuffled,
/// torchRandperm(examples, seed + epoch); independent, rank r's is torchRandperm(examples, seed + r + W epoch), so that
/// no order comes twice.
std::vector<Deal> dealEpoch(const SamplerSpec& spec, std::int64_t epoch);

/// The list of one rank under PyTorch's DistributedSampler. Padding repeats the front of this epoch's order.
std::vector<std::int32_t> distributedIndices(
    const std::vector<std::int32_t>& order, int worldSize, int rank, bool dropLast);

} // namespace lockstep
