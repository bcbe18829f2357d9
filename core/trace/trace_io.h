// Trace files and live streams share one format: magic, version, then length-prefixed records with a CRC. A new field
// is a minor version, a changed one a major version. docs/trace-format.md describes the bytes.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

/// Writes a trace while it grows: the header at once, each step when it is sealed, flushed.
class TraceWriter {
public:
    /// Writes to `path`.partial and renames to `path` in finish(), so that an older trace is kept until the new one is
    /// whole. Refuses to replace a file that is no trace: it may be the very config of the run.
    static Result<TraceWriter> create(const std::filesystem::path& path, const TraceHeader& header, const RunInfo& info);
    Result<Done> append(const StepRecord& record);
    Result<Done> finish();

private:
    std::filesystem::path m_path;
    std::ofstream m_out;
};

/// A trace read from a file, and what was wrong with its tail, if anything: a file that ends inside a step is opened
/// up to its last whole step and `damage` says so.
struct LoadedTrace {
    Trace trace;
    std::string damage;
};

Result<LoadedTrace> readTrace(const std::filesystem::path& path);
Result<LoadedTrace> parseTrace(std::string_view bytes, std::string_view source);
Result<Done> writeTrace(const Trace& trace, const std::filesystem::path& path);
std::string traceToBytes(const Trace& trace);

/// The bytes that must be equal for equal configs: header and events, without RunInfo, timing, and the keys that say
/// where it ran (backend, isa, name).
std::string logicalBytes(const Trace& trace);

/// One line per event, for goldens and people: id, step, rank, lane, name, deps, values with 12 significant digits.
/// `withTimes` adds the measured span.
void printTrace(const Trace& trace, std::ostream& out, bool withTimes = false);

} // namespace lockstep
