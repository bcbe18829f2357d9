// Trace: blocks of shared step records, and the wall-clock track.
#include "core/trace/trace.h"

#include <algorithm>

namespace lockstep {

const char* payloadName(const Payload& payload)
{
    static constexpr const char* kNames[] = {"RunStarted", "ParametersBroadcast", "BatchAssigned", "Loaded", "ForwardDone",
        "ExampleValues", "GradientReady", "BucketReady", "CollectiveStarted", "Transfer", "BucketReduced",
        "OptimizerApplied", "ReplicaDigest", "ReferenceGradient", "Evaluated", "FaultInjected", "StepFinished",
        "RunFinished", "RunFailed"};
    static_assert(std::size(kNames) == std::variant_size_v<Payload>);
    return kNames[payload.index()];
}

std::int64_t Trace::eventCount() const
{
    return m_steps == 0 ? 0 : step(m_steps - 1).events.back().id.value + 1;
}

std::size_t Trace::stepIndexOf(EventId id) const
{
    LOCKSTEP_CHECK_LE(0, id.value);
    LOCKSTEP_CHECK_LT(id.value, eventCount());
    std::size_t low = 0, high = m_steps;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (step(middle).firstEvent() <= id ? low : high) = middle;
    }
    return low;
}

const Event& Trace::event(EventId id) const
{
    const StepRecord& record = step(stepIndexOf(id));
    return record.events[static_cast<std::size_t>(id.value - record.firstEvent().value)];
}

bool Trace::finished() const
{
    if (m_steps == 0)
        return false;
    const Event& last = step(m_steps - 1).events.back();
    return last.as<RunFinished>() || last.as<RunFailed>();
}

void Trace::append(std::shared_ptr<const StepRecord> record)
{
    LOCKSTEP_CHECK(!record->events.empty());
    LOCKSTEP_CHECK_EQ(record->events.size(), record->measured.size());
    const std::size_t at = m_steps % kBlockSize;
    if (at == 0)
        m_blocks.push_back(std::make_shared<Block>());
    std::size_t next = at;
    if (!m_blocks.back()->taken.compare_exchange_strong(next, at + 1)) {
        // Another snapshot went on from here with a step of its own.
        auto own = std::make_shared<Block>();
        std::copy_n(m_blocks.back()->steps.begin(), at, own->steps.begin());
        own->taken = at + 1;
        m_blocks.back() = std::move(own);
    }
    m_blocks.back()->steps[at] = std::move(record);
    ++m_steps;
}

Track measuredTrack(const Trace& trace)
{
    Track track;
    track.kind = TrackKind::measured;
    track.unit = TimeUnit::microsecond;
    track.spans.reserve(static_cast<std::size_t>(trace.eventCount()));
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        const StepRecord& record = trace.step(i);
        Span whole = record.measured.front();
        for (const Span& span : record.measured) {
            whole.begin = std::min(whole.begin, span.begin);
            whole.end = std::max(whole.end, span.end);
        }
        track.spans.insert(track.spans.end(), record.measured.begin(), record.measured.end());
        track.stepSpans.push_back(whole);
    }
    return track;
}

} // namespace lockstep
