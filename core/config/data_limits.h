// How much of a user's file is read: enough for MNIST and its kin, and never more than the memory of a small machine.
#pragma once

#include <cstdint>

namespace lockstep {

inline constexpr std::int64_t kMostExamplesOfFiles = 100000;
inline constexpr std::int64_t kMostInputsOfFiles = std::int64_t{1} << 26; ///< examples times numbers each: 512 MiB
inline constexpr std::int64_t kLargestCsv = std::int64_t{64} << 20;       ///< bytes
inline constexpr int kMostClasses = 1000;

} // namespace lockstep
