// The parts of a trace as bytes and back, field by field. docs/trace-format.md lists the fields. Private to trace_io.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep::codec {

inline constexpr std::string_view kMagic = "LOCKSTEP";
inline constexpr std::uint16_t kMajor = 1;
inline constexpr std::uint16_t kMinor = 1;

enum class RecordKind : std::uint8_t { header = 1, info = 2, step = 3, end = 4 };

std::string encodeHeader(const TraceHeader& header);
std::string encodeInfo(const RunInfo& info);
/// Step number, keyframe and events: everything that equal configs must agree in.
std::string encodeLogicalStep(const StepRecord& record);
/// The logical part and the measured spans.
std::string encodeStep(const StepRecord& record);

/// Errors say what is wrong without naming the file. `tolerant` (the file's minor version is newer than ours) skips
/// fields behind the known ones.
Result<TraceHeader> decodeHeader(std::string_view bytes, bool tolerant);
Result<RunInfo> decodeInfo(std::string_view bytes, bool tolerant);
/// `firstId` is the id of the step's first event.
Result<std::shared_ptr<const StepRecord>> decodeStep(std::string_view bytes, bool tolerant, EventId firstId);

} // namespace lockstep::codec
