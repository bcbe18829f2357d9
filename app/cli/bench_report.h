// What a bench says: rows of measured quantities, and everything that a reader needs to judge them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/bench_machine.h"
#include "app/cli/spread.h"

namespace lockstep::cli {

struct BenchValue {
    std::string key;  ///< "steps_per_second"
    std::string unit; ///< "steps/s"
    std::vector<double> values; ///< one a repeat
};

struct BenchRow {
    std::string name;               ///< "2 workers"
    std::vector<BenchValue> values;
    std::string remark;             ///< "time-sharing: 4 workers on 2 cores"
};

struct BenchReport {
    std::string bench;                                       ///< "step"
    std::vector<std::pair<std::string, std::string>> about;  ///< what was measured: key, text
    std::vector<BenchRow> rows;
    MachineUse machine;
    std::vector<std::string> notes;                          ///< sentences
};

/// --json and --csv, which every bench takes.
std::vector<OptionSpec> benchOutputOptions();

/// Prints as text, or as --json or --csv ask. Returns an exit code.
int printBench(const BenchReport& report, const Arguments& arguments);

} // namespace lockstep::cli
