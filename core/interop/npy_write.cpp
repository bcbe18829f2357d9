// The header is padded with spaces to a multiple of 64 bytes, as numpy.save does, so that values can be mapped.
#include "core/interop/npy_write.h"

namespace lockstep {
namespace {

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : " ") + std::to_string(shape[i]) + (i + 1 < shape.size() || i == 0 ? "," : "");
    return text + ")";
}

} // namespace

std::string npyType(DType dtype)
{
    return dtype == DType::f64 ? "<f8" : "<f4";
}

std::string npyFile(const std::string& descr, const std::vector<std::int64_t>& shape, std::string_view bytes)
{
    constexpr std::size_t kFront = 10, kAlignment = 64;
    std::string header
        = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shapeText(shape) + ", }";
    header.append(kAlignment - (kFront + header.size() + 1) % kAlignment, ' ');
    header += '\n';
    std::string file("\x93NUMPY\x01\x00", 8);
    file.push_back(static_cast<char>(header.size() & 0xff));
    file.push_back(static_cast<char>(header.size() >> 8));
    file += header;
    file += bytes;
    return file;
}

std::string npyFile(ConstTensorView values, std::int64_t first, const std::vector<std::int64_t>& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t extent : shape)
        count *= extent;
    LOCKSTEP_CHECK_LE(first + count, values.shape.elements());
    const std::int64_t size = bytesOf(values.dtype);
    return npyFile(npyType(values.dtype), shape,
        {static_cast<const char*>(values.data) + first * size, static_cast<std::size_t>(count * size)});
}

std::string npyFile(std::span<const std::int64_t> values)
{
    return npyFile("<i8", {static_cast<std::int64_t>(values.size())},
        {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

} // namespace lockstep
