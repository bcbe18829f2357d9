// The many-lane hash behind replica digests.
#include "core/base/digest.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lockstep {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::uint64_t kOffset = 14695981039346656037u; // FNV-1a, 64 bits
constexpr std::uint64_t kPrime = 1099511628211u;

/// FNV never moves high bits down; this does, so that every input bit reaches every output bit.
std::uint64_t avalanche(std::uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    hash *= 0xc4ceb9fe1a85ec53u;
    return hash ^ (hash >> 33);
}

/// `bytes` of `count` values; only the last word may be incomplete.
std::uint64_t digestOfBytes(const void* bytes, std::size_t size, std::size_t count)
{
    const auto* from = static_cast<const unsigned char*>(bytes);
    const std::size_t words = (size + 7) / 8;
    const auto wordAt = [&](std::size_t i) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + 8 * i, std::min<std::size_t>(8, size - 8 * i));
        return word;
    };
    std::array<std::uint64_t, kLanes> lanes;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        lanes[lane] = kOffset + lane;
    std::size_t i = 0;
    for (; 8 * (i + kLanes) <= size; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            std::uint64_t word = 0;
            std::memcpy(&word, from + 8 * (i + lane), sizeof word);
            lanes[lane] = (lanes[lane] ^ word) * kPrime;
        }
    for (std::size_t lane = 0; i < words; ++i, ++lane)
        lanes[lane] = (lanes[lane] ^ wordAt(i)) * kPrime;
    std::uint64_t hash = (kOffset ^ count) * kPrime;
    for (const std::uint64_t lane : lanes)
        hash = (hash ^ avalanche(lane)) * kPrime;
    return avalanche(hash);
}

} // namespace

std::uint64_t digestOf(std::span<const double> values)
{
    return digestOfBytes(values.data(), values.size_bytes(), values.size());
}

std::uint64_t digestOf(std::span<const float> values)
{
    return digestOfBytes(values.data(), values.size_bytes(), values.size());
}

} // namespace lockstep
