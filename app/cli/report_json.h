// The JSON objects that --json prints. docs/cli.md describes them; "format" changes when a field changes its meaning.
#pragma once

#include <span>
#include <string>

#include "app/cli/repeat.h"
#include "core/diagnose/finding.h"
#include "core/trace/trace.h"

namespace lockstep::cli {

inline constexpr int kJsonFormat = 1;

/// `repeats` may be null.
std::string runReportJson(const Trace& trace, std::span<const Finding> findings, const Repeats* repeats);
std::string diagnoseReportJson(const Trace& trace, std::span<const Finding> findings, const std::string& damage);

} // namespace lockstep::cli
