// Random streams with results that do not depend on the standard library.
#include "core/base/rng.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace lockstep {

std::mt19937 randomStream(std::uint64_t seed, std::uint32_t purpose, std::uint32_t index)
{
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), purpose, index};
    return std::mt19937(sequence);
}

double uniformUnit(std::mt19937& stream)
{
    const std::uint64_t high = stream() >> 5;
    const std::uint64_t low = stream() >> 6;
    return static_cast<double>(high * 67108864u + low) / 9007199254740992.0;
}

double standardNormal(std::mt19937& stream)
{
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniformUnit(stream)));
    return radius * std::cos(2.0 * std::numbers::pi * uniformUnit(stream));
}

std::vector<std::int32_t> torchRandperm(std::int32_t n, std::uint64_t seed)
{
    std::vector<std::int32_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 stream(static_cast<std::uint32_t>(seed));
    for (std::uint32_t i = 0; i + 1 < static_cast<std::uint32_t>(n); ++i)
        std::swap(order[i], order[i + stream() % (static_cast<std::uint32_t>(n) - i)]);
    return order;
}

} // namespace lockstep
