// Random streams. Every stream is a std::mt19937 (the same raw output on every platform); the conversions to other
// types are our own, because the standard library's distributions differ between implementations.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace lockstep {

/// Seeds a stream of its own for (seed, purpose, index), so that adding a consumer never shifts another one.
std::mt19937 randomStream(std::uint64_t seed, std::uint32_t purpose, std::uint32_t index = 0);

/// Uniform in [0, 1) with 53 bits, from two draws.
double uniformUnit(std::mt19937& stream);
/// Standard normal (Box-Muller, two uniforms per call).
double standardNormal(std::mt19937& stream);

/// PyTorch's CPU randperm(n) for n < 214748364, bit for bit: only the low 32 bits of `seed` are used;
/// for i = 0 .. n-2 swap a[i] with a[i + draw mod (n - i)]. Source: ATen TensorFactories.cpp.
std::vector<std::int32_t> torchRandperm(std::int32_t n, std::uint64_t seed);

} // namespace lockstep
