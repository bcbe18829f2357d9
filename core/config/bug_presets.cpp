// The table of bug presets.
#include "core/config/bug_presets.h"

#include <algorithm>
#include <vector>

#include "core/base/spelling.h"
#include "core/config/config_io.h"
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

/// The policies that deal whole lists to ranks give every rank the same number.
Result<Done> needsEqualShares(const RunConfig& config, const char* id)
{
    const std::vector<int>& shares = config.batch.perWorker;
    if (std::ranges::all_of(shares, [&](int share) { return share == shares.front(); }))
        return Done{};
    return Error{std::string("The bug ") + id + " needs equal shares, but batch.per_worker is "
        + keyText(config, "batch.per_worker") + "; set batch.per_worker to one number."};
}

Result<Done> repeatedSampler(RunConfig& config)
{
    if (auto done = needsTwoRanks(config, "repeated_sampler"); !done)
        return done;
    if (auto done = needsEqualShares(config, "repeated_sampler"); !done)
        return done;
    config.sampler.policy = SamplerPolicy::replicate;
    config.sampler.lists.clear();
    return Done{};
}

Result<Done> independentShuffles(RunConfig& config)
{
    if (auto done = needsTwoRanks(config, "independent_shuffles"); !done)
        return done;
    if (auto done = needsEqualShares(config, "independent_shuffles"); !done)
        return done;
    config.sampler.policy = SamplerPolicy::independent;
    config.sampler.shuffle = true;
    config.sampler.lists.clear();
    return Done{};
}

Result<Done> sumReducedLoss(RunConfig& config)
{
    if (auto done = needsTwoRanks(config, "sum_reduced_loss"); !done)
        return done;
    config.loss.reduction = Reduction::sum;
    config.combine = Combine::mean;
    return Done{};
}

Result<Done> epochNeverSet(RunConfig& config)
{
    if (config.sampler.policy == SamplerPolicy::given)
        return Error{"The bug epoch_never_set needs a sampler that shuffles, but sampler.policy is given; set"
                     " sampler.policy to distributed."};
    const std::int64_t epoch = stepsPerEpoch(config); // 0 when it is not known
    if (config.epochs == 1 || (config.steps > 0 && config.steps <= epoch))
        return Error{"The bug epoch_never_set shows only from the second epoch on, but the run ends with the first"
            + (epoch > 0 ? " of " + std::to_string(epoch) + " steps" : std::string())
            + "; set epochs to at least 2 and steps to 0."};
    config.sampler.setEpoch = false;
    config.sampler.shuffle = true;
    return Done{};
}

const BugPreset kPresets[] = {
    {"repeated_sampler", "The same examples on every rank",
        "No sampler tells the ranks apart: each of them walks through the whole set in the same order, so all compute the"
        " same gradient and the run learns from one rank's share.",
        "samples-disjoint", repeatedSampler},
    {"independent_shuffles", "Every rank shuffles by itself",
        "Each rank walks through the whole set in a shuffle of its own. The batches differ, so all looks well, but some"
        " examples are drawn several times and others not at all.",
        "samples-disjoint", independentShuffles},
    {"epoch_never_set", "The same order in every epoch",
        "The sampler is never told which epoch it is. It shuffles from the same seed again, so every epoch deals the same"
        " batches.",
        "order-changes", epochNeverSet},
    {"sum_reduced_loss", "Sums of losses, averaged over ranks",
        "Every rank adds up the losses of its examples, and the gradients are divided by the number of ranks only. The"
        " combined gradient is neither the sum nor the mean over the global batch.",
        "gradient-matches-reference", sumReducedLoss},
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
