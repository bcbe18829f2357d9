// Chooses the data set, cuts it into training and held-out examples, and copies batches out of it.
#include "core/data/dataset.h"

#include <algorithm>
#include <numeric>

#include "core/config/config_io.h"
#include "core/config/derived.h"
#include "core/data/bundled.h"
#include "core/data/own_images.h"
#include "core/data/records.h"
#include "core/data/toy.h"
#include "core/tensor/values.h"

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
    case DataSet::idx:
        return ownImagesDataset(config);
    case DataSet::csv:
        return recordsDataset(config);
    }
    return Error{"This data set cannot be read."};
}

} // namespace

Result<Dataset> loadDataset(const RunConfig& config)
{
    Result<Dataset> all = wholeSet(config);
    if (!all.ok())
        return all;
    RunConfig known = config;
    if (!all.value().found.empty()) {
        known.data.found = all.value().found;
        if (auto fits = validate(known); !fits)
            return fits.error();
    }
    const DataSizes sizes = dataSizes(known);
    Dataset set = cut(std::move(all).value(), sizes.train, sizes.heldOut);
    if (config.data.set == DataSet::csv && config.data.standardise)
        standardise(set, sizes.train);
    if (const DType dtype = dtypeOf(config.precision); dtype != set.inputs.dtype()) {
        Tensor rounded(set.inputs.shape(), dtype);
        convert(set.inputs, rounded);
        set.inputs = std::move(rounded);
    }
    return set;
}

Result<RunConfig> withFoundSizes(const RunConfig& config)
{
    RunConfig known = config;
    if (config.data.set != DataSet::idx && config.data.set != DataSet::csv)
        return known;
    Result<Dataset> set = loadDataset(config);
    if (!set)
        return set.error();
    known.data.found = set.value().found;
    return known;
}

void loadBatch(const Dataset& dataset, std::span<const std::int32_t> samples, DType dtype, Batch& batch)
{
    const std::int64_t examples = static_cast<std::int64_t>(samples.size());
    const std::int64_t features = dataset.inputs.shape().columns;
    batch.samples.assign(samples.begin(), samples.end());
    batch.inputs.reshape({examples, features}, dtype);
    batch.targets.reshape({examples, 1}, dtype);
    batch.labels.clear();
    for (std::int64_t i = 0; i < examples; ++i) {
        const std::int32_t row = samples[static_cast<std::size_t>(i)];
        const Shape one{1, features};
        convert(dataset.inputs.view().part(row * features, one), batch.inputs.view().part(i * features, one));
        const std::size_t index = static_cast<std::size_t>(row);
        convert(std::span(dataset.targets).subspan(index, 1), batch.targets.view().part(i, Shape{1, 1}));
        if (!dataset.labels.empty())
            batch.labels.push_back(dataset.labels[index]);
    }
}

std::vector<std::int32_t> heldOutSamples(const Dataset& dataset)
{
    std::vector<std::int32_t> samples(static_cast<std::size_t>(dataset.info.heldOut));
    std::iota(samples.begin(), samples.end(), dataset.info.train);
    return samples;
}

} // namespace lockstep
