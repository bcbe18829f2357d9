// Trace files: records in, records out. How each part looks is in encode and decode, whether it fits in trace_check.
#include "core/trace/trace_io.h"

#include <cerrno>
#include <cstring>
#include <limits>

#include "core/base/files.h"
#include "core/trace/byte_io.h"
#include "core/trace/trace_check.h"
#include "core/trace/trace_codec.h"

namespace lockstep {
namespace {

using codec::RecordKind;

constexpr std::size_t kFrontBytes = 5; // kind and length
constexpr std::size_t kCheckBytes = 4; // CRC-32 of kind, length and payload

std::string fileStart()
{
    ByteWriter out;
    out.raw(codec::kMagic);
    out.number(codec::kMajor);
    out.number(codec::kMinor);
    return out.take();
}

std::string recordBytes(RecordKind kind, std::string_view payload)
{
    LOCKSTEP_CHECK(payload.size() <= std::numeric_limits<std::uint32_t>::max());
    ByteWriter out;
    out.number(kind);
    out.text(payload);
    out.number(crc32(out.bytes()));
    return out.take();
}

Error cannotWrite(const std::filesystem::path& path)
{
    return Error{path.string() + ": cannot be written (" + std::strerror(errno)
        + "); choose a folder that exists, can be written to and has room."};
}

Error cannotGoOn(const std::filesystem::path& path)
{
    return Error{path.string() + ": cannot be written (" + std::strerror(errno) + "); the steps so far are kept in "
        + path.filename().string() + ".partial, so make room and repeat the run."};
}

std::filesystem::path partialPath(const std::filesystem::path& path)
{
    std::filesystem::path partial = path;
    partial += ".partial";
    return partial;
}

/// A file that is neither empty nor begins like a trace.
bool holdsOtherThings(const std::filesystem::path& path)
{
    std::string start(codec::kMagic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    return in.gcount() > 0 && start != codec::kMagic;
}

/// Takes the file apart, record by record.
class TraceParser {
public:
    TraceParser(std::string_view bytes, std::string_view source)
        : m_in(bytes)
        , m_bytes(bytes)
        , m_source(source)
    {
    }

    Result<LoadedTrace> parse()
    {
        if (auto done = readStart(); !done)
            return done.error();
        while (!m_ended && m_loaded.damage.empty() && m_in.left() > 0) {
            m_recordAt = m_in.position();
            if (auto done = readRecord(); !done)
                return done.error();
        }
        if (!m_loaded.trace.hasHeader())
            return problem("the file ends before its header is complete; it holds no step, so repeat the run");
        if (!m_ended && m_loaded.damage.empty())
            m_loaded.damage = std::string(m_source) + ": the file ends without its end mark" + upTo();
        if (m_loaded.trace.empty())
            return problem("the file ends before its first step; repeat the run");
        if (m_ended && m_in.left() > 0)
            return problem(
                "there are " + std::to_string(m_in.left()) + " bytes behind the end of the trace; " + kRemedy);
        return std::move(m_loaded);
    }

private:
    static constexpr const char* kRemedy = "the file is damaged, so copy it again or repeat the run";

    Error problem(const std::string& what) const { return Error{std::string(m_source) + ": " + what + "."}; }
    Error damaged(const std::string& what) const
    {
        const std::string place
            = m_loaded.trace.hasHeader() ? "step " + std::to_string(m_loaded.trace.stepCount()) + ", " : "";
        return problem(place + "byte " + std::to_string(m_recordAt) + ": " + what + "; " + kRemedy);
    }
    std::string upTo() const
    {
        const std::size_t steps = m_loaded.trace.stepCount();
        return "; shown up to step " + std::to_string(steps == 0 ? 0 : steps - 1) + ", the last that is whole.";
    }

    Result<Done> readStart()
    {
        if (m_bytes.empty())
            return problem("the file is empty; give a trace written by lockstep run --trace");
        const std::string_view magic = m_in.take(codec::kMagic.size());
        if (magic != codec::kMagic)
            return problem(
                "this is not a Lockstep trace (it does not begin with LOCKSTEP); give a file written by lockstep"
                " run --trace");
        const auto major = m_in.number<std::uint16_t>();
        const auto minor = m_in.number<std::uint16_t>();
        if (m_in.failed())
            return problem("the file ends inside its first 12 bytes; it holds no step, so repeat the run");
        if (major != codec::kMajor)
            return problem("trace format " + std::to_string(major) + "." + std::to_string(minor) + " is "
                + (major > codec::kMajor ? "newer" : "unknown") + ", this Lockstep reads format "
                + std::to_string(codec::kMajor)
                + (major > codec::kMajor ? "; open it with a newer Lockstep"
                                         : "; the file is damaged, so copy it again"));
        m_tolerant = minor > codec::kMinor;
        return Done{};
    }

    Result<Done> readRecord()
    {
        const auto kind = m_in.number<RecordKind>();
        const auto length = m_in.number<std::uint32_t>();
        const std::string_view payload = m_in.take(length);
        const auto check = m_in.number<std::uint32_t>();
        if (m_in.failed()) {
            m_loaded.damage = std::string(m_source) + ": the file ends inside a record that begins at byte "
                + std::to_string(m_recordAt) + upTo();
            return Done{};
        }
        if (check != crc32(m_bytes.substr(m_recordAt, kFrontBytes + length)))
            return damaged("the checksum does not match");
        switch (kind) {
        case RecordKind::header:
            return readHeader(payload);
        case RecordKind::info:
            return readInfo(payload);
        case RecordKind::step:
            return readStep(payload);
        case RecordKind::end:
            m_ended = true;
            return Done{};
        }
        if (m_tolerant)
            return Done{};
        return damaged("a record is of the unknown kind " + std::to_string(static_cast<int>(kind)));
    }

    Result<Done> readHeader(std::string_view payload)
    {
        if (m_loaded.trace.hasHeader())
            return damaged("there is a second header");
        Result<TraceHeader> header = codec::decodeHeader(payload, m_tolerant);
        if (!header)
            return damaged(header.error().message);
        if (auto done = checkHeader(header.value()); !done)
            return damaged(done.error().message);
        RunInfo info;
        info.imported = true;
        m_loaded.trace = Trace(std::make_shared<const TraceHeader>(std::move(header).value()), info);
        return Done{};
    }

    Result<Done> readInfo(std::string_view payload)
    {
        if (!m_loaded.trace.hasHeader())
            return damaged("the run information comes before the header");
        Result<RunInfo> info = codec::decodeInfo(payload, m_tolerant);
        if (!info)
            return damaged(info.error().message);
        m_loaded.trace.info() = std::move(info).value();
        m_loaded.trace.info().imported = true;
        return Done{};
    }

    Result<Done> readStep(std::string_view payload)
    {
        Trace& trace = m_loaded.trace;
        if (!trace.hasHeader())
            return damaged("a step comes before the header");
        if (trace.finished())
            return damaged("a step comes after the end of the run");
        auto step = codec::decodeStep(payload, m_tolerant, EventId{trace.eventCount()});
        if (!step)
            return damaged(step.error().message);
        if (auto done = checkStep(trace.header(), *step.value(), trace.stepCount()); !done)
            return damaged(done.error().message);
        trace.append(std::move(step).value());
        return Done{};
    }

    ByteReader m_in;
    std::string_view m_bytes, m_source;
    LoadedTrace m_loaded;
    std::size_t m_recordAt = 0;
    bool m_tolerant = false;
    bool m_ended = false;
};

} // namespace

Result<TraceWriter> TraceWriter::create(
    const std::filesystem::path& path, const TraceHeader& header, const RunInfo& info)
{
    TraceWriter writer;
    writer.m_path = path;
    if (auto done = checkReplaceable(path); !done)
        return done.error();
    if (holdsOtherThings(path))
        return Error{path.string()
            + ": there is already a file of this name that is no trace, and it is kept; choose"
              " another name or remove it."};
    writer.m_out.open(partialPath(path), std::ios::binary | std::ios::trunc);
    writer.m_out << fileStart() << recordBytes(RecordKind::header, codec::encodeHeader(header))
                 << recordBytes(RecordKind::info, codec::encodeInfo(info)) << std::flush;
    if (!writer.m_out)
        return cannotWrite(path);
    return writer;
}

Result<Done> TraceWriter::append(const StepRecord& record)
{
    m_out << recordBytes(RecordKind::step, codec::encodeStep(record)) << std::flush;
    if (!m_out)
        return cannotGoOn(m_path);
    return Done{};
}

Result<Done> TraceWriter::finish()
{
    m_out << recordBytes(RecordKind::end, {});
    m_out.close();
    if (!m_out || std::rename(partialPath(m_path).c_str(), m_path.c_str()) != 0)
        return cannotGoOn(m_path);
    return Done{};
}

Result<LoadedTrace> parseTrace(std::string_view bytes, std::string_view source)
{
    return TraceParser(bytes, source).parse();
}

Result<LoadedTrace> readTrace(const std::filesystem::path& path)
{
    const Result<std::string> bytes = readFile(path);
    if (!bytes)
        return bytes.error();
    return parseTrace(bytes.value(), path.string());
}

std::string traceToBytes(const Trace& trace)
{
    std::string bytes = fileStart();
    bytes += recordBytes(RecordKind::header, codec::encodeHeader(trace.header()));
    bytes += recordBytes(RecordKind::info, codec::encodeInfo(trace.info()));
    for (std::size_t i = 0; i < trace.stepCount(); ++i)
        bytes += recordBytes(RecordKind::step, codec::encodeStep(trace.step(i)));
    bytes += recordBytes(RecordKind::end, {});
    return bytes;
}

Result<Done> writeTrace(const Trace& trace, const std::filesystem::path& path)
{
    return writeFileAtomically(path, traceToBytes(trace));
}

std::string logicalBytes(const Trace& trace)
{
    TraceHeader header = trace.header();
    const RunConfig nowhere;
    header.config.backend = nowhere.backend;
    header.config.isa = nowhere.isa;
    header.config.name = nowhere.name;
    ByteWriter out;
    out.text(codec::encodeHeader(header));
    for (std::size_t i = 0; i < trace.stepCount(); ++i)
        out.text(codec::encodeLogicalStep(trace.step(i)));
    return out.take();
}

} // namespace lockstep
