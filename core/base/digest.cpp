// The many-lane hash behind replica digests.
#include "core/base/digest.h"

#include <array>
#include <cstring>

namespace lockstep {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::uint64_t kOffset = 14695981039346656037u; // FNV-1a, 64 bits
constexpr std::uint64_t kPrime = 1099511628211u;

std::uint64_t wordOf(double value)
{
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

/// FNV never moves high bits down; this does, so that every input bit reaches every output bit.
std::uint64_t avalanche(std::uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

} // namespace

std::uint64_t digestOf(std::span<const double> values)
{
    std::array<std::uint64_t, kLanes> lanes;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        lanes[lane] = kOffset + lane;
    std::size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] = (lanes[lane] ^ wordOf(values[i + lane])) * kPrime;
    for (std::size_t lane = 0; i < values.size(); ++i, ++lane)
        lanes[lane] = (lanes[lane] ^ wordOf(values[i])) * kPrime;
    std::uint64_t hash = (kOffset ^ values.size()) * kPrime;
    for (const std::uint64_t lane : lanes)
        hash = (hash ^ avalanche(lane)) * kPrime;
    return avalanche(hash);
}

} // namespace lockstep
