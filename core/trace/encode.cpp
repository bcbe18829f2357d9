// Trace parts to bytes. The order of fields here is the format: new fields go to the end of their part.
#include "core/config/config_io.h"
#include "core/trace/byte_io.h"
#include "core/trace/trace_codec.h"

namespace lockstep::codec {
namespace {

struct PayloadWriter {
    ByteWriter& out;

    void operator()(const RunStarted&) const { }
    void operator()(const ParametersBroadcast& e) const { out.number(e.from.value); }
    void operator()(const BatchAssigned& e) const { out.numbers(e.samples); }
    void operator()(const Loaded& e) const { out.number(e.examples); }
    void operator()(const ForwardDone& e) const
    {
        out.number(e.loss);
        out.number(e.examples);
        out.number(e.correct);
    }
    void operator()(const ExampleValues& e) const
    {
        out.numbers(e.target);
        out.numbers(e.prediction);
        out.numbers(e.loss);
        out.numbers(e.gradient);
        out.number(e.parameters);
    }
    void operator()(const GradientReady& e) const
    {
        out.number(e.parameter.value);
        out.number(e.norm);
        out.number(e.elements);
        out.numbers(e.values);
    }
    void operator()(const BucketReady& e) const
    {
        out.number(e.bucket.value);
        out.number(e.elements);
    }
    void operator()(const CollectiveStarted& e) const
    {
        out.number(e.bucket.value);
        out.number(e.plan.value);
        out.number(e.sequence);
    }
    void operator()(const TransferSeen& e) const
    {
        out.number(e.bucket.value);
        out.number(e.round);
        out.number(e.transfer);
    }
    void operator()(const BucketReduced& e) const
    {
        out.number(e.bucket.value);
        out.number(e.norm);
        out.numbers(e.values);
        out.number(e.digest);
    }
    void operator()(const OptimizerApplied& e) const
    {
        out.number(e.lr);
        out.numbers(e.parameters);
    }
    void operator()(const ReplicaDigest& e) const { out.number(e.digest); }
    void operator()(const ReferenceGradient& e) const
    {
        out.number(e.norm);
        out.number(e.maxDifference);
        out.number(e.relativeDifference);
        out.number(e.loss);
        out.numbers(e.values);
    }
    void operator()(const Evaluated& e) const
    {
        out.number(e.examples);
        out.number(e.correct);
        out.number(e.loss);
    }
    void operator()(const FaultInjected& e) const { out.text(e.kind); }
    void operator()(const StepFinished& e) const
    {
        out.number(e.loss);
        out.number(e.examples);
    }
    void operator()(const RunFinished& e) const
    {
        out.number(e.steps);
        out.flag(e.stopped);
    }
    void operator()(const RunFailed& e) const { out.text(e.reason); }
};

std::string encodeEvent(const Event& event)
{
    ByteWriter out;
    out.number(static_cast<std::uint8_t>(event.payload.index()));
    out.number(event.micro);
    out.number(event.rank.value);
    out.number(event.lane);
    out.number(static_cast<std::uint32_t>(event.deps.size()));
    for (const EventId dep : event.deps)
        out.number(dep.value);
    std::visit(PayloadWriter{out}, event.payload);
    return out.take();
}

std::string encodeKeyframe(const Keyframe& keyframe)
{
    ByteWriter out;
    out.numbers(keyframe.digests);
    out.number(static_cast<std::uint32_t>(keyframe.parameters.size()));
    for (const std::vector<double>& parameters : keyframe.parameters)
        out.numbers(parameters);
    out.numbers(keyframe.visits);
    out.number(keyframe.examplesSeen);
    out.number(keyframe.lastLoss);
    out.number(keyframe.lastCorrect);
    out.number(keyframe.lastHeldOut);
    return out.take();
}

std::string encodeParameter(const ParameterInfo& parameter)
{
    ByteWriter out;
    out.text(parameter.name);
    out.numbers(parameter.shape);
    return out.take();
}

std::string encodeBucket(const BucketInfo& bucket)
{
    ByteWriter out;
    out.number(bucket.plan.value);
    out.number(static_cast<std::uint32_t>(bucket.parameters.size()));
    for (const ParameterId parameter : bucket.parameters)
        out.number(parameter.value);
    out.number(bucket.elements);
    out.flag(bucket.reduced);
    return out.take();
}

std::string encodePlan(const PlanSpec& plan)
{
    ByteWriter out;
    out.number(static_cast<std::uint8_t>(plan.algorithm));
    out.number(static_cast<std::uint8_t>(plan.ringOrder));
    out.number(static_cast<std::int32_t>(plan.ranks));
    out.number(plan.count);
    return out.take();
}

template <class T, class Encode>
void parts(ByteWriter& out, const std::vector<T>& items, Encode encode)
{
    out.number(static_cast<std::uint32_t>(items.size()));
    for (const T& item : items)
        out.text(encode(item));
}

} // namespace

std::string encodeHeader(const TraceHeader& header)
{
    ByteWriter out;
    out.text(configToJson(header.config));
    parts(out, header.parameters, encodeParameter);
    parts(out, header.buckets, encodeBucket);
    parts(out, header.plans, encodePlan);
    out.number(header.data.train);
    out.number(header.data.heldOut);
    out.number(header.data.features);
    out.number(header.data.classes);
    out.number(header.data.imageWidth);
    out.number(header.data.imageHeight);
    return out.take();
}

std::string encodeInfo(const RunInfo& info)
{
    ByteWriter out;
    out.text(info.version);
    out.text(info.backend);
    out.text(info.isa);
    out.number(info.cores);
    return out.take();
}

std::string encodeLogicalStep(const StepRecord& record)
{
    ByteWriter out;
    out.number(record.step.value);
    out.text(encodeKeyframe(record.before));
    parts(out, record.events, encodeEvent);
    return out.take();
}

std::string encodeStep(const StepRecord& record)
{
    ByteWriter out;
    out.text(encodeLogicalStep(record));
    out.number(static_cast<std::uint32_t>(record.measured.size()));
    for (const Span& span : record.measured) {
        out.number(span.begin);
        out.number(span.end);
    }
    return out.take();
}

} // namespace lockstep::codec
