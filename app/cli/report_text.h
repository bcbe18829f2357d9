// Runs as text for people: every number of a step, the end of a run, the findings.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>

#include "app/cli/repeat.h"
#include "core/diagnose/finding.h"
#include "core/trace/trace.h"

namespace lockstep::cli {

/// "1 step", "2 steps".
std::string counted(std::size_t n, const char* what);

/// One line: what is run, with how many workers, on which backend.
void printRunHead(const Trace& trace, std::ostream& out);
/// Every number of the first `most` training steps; long lists are cut and say so.
void printSteps(const Trace& trace, std::size_t most, std::ostream& out);
/// Losses, held-out examples, fingerprints, milliseconds by phase.
void printSummary(const Trace& trace, std::ostream& out);
/// How long a step takes over several runs, and whether they all ended the same.
void printRepeats(const Repeats& repeats, std::ostream& out);
void printFindings(std::span<const Finding> findings, std::ostream& out);

bool anyFailing(std::span<const Finding> findings);

} // namespace lockstep::cli
