// What `lockstep compare` says, as text for people and as one JSON object.
#pragma once

#include <ostream>
#include <string>

#include "core/replay/compare.h"

namespace lockstep::cli {

struct ComparedRuns {
    std::string nameA, nameB;
    Trace a, b;
};

void printComparison(const ComparedRuns& runs, const Comparison& comparison, std::ostream& out);
std::string compareReportJson(const ComparedRuns& runs, const Comparison& comparison);

} // namespace lockstep::cli
