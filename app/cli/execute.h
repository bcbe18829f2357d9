// Runs a config for the command line: progress on a terminal, Ctrl-C, and the files that a run writes.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/trace/trace.h"

namespace lockstep::cli {

struct Outputs {
    std::string traceFile;  ///< empty: none
    std::string dumpFolder; ///< empty: none
    bool progress = true;   ///< a bar on stderr, where that is a terminal
};

/// Writes step by step. Ctrl-C keeps the finished steps.
Result<Trace> execute(const RunConfig& config, const Outputs& outputs = {});

} // namespace lockstep::cli
