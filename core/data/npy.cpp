// Header first, then as many values as it announces, no more and no fewer.
#include "core/data/npy.h"

#include <algorithm>
#include <cstring>

#include "core/base/files.h"
#include "core/data/npy_header.h"

namespace lockstep {

Result<NpyArray> parseNpy(std::string_view bytes, const std::string& source)
{
    Result<NpyHeader> header = parseNpyHeader(bytes, source);
    if (!header)
        return header.error();
    const auto count = static_cast<std::size_t>(header.value().elements);
    const auto size = static_cast<std::size_t>(header.value().valueBytes);
    const std::string_view data = bytes.substr(header.value().dataBegin);
    if (count * size != data.size())
        return Error{source + ": its header announces " + std::to_string(count) + " values and the file holds "
            + std::to_string(data.size()) + " bytes, which is not " + std::to_string(size)
            + " bytes a value; copy it again."};
    NpyArray array;
    array.shape = std::move(header.value().shape);
    array.valueBytes = header.value().valueBytes;
    array.values.resize(count);
    if (count == 0)
        return array;
    if (size == sizeof(double)) { // little-endian, as all supported machines are
        std::memcpy(array.values.data(), data.data(), data.size());
    } else {
        std::vector<float> narrow(count);
        std::memcpy(narrow.data(), data.data(), data.size());
        std::copy(narrow.begin(), narrow.end(), array.values.begin());
    }
    return array;
}

Result<NpyArray> readNpy(const std::filesystem::path& path)
{
    const Result<std::string> bytes = readFile(path);
    if (!bytes.ok())
        return bytes.error();
    return parseNpy(bytes.value(), path.string());
}

} // namespace lockstep
