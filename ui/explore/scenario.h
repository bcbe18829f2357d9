// Scenario: what the Explore panel says, as one plain value: the controls, the bug switches, texts that are no values
// yet. Undo keeps copies of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QString>

#include "core/config/run_config.h"

namespace lockstep::ui {

struct Scenario {
    std::string preset; ///< id of the preset it began as; empty: from a file or another part of the window
    QString name;       ///< in the title
    bool recorded = false;            ///< came with a trace
    RunConfig base;                   ///< what the controls say, before bugs
    std::vector<std::string> bugs;    ///< switches that are on, in the order of bugSwitches()
    std::map<std::string, QString> drafts; ///< typed texts that are no values, by key: never thrown away
    bool operator==(const Scenario&) const = default;

    bool hasBug(const std::string& id) const;
};

struct Preset {
    std::string id;
    QString title;
};

std::vector<Preset> presets();
/// Precondition: `id` is one of presets().
Scenario presetScenario(const std::string& id);
/// A configuration's scenario; mistakes it has already become switches that are on.
Scenario scenarioOf(const RunConfig& config, const QString& name, bool recorded = false);

/// The run that a scenario describes, and what is wrong with it.
struct Resolved {
    RunConfig config;                         ///< bugs applied, keys without effect at their defaults where they hinder
    std::map<std::string, std::string> owner; ///< keys that a bug switch has set -> its id
    std::string sentence;                     ///< why it cannot run, in core's words; empty when it can
    std::string problemKey, problemBug;       ///< whose control shows it; both empty: the foot alone
    bool runs() const { return sentence.empty(); }
};
Resolved resolve(const Scenario& scenario);

/// Why the switch cannot be turned on now (core's sentence); empty when it can or is on.
QString whyBugOff(const Scenario& scenario, const std::string& id);

/// After `key` got a new value: brings model, loss and toy data in line when only they stand in the way.
RunConfig followUp(const RunConfig& base, const std::string& key);

} // namespace lockstep::ui
