// Turns in rank order; collectives go round robin.
#include "core/backend/serial/serial_backend.h"

#include <vector>

#include "core/backend/run_guarded.h"

namespace lockstep {

std::optional<RankFailure> SerialBackend::forEachRank(const std::function<Result<Done>(RankId)>& work)
{
    std::optional<RankFailure> first;
    for (RankId rank{0}; rank.value < m_ranks; ++rank.value) {
        const Result<Done> outcome = runGuarded(work, rank);
        if (!outcome.ok() && !first)
            first = RankFailure{rank, outcome.error()};
    }
    return first;
}

void SerialBackend::complete(const std::function<Advance(RankId)>& advance)
{
    std::vector<bool> done(static_cast<std::size_t>(m_ranks), false);
    for (int left = m_ranks; left > 0;) {
        bool stuck = true;
        for (RankId rank{0}; rank.value < m_ranks; ++rank.value) {
            if (done[rank.index()])
                continue;
            const Advance outcome = advance(rank);
            stuck = stuck && outcome == Advance::blocked;
            if (outcome == Advance::done) {
                done[rank.index()] = true;
                --left;
            }
        }
        LOCKSTEP_CHECK(!stuck); // every rank waits for another: the plan or its executor is wrong
    }
}

} // namespace lockstep
