// Bytes to trace parts. Knows the layout only; whether the numbers make sense together is asked in trace_check.
#include <type_traits>

#include "core/config/config_io.h"
#include "core/trace/byte_io.h"
#include "core/trace/trace_codec.h"

namespace lockstep::codec {
namespace {

constexpr std::size_t kLeastEventBytes = 18; // length, kind, micro, rank, lane, number of deps

template <class Id>
Id id(ByteReader& in)
{
    return Id{in.number<decltype(Id::value)>()};
}

void read(ByteReader&, RunStarted&) { }
void read(ByteReader& in, ParametersBroadcast& e)
{
    e.from = id<RankId>(in);
}
void read(ByteReader& in, BatchAssigned& e)
{
    e.samples = in.numbers<std::int32_t>();
}
void read(ByteReader& in, Loaded& e)
{
    e.examples = in.number<std::int32_t>();
}
void read(ByteReader& in, ForwardDone& e)
{
    e.loss = in.number<double>();
    e.examples = in.number<std::int32_t>();
    e.correct = in.number<std::int32_t>();
}
void read(ByteReader& in, ExampleValues& e)
{
    e.target = in.numbers<double>();
    e.prediction = in.numbers<double>();
    e.loss = in.numbers<double>();
    e.gradient = in.numbers<double>();
    e.parameters = in.number<std::int32_t>();
}
void read(ByteReader& in, GradientReady& e)
{
    e.parameter = id<ParameterId>(in);
    e.norm = in.number<double>();
    e.elements = in.number<std::int64_t>();
    e.values = in.numbers<double>();
}
void read(ByteReader& in, BucketReady& e)
{
    e.bucket = id<BucketId>(in);
    e.elements = in.number<std::int64_t>();
}
void read(ByteReader& in, CollectiveStarted& e)
{
    e.bucket = id<BucketId>(in);
    e.plan = id<PlanId>(in);
    e.sequence = in.number<std::int64_t>();
}
void read(ByteReader& in, TransferSeen& e)
{
    e.bucket = id<BucketId>(in);
    e.round = in.number<std::int32_t>();
    e.transfer = in.number<std::int32_t>();
}
void read(ByteReader& in, BucketReduced& e)
{
    e.bucket = id<BucketId>(in);
    e.norm = in.number<double>();
    e.values = in.numbers<double>();
    e.digest = in.number<std::uint64_t>();
}
void read(ByteReader& in, OptimizerApplied& e)
{
    e.lr = in.number<double>();
    e.parameters = in.numbers<double>();
}
void read(ByteReader& in, ReplicaDigest& e)
{
    e.digest = in.number<std::uint64_t>();
}
void read(ByteReader& in, ReferenceGradient& e)
{
    e.norm = in.number<double>();
    e.maxDifference = in.number<double>();
    e.relativeDifference = in.number<double>();
    e.loss = in.number<double>();
    e.values = in.numbers<double>();
}
void read(ByteReader& in, Evaluated& e)
{
    e.examples = in.number<std::int32_t>();
    e.correct = in.number<std::int32_t>();
    e.loss = in.number<double>();
}
void read(ByteReader& in, FaultInjected& e)
{
    e.kind = in.text();
}
void read(ByteReader& in, StepFinished& e)
{
    e.loss = in.number<double>();
    e.examples = in.number<std::int32_t>();
}
void read(ByteReader& in, RunFinished& e)
{
    e.steps = in.number<std::int32_t>();
    e.stopped = in.flag();
}
void read(ByteReader& in, RunFailed& e)
{
    e.reason = in.text();
}

template <std::size_t Kind = 0>
bool readPayload(ByteReader& in, std::size_t kind, Payload& payload)
{
    if constexpr (Kind < std::variant_size_v<Payload>) {
        if (kind != Kind)
            return readPayload<Kind + 1>(in, kind, payload);
        read(in, payload.emplace<Kind>());
        return true;
    } else {
        return false;
    }
}

/// The part is whole: nothing missing, and nothing behind it unless the file is newer than this program.
bool isWhole(const ByteReader& part, bool tolerant)
{
    return !part.failed() && (tolerant || part.left() == 0);
}

Event readEvent(ByteReader& all, bool tolerant)
{
    ByteReader in = all.part();
    Event event;
    const std::size_t kind = in.number<std::uint8_t>();
    event.micro = in.number<std::int32_t>();
    event.rank = id<RankId>(in);
    event.lane = in.choice(Lane::comm);
    event.deps.resize(in.count(sizeof(std::int64_t)));
    for (EventId& dep : event.deps)
        dep = id<EventId>(in);
    if (!readPayload(in, kind, event.payload) || !isWhole(in, tolerant))
        all.fail();
    return event;
}

Keyframe readKeyframe(ByteReader& all, bool tolerant)
{
    ByteReader in = all.part();
    Keyframe keyframe;
    keyframe.digests = in.numbers<std::uint64_t>();
    keyframe.parameters.resize(in.count(sizeof(std::uint32_t)));
    for (std::vector<double>& parameters : keyframe.parameters)
        parameters = in.numbers<double>();
    keyframe.visits = in.numbers<std::uint16_t>();
    keyframe.examplesSeen = in.number<std::int64_t>();
    keyframe.lastLoss = in.number<double>();
    keyframe.lastCorrect = in.number<std::int32_t>();
    keyframe.lastHeldOut = in.number<std::int32_t>();
    if (!isWhole(in, tolerant))
        all.fail();
    return keyframe;
}

ParameterInfo readParameter(ByteReader& in)
{
    ParameterInfo parameter;
    parameter.name = in.text();
    parameter.shape = in.numbers<std::int64_t>();
    return parameter;
}

BucketInfo readBucket(ByteReader& in)
{
    BucketInfo bucket;
    bucket.plan = id<PlanId>(in);
    bucket.parameters.resize(in.count(sizeof(std::int32_t)));
    for (ParameterId& parameter : bucket.parameters)
        parameter = id<ParameterId>(in);
    bucket.elements = in.number<std::int64_t>();
    bucket.reduced = in.flag();
    return bucket;
}

PlanSpec readPlan(ByteReader& in)
{
    PlanSpec plan;
    plan.algorithm = in.choice(Algorithm::ring);
    plan.ringOrder = in.choice(RingOrder::nccl);
    plan.ranks = in.number<std::int32_t>();
    plan.count = in.number<std::int64_t>();
    return plan;
}

template <class T>
std::vector<T> readParts(ByteReader& all, bool tolerant, T (*readOne)(ByteReader&))
{
    std::vector<T> items(all.count(sizeof(std::uint32_t)));
    for (T& item : items) {
        ByteReader in = all.part();
        item = readOne(in);
        if (!isWhole(in, tolerant))
            all.fail();
        if (all.failed())
            return {};
    }
    return items;
}

Error broken(const std::string& what, const ByteReader& in)
{
    return Error{what + " cannot be understood near its byte " + std::to_string(in.position())};
}

} // namespace

Result<TraceHeader> decodeHeader(std::string_view bytes, bool tolerant)
{
    ByteReader in(bytes);
    const std::string config = in.text();
    TraceHeader header;
    header.parameters = readParts<ParameterInfo>(in, tolerant, readParameter);
    header.buckets = readParts<BucketInfo>(in, tolerant, readBucket);
    header.plans = readParts<PlanSpec>(in, tolerant, readPlan);
    header.data.train = in.number<std::int32_t>();
    header.data.heldOut = in.number<std::int32_t>();
    header.data.features = in.number<std::int32_t>();
    header.data.classes = in.number<std::int32_t>();
    header.data.imageWidth = in.number<std::int32_t>();
    header.data.imageHeight = in.number<std::int32_t>();
    if (!isWhole(in, tolerant))
        return broken("the header", in);
    Result<RunConfig> parsed = parseConfigJson(config, "the config inside");
    if (!parsed)
        return Error{parsed.error().message};
    header.config = std::move(parsed).value();
    return header;
}

Result<RunInfo> decodeInfo(std::string_view bytes, bool tolerant)
{
    ByteReader in(bytes);
    RunInfo info;
    info.version = in.text();
    info.backend = in.text();
    info.isa = in.text();
    info.cores = in.number<std::int32_t>();
    if (!isWhole(in, tolerant))
        return broken("the run information", in);
    return info;
}

Result<std::shared_ptr<const StepRecord>> decodeStep(std::string_view bytes, bool tolerant, EventId firstId)
{
    ByteReader all(bytes);
    ByteReader in = all.part();
    auto record = std::make_shared<StepRecord>();
    record->step = id<StepId>(in);
    record->before = readKeyframe(in, tolerant);
    const std::size_t events = in.count(kLeastEventBytes);
    record->events.reserve(events);
    for (std::size_t i = 0; i < events; ++i) {
        record->events.push_back(readEvent(in, tolerant));
        if (in.failed())
            return Error{
                "event " + std::to_string(firstId.value + static_cast<std::int64_t>(i)) + " cannot be understood"};
        record->events.back().id = EventId{firstId.value + static_cast<std::int64_t>(i)};
        record->events.back().step = record->step;
    }
    if (!isWhole(in, tolerant))
        return broken("the events", in);
    const std::size_t spans = all.count(2 * sizeof(double));
    record->measured.reserve(spans);
    for (std::size_t i = 0; i < spans; ++i) {
        const double begin = all.number<double>();
        record->measured.push_back({begin, all.number<double>()});
    }
    if (!isWhole(all, tolerant))
        return broken("the step", all);
    return std::shared_ptr<const StepRecord>(std::move(record));
}

} // namespace lockstep::codec
