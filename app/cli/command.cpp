// The table of commands, their help, and the way from words to a command.
#include "app/cli/command.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/cli/bench_plan.h"
#include "app/cli/bench_report.h"
#include "core/base/spelling.h"
#include "core/config/bug_presets.h"

namespace lockstep::cli {
namespace {

std::string bugIds()
{
    std::string ids;
    for (const BugPreset& preset : bugPresets())
        ids += (ids.empty() ? "" : ", ") + preset.id;
    return ids;
}

/// Options of every command that takes a config.
std::vector<OptionSpec> withConfigOptions(std::vector<OptionSpec> options)
{
    const std::vector<OptionSpec> shared{
        {"--scenario", "ID", "of a lesson: the scenario to take (the first one otherwise)"},
        {"--set", "KEY=VALUE", "change one key; may be repeated", true},
        {"--bug", "ID", "put a well-known mistake in: " + bugIds()},
    };
    options.insert(options.begin(), shared.begin(), shared.end());
    return options;
}

/// Options of every bench that trains.
std::vector<OptionSpec> benchOptions()
{
    std::vector<OptionSpec> options = withConfigOptions(benchRunOptions());
    for (const OptionSpec& option : benchOutputOptions())
        options.push_back(option);
    return options;
}

std::vector<OptionSpec> benchGemmOptions()
{
    std::vector<OptionSpec> options{{"--isa", "ISA", "auto, baseline or x86-64-v3 (auto unless given)"},
        {"--repeats", "N", "how often each product is measured, in turn (15 unless given)"}};
    for (const OptionSpec& option : benchOutputOptions())
        options.push_back(option);
    return options;
}

std::vector<CommandSpec> makeCommands()
{
    return {
        {"run", "CONFIG", "Train as CONFIG says: a JSON file, a lesson folder or a lesson file.",
            withConfigOptions({
                {"--trace", "FILE", "write the whole record of the run"},
                {"--init", "DIR[@STEP]", "start from the parameters of such a folder: its first ones, or those after STEP (or last)"},
                {"--dump", "DIR", "write every value of every step as NumPy files into a new folder"},
                {"--repeat", "N", "train N times and say how long a step takes, with the spread"},
                {"--print", "", "print every number of every step"},
                {"--json", "", "print one JSON object on stdout and nothing else (docs/cli.md)"},
            }),
            1, 1, runTrainingCommand},
        {"diagnose", "TRACE|CONFIG", "Say what is right and wrong with a recorded run, or run CONFIG and say it.",
            withConfigOptions({{"--json", "", "print one JSON object on stdout and nothing else (docs/cli.md)"}}), 1, 1,
            runDiagnoseCommand},
        {"compare", "A [B]",
            "Put two runs beside each other: recorded ones, or configs to run. Without B it is A with its first fix.",
            {{"--json", "", "print one JSON object on stdout and nothing else (docs/cli.md)"}}, 1, 2, runCompareCommand},
        {"sampler", "", "Print what PyTorch's DistributedSampler deals: one line of sample indices a rank.",
            {
                {"--dataset-size", "N", "examples in the set, 0 to 10000000"},
                {"--replicas", "W", "number of ranks, the world size"},
                {"--rank", "R", "print only the line of this rank"},
                {"--seed", "S", "seed of the shuffle; 0 unless given"},
                {"--epoch", "E", "number of the epoch, as set_epoch takes it; 0 unless given"},
                {"--no-shuffle", "", "deal the examples in their order"},
                {"--drop-last", "", "cut the order to a multiple of W instead of padding it"},
            },
            0, 0, runSamplerCommand},
        {"trace print", "FILE", "Print a trace file, one line per event.",
            {{"--times", "", "add the measured time of each event, in microseconds"}}, 1, 1, runTracePrintCommand},
        {"lessons check", "DIR", "Check lesson files: a folder of lessons, one lesson folder, or one lesson file.",
            {{"--run", "", "also run every scenario and compare the lesson's expected numbers"}}, 1, 1,
            runLessonsCheckCommand},
        {"bench step", "[CONFIG]", "Measure how fast a training step is: of CONFIG, or of an MLP.", benchOptions(), 0, 1,
            runBenchStepCommand},
        {"bench scaling", "[CONFIG]", "Measure how much faster several workers train than one.", benchOptions(), 0, 1,
            runBenchScalingCommand},
        {"bench trace", "[CONFIG]", "Measure which share of a training step goes into recording it.", benchOptions(), 0,
            1, runBenchTraceCommand},
        {"bench start", "[CONFIG]", "Measure how long it takes from the command line to a finished step.",
            benchOptions(), 0, 1, runBenchStartCommand},
        {"bench gemm", "", "Measure the matrix products of a step beside the most that a core can do.",
            benchGemmOptions(), 0, 0, runBenchGemmCommand},
        {"schema", "", "Print the configuration keys as JSON Schema.",
            {{"--markdown", "", "print them as a page of text instead (docs/config.md)"}}, 0, 0, runSchemaCommand},
    };
}

std::string padded(std::string text, std::size_t width)
{
    text.append(text.size() < width ? width - text.size() : 1, ' ');
    return text;
}

Error unknownCommand(const std::string& word)
{
    std::vector<std::string> names{"render"};
    for (const CommandSpec& command : commands())
        names.push_back(command.name.substr(0, command.name.find(' ')));
    const std::string nearest = nearestSpelling(word, names);
    return Error{word + " is neither a command nor a file; "
        + (nearest.empty() ? "\"lockstep --help\" lists the commands." : "did you mean " + nearest + "?")};
}

const CommandSpec* findCommand(std::span<const std::string> words, std::size_t& used)
{
    for (const CommandSpec& command : commands()) {
        const std::size_t space = command.name.find(' ');
        const bool first = command.name.substr(0, space) == words[0];
        if (first && space == std::string::npos) {
            used = 1;
            return &command;
        }
        if (first && words.size() > 1 && command.name.substr(space + 1) == words[1]) {
            used = 2;
            return &command;
        }
    }
    return nullptr;
}

/// "lockstep trace" or "lockstep trace prnt".
Error halfCommand(std::span<const std::string> words)
{
    std::string list;
    for (const CommandSpec& command : commands())
        if (command.name.starts_with(words[0] + " "))
            list += (list.empty() ? "" : ", ") + ("lockstep " + command.name);
    return Error{"lockstep " + words[0] + (words.size() > 1 ? " " + words[1] : "") + " is not a command; there is "
        + list + "."};
}

} // namespace

const std::vector<CommandSpec>& commands()
{
    static const std::vector<CommandSpec> table = makeCommands();
    return table;
}

bool isCommandWord(const std::string& word)
{
    return std::any_of(commands().begin(), commands().end(),
        [&](const CommandSpec& command) { return command.name.substr(0, command.name.find(' ')) == word; });
}

int complain(const Error& error)
{
    std::cout.flush();
    std::string line = error.message; // a file name may hold line ends and escape sequences
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    std::cerr << "lockstep: " << line << std::endl;
    return kBadInput;
}

std::string commandHelp(const CommandSpec& command)
{
    std::string usage = "lockstep " + command.name + (command.arguments.empty() ? "" : " " + command.arguments);
    std::string list;
    for (const OptionSpec& option : command.options) {
        const std::string form = option.name + (option.value.empty() ? "" : " " + option.value);
        usage += " [" + form + "]" + (option.repeats ? "..." : "");
        list += "  " + padded(form, 20) + option.doc + "\n";
    }
    return usage + "\n\n" + command.summary + "\n" + (list.empty() ? "" : "\n" + list);
}

std::string generalHelp()
{
    std::string help = "Lockstep shows and measures data-parallel training.\n\n"
                       "  lockstep                             open the window\n"
                       "  lockstep FILE                        open a trace, a config or a lesson in the window\n"
                       "  lockstep --lesson NN                 open a lesson by its number\n";
    for (const CommandSpec& command : commands())
        help += "  "
            + padded("lockstep " + command.name + (command.arguments.empty() ? "" : " " + command.arguments), 37)
            + command.summary + "\n";
    help += "  " + padded("lockstep render LESSON|TRACE|CONFIG", 37) + "Draw a moment of a run into a picture file.\n" + "  "
        + padded("lockstep COMMAND --help", 37) + "Show the options of a command.\n" + "  "
        + padded("lockstep --version", 37) + "Show the version.\n\n"
        + "Exit codes: 0 all is well; 1 the run failed or a check found something wrong; 2 wrong words, file or config.\n";
    return help;
}

int runCommandLine(std::span<const std::string> words)
{
    std::size_t used = 0;
    const CommandSpec* command = findCommand(words, used);
    if (!command)
        return complain(isCommandWord(words[0]) ? halfCommand(words) : unknownCommand(words[0]));
    const std::string usage = "lockstep " + command->name;
    const auto rest = words.subspan(used);
    if (std::find(rest.begin(), rest.end(), "--help") != rest.end()
        || std::find(rest.begin(), rest.end(), "-h") != rest.end()) {
        std::cout << commandHelp(*command);
        return kOk;
    }
    const Result<Arguments> arguments = parseArguments(rest, command->options, usage);
    if (!arguments)
        return complain(arguments.error());
    const std::size_t given = arguments.value().plain.size();
    if (given < command->leastPlain)
        return complain(Error{usage + " needs " + command->arguments + "; \"" + usage + " --help\" explains it."});
    if (given > command->mostPlain)
        return complain(Error{usage + " takes "
            + (command->mostPlain == 0 ? "no plain argument" : "only " + command->arguments) + ", but there is also "
            + arguments.value().plain[command->mostPlain] + "; \"" + usage + " --help\" explains it."});
    return command->run(arguments.value());
}

} // namespace lockstep::cli
