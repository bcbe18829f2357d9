// lockstep compare A [B]
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/compare_report.h"
#include "app/cli/config_source.h"
#include "app/cli/execute.h"
#include "core/diagnose/finding.h"
#include "core/trace/trace_io.h"

namespace lockstep::cli {
namespace {

/// A recorded run as it is; a config or a lesson's first scenario is run.
Result<Trace> runOf(const std::string& path)
{
    const Result<FileKind> kind = kindOfFile(path);
    if (!kind)
        return kind.error();
    if (kind.value() != FileKind::trace) {
        Arguments alone;
        alone.plain = {path};
        const Result<RunConfig> config = chosenConfig(alone);
        return config ? execute(config.value(), {}) : config.error();
    }
    Result<LoadedTrace> loaded = readTrace(path);
    if (!loaded)
        return loaded.error();
    if (!loaded.value().damage.empty())
        std::cerr << "lockstep: " << loaded.value().damage << std::endl;
    if (loaded.value().trace.empty())
        return Error{path + " holds no finished step, so there is nothing to compare; record the run again."};
    return std::move(loaded.value().trace);
}

/// The run with the fix of its first finding.
Result<Trace> fixedRun(const Trace& trace, std::string& name)
{
    for (const Finding& finding : diagnose(trace)) {
        if (finding.verdict != Verdict::fail || finding.fix.empty())
            continue;
        const Result<RunConfig> fixed = withFix(trace.config(), finding);
        if (!fixed)
            return fixed.error();
        name = "A with the fix of " + std::string(detectorName(finding.detector));
        return execute(fixed.value(), {});
    }
    return Error{"No check of this run fails with a known fix, so there is nothing to put beside it; give a second run."};
}

} // namespace

int runCompareCommand(const Arguments& arguments)
{
    ComparedRuns runs;
    Result<Trace> a = runOf(runs.nameA = arguments.plain.front());
    if (!a)
        return complain(a.error());
    runs.a = std::move(a.value());
    Result<Trace> b = arguments.plain.size() > 1 ? runOf(runs.nameB = arguments.plain[1]) : fixedRun(runs.a, runs.nameB);
    if (!b)
        return complain(b.error());
    runs.b = std::move(b.value());
    const Comparison comparison = compareTraces(runs.a, runs.b);
    if (arguments.has("--json"))
        std::cout << compareReportJson(runs, comparison);
    else
        printComparison(runs, comparison, std::cout);
    return kOk;
}

} // namespace lockstep::cli
