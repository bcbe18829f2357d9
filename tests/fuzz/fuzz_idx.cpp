// libFuzzer target: any bytes as an IDX file of images or of labels. Built by the preset `fuzz`.
#include <cstdint>
#include <string>

#include "core/data/idx.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const int dimensions : {1, 3}) {
        const auto array = lockstep::parseIdx(bytes, "fuzz", dimensions);
        if (!array) { // one sentence that names the file
            const std::string& said = array.error().message;
            if (!said.starts_with("fuzz: ") || !said.ends_with(".") || said.find('\n') != std::string::npos)
                __builtin_trap();
            continue;
        }
        std::int64_t values = 1;
        for (const std::int64_t extent : array.value().sizes)
            values *= extent;
        if (values != static_cast<std::int64_t>(array.value().values.size()))
            __builtin_trap();
    }
    return 0;
}
