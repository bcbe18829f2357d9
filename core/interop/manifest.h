// The manifest.json of a folder of .npy files: what the run was, which tensors there are, and where each file lies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct ManifestTensor {
    std::string name; ///< as in PyTorch's state_dict: "0.weight"
    std::vector<std::int64_t> shape;
    std::string dtype; ///< "<f8" or "<f4"
    std::string file;  ///< of its initial values, from the folder of the manifest; never outside of it
};

struct Manifest {
    std::string lockstep;               ///< version of the program that wrote it
    std::string config = "{}";          ///< of the run, as JSON
    std::string backend, isa, precision;
    int ranks = 0;
    int steps = 0;                      ///< whose files are whole; 0 in a folder that only holds tensors
    std::string state;                  ///< "running", "complete", "stopped" or "failed"
    std::vector<ManifestTensor> parameters;
    std::vector<std::pair<int, int>> differing; ///< (step, rank) whose replica differs from rank 0's
};

inline constexpr const char* kManifestName = "manifest.json";

std::string manifestToJson(const Manifest& manifest);

/// Only format, version and parameters must be there, so that such a folder can be written by hand. `source` names the
/// file in errors.
Result<Manifest> parseManifest(std::string_view text, const std::string& source);

/// Where a dump keeps a parameter after a step, from the folder of the manifest.
std::string stepFile(int step, const std::string& part, const std::string& name);
/// The same for what belongs to one rank.
std::string rankFile(int step, int rank, const std::string& part, const std::string& name);

} // namespace lockstep
