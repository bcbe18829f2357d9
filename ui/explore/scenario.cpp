// Scenario: from controls and switches to a run.
#include "ui/explore/scenario.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/base/check.h"
#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "ui/explore/bug_switches.h"
#include "ui/explore/field_table.h"

namespace lockstep::ui {

namespace {

/// The spellings of a choice key, the present one first.
std::vector<std::string> choicesFrom(const RunConfig& config, const char* key)
{
    const std::string now = keyText(config, key);
    std::vector<std::string> choices = findKey(key)->choices;
    std::ranges::stable_sort(choices, {}, [&](const std::string& choice) { return choice != now; });
    return choices;
}

bool runs(const RunConfig& config)
{
    return validate(config).ok() || validate(withoutIdleKeys(config)).ok();
}

/// Keys without effect may stand in the way (targets left from another data set); only then are they dropped.
RunConfig effective(const RunConfig& base)
{
    if (validate(base))
        return base;
    return withoutIdleKeys(base);
}

/// "The bug x shows only ..." -> "Shows only ...": beside its switch the bug needs no name.
std::string withoutSubject(const std::string& sentence, const std::string& id)
{
    const std::string subject = "The bug " + id + " ";
    if (!sentence.starts_with(subject) || sentence.size() <= subject.size())
        return sentence;
    std::string rest = sentence.substr(subject.size());
    if (rest[0] >= 'a' && rest[0] <= 'z')
        rest[0] = static_cast<char>(rest[0] - 'a' + 'A');
    return rest;
}

} // namespace

bool Scenario::hasBug(const std::string& id) const
{
    return std::ranges::find(bugs, id) != bugs.end();
}

Scenario scenarioOf(const RunConfig& given, const QString& name, bool recorded)
{
    const RunConfig config = withoutRunsOwnKeys(given);
    Scenario scenario;
    scenario.name = name;
    scenario.recorded = recorded;
    scenario.base = config;
    for (const BugSwitch& bug : bugSwitches())
        if (const auto sound = withoutBug(scenario.base, bug.id)) {
            scenario.base = *sound;
            scenario.bugs.push_back(bug.id);
        }
    if (resolve(scenario).config != config) { // switches that do not give the same run again: keep it as it is
        scenario.base = config;
        scenario.bugs.clear();
    }
    return scenario;
}

Resolved resolve(const Scenario& scenario)
{
    Resolved result;
    result.config = effective(scenario.base);
    for (const BugSwitch& bug : bugSwitches()) {
        if (!scenario.hasBug(bug.id))
            continue;
        RunConfig before = result.config;
        const Result<Done> done = turnOn(result.config, bug.id);
        if (!done) {
            result.config = before;
            if (result.runs()) {
                result.sentence = done.error().message;
                result.problemBug = bug.id;
            }
            continue;
        }
        for (const std::string& key : changedKeys(before, result.config))
            result.owner[key] = bug.id;
    }
    for (const auto& [key, text] : scenario.drafts) {
        if (result.owner.contains(key))
            continue;
        RunConfig copy = result.config;
        const Result<Done> done = setKey(copy, key, text.toStdString());
        if (done) // another part of the table has changed meanwhile
            continue;
        result.sentence = done.error().message;
        result.problemKey = key;
        result.problemBug.clear();
        return result;
    }
    if (!result.runs())
        return result;
    if (const Result<Done> done = validate(result.config); !done) {
        result.sentence = done.error().message;
        result.problemKey = keyNamedIn(result.sentence);
        if (const auto owner = result.owner.find(result.problemKey); owner != result.owner.end())
            result.problemBug = owner->second;
    }
    return result;
}

QString whyBugOff(const Scenario& scenario, const std::string& id)
{
    if (scenario.hasBug(id))
        return {};
    Scenario sound = scenario;
    sound.drafts.clear();
    const Resolved now = resolve(sound);
    RunConfig config = now.config;
    if (const Result<Done> done = turnOn(config, id); !done)
        return humanSentence(withoutSubject(done.error().message, id));
    for (const std::string& key : changedKeys(now.config, config))
        if (const auto owner = now.owner.find(key); owner != now.owner.end())
            for (const BugSwitch& bug : bugSwitches())
                if (bug.id == owner->second)
                    return QCoreApplication::translate("Explore", "“%1” is set by the bug “%2”; switch that off first.")
                        .arg(labelOf(key), bug.title);
    if (config == now.config)
        return QCoreApplication::translate("Explore", "This run has that mistake already.");
    if (now.runs())
        if (const Result<Done> done = validate(config); !done)
            return humanSentence(done.error().message);
    return {};
}

RunConfig followUp(const RunConfig& base, const std::string& key)
{
    if ((key != "data.set" && key != "model.kind") || runs(base))
        return base;
    RunConfig config = base;
    if (config.data.set == DataSet::toy && config.data.targets.empty()) {
        constexpr std::int64_t kFewest = 4, kMost = 32;
        const std::int64_t count = std::clamp<std::int64_t>(config.globalBatch(), kFewest, kMost);
        for (std::int64_t i = 0; i < count; ++i)
            config.data.targets.push_back(static_cast<double>(-2 * i));
    }
    const std::vector<std::string> models
        = key == "model.kind" ? std::vector{keyText(config, "model.kind")} : choicesFrom(config, "model.kind");
    const KeySpec* hidden = findKey("model.hidden");
    for (const std::string& model : models)
        for (const std::string& loss : choicesFrom(config, "loss.kind"))
            for (const bool newStart : {false, true}) // values written for another model do not fit
                for (const bool newLayers : {false, true}) {
                    RunConfig tried = config;
                    if (!setKey(tried, "model.kind", model) || !setKey(tried, "loss.kind", loss))
                        continue;
                    if (newLayers && (!hidden || !setKey(tried, "model.hidden", "32")))
                        continue;
                    if (newStart && !setKey(tried, "start.kind", model == "mlp" ? "seeded" : "zero"))
                        continue;
                    if (runs(tried))
                        return tried;
                }
    return config;
}

} // namespace lockstep::ui
