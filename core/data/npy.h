// Reads NumPy's .npy files: 64-bit or 32-bit floats in C order.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct NpyArray {
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< row by row; 32-bit values are widened
    int valueBytes = 8;         ///< in the file: 8 ('<f8') or 4 ('<f4')
};

/// `source` names the file in errors.
Result<NpyArray> parseNpy(std::string_view bytes, const std::string& source);
Result<NpyArray> readNpy(const std::filesystem::path& path);

} // namespace lockstep
