// Where a command's config comes from: a JSON file, or a scenario of a lesson, changed by --set, --bug and --init.
#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep::cli {

/// A folder or a .md file is a lesson; a file that begins with '{' or ends in .json is a config; others are traces.
enum class FileKind { config, lesson, trace };
Result<FileKind> kindOfFile(const std::string& path);

/// Reads the command's first argument as a config or a lesson, applies --scenario, --set, --bug and --init, and
/// validates.
Result<RunConfig> chosenConfig(const Arguments& arguments);

/// Applies --set, then --bug.
Result<Done> applyChanges(RunConfig& config, const Arguments& arguments);

} // namespace lockstep::cli
