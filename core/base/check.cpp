// Prints the broken invariant with its operands and stops.
#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace lockstep::detail {

void checkFailed(const char* file, int line, const char* expression, const std::string& operands)
{
    std::fprintf(stderr, "lockstep: broken invariant at %s:%d: %s%s%s\n", file, line, expression,
        operands.empty() ? "" : ": ", operands.c_str());
    std::fflush(stderr);
    std::abort();
}

} // namespace lockstep::detail
