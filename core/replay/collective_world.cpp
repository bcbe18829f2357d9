// One bucket's collective at one moment: its plan replayed over the captured gradients, transfer by transfer, with the
// executor's order of additions, so that the sums agree with the engine's bit for bit.
#include <algorithm>

#include "core/replay/parts.h"

namespace lockstep::replay {
namespace {

/// Whose gradients are in each part of each rank's buffer. Parts are cut where any chunk of the plan begins or ends.
class Contributions {
public:
    explicit Contributions(const Plan& plan)
        : m_ranks(static_cast<std::size_t>(plan.spec.ranks))
    {
        m_cuts = {0, plan.spec.count};
        for (const Round& round : plan.rounds)
            for (const Transfer& transfer : round) {
                m_cuts.push_back(transfer.chunk.offset);
                m_cuts.push_back(transfer.chunk.offset + transfer.chunk.count);
            }
        std::sort(m_cuts.begin(), m_cuts.end());
        m_cuts.erase(std::unique(m_cuts.begin(), m_cuts.end()), m_cuts.end());
        m_has.assign(m_ranks * m_cuts.size() * m_ranks, 0);
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            for (std::size_t part = 0; part < m_cuts.size(); ++part)
                *(row(rank, part) + rank) = 1;
    }

    /// An empty chunk carries nobody's gradient.
    std::vector<std::uint8_t> of(RankId rank, const Chunk& chunk)
    {
        if (chunk.count == 0)
            return std::vector<std::uint8_t>(m_ranks, 0);
        const std::uint8_t* first = row(rank.index(), partAt(chunk.offset));
        return {first, first + m_ranks};
    }

    void apply(const Transfer& transfer, const std::vector<std::uint8_t>& carried)
    {
        const std::int64_t end = transfer.chunk.offset + transfer.chunk.count;
        for (std::size_t part = partAt(transfer.chunk.offset); part < m_cuts.size() && m_cuts[part] < end; ++part) {
            std::uint8_t* held = row(transfer.destination.index(), part);
            for (std::size_t rank = 0; rank < m_ranks; ++rank)
                held[rank] = transfer.op == TransferOp::copy ? carried[rank] : (held[rank] | carried[rank]);
        }
    }

private:
    std::size_t partAt(std::int64_t offset) const
    {
        return static_cast<std::size_t>(std::lower_bound(m_cuts.begin(), m_cuts.end(), offset) - m_cuts.begin());
    }
    std::uint8_t* row(std::size_t rank, std::size_t part)
    {
        return m_has.data() + (rank * m_cuts.size() + part) * m_ranks;
    }

    std::size_t m_ranks;
    std::vector<std::int64_t> m_cuts;
    std::vector<std::uint8_t> m_has; ///< [holder][part][contributor]
};

/// The captured part of a chunk: [first, last) of the captured prefix.
struct Captured {
    std::size_t first, last;
};
Captured capturedPart(const Chunk& chunk, std::size_t captured)
{
    const std::size_t first = std::min(static_cast<std::size_t>(chunk.offset), captured);
    const std::size_t last = std::min(static_cast<std::size_t>(chunk.offset + chunk.count), captured);
    return {first, last};
}

void applyValues(const TransferWorld& done, std::vector<std::vector<double>>& buffers)
{
    if (done.values.empty())
        return;
    std::vector<double>& buffer = buffers[done.transfer.destination.index()];
    const std::size_t first = static_cast<std::size_t>(done.transfer.chunk.offset);
    for (std::size_t i = 0; i < done.values.size(); ++i)
        buffer[first + i] = done.transfer.op == TransferOp::copy ? done.values[i] : buffer[first + i] + done.values[i];
}

/// Every transfer at `time`; `buffers` starts as what was sent and ends as what each rank holds at `time`.
void replayTransfers(const Expansion& expansion, TrackTime time, CollectiveWorld& world)
{
    Contributions contributions(expansion.plan);
    std::size_t captured = world.buffers.empty() ? 0 : world.buffers.front().size();
    for (const std::vector<double>& buffer :
        world.buffers) // a rank whose gradient is not ready: nothing can be replayed
        captured = std::min(captured, buffer.size());
    std::size_t total = 0;
    for (const Round& round : expansion.plan.rounds)
        total += round.size();
    world.transfers.reserve(total);
    for (std::size_t round = 0; round < expansion.plan.rounds.size(); ++round) {
        const std::size_t first = world.transfers.size();
        for (std::size_t i = 0; i < expansion.plan.rounds[round].size();
             ++i) { // reads see the state at the round's start
            TransferWorld& moving = world.transfers.emplace_back();
            moving.round = static_cast<int>(round);
            moving.index = static_cast<int>(i);
            moving.transfer = expansion.plan.rounds[round][i];
            moving.span = expansion.transfers[round][i];
            moving.progress = progressOf(moving.span, time);
            moving.fraction = fractionOf(moving.span, time);
            if (moving.progress == Progress::ahead)
                continue;
            world.round = static_cast<int>(round);
            moving.contributors = contributions.of(moving.transfer.source, moving.transfer.chunk);
            if (captured > 0) {
                const std::vector<double>& source = world.buffers[moving.transfer.source.index()];
                const Captured part = capturedPart(moving.transfer.chunk, captured);
                moving.values.assign(source.begin() + static_cast<std::ptrdiff_t>(part.first),
                    source.begin() + static_cast<std::ptrdiff_t>(part.last));
            }
        }
        for (std::size_t i = first; i < world.transfers.size(); ++i) { // reductions happen in list order
            if (world.transfers[i].progress != Progress::done)
                continue;
            contributions.apply(world.transfers[i].transfer, world.transfers[i].contributors);
            applyValues(world.transfers[i], world.buffers);
        }
    }
}

bool rankIsReady(const StepView& view, const RankEvents& rank, const BucketInfo& bucket, TrackTime time)
{
    return std::all_of(bucket.parameters.begin(), bucket.parameters.end(), [&](ParameterId parameter) {
        return std::all_of(rank.micros.begin(), rank.micros.end(),
            [&](const MicroEvents& micro) { return isOver(view, micro.gradients[parameter.index()], time); });
    });
}

} // namespace

CollectiveWorld collectiveWorld(const StepView& view, BucketId bucket, TrackTime time)
{
    const BucketInfo& info = view.trace.header().buckets[bucket.index()];
    const Expansion expansion = expandCollective(view, bucket);
    CollectiveWorld world;
    world.bucket = bucket;
    world.plan = info.plan;
    world.span = expansion.span;
    world.progress = expansion.happened ? progressOf(expansion.span, time) : Progress::ahead;
    world.fraction = expansion.happened ? fractionOf(expansion.span, time) : 0;
    world.divisor = combineDivisor(view);

    world.sent = sentValues(view, bucket);
    for (std::size_t rank = 0; rank < world.sent.size(); ++rank)
        if (!rankIsReady(view, view.index.ranks[rank], info, time))
            world.sent[rank].clear();
    world.buffers = world.sent;
    if (!expansion.happened)
        return world;

    replayTransfers(expansion, time, world);
    if (world.progress != Progress::done)
        return world;
    if (!world.buffers.empty())
        world.summed = world.buffers.front();
    if (const Event* reduced = view.index.ranks.front().reduced[bucket.index()])
        world.combined = reduced->as<BucketReduced>()->values;
    return world;
}

} // namespace lockstep::replay
