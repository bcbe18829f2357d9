// A line on the terminal that says how far a run is; it is gone when the run is over.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/trace/trace.h"

namespace lockstep::cli {

/// Steps that the run will train when nothing stops it.
std::int64_t plannedSteps(const TraceHeader& header);

class ProgressBar {
public:
    /// Draws on stderr when that is a terminal and `wanted`; otherwise it stays silent.
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Draws at most ten times a second.
    void show(const Trace& trace);
    /// Removes the line.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool m_wanted;
    bool m_drawn = false;
    Clock::time_point m_next = Clock::time_point::min();
    std::int64_t m_steps = 0; ///< planned
};

} // namespace lockstep::cli
