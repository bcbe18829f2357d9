// Presets: the scenarios that come with Explore.
#include "ui/explore/scenario.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/base/check.h"
#include "ui/explore/bug_switches.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Explore)
};

/// Four workers, two examples each, numbers small enough to be checked by hand.
RunConfig byHand()
{
    RunConfig config;
    config.workers = 4;
    config.data.targets = {0, -2, -4, -6, 3, 1, -5, -3};
    config.batch.perWorker = {2};
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.optimizer.lr = 0.1;
    config.steps = 6;
    return config;
}

RunConfig digits(int workers, int each, int steps)
{
    RunConfig config;
    config.workers = workers;
    config.data.set = DataSet::digits;
    config.sampler.policy = SamplerPolicy::distributed;
    config.batch.perWorker = {each};
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.optimizer.lr = 0.5;
    config.steps = steps;
    config.eval.every = 5; // so that accuracy is a curve and two futures can be told apart
    return config;
}

} // namespace

std::vector<Preset> presets()
{
    return {
        {"four", Text::tr("4 workers")},
        {"meadow", Text::tr("Meadow Analytics (fictional), first run")},
        {"straggler", Text::tr("Straggler")},
        {"sixteen", Text::tr("16 workers")},
    };
}

Scenario presetScenario(const std::string& id)
{
    Scenario scenario;
    scenario.preset = id;
    if (id == "four") {
        scenario.base = byHand();
    } else if (id == "meadow") {
        scenario.base = digits(4, 24, 75);
        scenario.bugs = {"repeated_sampler"};
    } else if (id == "straggler") {
        scenario.base = digits(4, 24, 30);
        scenario.base.faults.slowFactor = 3;
        scenario.bugs = {"straggler"};
    } else {
        LOCKSTEP_CHECK(id == "sixteen");
        scenario.base = digits(16, 6, 30);
    }
    // A mistake that this version does not know as a switch is not claimed.
    const std::vector<BugSwitch> known = bugSwitches();
    std::erase_if(scenario.bugs,
        [&](const std::string& bug) { return std::ranges::none_of(known, [&](auto& k) { return k.id == bug; }); });
    for (const Preset& preset : presets())
        if (preset.id == id)
            scenario.name = preset.title;
    scenario.base.name = scenario.name.toStdString();
    return scenario;
}

} // namespace lockstep::ui
