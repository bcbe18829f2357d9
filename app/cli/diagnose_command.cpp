// lockstep diagnose TRACE|CONFIG
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/config_source.h"
#include "app/cli/execute.h"
#include "app/cli/report_json.h"
#include "app/cli/report_text.h"
#include "core/trace/trace_io.h"

namespace lockstep::cli {
namespace {

Result<LoadedTrace> traceToDiagnose(const Arguments& arguments)
{
    const Result<FileKind> kind = kindOfFile(arguments.plain.front());
    if (!kind)
        return kind.error();
    if (kind.value() != FileKind::trace) {
        const Result<RunConfig> config = chosenConfig(arguments);
        if (!config)
            return config.error();
        Result<Trace> trace = execute(config.value());
        return trace ? Result<LoadedTrace>(LoadedTrace{std::move(trace.value()), {}}) : trace.error();
    }
    for (const char* option : {"--scenario", "--set", "--bug"})
        if (arguments.has(option))
            return Error{arguments.plain.front() + ": this is a recorded run, and " + option
                + " changes a config; leave it out."};
    return readTrace(arguments.plain.front());
}

} // namespace

int runDiagnoseCommand(const Arguments& arguments)
{
    const Result<LoadedTrace> loaded = traceToDiagnose(arguments);
    if (!loaded)
        return complain(loaded.error());
    const Trace& trace = loaded.value().trace;
    const std::vector<Finding> findings = diagnose(trace);
    if (!loaded.value().damage.empty())
        std::cerr << "lockstep: " << loaded.value().damage << std::endl;
    if (arguments.has("--json")) {
        std::cout << diagnoseReportJson(trace, findings, loaded.value().damage);
    } else {
        printRunHead(trace, std::cout);
        printFindings(findings, std::cout);
    }
    return anyFailing(findings) ? kFoundFailures : kOk;
}

} // namespace lockstep::cli
