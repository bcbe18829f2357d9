// libFuzzer target: any bytes as a .npy file; what is accepted is written again and read back to the same values.
#include <cstring>
#include <string>

#include "core/data/npy.h"
#include "core/interop/npy_write.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Result<NpyArray> array = parseNpy(bytes, "fuzz.npy");
    if (!array)
        return 0;
    const std::string again = npyFile("<f8", array.value().shape,
        {reinterpret_cast<const char*>(array.value().values.data()), array.value().values.size() * sizeof(double)});
    const Result<NpyArray> copy = parseNpy(again, "again.npy");
    LOCKSTEP_CHECK(copy.ok());
    LOCKSTEP_CHECK(copy.value().shape == array.value().shape);
    LOCKSTEP_CHECK_EQ(copy.value().values.size(), array.value().values.size());
    LOCKSTEP_CHECK(array.value().values.empty()
        || std::memcmp(copy.value().values.data(), array.value().values.data(),
               array.value().values.size() * sizeof(double))
            == 0);
    return 0;
}
