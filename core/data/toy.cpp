// Copies the examples out of the config.
#include "core/data/toy.h"

namespace lockstep {

Dataset toyDataset(const RunConfig& config)
{
    const std::vector<Numbers>& inputs = config.data.inputs;
    const std::int64_t examples = static_cast<std::int64_t>(config.data.targets.size());
    Dataset toy;
    toy.targets = config.data.targets;
    toy.info.features = inputs.empty() ? 1 : static_cast<std::int32_t>(inputs.front().size());
    toy.inputs.reshape({examples, toy.info.features});
    for (std::int64_t i = 0; i < examples; ++i)
        for (std::int64_t j = 0; j < toy.info.features; ++j)
            toy.inputs.at(i, j)
                = inputs.empty() ? 1.0 : inputs[static_cast<std::size_t>(i)].at(static_cast<std::size_t>(j));
    return toy;
}

} // namespace lockstep
