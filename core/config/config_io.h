// RunConfig in and out: JSON text, `key=value` settings (command line and lesson files), JSON Schema and the key
// reference page. All five come from the one table of keys in key_table.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// JSON (keys nested by their dots, or written dotted) to a validated config. `source` names the file in errors.
Result<RunConfig> parseConfigJson(std::string_view text, std::string_view source);
/// The same without validate(): for configs that more settings will complete.
Result<RunConfig> parseConfigKeys(std::string_view text, std::string_view source);
/// Reads and parses a file.
Result<RunConfig> loadConfig(const std::string& path);
/// Names of files in a config (start.files, data.*) are relative to the folder it lies in; this makes them usable from
/// the folder of the program. `path` is the config's own.
void placeFiles(RunConfig& config, const std::string& path);
/// The config as JSON, keys nested by their dots in the order of the table; `onlyChanged` leaves defaults out.
std::string configToJson(const RunConfig& config, bool onlyChanged = false);

/// Sets one key from text as in `--set optimizer.lr=0.5` and lesson lines `optimizer.lr: 0.5`. Lists are written with
/// commas, rows with semicolons ("1; 3"). Checks name, type and range but not combinations.
Result<Done> setKey(RunConfig& config, std::string_view key, std::string_view value);
/// The key's value as setKey would read it. Precondition: the key exists.
std::string keyText(const RunConfig& config, std::string_view key);

/// Checks everything that involves several keys. Names the key, what was given, what is allowed, and the remedy.
Result<Done> validate(const RunConfig& config);

/// JSON Schema (draft 2020-12) of the nested form.
std::string configSchemaJson();
/// docs/config.md.
std::string configReferenceMarkdown();

} // namespace lockstep
