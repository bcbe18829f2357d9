// DumpWriter: a run's values as .npy files in a folder, step after step, with a manifest that says what is whole.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/interop/manifest.h"
#include "core/tensor/tensor.h"
#include "core/trace/trace.h"

namespace lockstep {

/// What one rank did in a step; the views hold all parameters in order.
struct DumpRank {
    std::vector<std::int64_t> samples; ///< micro-step after micro-step
    ConstTensorView gradient, combined, parameters;
};

class DumpWriter {
public:
    /// Makes the folder, or takes an empty one: what is there already is never touched.
    static Result<DumpWriter> create(const std::filesystem::path& folder);

    /// Step 0: what the run is, and the parameters of every rank before step 1. `ranks` need only `parameters`.
    Result<Done> begin(const TraceHeader& header, const RunInfo& info, std::span<const DumpRank> ranks);
    /// A finished step; its files are whole before the manifest counts it.
    Result<Done> step(int step, std::span<const DumpRank> ranks);
    /// How it ended: "complete", "stopped" or "failed".
    Result<Done> finish(const std::string& state);

private:
    explicit DumpWriter(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    Result<Done> write(const std::string& file, const std::string& bytes);
    Result<Done> writeParts(const std::string& folder, ConstTensorView values);
    /// A rank whose replica is not rank 0's gets files of its own.
    Result<Done> writeDiffering(int step, std::span<const DumpRank> ranks);
    Result<Done> writeManifest();

    std::filesystem::path m_folder;
    Manifest m_manifest;
};

} // namespace lockstep
