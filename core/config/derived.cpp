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
    }
    if (sizes.heldOut == 0)
        sizes.heldOut = sizes.ownHeldOut;
    if (sizes.train == 0)
        sizes.train = sizes.total - std::max(sizes.heldOut, sizes.ownHeldOut);
    return sizes;
}

bool hasClasses(const RunConfig& config)
{
    return config.data.set != DataSet::toy;
}

std::int64_t ParameterShape::elements() const
{
    std::int64_t product = 1;
    for (const std::int64_t extent : shape)
        product *= extent;
    return product;
}

std::vector<ParameterShape> parameterShapes(const RunConfig& config)
{
    const DataSizes sizes = dataSizes(config);
    std::vector<ParameterShape> shapes;
    switch (config.model.kind) {
    case ModelKind::scalar:
        return {{"weight", {1}}};
    case ModelKind::linear:
        shapes.push_back({"weight", {sizes.features}});
        if (config.model.bias)
            shapes.push_back({"bias", {1}});
        return shapes;
    case ModelKind::softmax:
        shapes.push_back({"weight", {sizes.classes, sizes.features}});
        if (config.model.bias)
            shapes.push_back({"bias", {sizes.classes}});
        return shapes;
    }
    return shapes;
}

std::int64_t parameterCount(const RunConfig& config)
{
    std::int64_t count = 0;
    for (const ParameterShape& parameter : parameterShapes(config))
        count += parameter.elements();
    return count;
}

} // namespace lockstep
