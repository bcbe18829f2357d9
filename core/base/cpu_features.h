// What this machine's processor can do, asked once where it matters: at the choice of kernels.
#pragma once

#include <string>

namespace lockstep {

/// Empty when the processor has, and the system saves, all that x86-64-v3 means: AVX, AVX2, BMI1, BMI2, F16C, FMA,
/// LZCNT and MOVBE. Otherwise names the first that is missing.
std::string missingForX8664V3();

} // namespace lockstep
