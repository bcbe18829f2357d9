// Asks the sampler how many micro-steps an epoch has.
#include "core/replay/epochs.h"

#include <algorithm>

#include "core/data/sampler.h"

namespace lockstep {

std::int64_t stepsPerEpoch(const TraceHeader& header)
{
    const std::vector<int>& shares = header.config.batch.perWorker;
    const bool whole = header.config.workers > 0 && (shares.size() == 1 || std::ssize(shares) == header.config.workers)
        && std::ranges::all_of(shares, [](int share) { return share > 0; });
    const bool listed = header.config.sampler.policy != SamplerPolicy::given
        || std::ssize(header.config.sampler.lists) == header.config.workers;
    if (!whole || !listed || header.data.train <= 0)
        return 1;
    SamplerSpec spec = samplerSpec(header.config, header.data.train);
    spec.shuffle = false; // the order of the examples does not change how many steps there are
    const auto micros = static_cast<std::int64_t>(dealEpoch(spec, 0).size());
    const std::int64_t accumulate = std::max(1, header.config.batch.accumulate);
    return std::max<std::int64_t>(1, (micros + accumulate - 1) / accumulate);
}

std::int64_t plannedSteps(const TraceHeader& header)
{
    const RunConfig& config = header.config;
    return config.steps > 0 ? config.steps : config.epochs * stepsPerEpoch(header);
}

} // namespace lockstep
