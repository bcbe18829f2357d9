// Damages traces in ways that a checksum does not catch, and in ways that it does.
#include "tests/support/trace_bytes.h"

#include "core/trace/byte_io.h"
#include "core/trace/trace_codec.h"
#include "core/trace/trace_io.h"

namespace lockstep::test {
namespace {

constexpr std::size_t kStartBytes = 12;

/// The sound trace with one change to its decoded form, written again with right checksums.
template <class Change>
std::string changed(const std::string& sound, std::size_t step, Change change)
{
    const Result<LoadedTrace> loaded = parseTrace(sound, "sound");
    const Trace& trace = loaded.value().trace;
    Trace bad(std::make_shared<TraceHeader>(trace.header()), trace.info());
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        auto record = std::make_shared<StepRecord>(trace.step(i));
        if (i == step)
            change(*record);
        bad.append(record);
    }
    return traceToBytes(bad);
}

template <class T, class Change>
std::string changedEvent(const std::string& sound, Change change)
{
    return changed(sound, 1, [&](StepRecord& record) {
        for (Event& event : record.events)
            if (auto* payload = std::get_if<T>(&event.payload)) {
                change(event, *payload);
                return;
            }
    });
}

template <class Change>
std::string changedHeader(const std::string& sound, Change change)
{
    const Result<LoadedTrace> loaded = parseTrace(sound, "sound");
    TraceHeader header = loaded.value().trace.header();
    change(header);
    RawTrace raw = takeApart(sound);
    raw.records.front().payload = codec::encodeHeader(header);
    return putTogether(raw);
}

} // namespace

RawTrace takeApart(const std::string& bytes)
{
    RawTrace raw;
    raw.start = bytes.substr(0, kStartBytes);
    ByteReader in(std::string_view(bytes).substr(kStartBytes));
    while (in.left() > 0) {
        RawRecord record;
        record.kind = in.number<unsigned char>();
        record.payload = in.text();
        in.number<std::uint32_t>();
        LOCKSTEP_CHECK(!in.failed());
        raw.records.push_back(std::move(record));
    }
    return raw;
}

std::string putTogether(const RawTrace& raw)
{
    std::string bytes = raw.start;
    for (const RawRecord& record : raw.records) {
        ByteWriter out;
        out.number(record.kind);
        out.text(record.payload);
        out.number(crc32(out.bytes()));
        bytes += out.bytes();
    }
    return bytes;
}

std::vector<BadTrace> badTraces(const std::string& sound)
{
    std::vector<BadTrace> bad;
    bad.push_back({"empty", "", "the file is empty"});
    bad.push_back({"not_a_trace", "{ \"workers\": 2 }\n", "not a Lockstep trace"});
    bad.push_back({"short_start", sound.substr(0, 10), "ends inside its first 12 bytes"});
    std::string newer = sound;
    newer[8] = 2;
    bad.push_back({"newer_major", newer, "newer"});
    bad.push_back({"only_start", sound.substr(0, 12), "ends before its header"});
    std::string flipped = sound;
    flipped[sound.size() / 2] = static_cast<char>(flipped[sound.size() / 2] ^ 16);
    bad.push_back({"flipped_bit", flipped, "checksum"});
    bad.push_back({"trailing_bytes", sound + "more", "behind the end"});

    RawTrace raw = takeApart(sound);
    std::swap(raw.records[2], raw.records[3]);
    bad.push_back({"swapped_steps", putTogether(raw), "says that it is step"});
    raw = takeApart(sound);
    raw.records.erase(raw.records.begin());
    bad.push_back({"no_header", putTogether(raw), "before the header"});
    raw = takeApart(sound);
    raw.records.insert(raw.records.begin(), raw.records.front());
    bad.push_back({"two_headers", putTogether(raw), "second header"});
    raw = takeApart(sound);
    raw.records[2].payload += "x";
    bad.push_back({"long_step", putTogether(raw), "cannot be understood"});
    raw = takeApart(sound);
    raw.records[3].kind = 77;
    bad.push_back({"unknown_record", putTogether(raw), "unknown kind 77"});
    raw = takeApart(sound);
    raw.records.erase(raw.records.begin() + 2, raw.records.end() - 1);
    bad.push_back({"no_steps", putTogether(raw), "before its first step"});

    bad.push_back({"bad_config", changedHeader(sound, [](TraceHeader& h) { h.config.workers = 0; }), "workers"});
    bad.push_back({"wrong_parameter", changedHeader(sound, [](TraceHeader& h) { h.parameters[0].name = "bias"; }),
        "parameter 0"});
    bad.push_back({"bucket_of_nothing",
        changedHeader(sound, [](TraceHeader& h) { h.buckets[0].parameters = {ParameterId{8}}; }), "parameter 8"});
    bad.push_back({"plan_for_others", changedHeader(sound, [](TraceHeader& h) { h.plans[0].ranks = 3; }), "3 ranks"});
    bad.push_back(
        {"too_many_examples", changedHeader(sound, [](TraceHeader& h) { h.data.train = 900; }), "900 examples"});

    bad.push_back(
        {"unknown_rank", changedEvent<Loaded>(sound, [](Event& e, Loaded&) { e.rank = RankId{2}; }), "rank 2"});
    bad.push_back({"effect_before_cause", changedEvent<Loaded>(sound, [](Event& e, Loaded&) { e.deps = {e.id}; }),
        "not an earlier one"});
    bad.push_back({"unknown_example",
        changedEvent<BatchAssigned>(sound, [](Event&, BatchAssigned& p) { p.samples[0] = 4; }), "deals example 4"});
    bad.push_back({"unknown_bucket",
        changedEvent<BucketReduced>(sound, [](Event&, BucketReduced& p) { p.bucket = BucketId{5}; }), "bucket 5"});
    bad.push_back({"too_many_values",
        changedEvent<GradientReady>(sound,
            [](Event&, GradientReady& p) {
                p.values = {1, 2};
            }),
        "2 values"});
    bad.push_back({"no_digests", changed(sound, 1, [](StepRecord& r) { r.before.digests.clear(); }), "digests"});
    bad.push_back({"time_runs_backwards",
        changed(sound, 1, [](StepRecord& r) { r.measured[3].end = r.measured[3].begin - 1; }), "impossible time"});
    bad.push_back(
        {"missing_time", changed(sound, 1, [](StepRecord& r) { r.measured[0].begin = 0.0 / 0.0; }), "impossible time"});
    return bad;
}

} // namespace lockstep::test
