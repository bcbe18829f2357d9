// ChoiceText: the choices of a key in words: "Softmax 64 → 10" for softmax.
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "core/config/run_config.h"

namespace lockstep::ui {

/// `config` gives the sizes that some names carry.
QString choiceText(const std::string& key, const std::string& choice, const RunConfig& config);

/// The choices in the order in which they are offered: places in the key's own list.
std::vector<int> choiceOrder(const std::string& key, const std::vector<std::string>& choices);

} // namespace lockstep::ui
