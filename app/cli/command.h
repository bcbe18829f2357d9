// The commands of the command line: one table says their names, arguments, options and help.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/arguments.h"

namespace lockstep::cli {

/// What the process returns.
enum ExitCode {
    kOk = 0,
    kFoundFailures = 1, ///< the run ended with RunFailed, or findings or lesson checks failed
    kBadInput = 2,      ///< a wrong word, file or config, or no room for what was to be written
};

struct CommandSpec {
    std::string name;      ///< "run", "trace print"
    std::string arguments; ///< "CONFIG"
    std::string summary;   ///< one line
    std::vector<OptionSpec> options;
    std::size_t leastPlain = 0, mostPlain = 0;
    int (*run)(const Arguments& arguments);
};

const std::vector<CommandSpec>& commands();

/// Finds the command that `words` begin with, reads its options and runs it.
int runCommandLine(std::span<const std::string> words);

/// True when the first word names a command, or the first word of one ("trace").
bool isCommandWord(const std::string& word);

/// "lockstep: " and the sentence, as one line, on stderr; returns kBadInput.
int complain(const Error& error);

std::string generalHelp();
std::string commandHelp(const CommandSpec& command);

// Each in its own file.
int runTrainingCommand(const Arguments& arguments);
int runDiagnoseCommand(const Arguments& arguments);
int runCompareCommand(const Arguments& arguments);
int runTracePrintCommand(const Arguments& arguments);
int runLessonsCheckCommand(const Arguments& arguments);
int runSamplerCommand(const Arguments& arguments);
int runSchemaCommand(const Arguments& arguments);
int runBenchStepCommand(const Arguments& arguments);
int runBenchScalingCommand(const Arguments& arguments);
int runBenchTraceCommand(const Arguments& arguments);
int runBenchStartCommand(const Arguments& arguments);
int runBenchGemmCommand(const Arguments& arguments);

} // namespace lockstep::cli
