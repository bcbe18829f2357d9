// IDX files, the container of MNIST and its kin: two zero bytes, 0x08 (unsigned byte), the number of dimensions, one
// big-endian 32-bit size per dimension, then the values, one byte each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct IdxArray {
    std::vector<std::int64_t> sizes;  ///< one per dimension
    std::vector<std::uint8_t> values; ///< row-major
};

/// `source` names the file in errors. `dimensions` is what the caller expects (3 for images, 1 for labels).
Result<IdxArray> parseIdx(std::string_view bytes, const std::string& source, int dimensions);

struct LabelledImages {
    std::int64_t count = 0;
    std::int32_t width = 0, height = 0;
    std::vector<std::uint8_t> pixels; ///< image by image, row by row
    std::vector<std::uint8_t> labels; ///< one per image, below `classes`
};

/// Reads images and their labels and checks that they belong together.
Result<LabelledImages> readLabelledImages(
    const std::filesystem::path& images, const std::filesystem::path& labels, int classes);

} // namespace lockstep
