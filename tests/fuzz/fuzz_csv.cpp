// libFuzzer target: any bytes as a CSV file of records, read in every way a config can ask for. Built by the preset
// `fuzz`. The first byte chooses kind of target, split and scaling, so that the fuzzer finds them all.
#include <cmath>
#include <cstdint>
#include <string>

#include "core/data/records.h"

namespace {

void check(const lockstep::Dataset& set)
{
    const std::size_t rows = set.targets.size();
    bool sound = rows > 0 && set.inputs.shape().rows == static_cast<std::int64_t>(rows)
        && set.inputs.shape().columns == set.info.features && (set.labels.empty() || set.labels.size() == rows);
    for (const std::int32_t label : set.labels)
        sound = sound && label >= 0 && label < set.info.classes;
    for (const double value : set.inputs.values())
        sound = sound && std::isfinite(value);
    for (const double value : set.targets)
        sound = sound && std::isfinite(value);
    if (!sound)
        __builtin_trap();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    lockstep::RunConfig config;
    config.data.set = lockstep::DataSet::csv;
    config.data.inputColumns = {"lag", "sun"};
    config.data.targetColumn = "births";
    config.data.targetKind = data[0] & 1 ? lockstep::TargetKind::label : lockstep::TargetKind::number;
    if (data[0] & 2) {
        config.data.split = lockstep::SplitKind::time;
        config.data.timeColumn = "day";
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    auto set = lockstep::parseRecords(text, "fuzz", config);
    if (!set) { // one sentence that names the file
        const std::string& said = set.error().message;
        if (!said.starts_with("fuzz: "))
            __builtin_trap();
        if ((!said.ends_with(".") && !said.ends_with("?")) || said.find('\n') != std::string::npos)
            __builtin_trap();
        return 0;
    }
    check(set.value());
    if (data[0] & 4) {
        lockstep::standardise(set.value(), static_cast<int>((set.value().targets.size() + 1) / 2));
        check(set.value());
    }
    return 0;
}
