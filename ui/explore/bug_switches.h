// BugSwitches: the well-known mistakes as switches: core's bug presets, and the straggler.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep::ui {

struct BugSwitch {
    std::string id;
    QString title; ///< "Repeat data"
    QString text;  ///< one line: what it does
    QString check; ///< name of the check it breaks; empty: none
};

std::vector<BugSwitch> bugSwitches();

/// Sets the keys that the bug stands for. Fails with core's sentence when the run cannot show it.
Result<Done> turnOn(RunConfig& config, const std::string& id);

/// Names of the keys whose values differ.
std::vector<std::string> changedKeys(const RunConfig& before, const RunConfig& after);

/// If the run already has that mistake, the same run without it; nothing otherwise.
std::optional<RunConfig> withoutBug(const RunConfig& config, const std::string& id);

} // namespace lockstep::ui
