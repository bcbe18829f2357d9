// Makes the rounds of every all-reduce Lockstep knows.
#include "core/collective/plan.h"

#include <string>

namespace lockstep {
namespace {

RankId ringRank(int position, int ranks)
{
    return RankId{((position % ranks) + ranks) % ranks};
}

/// Two ranks, one round: each adds the other's whole buffer to its own.
std::vector<Round> pairwiseRounds(Chunk whole)
{
    return {{{RankId{0}, RankId{1}, whole, TransferOp::reduce}, {RankId{1}, RankId{0}, whole, TransferOp::reduce}}};
}

/// Rank 0 is the hub: it takes the others' buffers one by one, then hands the sum out one by one.
std::vector<Round> starRounds(int ranks, Chunk whole)
{
    std::vector<Round> rounds;
    for (int rank = 1; rank < ranks; ++rank)
        rounds.push_back({{RankId{rank}, RankId{0}, whole, TransferOp::reduce}});
    for (int rank = 1; rank < ranks; ++rank)
        rounds.push_back({{RankId{0}, RankId{rank}, whole, TransferOp::copy}});
    return rounds;
}

/// The ranks stand in a circle and everyone passes one chunk to the right in every round.
/// Reduce-scatter: the receiver adds, so that a partial sum walks round the circle and grows; after p - 1 rounds
/// every rank owns one finished chunk. All-gather: the finished chunks walk round once more and are copied.
/// Classic order: in round s rank r passes chunk r - s, and ends up owning chunk r + 1.
/// NCCL order: in round s rank r passes chunk r - 1 - s, and ends up owning chunk r.
std::vector<Round> ringRounds(const PlanSpec& spec)
{
    const int ranks = spec.ranks;
    const std::vector<Chunk> chunks = cutChunks(spec.count, ranks);
    const int first = spec.ringOrder == RingOrder::classic ? 0 : -1; ///< chunk that rank r sends first, relative to r
    std::vector<Round> rounds;
    const auto pass = [&](int shift, TransferOp op) {
        Round round;
        for (int rank = 0; rank < ranks; ++rank)
            round.push_back(
                {RankId{rank}, ringRank(rank + 1, ranks), chunks[ringRank(rank + shift, ranks).index()], op});
        rounds.push_back(std::move(round));
    };
    for (int s = 0; s < ranks - 1; ++s)
        pass(first - s, TransferOp::reduce);
    for (int s = 0; s < ranks - 1; ++s)
        pass(first + 1 - s, TransferOp::copy);
    return rounds;
}

} // namespace

std::vector<Chunk> cutChunks(std::int64_t count, int parts)
{
    LOCKSTEP_CHECK_LE(1, parts);
    std::vector<Chunk> chunks;
    std::int64_t offset = 0;
    for (int part = 0; part < parts; ++part) {
        const std::int64_t size = count / parts + (part < count % parts ? 1 : 0);
        chunks.push_back({offset, size});
        offset += size;
    }
    return chunks;
}

Result<Plan> makePlan(const PlanSpec& spec)
{
    if (spec.ranks < 1)
        return Error{"workers: " + std::to_string(spec.ranks) + " ranks cannot run a collective; give at least 1."};
    if (spec.count < 0)
        return Error{"A collective of " + std::to_string(spec.count) + " elements is impossible; give 0 or more."};
    Plan plan{spec, {}};
    if (spec.ranks == 1)
        return plan;
    const Chunk whole{0, spec.count};
    switch (spec.algorithm) {
    case Algorithm::pairwise:
        if (spec.ranks != 2)
            return Error{"collective.algorithm: pairwise joins exactly 2 workers, not " + std::to_string(spec.ranks)
                + "; use ring or star."};
        plan.rounds = pairwiseRounds(whole);
        break;
    case Algorithm::star:
        plan.rounds = starRounds(spec.ranks, whole);
        break;
    case Algorithm::ring:
        plan.rounds = ringRounds(spec);
        break;
    }
    return plan;
}

} // namespace lockstep
