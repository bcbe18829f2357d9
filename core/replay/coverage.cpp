// Counts visits, step by step.
#include "core/replay/coverage.h"

#include <algorithm>

#include "core/replay/epochs.h"

namespace lockstep {
namespace {

/// A first visit is a new example, the second one a repeated example.
void add(CoverageCounts& counts, std::int32_t times)
{
    ++counts.drawn;
    counts.distinct += times == 1;
    counts.never -= times == 1;
    counts.repeated += times == 2;
    counts.most = std::max(counts.most, times);
}

CoverageCounts nothing(std::int64_t examples)
{
    CoverageCounts counts;
    counts.never = examples;
    return counts;
}

} // namespace

void CoverageWalk::restart(const Trace& trace)
{
    m_first = trace.sharedStep(0);
    m_coverage = {};
    m_coverage.stepsPerEpoch = stepsPerEpoch(trace.header());
    m_coverage.examples = std::max(0, trace.header().data.train);
    const auto examples = static_cast<std::size_t>(m_coverage.examples);
    m_coverage.times.assign(examples, 0);
    m_coverage.owner.assign(examples, kSeenByNobody);
    m_coverage.timesEver.assign(examples, 0);
    m_coverage.drawnBy.assign(static_cast<std::size_t>(std::max(0, trace.ranks())), 0);
    m_coverage.inStep = m_coverage.inEpoch = m_coverage.inRun = nothing(m_coverage.examples);
    m_lastStep.assign(examples, 0);
    m_inLastStep.assign(examples, 0);
}

void CoverageWalk::visit(std::int32_t sample, std::int32_t rank)
{
    if (sample < 0 || sample >= m_coverage.examples)
        return;
    const auto at = static_cast<std::size_t>(sample);
    add(m_coverage.inEpoch, ++m_coverage.times[at]);
    add(m_coverage.inRun, ++m_coverage.timesEver[at]);
    if (m_lastStep[at] != m_coverage.step) {
        m_lastStep[at] = m_coverage.step;
        m_inLastStep[at] = 0;
    }
    add(m_coverage.inStep, ++m_inLastStep[at]);
    std::int32_t& owner = m_coverage.owner[at];
    if (owner == kSeenByNobody)
        owner = rank;
    else if (owner != rank)
        owner = kSeenBySeveral;
    if (rank >= 0 && static_cast<std::size_t>(rank) < m_coverage.drawnBy.size())
        ++m_coverage.drawnBy[static_cast<std::size_t>(rank)];
}

void CoverageWalk::count(const StepRecord& record)
{
    const std::int64_t step = ++m_coverage.step, length = m_coverage.stepsPerEpoch;
    if ((step - 1) % length == 0) {
        std::fill(m_coverage.times.begin(), m_coverage.times.end(), 0);
        std::fill(m_coverage.owner.begin(), m_coverage.owner.end(), kSeenByNobody);
        std::fill(m_coverage.drawnBy.begin(), m_coverage.drawnBy.end(), 0);
        m_coverage.inEpoch = nothing(m_coverage.examples);
        m_coverage.inEpoch.epoch = epochOf(step, length);
        m_coverage.inEpoch.firstStep = step;
        m_coverage.epochs.emplace_back();
    }
    m_coverage.inStep = nothing(m_coverage.examples);
    m_coverage.inStep.epoch = m_coverage.inEpoch.epoch;
    m_coverage.inStep.firstStep = m_coverage.inStep.lastStep = step;
    for (const Event& event : record.events)
        if (const auto* assigned = event.as<BatchAssigned>())
            for (const std::int32_t sample : assigned->samples)
                visit(sample, event.rank.value);
    m_coverage.inEpoch.lastStep = m_coverage.inRun.lastStep = step;
    m_coverage.inEpoch.whole = step % length == 0;
    m_coverage.inRun.firstStep = 1;
    m_coverage.epochs.back() = m_coverage.inEpoch;
}

const Coverage& CoverageWalk::at(const Trace& trace, std::size_t step)
{
    if (trace.empty()) {
        *this = {};
        return m_coverage;
    }
    const auto wanted = static_cast<std::int64_t>(std::min(step, trace.stepCount() - 1));
    if (m_first != trace.sharedStep(0) || wanted < m_coverage.step)
        restart(trace);
    while (m_coverage.step < wanted)
        count(trace.step(static_cast<std::size_t>(m_coverage.step) + 1));
    return m_coverage;
}

Coverage coverageAt(const Trace& trace, std::size_t step)
{
    return CoverageWalk().at(trace, step);
}

} // namespace lockstep
