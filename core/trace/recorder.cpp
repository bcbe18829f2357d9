// Merges the lanes of a step into one record whose order depends on causes alone.
#include "core/trace/recorder.h"

#include <algorithm>

namespace lockstep {
namespace {

bool ofCollective(const Payload& payload)
{
    return std::holds_alternative<CollectiveStarted>(payload) || std::holds_alternative<TransferSeen>(payload)
        || std::holds_alternative<BucketReduced>(payload);
}

std::size_t laneOf(RankId rank, const Payload& payload)
{
    if (rank == kNoRank)
        return 0;
    return 2 * rank.index() + (ofCollective(payload) ? 2 : 1);
}

} // namespace

Recorder::Recorder(int ranks)
    : m_lanes(2 * static_cast<std::size_t>(ranks) + 1)
    , m_origin(Clock::now())
{
}

EventHandle Recorder::record(RankId rank, int micro, Lane lane, std::span<const EventHandle> deps, Payload payload,
    Clock::time_point begin, Clock::time_point end)
{
    const std::size_t index = laneOf(rank, payload);
    EventLane& into = m_lanes.at(index);
    const EventHandle handle{static_cast<std::int32_t>(index), static_cast<std::int32_t>(into.events.size())};
    Pending& pending = into.events.emplace_back();
    pending.event.micro = micro;
    pending.event.rank = rank;
    pending.event.lane = lane;
    pending.event.payload = std::move(payload);
    pending.firstDep = static_cast<std::uint32_t>(into.deps.size());
    pending.depCount = static_cast<std::uint32_t>(deps.size());
    pending.begin = begin;
    pending.end = std::max(begin, end);
    into.deps.insert(into.deps.end(), deps.begin(), deps.end());
    return handle;
}

std::uint32_t Recorder::numberOf(EventHandle handle) const
{
    LOCKSTEP_CHECK(handle.valid() && static_cast<std::size_t>(handle.lane) < m_lanes.size());
    const EventLane& lane = m_lanes[static_cast<std::size_t>(handle.lane)];
    LOCKSTEP_CHECK_LT(static_cast<std::size_t>(handle.sequence), lane.events.size());
    return lane.start + static_cast<std::uint32_t>(handle.sequence);
}

/// depths: the longest chain of causes behind each event of the step.
void Recorder::findDepths()
{
    Sealing& s = m_sealing;
    s.events.clear();
    s.causes.clear();
    for (EventLane& lane : m_lanes) {
        lane.start = static_cast<std::uint32_t>(s.events.size());
        for (Pending& pending : lane.events)
            s.events.push_back(&pending);
    }
    const std::size_t count = s.events.size();
    LOCKSTEP_CHECK_LT(std::size_t{0}, count);
    s.missing.assign(count, 0);
    s.depths.assign(count, 0);
    s.firstEffect.assign(count + 1, 0);
    for (const EventLane& lane : m_lanes)
        for (const EventHandle& dep : lane.deps) {
            s.causes.push_back(numberOf(dep));
            ++s.firstEffect[s.causes.back() + 1];
        }
    for (std::size_t i = 0; i < count; ++i)
        s.firstEffect[i + 1] += s.firstEffect[i];
    s.effects.resize(s.causes.size());
    s.ready.clear();
    std::size_t cause = 0;
    s.order.assign(s.firstEffect.begin(), s.firstEffect.end() - 1); // where each event's next effect goes
    for (std::uint32_t i = 0; i < count; ++i) {
        s.missing[i] = s.events[i]->depCount;
        if (s.missing[i] == 0)
            s.ready.push_back(i);
        for (std::uint32_t k = 0; k < s.events[i]->depCount; ++k)
            s.effects[s.order[s.causes[cause++]]++] = i;
    }
    for (std::size_t next = 0; next < s.ready.size(); ++next) {
        const std::uint32_t from = s.ready[next];
        for (std::uint32_t k = s.firstEffect[from]; k < s.firstEffect[from + 1]; ++k) {
            const std::uint32_t to = s.effects[k];
            s.depths[to] = std::max(s.depths[to], s.depths[from] + 1);
            if (--s.missing[to] == 0)
                s.ready.push_back(to);
        }
    }
    LOCKSTEP_CHECK_EQ(s.ready.size(), count); // otherwise an event waits for itself
}

/// Numbers run lane by lane, which is (rank, lane, sequence), so a stable counting sort gives the logical order.
void Recorder::sortByDepth()
{
    Sealing& s = m_sealing;
    const std::size_t count = s.events.size();
    s.atDepth.assign(*std::max_element(s.depths.begin(), s.depths.end()) + std::size_t{2}, 0);
    for (const std::uint32_t depth : s.depths)
        ++s.atDepth[depth + 1];
    for (std::size_t depth = 1; depth < s.atDepth.size(); ++depth)
        s.atDepth[depth] += s.atDepth[depth - 1];
    s.order.resize(count);
    s.ids.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t place = s.atDepth[s.depths[i]]++;
        s.order[place] = i;
        s.ids[i] = EventId{m_nextId + place};
    }
    m_nextId += static_cast<std::int64_t>(count);
}

std::span<const EventHandle> Recorder::depsOf(const Pending& pending) const
{
    const EventLane& lane = m_lanes[laneOf(pending.event.rank, pending.event.payload)];
    return std::span(lane.deps).subspan(pending.firstDep, pending.depCount);
}

void Recorder::moveInto(StepRecord& record)
{
    const auto microseconds
        = [&](Clock::time_point time) { return std::chrono::duration<double, std::micro>(time - m_origin).count(); };
    record.events.reserve(m_sealing.order.size());
    record.measured.reserve(m_sealing.order.size());
    for (const std::uint32_t i : m_sealing.order) {
        Pending& pending = *m_sealing.events[i];
        Event& event = pending.event;
        event.id = m_sealing.ids[i];
        event.step = record.step;
        event.deps.reserve(std::max<std::size_t>(1, pending.depCount));
        for (const EventHandle& dep : depsOf(pending))
            event.deps.push_back(m_sealing.ids[numberOf(dep)]);
        if (event.deps.empty() && m_previousLast != kNoEvent)
            event.deps.push_back(m_previousLast);
        std::sort(event.deps.begin(), event.deps.end());
        event.deps.erase(std::unique(event.deps.begin(), event.deps.end()), event.deps.end());
        record.measured.push_back({microseconds(pending.begin), microseconds(pending.end)});
        record.events.push_back(std::move(event));
    }
}

std::shared_ptr<const StepRecord> Recorder::seal(StepId step, Keyframe before)
{
    findDepths();
    sortByDepth();
    auto record = std::make_shared<StepRecord>();
    record->step = step;
    record->before = std::move(before);
    moveInto(*record);
    m_previousLast = record->events.back().id;
    for (EventLane& lane : m_lanes) {
        lane.events.clear();
        lane.deps.clear();
    }
    return record;
}

} // namespace lockstep
