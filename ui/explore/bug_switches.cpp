// BugSwitches: short titles for core's presets; a preset unknown here keeps core's own words.
#include "ui/explore/bug_switches.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/config/bug_presets.h"
#include "core/config/config_io.h"
#include "core/config/key_table.h"

namespace lockstep::ui {

namespace {

constexpr const char* kStraggler = "straggler";
constexpr int kSlowRank = 2;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Explore)
};

QString titleOf(const BugPreset& preset)
{
    if (preset.id == "repeated_sampler")
        return Text::tr("Repeat data");
    if (preset.id == "independent_shuffles")
        return Text::tr("Own shuffles");
    if (preset.id == "unweighted_mean")
        return Text::tr("Unweighted mean");
    if (preset.id == "sum_reduced_loss")
        return Text::tr("Summed loss");
    if (preset.id == "mismatched_start")
        return Text::tr("Different start");
    if (preset.id == "unreduced_parameter")
        return Text::tr("Parameter left out");
    if (preset.id == "epoch_never_set")
        return Text::tr("Epoch never set");
    return QString::fromStdString(preset.title);
}

QString lineOf(const BugPreset& preset)
{
    if (preset.id == "repeated_sampler")
        return Text::tr("Sampler: every rank takes the same examples.");
    if (preset.id == "independent_shuffles")
        return Text::tr("Sampler: every rank shuffles by itself.");
    if (preset.id == "unweighted_mean")
        return Text::tr("Unequal shares, averaged as if they were equal.");
    if (preset.id == "sum_reduced_loss")
        return Text::tr("Losses are summed on each rank, then averaged.");
    if (preset.id == "mismatched_start")
        return Text::tr("Ranks start from different parameters.");
    if (preset.id == "unreduced_parameter")
        return Text::tr("One parameter’s gradient joins no all-reduce.");
    if (preset.id == "epoch_never_set")
        return Text::tr("Sampler: the same order in every epoch.");
    return QString::fromStdString(preset.explanation);
}

/// The detector's passing title, as the diagnosis writes it.
QString checkOf(const std::string& detector)
{
    if (detector == "samples-disjoint")
        return Text::tr("examples disjoint");
    if (detector == "weights-match-counts")
        return Text::tr("weights match counts");
    if (detector == "replicas-identical")
        return Text::tr("replicas identical");
    if (detector == "collectives-joined")
        return Text::tr("collectives joined");
    if (detector == "gradient-matches-reference")
        return Text::tr("gradient matches one worker’s");
    QString words = QString::fromStdString(detector);
    return words.replace(u'-', u' ');
}

int placeOf(const std::string& id)
{
    const std::vector<std::string> order = {"repeated_sampler", "unweighted_mean", "mismatched_start",
        "unreduced_parameter", "sum_reduced_loss", "independent_shuffles", "epoch_never_set"};
    return static_cast<int>(std::ranges::find(order, id) - order.begin());
}

Result<Done> slowDown(RunConfig& config)
{
    if (config.workers < 2)
        return Error{"A straggler needs at least two workers, but workers is 1."};
    config.faults.slowRank = std::min(kSlowRank, config.workers - 1);
    return Done{};
}

} // namespace

std::vector<BugSwitch> bugSwitches()
{
    std::vector<BugSwitch> switches;
    for (const BugPreset& preset : bugPresets())
        switches.push_back({preset.id, titleOf(preset), lineOf(preset), checkOf(preset.detector)});
    std::ranges::stable_sort(switches, {}, [](const BugSwitch& bug) { return placeOf(bug.id); });
    switches.push_back({kStraggler, Text::tr("Straggler"), Text::tr("One rank computes slowly and the others wait."), {}});
    return switches;
}

Result<Done> turnOn(RunConfig& config, const std::string& id)
{
    return id == kStraggler ? slowDown(config) : applyBug(config, id);
}

std::vector<std::string> changedKeys(const RunConfig& before, const RunConfig& after)
{
    std::vector<std::string> keys;
    for (const KeySpec& key : keyTable())
        if (key.get(before) != key.get(after))
            keys.push_back(key.name);
    return keys;
}

std::optional<RunConfig> withoutBug(const RunConfig& config, const std::string& id)
{
    RunConfig again = config;
    if (!turnOn(again, id) || again != config)
        return std::nullopt; // not there, or there in another form
    // The sound value of each key that a bug may set; whatever the bug sets back belongs to it.
    const std::vector<std::pair<std::string, std::string>> sound = {{"sampler.policy", "distributed"},
        {"sampler.set_epoch", "true"}, {"combine", config.equalShares() ? "mean" : "weighted"},
        {"loss.reduction", "mean"}, {"start.broadcast", "true"}, {"start.per_rank_seed", "false"},
        {"bugs.unreduced_parameter", ""}, {"faults.slow_rank", "-1"}};
    RunConfig result = config;
    for (const auto& [key, value] : sound) {
        RunConfig mended = config;
        if (!findKey(key) || !setKey(mended, key, value) || mended == config)
            continue;
        RunConfig broken = mended;
        if (turnOn(broken, id) && broken == config && !setKey(result, key, value))
            return std::nullopt;
    }
    RunConfig broken = result;
    return result != config && turnOn(broken, id) && broken == config ? std::optional(result) : std::nullopt;
}

} // namespace lockstep::ui
