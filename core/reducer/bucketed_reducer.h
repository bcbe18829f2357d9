// BucketedReducer: every rank's gradient is one block of memory, and buckets are parts of it that are reduced where they
// lie, without copies. Buckets are launched strictly in index order; whether backward still runs then is the caller's
// choice, because a collective goes on whenever a rank makes a move in it.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "core/collective/executor.h"
#include "core/reducer/buckets.h"

namespace lockstep {

/// Calls for one rank come from one thread at a time; ranks may be on different threads. After construction nothing
/// allocates.
class BucketedReducer {
public:
    /// `timed`: every transfer is measured.
    BucketedReducer(BucketAssignment assignment, const std::vector<ParameterInfo>& parameters, int ranks, DType dtype,
        bool timed = false);

    /// Forgets the step before, but not the gradients. Only while no rank is at work.
    void beginStep();

    /// The rank's gradient, all parameters in order: its own while backward writes it; bucket by bucket the sum over
    /// ranks once that bucket's collective is through. Between announce() and then it is not the caller's to touch.
    TensorView gradient(RankId rank) { return m_gradients[rank.index()]; }
    ConstTensorView gradient(RankId rank) const { return m_gradients[rank.index()]; }
    TensorView gradient(RankId rank, ParameterId parameter);

    /// Backward has finished this parameter: its part of gradient() is final. Gives the bucket when this was the last
    /// gradient it waited for.
    std::optional<BucketId> announce(RankId rank, ParameterId parameter);

    /// The bucket that the rank has to reduce next; empty when all are through. Buckets that no collective reduces are
    /// passed over.
    std::optional<BucketId> next(RankId rank) const;
    /// Gives next(), once, when all its gradients are there: the rank arrives at its collective.
    std::optional<BucketId> arrive(RankId rank);

    /// One move of the rank in the collective it has arrived at; `blocked` when it has arrived at none. After `done`
    /// that bucket is through and next() moves on.
    Advance advance(RankId rank);

    /// The bucket's values, contiguous: what the rank put in before the collective, the sum over ranks after it.
    TensorView values(RankId rank, BucketId bucket);
    /// Says that values() of a bucket that is through are final: they are then in gradient() too.
    void settle(RankId rank, BucketId bucket);
    /// When `timed`: the bucket's transfers into this rank, in the order in which they were made.
    std::span<const TimedTransfer> timedTransfers(RankId rank, BucketId bucket) const;

private:
    struct Place {
        BucketId bucket;
        std::size_t offset; ///< in the gradient
        std::size_t count;
        std::size_t packedOffset; ///< in the bucket
    };
    struct Bucket {
        std::vector<TensorView> values; ///< by rank
        /// Only when the parameters do not lie side by side (another bucket's parameter is between them): copies.
        std::vector<Tensor> packed;
        std::optional<Executor> executor; ///< none when the bucket is never reduced
    };
    struct RankState {
        std::vector<int> missing; ///< by bucket: gradients not announced yet
        BucketId next;
        bool arrived = false; ///< at next's collective
    };

    void skipUnreduced(RankState& state) const;

    BucketAssignment m_assignment;
    std::vector<Place> m_places; ///< by parameter
    std::vector<Tensor> m_gradients; ///< by rank
    std::deque<Bucket> m_buckets; ///< executors do not move
    std::vector<RankState> m_ranks;
};

} // namespace lockstep
