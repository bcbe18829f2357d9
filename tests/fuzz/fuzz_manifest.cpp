// libFuzzer target: any bytes as a manifest.json; what is accepted never leads out of its folder and survives a round
// trip.
#include <filesystem>
#include <set>
#include <string>

#include "core/base/check.h"
#include "core/interop/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    Result<Manifest> manifest = parseManifest(bytes, "fuzz/manifest.json");
    if (!manifest)
        return 0;
    std::set<std::string> names;
    for (const ManifestTensor& tensor : manifest.value().parameters) {
        LOCKSTEP_CHECK(names.insert(tensor.name).second);
        for (const std::string& file : {tensor.file, stepFile(1, "parameters", tensor.name)}) {
            const std::string inside = (std::filesystem::path("/inside") / file).lexically_normal().string();
            LOCKSTEP_CHECK(inside.starts_with("/inside/"));
        }
    }
    const Result<Manifest> again = parseManifest(manifestToJson(manifest.value()), "again/manifest.json");
    LOCKSTEP_CHECK(again.ok());
    LOCKSTEP_CHECK_EQ(again.value().parameters.size(), manifest.value().parameters.size());
    LOCKSTEP_CHECK_EQ(again.value().steps, manifest.value().steps);
    return 0;
}
