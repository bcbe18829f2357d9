// The words after a command's name, sorted into options and plain arguments.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace lockstep::cli {

struct OptionSpec {
    std::string name;  ///< "--trace"
    std::string value; ///< what follows it, "FILE"; empty for a switch
    std::string doc;
    bool repeats = false;
};

struct Arguments {
    std::vector<std::string> plain;
    std::map<std::string, std::vector<std::string>> options; ///< by name; switches hold one empty text

    bool has(const std::string& option) const { return options.contains(option); }
    /// The option's value, or `otherwise`.
    std::string value(const std::string& option, const std::string& otherwise = {}) const;
    /// All values of an option that repeats.
    std::vector<std::string> values(const std::string& option) const;
};

/// Accepts "--name value" and "--name=value"; "--" ends the options. `usage` names the command in errors.
Result<Arguments> parseArguments(
    std::span<const std::string> words, std::span<const OptionSpec> options, const std::string& usage);

} // namespace lockstep::cli
