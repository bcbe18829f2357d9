// The .npy header is a Python dictionary in ASCII; only its three usual keys are understood.
#include "core/data/npy.h"

#include <cstring>

#include "core/base/files.h"
#include "core/base/numbers.h"

namespace lockstep {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

/// The text behind "'key':" up to the next of `ends`; empty if the key is missing.
std::string_view entryOf(std::string_view header, std::string_view key, std::string_view ends)
{
    const std::string quoted = "'" + std::string(key) + "':";
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = header.substr(at + quoted.size());
    return rest.substr(0, rest.find_first_of(ends));
}

/// "(3, 4" to {3, 4}; nothing when it is malformed.
bool parseShape(std::string_view text, std::vector<std::int64_t>& shape)
{
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos)
        return false;
    text.remove_prefix(open + 1);
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view item = text.substr(0, comma);
        if (const auto size = parseInteger(item); size && *size >= 0 && *size <= (std::int64_t{1} << 31))
            shape.push_back(*size);
        else if (comma != std::string_view::npos || item.find_first_not_of(' ') != std::string_view::npos)
            return false;
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return shape.size() <= 8;
}

} // namespace

Result<NpyArray> parseNpy(std::string_view bytes, const std::string& source)
{
    if (bytes.size() < 10 || !bytes.starts_with(kMagic))
        return Error{source + ": this is not a .npy file; write it with numpy.save."};
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    const std::size_t version = byte(6);
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    if (version < 1 || version > 3 || bytes.size() < 8 + lengthBytes)
        return Error{
            source + ": .npy version " + std::to_string(version) + " cannot be read; write it with numpy.save."};
    std::size_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length * 256 + byte(8 + i);
    const std::size_t begin = 8 + lengthBytes;
    if (length > bytes.size() - begin)
        return Error{source + ": the file ends inside its header; copy it again."};
    const std::string_view header = bytes.substr(begin, length), data = bytes.substr(begin + length);
    if (entryOf(header, "descr", ",}").find("'<f8'") == std::string_view::npos)
        return Error{source + ": its values are not 64-bit floats (<f8); convert it with array.astype('<f8')."};
    if (entryOf(header, "fortran_order", ",}").find("False") == std::string_view::npos)
        return Error{source + ": its values are in Fortran order; convert it with numpy.ascontiguousarray."};
    NpyArray array;
    if (!parseShape(entryOf(header, "shape", ")"), array.shape))
        return Error{source + ": its header has no readable shape; write it with numpy.save."};
    std::uint64_t needed = 1;
    for (const std::int64_t size : array.shape) {
        needed *= static_cast<std::uint64_t>(size);
        if (needed > (std::uint64_t{1} << 31))
            return Error{
                source + ": its header announces more than 16 GiB of values; the file is damaged, copy it again."};
    }
    if (needed * sizeof(double) != data.size())
        return Error{source + ": its header announces " + std::to_string(needed) + " values and the file holds "
            + std::to_string(data.size()) + " bytes, which is not 8 bytes a value; copy it again."};
    array.values.resize(static_cast<std::size_t>(needed));
    if (needed > 0)
        std::memcpy(array.values.data(), data.data(), data.size()); // little-endian, as all supported machines are
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
