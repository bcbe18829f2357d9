// Which examples there are and who gets them: combinations of keys that make no sense together.
#include "core/config/validate_data.h"

#include <algorithm>
#include <cmath>

#include "core/config/config_io.h"
#include "core/config/data_limits.h"
#include "core/config/derived.h"
#include "core/config/key_value.h"

namespace lockstep {
namespace {

std::string number(std::int64_t value)
{
    return std::to_string(value);
}
std::string text(const RunConfig& config, const char* key)
{
    return keyText(config, key);
}
Error problem(const std::string& sentence)
{
    return Error{sentence};
}

/// The keys of one data set mean nothing for another.
Result<Done> keysOfOtherSets(const RunConfig& config)
{
    const struct {
        const char* set;
        std::vector<const char*> keys;
    } owners[] = {
        {"toy", {"data.targets", "data.inputs"}},
        {"idx", {"data.images", "data.labels", "data.held_out_images", "data.held_out_labels"}},
        {"csv",
            {"data.file", "data.input_columns", "data.target_column", "data.target_kind", "data.split",
                "data.time_column", "data.standardise"}},
    };
    const RunConfig defaults;
    const std::string set = text(config, "data.set");
    for (const auto& owner : owners)
        for (const char* key : owner.keys)
            if (set != owner.set && text(config, key) != text(defaults, key))
                return problem(std::string(key) + " belongs to data.set " + owner.set + ", but data.set is " + set
                    + "; remove one of the two.");
    return Done{};
}

Result<Done> toyData(const RunConfig& config)
{
    const std::size_t targets = config.data.targets.size(), rows = config.data.inputs.size();
    if (targets == 0)
        return problem(
            "data.targets is empty, but data.set toy needs one target per example, such as [0, -2, -4, -6].");
    if (rows != 0 && rows != targets)
        return problem("data.inputs has " + number(static_cast<std::int64_t>(rows)) + " rows for "
            + number(static_cast<std::int64_t>(targets)) + " targets; write one row per example, such as [[1], [2]].");
    for (std::size_t row = 0; row < rows; ++row)
        if (config.data.inputs[row].size() != config.data.inputs.front().size() || config.data.inputs[row].empty())
            return problem("data.inputs[" + number(static_cast<std::int64_t>(row)) + "] has "
                + number(static_cast<std::int64_t>(config.data.inputs[row].size()))
                + " numbers; every row needs the same number, at least 1.");
    return Done{};
}

Result<Done> idxData(const RunConfig& config)
{
    for (const char* key : {"data.images", "data.labels"})
        if (text(config, key).empty())
            return problem(std::string(key) + " is empty, but data.set idx needs it; name an IDX file.");
    if (config.data.heldOutImages.empty() != config.data.heldOutLabels.empty())
        return problem(std::string(config.data.heldOutImages.empty() ? "data.held_out_images" : "data.held_out_labels")
            + " is empty, but held-out images and their labels come together; name both files or none.");
    return Done{};
}

Result<Done> csvData(const RunConfig& config)
{
    const RunConfig::Data& data = config.data;
    if (data.file.empty())
        return problem("data.file is empty, but data.set csv needs it; name a CSV file.");
    if (data.inputColumns.empty())
        return problem("data.input_columns is empty, but data.set csv needs at least one column to predict from.");
    if (data.targetColumn.empty())
        return problem("data.target_column is empty, but data.set csv needs one; name the column to predict.");
    for (auto column = data.inputColumns.begin(); column != data.inputColumns.end(); ++column) {
        if (*column == data.targetColumn)
            return problem("data.input_columns names " + quotedText(*column)
                + ", which is also data.target_column; a model must not see what it is to predict, so remove one.");
        if (std::find(data.inputColumns.begin(), column, *column) != column)
            return problem("data.input_columns names " + quotedText(*column) + " twice; keep one of them.");
    }
    if (data.split == SplitKind::time && data.timeColumn.empty())
        return problem("data.time_column is empty, but data.split time needs one; name a column of dates or numbers.");
    if (data.split != SplitKind::time && !data.timeColumn.empty())
        return problem(
            "data.time_column is given, but data.split is rows; set data.split to time, or remove data.time_column.");
    return Done{};
}

/// What somebody read from files, or wrote down as such.
Result<Done> foundSizes(const RunConfig& config)
{
    const std::vector<int>& found = config.data.found;
    if (found == std::vector<int>{0})
        return Done{};
    if (config.data.set != DataSet::idx && config.data.set != DataSet::csv)
        return problem("data.found is given, but data.set " + text(config, "data.set")
            + " reads no files of yours; remove data.found.");
    const bool possible = found.size() == 4 && found[0] >= 1 && found[0] <= 2 * kMostExamplesOfFiles
        && found[1] < found[0] && found[2] >= 1 && std::int64_t{found[0]} * found[2] <= kMostInputsOfFiles
        && found[3] != 1 && found[3] <= kMostClasses && (found[3] > 0) == hasClasses(config);
    if (!possible)
        return problem("data.found is " + text(config, "data.found") + ", which no files of data.set "
            + text(config, "data.set") + " hold; the run writes it, so remove it.");
    return Done{};
}

} // namespace

Result<Done> validateData(const RunConfig& config)
{
    if (auto done = keysOfOtherSets(config); !done)
        return done;
    const bool toy = config.data.set == DataSet::toy, idx = config.data.set == DataSet::idx;
    if (auto done = toy ? toyData(config) : idx ? idxData(config) : Result<Done>(Done{}); !done)
        return done;
    if (auto done = config.data.set == DataSet::csv ? csvData(config) : Result<Done>(Done{}); !done)
        return done;
    if (auto done = foundSizes(config); !done)
        return done;
    if (!sizesKnown(config))
        return Done{};
    const DataSizes sizes = dataSizes(config);
    const std::string set = config.data.set == DataSet::csv ? config.data.file
        : idx                                               ? config.data.images
                                                            : "data.set " + text(config, "data.set");
    if (sizes.ownHeldOut > 0 && sizes.heldOut > sizes.ownHeldOut)
        return problem("data.held_out is " + number(sizes.heldOut) + ", but " + (idx ? config.data.heldOutImages : set)
            + " has " + number(sizes.ownHeldOut) + " examples to hold out; lower data.held_out.");
    if (sizes.ownHeldOut > 0 && sizes.train > sizes.total - sizes.ownHeldOut)
        return problem("data.train is " + number(sizes.train) + ", but " + set + " has "
            + number(sizes.total - sizes.ownHeldOut) + " examples to train on; lower data.train.");
    if (sizes.heldOut >= sizes.total)
        return problem("data.held_out is " + number(sizes.heldOut) + ", but " + set + " has " + number(sizes.total)
            + " examples and at least one must be left to train on; lower data.held_out.");
    if (sizes.train + sizes.heldOut > sizes.total)
        return problem("data.train is " + number(sizes.train) + " and data.held_out is " + number(sizes.heldOut)
            + ", together more than the " + number(sizes.total) + " examples of " + set + "; lower one of them.");
    return Done{};
}

Result<Done> validateSampler(const RunConfig& config)
{
    const std::vector<Numbers>& lists = config.sampler.lists;
    if (config.sampler.policy == SamplerPolicy::independent && !config.sampler.shuffle)
        return problem("sampler.policy is independent, which shuffles for every rank, but sampler.shuffle is false; set"
                       " sampler.shuffle to true, or sampler.policy to replicate.");
    if (config.sampler.policy != SamplerPolicy::given) {
        if (!lists.empty())
            return problem("sampler.lists is given, but sampler.policy is " + text(config, "sampler.policy")
                + "; set sampler.policy to given, or remove sampler.lists.");
        return Done{};
    }
    if (config.sampler.shuffle)
        return problem("sampler.policy is given, which walks sampler.lists in their order, but sampler.shuffle is true;"
                       " set sampler.shuffle to false.");
    if (lists.size() != static_cast<std::size_t>(config.workers))
        return problem("sampler.lists has " + number(static_cast<std::int64_t>(lists.size())) + " rows for "
            + number(config.workers)
            + " workers; write one row of sample indices per worker, such as [[0, 1], [2, 3]].");
    const int train = dataSizes(config).train;
    for (std::size_t rank = 0; rank < lists.size(); ++rank) {
        const std::string row = "sampler.lists[" + number(static_cast<std::int64_t>(rank)) + "]";
        const int least = config.sampler.dropLast ? config.batchOf(static_cast<int>(rank)) : 1;
        if (static_cast<int>(lists[rank].size()) < least)
            return problem(row + " has " + number(static_cast<std::int64_t>(lists[rank].size()))
                + " examples, but rank " + number(static_cast<std::int64_t>(rank)) + " needs at least " + number(least)
                + (least > 1 ? " for one batch, because sampler.drop_last is true; add some." : "; add some."));
        for (std::size_t i = 0; i < lists[rank].size(); ++i) {
            const double index = lists[rank][i];
            const std::string place = row + "[" + number(static_cast<std::int64_t>(i)) + "] is " + exactNumber(index);
            if (index != std::floor(index))
                return problem(place + ", but a whole number is needed.");
            if (sizesKnown(config) && index >= train)
                return problem(place + ", but the examples to train on are 0 to " + number(train - 1) + ".");
        }
    }
    return Done{};
}

} // namespace lockstep
