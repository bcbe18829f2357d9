// Chooses the data set, cuts it into training and held-out examples, and copies batches out of it.
#include "core/data/dataset.h"

#include <algorithm>
#include <numeric>

#include "core/config/derived.h"
#include "core/data/bundled.h"
#include "core/data/toy.h"

namespace lockstep {
namespace {

/// Keeps the first `train` and the last `heldOut` examples.
Dataset cut(Dataset all, int train, int heldOut)
{
    const int total = static_cast<int>(all.targets.size());
    LOCKSTEP_CHECK_LE(train + heldOut, total);
    const std::int64_t features = all.inputs.shape().columns;
    const auto values = all.inputs.values();
    std::copy(values.end() - heldOut * features, values.end(), values.begin() + train * features);
    all.inputs.reshape({train + heldOut, features});
    all.targets.erase(all.targets.begin() + train, all.targets.end() - heldOut);
    if (!all.labels.empty())
        all.labels.erase(all.labels.begin() + train, all.labels.end() - heldOut);
    all.info.train = train;
    all.info.heldOut = heldOut;
    return all;
}

Result<Dataset> wholeSet(const RunConfig& config)
{
    switch (config.data.set) {
    case DataSet::toy:
        return toyDataset(config);
    case DataSet::digits:
        return digitsDataset();
    case DataSet::photographs:
        return photographsDataset();
    }
    return Error{"This data set cannot be read."};
}

} // namespace

Result<Dataset> loadDataset(const RunConfig& config)
{
    const DataSizes sizes = dataSizes(config);
    Result<Dataset> all = wholeSet(config);
    if (!all.ok())
        return all;
    return cut(std::move(all).value(), sizes.train, sizes.heldOut);
}

void loadBatch(const Dataset& dataset, std::span<const std::int32_t> samples, Batch& batch)
{
    const std::int64_t examples = static_cast<std::int64_t>(samples.size());
    const std::int64_t features = dataset.inputs.shape().columns;
    batch.samples.assign(samples.begin(), samples.end());
    batch.inputs.reshape({examples, features});
    batch.targets.reshape({examples, 1});
    batch.labels.clear();
    for (std::int64_t i = 0; i < examples; ++i) {
        const std::size_t row = static_cast<std::size_t>(samples[static_cast<std::size_t>(i)]);
        const auto from = dataset.inputs.values().subspan(
            row * static_cast<std::size_t>(features), static_cast<std::size_t>(features));
        std::copy(from.begin(), from.end(), batch.inputs.values().begin() + i * features);
        batch.targets.at(i, 0) = dataset.targets[row];
        if (!dataset.labels.empty())
            batch.labels.push_back(dataset.labels[row]);
    }
}

std::vector<std::int32_t> heldOutSamples(const Dataset& dataset)
{
    std::vector<std::int32_t> samples(static_cast<std::size_t>(dataset.info.heldOut));
    std::iota(samples.begin(), samples.end(), dataset.info.train);
    return samples;
}

} // namespace lockstep
