// Merges the lanes of a step into one record whose order depends on causes alone.
#include "core/trace/recorder.h"

#include <algorithm>

namespace lockstep {
namespace {

std::size_t laneIndex(RankId rank)
{
    return static_cast<std::size_t>(rank.value + 1);
}

} // namespace

Recorder::Recorder(int ranks)
    : m_lanes(static_cast<std::size_t>(ranks) + 1)
    , m_origin(Clock::now())
{
}

EventHandle Recorder::record(RankId rank, int micro, Lane lane, std::vector<EventHandle> deps, Payload payload,
    Clock::time_point begin, Clock::time_point end)
{
    std::vector<Pending>& pending = m_lanes.at(laneIndex(rank));
    const EventHandle handle{static_cast<std::int32_t>(laneIndex(rank)), static_cast<std::int32_t>(pending.size())};
    Event event;
    event.micro = micro;
    event.rank = rank;
    event.lane = lane;
    event.payload = std::move(payload);
    pending.push_back({std::move(event), std::move(deps), begin, std::max(begin, end)});
    return handle;
}

std::shared_ptr<const StepRecord> Recorder::seal(StepId step, Keyframe before)
{
    // Number the pending events lane by lane; `depths` is the longest chain of causes behind each.
    std::vector<std::size_t> laneStart;
    std::size_t count = 0;
    for (const auto& lane : m_lanes) {
        laneStart.push_back(count);
        count += lane.size();
    }
    LOCKSTEP_CHECK_LT(std::size_t{0}, count);
    std::vector<Pending*> events;
    for (auto& lane : m_lanes)
        for (Pending& pending : lane)
            events.push_back(&pending);
    const auto numberOf = [&](EventHandle handle) {
        const std::size_t lane = static_cast<std::size_t>(handle.lane);
        LOCKSTEP_CHECK(handle.valid() && lane < m_lanes.size());
        LOCKSTEP_CHECK_LT(static_cast<std::size_t>(handle.sequence), m_lanes[lane].size());
        return laneStart[lane] + static_cast<std::size_t>(handle.sequence);
    };

    std::vector<std::vector<std::size_t>> enables(count);
    std::vector<std::size_t> missing(count, 0), ready;
    std::vector<int> depths(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        missing[i] = events[i]->deps.size();
        for (const EventHandle& dep : events[i]->deps)
            enables[numberOf(dep)].push_back(i);
        if (missing[i] == 0)
            ready.push_back(i);
    }
    for (std::size_t next = 0; next < ready.size(); ++next) {
        for (const std::size_t i : enables[ready[next]]) {
            depths[i] = std::max(depths[i], depths[ready[next]] + 1);
            if (--missing[i] == 0)
                ready.push_back(i);
        }
    }
    LOCKSTEP_CHECK_EQ(ready.size(), count); // otherwise an event waits for itself

    // Lane number then place in the lane is (rank, sequence), so a stable sort by depth gives the logical order.
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return depths[a] < depths[b]; });
    std::vector<EventId> ids(count);
    for (const std::size_t i : order)
        ids[i] = EventId{m_nextId++};

    auto record = std::make_shared<StepRecord>();
    record->step = step;
    record->before = std::move(before);
    record->events.reserve(count);
    record->measured.reserve(count);
    const auto microseconds
        = [&](Clock::time_point time) { return std::chrono::duration<double, std::micro>(time - m_origin).count(); };
    for (const std::size_t i : order) {
        Pending& pending = *events[i];
        Event& event = pending.event;
        event.id = ids[i];
        event.step = step;
        for (const EventHandle& dep : pending.deps)
            event.deps.push_back(ids[numberOf(dep)]);
        if (event.deps.empty() && m_previousLast != kNoEvent)
            event.deps.push_back(m_previousLast);
        std::sort(event.deps.begin(), event.deps.end());
        event.deps.erase(std::unique(event.deps.begin(), event.deps.end()), event.deps.end());
        record->measured.push_back({microseconds(pending.begin), microseconds(pending.end)});
        record->events.push_back(std::move(event));
    }
    m_previousLast = record->events.back().id;
    for (auto& lane : m_lanes)
        lane.clear();
    return record;
}

} // namespace lockstep
