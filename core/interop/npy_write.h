// Writes NumPy's .npy format, version 1.0, in C order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace lockstep {

/// NumPy's name of the type: "<f8" or "<f4".
std::string npyType(DType dtype);

/// A whole file: header, then `bytes` as they are. `descr` is NumPy's name of their type.
std::string npyFile(const std::string& descr, const std::vector<std::int64_t>& shape, std::string_view bytes);

/// `count` elements of `values` from element `first` on, as an array of `shape`.
std::string npyFile(ConstTensorView values, std::int64_t first, const std::vector<std::int64_t>& shape);

/// A one-dimensional array of 64-bit integers.
std::string npyFile(std::span<const std::int64_t> values);

} // namespace lockstep
