// Executor: runs one plan on real buffers, in small resumable moves, from one thread or from one thread a rank.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/collective/advance.h"
#include "core/collective/plan.h"
#include "core/tensor/tensor.h"

namespace lockstep {

/// A transfer as it was measured: the destination read the source's values and reduced or copied them.
struct TimedTransfer {
    RankId source;
    int round = 0;
    int transfer = 0; ///< its place in the round
    std::chrono::steady_clock::time_point begin, end;
};

/// Pull model: in round k the destination reads the source's chunk as it was at the round's start and reduces or
/// copies, in list order. No barrier: each rank publishes how far it is, and a round starts as soon as exactly those
/// ranks are far enough that its reads and writes need.
class Executor {
public:
    /// `buffers`: one per rank, each plan.spec.count long, all of one dtype; they must outlive the executor. The plan
    /// must be correct (see checkPlan). `timed`: every transfer is measured. Only the constructor allocates.
    Executor(Plan plan, std::vector<TensorView> buffers, bool timed = false);

    /// One move of `rank`: at most one round. The first call says that the rank's buffer is filled. After `done` no
    /// other rank reads the rank's buffer any more. Calls for one rank must come from one thread at a time.
    Advance advance(RankId rank);

    /// Back to the start. Only when every rank is done, and ordered against the ranks' threads by the caller.
    void reset();

    const Plan& plan() const { return m_plan; }

    /// When `timed` and `rank` is done: the transfers into it, in the order in which they were made.
    std::span<const TimedTransfer> timedTransfers(RankId rank) const { return m_timed[rank.index()]; }

private:
    /// Rank must have entered / finished at least that many rounds.
    struct Need {
        std::size_t rank;
        int entered;
        int finished;
    };
    struct Move {
        RankId source;
        Chunk chunk;
        TransferOp op;
        int stage; ///< index into m_stages when the source's chunk is copied aside, else -1
        std::size_t timed; ///< index into the destination's m_timed
    };
    struct RankRound {
        std::vector<int> stages; ///< what this rank copies aside when it enters the round
        std::vector<Need> needs;
        std::vector<Move> moves; ///< in list order
    };
    struct Stage {
        RankId source;
        Chunk chunk;
        Tensor values;
    };
    /// One cache line per rank, so that ranks do not slow each other down by counting.
    struct alignas(64) Counters {
        std::atomic<int> entered{0};  ///< rounds whose start state this rank has made readable
        std::atomic<int> finished{0}; ///< rounds this rank is through
    };

    bool met(const RankRound& round) const;
    void enter(std::size_t rank, int round);
    void perform(std::size_t rank, const RankRound& round);

    Plan m_plan;
    std::vector<TensorView> m_buffers;
    std::vector<Stage> m_stages;
    std::vector<std::vector<RankRound>> m_ranks; ///< [rank][round], and one more entry: what `done` needs
    std::unique_ptr<Counters[]> m_counters;
    bool m_isTimed;
    std::vector<std::vector<TimedTransfer>> m_timed; ///< by destination; empty lists when not timed
};

} // namespace lockstep
