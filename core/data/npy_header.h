// The header of a .npy file: a Python dictionary in ASCII, and what it says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct NpyHeader {
    int valueBytes = 8;                ///< 8 ('<f8') or 4 ('<f4')
    std::vector<std::int64_t> shape;   ///< () is empty: a single number
    std::int64_t elements = 1;
    std::size_t dataBegin = 0;         ///< of the file, in bytes
};

/// Reads magic, version and dictionary at the front of `bytes`. `source` names the file in errors.
Result<NpyHeader> parseNpyHeader(std::string_view bytes, const std::string& source);

} // namespace lockstep
