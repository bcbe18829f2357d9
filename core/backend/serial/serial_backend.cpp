// Turns in rank order; collectives go round robin.
#include "core/backend/serial/serial_backend.h"

#include <algorithm>
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

std::optional<RankFailure> SerialBackend::complete(const std::function<Advance(RankId)>& advance)
{
    std::vector<Advance> outcomes(static_cast<std::size_t>(m_ranks), Advance::moved);
    const auto turn = [&](RankId rank) -> Result<Done> {
        if (outcomes[rank.index()] != Advance::done)
            outcomes[rank.index()] = advance(rank);
        return Done{};
    };
    const auto count = [&](Advance outcome) { return std::count(outcomes.begin(), outcomes.end(), outcome); };
    while (count(Advance::done) < m_ranks) {
        const auto before = outcomes;
        for (RankId rank{0}; rank.value < m_ranks; ++rank.value)
            if (const Result<Done> outcome = runGuarded(turn, rank); !outcome.ok())
                return RankFailure{rank, outcome.error()};
        LOCKSTEP_CHECK(count(Advance::moved) > 0 || outcomes != before); // else all wait: the plan or executor is wrong
    }
    return std::nullopt;
}

} // namespace lockstep
