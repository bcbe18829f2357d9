// Bug presets: a well-known mistake in one word. Each only changes keys; there is no other way to a bug.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

struct BugPreset {
    std::string id;          ///< "unweighted_mean"
    std::string title;       ///< "Unweighted mean under unequal shares"
    std::string explanation; ///< what goes wrong, one or two sentences
    std::string detector;    ///< stable name of the detector that must report it first
    /// Changes the keys. Fails with a sentence when the config cannot show this bug.
    Result<Done> (*apply)(RunConfig& config);
};

std::span<const BugPreset> bugPresets();
/// Applies the preset of that id; an unknown id is a sentence with the likely spelling.
Result<Done> applyBug(RunConfig& config, std::string_view id);

} // namespace lockstep
