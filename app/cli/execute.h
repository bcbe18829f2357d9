// Runs a config from the command line: Ctrl-C, progress, and the trace file that grows with the run.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/trace/trace.h"

namespace lockstep::cli {

/// `traceFile` may be empty. Progress goes to stderr, and only if that is a terminal.
Result<Trace> execute(const RunConfig& config, const std::string& traceFile);

} // namespace lockstep::cli
