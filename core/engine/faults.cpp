// Slowness is real work for the clock, not a number in the trace.
#include "core/engine/faults.h"

namespace lockstep {

void dawdle(const Run& run, RankId rank, RankLog::Time begin)
{
    if (rank.value != run.config.faults.slowRank)
        return;
    using Clock = Recorder::Clock;
    const auto worked = Clock::now() - begin;
    const auto until = begin + std::chrono::duration_cast<Clock::duration>(worked * run.config.faults.slowFactor);
    while (Clock::now() < until && !run.stop.stop_requested()) { }
}

} // namespace lockstep
