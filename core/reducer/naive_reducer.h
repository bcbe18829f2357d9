// NaiveReducer: gradients are copied into buckets as backward announces them; after backward the buckets are reduced in
// index order, one after another. The obviously right reducer, beside which a cleverer one will stand.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "core/collective/executor.h"
#include "core/reducer/buckets.h"

namespace lockstep {

/// Calls for one rank come from one thread at a time; ranks may be on different threads.
class NaiveReducer {
public:
    NaiveReducer(BucketAssignment assignment, const std::vector<ParameterInfo>& parameters, int ranks, DType dtype);

    /// Forgets the step before. Only while no rank is at work.
    void beginStep();

    /// Backward has finished this parameter on this rank: its values go into their place in the bucket. Gives the
    /// bucket when this was the last gradient it waited for.
    std::optional<BucketId> announce(RankId rank, ParameterId parameter, ConstTensorView gradient);

    /// The bucket that the rank has to reduce next; empty when all are through. Buckets that no collective reduces are
    /// passed over.
    std::optional<BucketId> next(RankId rank) const;

    /// One move of the rank in its next bucket's collective; after `done` that bucket is through and next() moves on.
    Advance advance(RankId rank);

    /// The rank's values of a bucket: what it put in before the collective, the sum over ranks after it.
    TensorView values(RankId rank, BucketId bucket) { return m_buckets[bucket.index()].values[rank.index()].view(); }
    /// The part of a bucket's values that belongs to one parameter.
    TensorView values(RankId rank, BucketId bucket, ParameterId parameter);

private:
    struct Place {
        BucketId bucket;
        std::size_t offset;
        std::size_t count;
    };
    struct Bucket {
        std::vector<Tensor> values;       ///< by rank
        std::optional<Executor> executor; ///< none when the bucket is never reduced
    };
    struct RankState {
        std::vector<int> missing; ///< by bucket: gradients not announced yet
        BucketId next;
    };

    void skipUnreduced(RankState& state) const;

    BucketAssignment m_assignment;
    std::vector<Place> m_places;  ///< by parameter
    std::deque<Bucket> m_buckets; ///< executors do not move
    std::vector<RankState> m_ranks;
};

} // namespace lockstep
