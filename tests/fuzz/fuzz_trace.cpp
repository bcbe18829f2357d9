// libFuzzer target: any bytes as a trace file, with and without right checksums; what is accepted goes through every
// reader. Built by the preset `fuzz`.
#include <sstream>
#include <string>

#include "core/cost/price.h"
#include "core/diagnose/finding.h"
#include "core/replay/world.h"
#include "core/trace/byte_io.h"
#include "core/trace/trace_io.h"

namespace {

constexpr std::size_t kMostEvents = 2000; // a step of thousands of events is sound but slow to walk through

/// The same records with their checksums made right, so that the fuzzer gets past them.
std::string withRightChecksums(std::string_view bytes)
{
    constexpr std::size_t kStart = 12, kFront = 5, kCheck = 4;
    if (bytes.size() < kStart)
        return std::string(bytes);
    std::string fixed(bytes.substr(0, kStart));
    std::size_t at = kStart;
    while (at + kFront + kCheck <= bytes.size()) {
        lockstep::ByteReader front(bytes.substr(at + 1, 4));
        const std::size_t length = front.number<std::uint32_t>();
        if (length > bytes.size() - at - kFront - kCheck)
            break;
        const std::string_view record = bytes.substr(at, kFront + length);
        lockstep::ByteWriter out;
        out.raw(record);
        out.number(lockstep::crc32(record));
        fixed += out.bytes();
        at += kFront + length + kCheck;
    }
    return fixed + std::string(bytes.substr(at));
}

void read(std::string_view bytes)
{
    const auto loaded = lockstep::parseTrace(bytes, "fuzz");
    if (!loaded || static_cast<std::size_t>(loaded.value().trace.eventCount()) > kMostEvents)
        return;
    const lockstep::Trace& trace = loaded.value().trace;
    for (const lockstep::Track& track : {lockstep::price(trace), lockstep::measuredTrack(trace)}) {
        for (std::size_t step = 0; step < trace.stepCount(); ++step)
            lockstep::waits(trace, track, step);
        for (int i = -1; i <= 9; ++i) {
            const lockstep::World world = lockstep::worldAt(trace, track, track.end() * i / 8);
            lockstep::nextMoment(trace, track, world.time);
            lockstep::previousMoment(trace, track, world.time);
        }
    }
    lockstep::diagnose(trace);
    std::ostringstream text;
    lockstep::printTrace(trace, text, true);
    if (loaded.value().damage.empty() && lockstep::traceToBytes(trace).empty())
        __builtin_trap();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read(bytes);
    read(withRightChecksums(bytes));
    return 0;
}
