// lockstep trace print FILE
#include <iostream>

#include "app/cli/command.h"
#include "core/trace/trace_io.h"

namespace lockstep::cli {

int runTracePrintCommand(const Arguments& arguments)
{
    const Result<LoadedTrace> loaded = readTrace(arguments.plain.front());
    if (!loaded)
        return complain(loaded.error());
    printTrace(loaded.value().trace, std::cout, arguments.has("--times"));
    std::cout.flush();
    if (!loaded.value().damage.empty())
        return complain(Error{loaded.value().damage});
    return kOk;
}

} // namespace lockstep::cli
