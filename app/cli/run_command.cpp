// lockstep run CONFIG
#include <iostream>

#include <unistd.h>

#include "app/cli/command.h"
#include "app/cli/config_source.h"
#include "app/cli/repeat.h"
#include "app/cli/report_json.h"
#include "app/cli/report_text.h"
#include "core/base/numbers.h"

namespace lockstep::cli {
namespace {

/// 0 without --repeat.
Result<int> repeatsOf(const Arguments& arguments)
{
    if (!arguments.has("--repeat"))
        return 0;
    const auto times = parseInteger(arguments.value("--repeat"));
    if (!times || *times < 2 || *times > 1000)
        return Error{"lockstep run: --repeat " + arguments.value("--repeat")
            + " is no number of runs from 2 to 1000; one run alone has no spread."};
    for (const char* option : {"--trace", "--dump", "--print"})
        if (arguments.has(option))
            return Error{std::string("lockstep run: --repeat trains the same run several times to measure it, and ")
                + option + " is about one run; leave one of them out."};
    return static_cast<int>(*times);
}

void report(const Trace& trace, const std::vector<Finding>& findings, const Repeats* repeats, bool steps)
{
    printRunHead(trace, std::cout);
    if (steps)
        printSteps(trace, trace.stepCount(), std::cout);
    printSummary(trace, std::cout);
    if (repeats)
        printRepeats(*repeats, std::cout);
    printFindings(findings, std::cout);
}

} // namespace

int runTrainingCommand(const Arguments& arguments)
{
    const bool json = arguments.has("--json");
    if (json && arguments.has("--print"))
        return complain(Error{
            "lockstep run: --json prints one object and nothing else, so --print cannot go with it; keep one of them."});
    const Result<int> times = repeatsOf(arguments);
    if (!times)
        return complain(times.error());
    const Result<RunConfig> config = chosenConfig(arguments);
    if (!config)
        return complain(config.error());
    const Outputs outputs{
        arguments.value("--trace"), arguments.value("--dump"), !json || ::isatty(STDOUT_FILENO) == 1};
    const int runs = times.value() > 0 ? times.value() : 1;
    const Result<RepeatedRun> result = executeRepeatedly(config.value(), runs, outputs);
    if (!result)
        return complain(result.error());

    const Trace& trace = result.value().trace;
    const Repeats* repeats = times.value() > 0 ? &result.value().repeats : nullptr;
    const std::vector<Finding> findings = diagnose(trace);
    if (json)
        std::cout << runReportJson(trace, findings, repeats);
    else
        report(trace, findings, repeats, arguments.has("--print"));
    const auto& last = trace.step(trace.stepCount() - 1).events.back();
    return last.as<RunFailed>() || (repeats && !repeats->equalResults) ? kFoundFailures : kOk;
}

} // namespace lockstep::cli
