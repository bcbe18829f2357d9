// A small option parser: every mistake is one sentence with the likely spelling.
#include "app/cli/arguments.h"

#include "core/base/spelling.h"

namespace lockstep::cli {
namespace {

const OptionSpec* findOption(std::span<const OptionSpec> options, const std::string& name)
{
    for (const OptionSpec& option : options)
        if (option.name == name)
            return &option;
    return nullptr;
}

Error unknownOption(std::span<const OptionSpec> options, const std::string& name, const std::string& usage)
{
    std::vector<std::string> names{"--help"};
    for (const OptionSpec& option : options)
        names.push_back(option.name);
    const std::string nearest = nearestSpelling(name, names);
    return Error{usage + " has no option " + name + "; "
        + (nearest.empty() ? "\"" + usage + " --help\" lists them." : "did you mean " + nearest + "?")};
}

} // namespace

std::string Arguments::value(const std::string& option, const std::string& otherwise) const
{
    const auto found = options.find(option);
    return found == options.end() ? otherwise : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& option) const
{
    const auto found = options.find(option);
    return found == options.end() ? std::vector<std::string>{} : found->second;
}

Result<Arguments> parseArguments(
    std::span<const std::string> words, std::span<const OptionSpec> options, const std::string& usage)
{
    Arguments parsed;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (optionsEnded || word.size() < 2 || word[0] != '-') {
            parsed.plain.push_back(word);
            continue;
        }
        if (word == "--") {
            optionsEnded = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const OptionSpec* option = findOption(options, name);
        if (!option)
            return unknownOption(options, name, usage);
        std::string value;
        if (option->value.empty()) {
            if (equals != std::string::npos)
                return Error{usage + ": " + name + " is a switch and takes no value; write " + name + " alone."};
        } else if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (i + 1 < words.size()) {
            value = words[++i];
        }
        if (value.empty() && !option->value.empty())
            return Error{usage + ": " + name + " needs a value; write " + name + " " + option->value + "."};
        std::vector<std::string>& values = parsed.options[name];
        if (!values.empty() && !option->repeats)
            return Error{usage + ": " + name + " is given twice; keep one of them."};
        values.push_back(value);
    }
    return parsed;
}

} // namespace lockstep::cli
