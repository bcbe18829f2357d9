// Plain ASCII and two escape sequences: back to the start of the line, clear to its end.
#include "app/cli/progress_bar.h"

#include <algorithm>
#include <iostream>

#include <unistd.h>

#include "core/base/numbers.h"
#include "core/data/dealer.h"

namespace lockstep::cli {

std::int64_t plannedSteps(const TraceHeader& header)
{
    const RunConfig& config = header.config;
    if (config.steps > 0)
        return config.steps;
    return config.epochs * Dealer(samplerSpec(config, header.data.train), config.batch.accumulate).stepsPerEpoch();
}

ProgressBar::ProgressBar(bool wanted)
    : m_wanted(wanted && ::isatty(STDERR_FILENO) == 1)
{
}

ProgressBar::~ProgressBar()
{
    clear();
}

void ProgressBar::show(const Trace& trace)
{
    const auto now = Clock::now();
    if (!m_wanted || now < m_next)
        return;
    if (m_steps == 0)
        m_steps = std::max<std::int64_t>(1, plannedSteps(trace.header()));
    m_next = now + std::chrono::milliseconds(100);
    m_drawn = true;
    constexpr std::int64_t kWidth = 30;
    const StepRecord& last = trace.step(trace.stepCount() - 1);
    const auto full = static_cast<std::size_t>(std::clamp<std::int64_t>(last.step.value * kWidth / m_steps, 0, kWidth));
    std::cerr << "\r[" << std::string(full, '#') << std::string(static_cast<std::size_t>(kWidth) - full, '.') << "] step "
              << last.step << " of " << m_steps;
    for (const Event& event : last.events)
        if (const auto* finished = event.as<StepFinished>())
            std::cerr << ", loss " << formatNumber(finished->loss, 6);
    std::cerr << "\033[K" << std::flush;
}

void ProgressBar::clear()
{
    if (m_drawn)
        std::cerr << "\r\033[K" << std::flush;
    m_drawn = false;
}

} // namespace lockstep::cli
