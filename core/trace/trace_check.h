// Checks that the parts of a trace that came from outside fit together, so that no reader behind can be led astray.
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

/// Parameters and data sizes are those of the config; buckets and plans refer to each other and to parameters that
/// exist. Errors are sentences without the file's name and without a remedy.
Result<Done> checkHeader(const TraceHeader& header);

/// Every id is known, every per-rank list has one entry a rank, captured values fit their declared sizes, deps point
/// backwards, spans are finite and end no earlier than they begin. `index` is the place of the record in the trace.
Result<Done> checkStep(const TraceHeader& header, const StepRecord& record, std::size_t index);

} // namespace lockstep
