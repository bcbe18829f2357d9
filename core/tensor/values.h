// Values across dtypes: rounding into a tensor, widening out of it, the digest of its bytes.
#pragma once

#include "core/config/run_config.h"
#include "core/tensor/tensor.h"

namespace lockstep {

inline DType dtypeOf(Precision precision)
{
    return precision == Precision::f32 ? DType::f32 : DType::f64;
}

/// Copies element by element; f64 into f32 rounds to nearest, f32 into f64 is exact. Equal numbers of elements.
void convert(ConstTensorView from, TensorView to);

/// The elements in memory order, widened to double.
std::vector<double> doublesOf(ConstTensorView values);

/// digestOf the native bytes.
std::uint64_t bitsDigest(ConstTensorView values);

} // namespace lockstep
