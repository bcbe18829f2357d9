// What each rank did in one step, as blocks of time: phases, waits with their cause, rounds of a collective.
#pragma once

#include <vector>

#include "core/replay/world.h"

namespace lockstep::ui {

enum class BlockKind {
    phase,
    wait,
    round, ///< one transfer of a collective, within an all-reduce block
    other, ///< timed work that is no phase: evaluation
};

struct TimeBlock {
    BlockKind kind = BlockKind::phase;
    Phase phase = Phase::load;
    int rank = 0;
    int micro = 0;
    int bucket = -1; ///< all-reduce blocks, rounds and waits
    Span span;
    int round = -1, transfer = -1;
    int chunk = -1;           ///< rounds: place of the chunk in the buffer, -1 when the whole buffer travels
    int peer = -1;            ///< rounds: the other end; waits: who is waited for
    bool sends = true;        ///< rounds: this rank is the source
    bool copies = false;      ///< rounds: a finished value travels (all-gather, broadcast)
    EventId cause = kNoEvent; ///< waits
};

/// The blocks of one step by rank, then by begin. Rounds follow the all-reduce block they lie in; they are given on
/// priced tracks only, because a wall clock does not see them.
std::vector<TimeBlock> timeBlocks(const Trace& trace, const Track& track, std::size_t stepIndex, bool withRounds);

} // namespace lockstep::ui
