// Checks each event of a step that came from outside against the header. Private to trace_check.
#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

Result<Done> checkEvents(const TraceHeader& header, const StepRecord& record);

} // namespace lockstep
