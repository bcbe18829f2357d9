// Turns in rank order: all begin, then collectives go round robin, and a rank finishes as soon as it is through.
#include "core/backend/serial/serial_backend.h"

#include <algorithm>
#include <vector>

#include "core/backend/run_guarded.h"

namespace lockstep {

std::optional<RankFailure> SerialBackend::work(const RankJob& job)
{
    std::optional<RankFailure> first;
    std::vector<RankId> open; // begun and not finished
    const auto guarded = [&](RankId rank, FunctionRef<Result<Done>(RankId)> part) {
        const Result<Done> outcome = runGuarded(part, rank);
        if (!outcome.ok() && (!first || rank < first->rank))
            first = RankFailure{rank, outcome.error()};
        return outcome.ok();
    };
    for (RankId rank{0}; rank.value < m_ranks; ++rank.value)
        if (guarded(rank, job.begin))
            open.push_back(rank);
    for (bool moved = true; moved && !open.empty();) {
        moved = false;
        const auto through = [&](RankId rank) {
            Advance outcome = Advance::blocked;
            const auto turn = [&](RankId mine) -> Result<Done> {
                outcome = job.advance(mine);
                return outcome == Advance::done ? job.finish(mine) : Result<Done>(Done{});
            };
            const bool failed = !guarded(rank, turn);
            moved = moved || outcome != Advance::blocked;
            return failed || outcome == Advance::done;
        };
        open.erase(std::remove_if(open.begin(), open.end(), through), open.end());
    }
    LOCKSTEP_CHECK(open.empty() || first); // else all wait for each other: the plan or the executor is wrong
    return first;
}

} // namespace lockstep
