// lockstep run CONFIG
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/config_source.h"
#include "app/cli/execute.h"
#include "app/cli/report_json.h"
#include "app/cli/report_text.h"

namespace lockstep::cli {

int runTrainingCommand(const Arguments& arguments)
{
    if (arguments.has("--json") && arguments.has("--print"))
        return complain(Error{
            "lockstep run: --json prints one object and nothing else, so --print cannot go with it; keep one of them."});
    const Result<RunConfig> config = chosenConfig(arguments);
    if (!config)
        return complain(config.error());
    const Result<Trace> trace = execute(config.value(), arguments.value("--trace"));
    if (!trace)
        return complain(trace.error());

    const std::vector<Finding> findings = diagnose(trace.value());
    if (arguments.has("--json")) {
        std::cout << runReportJson(trace.value(), findings);
    } else {
        printRunHead(trace.value(), std::cout);
        if (arguments.has("--print"))
            printSteps(trace.value(), trace.value().stepCount(), std::cout);
        printSummary(trace.value(), std::cout);
        printFindings(findings, std::cout);
    }
    const auto& last = trace.value().step(trace.value().stepCount() - 1).events.back();
    return last.as<RunFailed>() ? kFoundFailures : kOk;
}

} // namespace lockstep::cli
