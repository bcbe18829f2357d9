// Reads the points of the curves out of the records.
#include "core/replay/curves.h"

#include <algorithm>
#include <limits>

namespace lockstep {
namespace {

constexpr double kMicrosecondsPerSecond = 1e6;

/// How long the ranks worked on the step: from the first batch to the last update. What the engine checks and
/// evaluates for us afterwards is no part of training.
double secondsOf(const StepRecord& record)
{
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (std::size_t i = 0; i < record.events.size() && i < record.measured.size(); ++i) {
        if (record.events[i].as<BatchAssigned>())
            begin = std::min(begin, record.measured[i].begin);
        else if (record.events[i].as<OptimizerApplied>())
            end = std::max(end, record.measured[i].end);
    }
    return end > begin ? (end - begin) / kMicrosecondsPerSecond : 0;
}

} // namespace

void CurveWalk::add(const StepRecord& record)
{
    const StepFinished* finished = nullptr;
    const Evaluated* evaluated = nullptr;
    for (const Event& event : record.events) {
        if (const auto* found = event.as<StepFinished>())
            finished = found;
        else if (const auto* newest = event.as<Evaluated>())
            evaluated = newest;
    }
    m_seconds += secondsOf(record);
    if (finished)
        m_examples += finished->examples;
    CurvePoint point{record.step.value, m_examples, m_seconds, 0};
    const auto put = [&](std::vector<CurvePoint>& points, double value) {
        points.push_back(point);
        points.back().value = value;
    };
    if (finished)
        put(m_curves.trainLoss, finished->loss);
    if (!evaluated || evaluated->examples <= 0)
        return;
    m_curves.heldOut = evaluated->examples;
    put(m_curves.heldOutLoss, evaluated->loss);
    if (evaluated->correct < 0)
        return;
    put(m_curves.correct, evaluated->correct);
    put(m_curves.accuracy, static_cast<double>(evaluated->correct) / evaluated->examples);
}

const Curves& CurveWalk::of(const Trace& trace)
{
    if (trace.empty()) {
        *this = {};
        return m_curves;
    }
    if (m_first != trace.sharedStep(0) || m_next > trace.stepCount()) {
        *this = {};
        m_first = trace.sharedStep(0);
        m_next = 1;
    }
    for (; m_next < trace.stepCount(); ++m_next)
        add(trace.step(m_next));
    return m_curves;
}

Curves curvesOf(const Trace& trace)
{
    return CurveWalk().of(trace);
}

std::ptrdiff_t pointAt(const std::vector<CurvePoint>& points, std::int64_t step)
{
    const auto after = std::partition_point(
        points.begin(), points.end(), [step](const CurvePoint& point) { return point.step <= step; });
    return after - points.begin() - 1;
}

} // namespace lockstep
