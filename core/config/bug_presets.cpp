// The table of bug presets.
#include "core/config/bug_presets.h"

#include <algorithm>
#include <vector>

#include "core/base/spelling.h"
#include "core/config/derived.h"
#include "core/config/key_value.h"

namespace lockstep {
namespace {

Result<Done> needsTwoRanks(const RunConfig& config, const char* id)
{
    if (config.workers >= 2)
        return Done{};
    return Error{std::string("The bug ") + id + " needs at least two workers, but workers is 1."};
}

Result<Done> unweightedMean(RunConfig& config)
{
    const std::vector<int>& shares = config.batch.perWorker; // perhaps not one a worker: the config is validated later
    if (std::ranges::all_of(shares, [&](int share) { return share == shares.front(); }))
        return Error{
            "The bug unweighted_mean shows only with unequal shares, but batch.per_worker gives every rank the same;"
            " set batch.per_worker to unequal numbers, such as 1, 3."};
    config.combine = Combine::mean;
    config.loss.reduction = Reduction::mean; // averaged sums are another mistake
    return Done{};
}

Result<Done> mismatchedStart(RunConfig& config)
{
    if (auto done = needsTwoRanks(config, "mismatched_start"); !done)
        return done;
    config.start.broadcast = false;
    if (config.start.kind == StartKind::values) {
        std::vector<Numbers>& rows = config.start.values;
        const bool differ = std::ranges::any_of(rows, [&](const Numbers& row) { return row != rows.front(); });
        if (rows.empty() || differ)
            return Done{}; // none: validate() asks for them
        rows.resize(1);
        for (int rank = 1; rank < config.workers; ++rank) {
            rows.push_back(rows.back());
            for (double& value : rows.back())
                value += 2;
        }
        return Done{};
    }
    config.start.kind = StartKind::seeded;
    config.start.files.clear();
    config.start.perRankSeed = true;
    return Done{};
}

Result<Done> unreducedParameter(RunConfig& config)
{
    if (auto done = needsTwoRanks(config, "unreduced_parameter"); !done)
        return done;
    config.bugs.unreducedParameter = parameterShapes(config).front().name;
    return Done{};
}

const BugPreset kPresets[] = {
    {"unweighted_mean", "Unweighted mean under unequal shares",
        "The local means are averaged as if every rank had the same number of examples, so an example on a rank with few"
        " examples counts more than one on a rank with many.",
        "weights-match-counts", unweightedMean},
    {"mismatched_start", "Mismatched start",
        "The ranks begin with different parameters and nobody copies rank 0's to the others. Equal updates keep the"
        " difference for ever.",
        "replicas-identical", mismatchedStart},
    {"unreduced_parameter", "A parameter that is never reduced",
        "One parameter's gradient takes part in no collective, so every rank moves it by its own local gradient.",
        "collectives-joined", unreducedParameter},
};

} // namespace

std::span<const BugPreset> bugPresets()
{
    return kPresets;
}

Result<Done> applyBug(RunConfig& config, std::string_view id)
{
    std::vector<std::string> ids;
    std::string list;
    for (const BugPreset& preset : kPresets) {
        if (preset.id == id)
            return preset.apply(config);
        ids.push_back(preset.id);
        list += (list.empty() ? "" : ", ") + preset.id;
    }
    return Error{quotedText(id) + " is not a bug; the bugs are " + list + "." + didYouMean(id, ids)};
}

} // namespace lockstep
