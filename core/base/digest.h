// Digest: a fast hash over the native bytes of values, equal exactly when the bits are equal (up to chance).
#pragma once

#include <cstdint>
#include <span>

namespace lockstep {

/// FNV-1a style over 8-byte words in eight independent lanes (so that the multiplications overlap), the lanes and the
/// length folded together at the end and mixed. 0.0 and -0.0 differ. Not meant against an adversary.
std::uint64_t digestOf(std::span<const double> values);
/// The same over single precision: a word holds two values, the last one perhaps a single value.
std::uint64_t digestOf(std::span<const float> values);

} // namespace lockstep
