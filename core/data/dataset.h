// Dataset: all examples of a run in memory, training examples first, held-out examples behind them.
#pragma once

#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/tensor/tensor.h"
#include "core/trace/trace.h"

namespace lockstep {

/// Row i of `inputs` and entry i of `targets` (and `labels`, for classifiers) are example i. Sample ids are indices
/// into the training examples 0 .. info.train - 1; held-out example j stands at info.train + j.
struct Dataset {
    DataInfo info;
    Tensor inputs;                    ///< [train + heldOut x features]
    std::vector<double> targets;      ///< regression: the target; classification: the label as a number
    std::vector<std::int32_t> labels; ///< classification only, 0 .. classes - 1
    std::vector<int> found;           ///< files of the user's own: what data.found records; empty for other sets
};

/// The examples one rank works on: copies of rows of the dataset.
struct Batch {
    std::vector<std::int32_t> samples;
    Tensor inputs;  ///< [examples x features]
    Tensor targets; ///< [examples x 1]
    std::vector<std::int32_t> labels;

    std::int64_t examples() const { return static_cast<std::int64_t>(samples.size()); }
};

/// The data set that a valid config asks for, inputs in the config's precision. Fails when files are missing or
/// malformed, or do not fit the config. What the config says in data.found is not believed.
Result<Dataset> loadDataset(const RunConfig& config);

/// The config with data.found as the files have it, so that its sizes are known; other configs come back unchanged.
/// Reads the files, and fails as loadDataset does.
Result<RunConfig> withFoundSizes(const RunConfig& config);

/// Copies the rows `samples` of the dataset into `batch`, as `dtype`; the batch's memory is reused.
void loadBatch(const Dataset& dataset, std::span<const std::int32_t> samples, DType dtype, Batch& batch);

/// The row numbers of the held-out examples.
std::vector<std::int32_t> heldOutSamples(const Dataset& dataset);

} // namespace lockstep
