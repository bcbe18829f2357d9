// Proves a plan: every rank ends with every rank's contribution exactly once; and finds what must be staged.
#pragma once

#include <string>
#include <vector>

#include "core/collective/plan.h"

namespace lockstep {

/// True when the chunks have an element in common.
inline bool overlap(const Chunk& a, const Chunk& b)
{
    return a.count > 0 && b.count > 0 && a.offset < b.offset + b.count && b.offset < a.offset + a.count;
}

/// A transfer whose source chunk is written in the same round; the executor copies it aside before the round.
struct Hazard {
    int round = 0;
    int transfer = 0; ///< index in the round
    bool operator==(const Hazard&) const = default;
};

struct PlanReport {
    bool correct = false; ///< an all-reduce: each contribution exactly once, on every rank
    std::string problem;  ///< when not correct: round, rank, chunk and what is wrong
    std::vector<Hazard> hazards;
    int rounds = 0;
    std::vector<std::int64_t> elementsSent;     ///< per rank
    std::vector<std::int64_t> elementsReceived; ///< per rank
};

PlanReport checkPlan(const Plan& plan);

} // namespace lockstep
