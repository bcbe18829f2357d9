// lockstep schema
#include <iostream>

#include "app/cli/command.h"
#include "core/config/config_io.h"

namespace lockstep::cli {

int runSchemaCommand(const Arguments& arguments)
{
    std::cout << (arguments.has("--markdown") ? configReferenceMarkdown() : configSchemaJson());
    return kOk;
}

} // namespace lockstep::cli
