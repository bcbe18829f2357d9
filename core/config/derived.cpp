// Sizes of data and model, from the config alone.
#include "core/config/derived.h"

#include <algorithm>

namespace lockstep {

DataSizes dataSizes(const RunConfig& config)
{
    DataSizes sizes;
    sizes.train = config.data.train;
    sizes.heldOut = config.data.heldOut;
    switch (config.data.set) {
    case DataSet::toy:
        sizes.total = static_cast<int>(config.data.targets.size());
        if (!config.data.inputs.empty())
            sizes.features = static_cast<int>(config.data.inputs.front().size());
        break;
    case DataSet::digits:
        sizes.total = kDigitsExamples;
        sizes.features = kDigitsFeatures;
        sizes.classes = kDigitsClasses;
        if (sizes.train == 0 && sizes.heldOut == 0)
            sizes.heldOut = 357;
        break;
    case DataSet::photographs:
        sizes.total = kPhotographsTrain + kPhotographsHeldOut;
        sizes.ownHeldOut = kPhotographsHeldOut;
        sizes.features = kPhotographsSide * kPhotographsSide;
        sizes.classes = kPhotographsClasses;
        break;
    case DataSet::idx:
    case DataSet::csv:
        if (!sizesKnown(config)) {
            sizes.features = static_cast<int>(config.data.inputColumns.size()); // this much is known of csv
            return sizes;
        }
        sizes.total = config.data.found[0];
        sizes.ownHeldOut = config.data.found[1];
        sizes.features = config.data.found[2];
        sizes.classes = config.data.found[3];
        break;
    }
    if (sizes.heldOut == 0)
        sizes.heldOut = sizes.ownHeldOut;
    if (sizes.train == 0)
        sizes.train = sizes.total - std::max(sizes.heldOut, sizes.ownHeldOut);
    return sizes;
}

bool sizesKnown(const RunConfig& config)
{
    return (config.data.set != DataSet::idx && config.data.set != DataSet::csv) || config.data.found.size() == 4;
}

bool hasClasses(const RunConfig& config)
{
    if (config.data.set == DataSet::csv)
        return config.data.targetKind == TargetKind::label;
    return config.data.set != DataSet::toy;
}

std::int64_t stepsPerEpoch(const RunConfig& config)
{
    const RunConfig::Sampler& sampler = config.sampler;
    const std::size_t shares = config.batch.perWorker.size(), workers = static_cast<std::size_t>(config.workers);
    const bool given = sampler.policy == SamplerPolicy::given;
    const std::int64_t train = dataSizes(config).train;
    if (train <= 0 || (shares != 1 && shares != workers) || (given && sampler.lists.size() != workers))
        return 0;
    const auto batches = [&](std::int64_t examples, std::int64_t batch) {
        return sampler.dropLast ? examples / batch : (examples + batch - 1) / batch;
    };
    std::int64_t micros = 0;
    if (sampler.policy == SamplerPolicy::block) {
        micros = batches(train, config.microBatch());
    } else {
        for (int rank = 0; rank < config.workers; ++rank) {
            std::int64_t list = train;
            if (given)
                list = static_cast<std::int64_t>(sampler.lists[static_cast<std::size_t>(rank)].size());
            else if (sampler.policy == SamplerPolicy::distributed)
                list = batches(train, config.workers);
            const std::int64_t mine = batches(list, config.batchOf(rank));
            micros = rank == 0 ? mine : sampler.dropLast ? std::min(micros, mine) : std::max(micros, mine);
        }
    }
    return (micros + config.batch.accumulate - 1) / config.batch.accumulate;
}

double roundingTolerance(const RunConfig& config)
{
    return config.precision == Precision::f32 ? 1e-3 : 1e-9;
}

int outputColumns(const RunConfig& config)
{
    const bool classes = config.model.kind == ModelKind::softmax || config.loss.kind == LossKind::crossEntropy;
    return classes ? dataSizes(config).classes : 1;
}

std::vector<ParameterInfo> parameterShapes(const RunConfig& config)
{
    const std::int64_t features = dataSizes(config).features, outputs = outputColumns(config);
    std::vector<ParameterInfo> shapes;
    const auto layer = [&](const std::string& prefix, std::vector<std::int64_t> weight, std::int64_t width) {
        shapes.push_back({prefix + "weight", std::move(weight)});
        if (config.model.bias)
            shapes.push_back({prefix + "bias", {width}});
    };
    switch (config.model.kind) {
    case ModelKind::scalar:
        return {{"weight", {1}}};
    case ModelKind::linear:
    case ModelKind::logistic:
        layer("", {features}, 1);
        break;
    case ModelKind::softmax:
        layer("", {outputs, features}, outputs);
        break;
    case ModelKind::mlp:
        std::int64_t inputs = features, place = 0; // in nn.Sequential, where every other place is a ReLU
        for (const int width : config.model.hidden) {
            layer(std::to_string(place) + ".", {width, inputs}, width);
            inputs = width;
            place += 2;
        }
        layer(std::to_string(place) + ".", {outputs, inputs}, outputs);
        break;
    }
    return shapes;
}

std::int64_t parameterCount(const RunConfig& config)
{
    std::int64_t count = 0;
    for (const ParameterInfo& parameter : parameterShapes(config))
        count += parameter.elements();
    return count;
}

} // namespace lockstep
