// A collective is a plan first: rounds of transfers as plain data. One plan is checked, executed on real buffers,
// priced by the cost model and drawn. Words: a *chunk* is a contiguous part of the buffer; in a *round* every
// transfer reads the state at the round's start; reductions into one (rank, chunk) happen in list order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// Elements [offset, offset + count) of the buffer. count may be 0.
struct Chunk {
    std::int64_t offset = 0;
    std::int64_t count = 0;
    bool operator==(const Chunk&) const = default;
};

enum class TransferOp { reduce, copy }; ///< destination += source, or destination = source

struct Transfer {
    RankId source;
    RankId destination;
    Chunk chunk;
    TransferOp op = TransferOp::reduce;
    bool operator==(const Transfer&) const = default;
};

using Round = std::vector<Transfer>;

/// What a plan is made from; small enough to stand in a trace header.
struct PlanSpec {
    Algorithm algorithm = Algorithm::ring;
    RingOrder ringOrder = RingOrder::classic;
    int ranks = 1;
    std::int64_t count = 0; ///< elements in the buffer
    bool operator==(const PlanSpec&) const = default;
};

/// An all-reduce (sum) of `count` elements over `ranks` ranks.
struct Plan {
    PlanSpec spec;
    std::vector<Round> rounds;
};

/// Cuts `count` elements into `parts` contiguous chunks, the first count % parts one element longer.
std::vector<Chunk> cutChunks(std::int64_t count, int parts);

/// star: rank 0 receives from 1, 2, ... one a round, then sends to 1, 2, ... one a round: 2(p-1) rounds.
/// pairwise: two ranks, one round, each sends its whole buffer to the other and both add.
/// ring: 2(p-1) rounds over p chunks, in the classic or the NCCL order.
/// One rank: no rounds. Fails when the algorithm does not exist for that number of ranks.
Result<Plan> makePlan(const PlanSpec& spec);

} // namespace lockstep
