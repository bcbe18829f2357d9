// The checksum of the trace format.
#include "core/trace/byte_io.h"

#include <array>

namespace lockstep {
namespace {

constexpr std::array<std::uint32_t, 256> crcTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest & 1u) ? (rest >> 1) ^ 0xEDB88320u : rest >> 1;
        table[byte] = rest;
    }
    return table;
}

} // namespace

std::uint32_t crc32(std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> kTable = crcTable();
    std::uint32_t rest = 0xFFFFFFFFu;
    for (const char byte : bytes)
        rest = (rest >> 8) ^ kTable[(rest ^ static_cast<unsigned char>(byte)) & 0xff];
    return ~rest;
}

} // namespace lockstep
