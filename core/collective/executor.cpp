// Works out once what every round of every rank has to wait for, then only compares counters.
#include "core/collective/executor.h"

#include <algorithm>

#include "core/collective/plan_check.h"

namespace lockstep {
namespace {

TensorView partOf(const TensorView& buffer, const Chunk& chunk)
{
    return buffer.part(chunk.offset, Shape{1, chunk.count});
}

template <class T>
void transferAs(TransferOp op, ConstTensorView from, TensorView to)
{
    const T* __restrict source = from.as<T>(); // a plan never moves a rank's values to itself
    T* __restrict destination = to.as<T>();
    const std::int64_t count = to.elements();
    if (op == TransferOp::copy)
        std::copy(source, source + count, destination);
    else
        for (std::int64_t i = 0; i < count; ++i)
            destination[i] += source[i];
}

void transferValues(TransferOp op, ConstTensorView from, TensorView to)
{
    to.dtype == DType::f32 ? transferAs<float>(op, from, to) : transferAs<double>(op, from, to);
}

} // namespace

Executor::Executor(Plan plan, std::vector<TensorView> buffers, bool timed)
    : m_plan(std::move(plan))
    , m_buffers(std::move(buffers))
    , m_isTimed(timed)
    , m_timed(m_buffers.size())
{
    const std::size_t ranks = static_cast<std::size_t>(m_plan.spec.ranks);
    const std::size_t rounds = m_plan.rounds.size();
    LOCKSTEP_CHECK_EQ(m_buffers.size(), ranks);
    for (const TensorView& buffer : m_buffers) {
        LOCKSTEP_CHECK_EQ(buffer.elements(), m_plan.spec.count);
        LOCKSTEP_CHECK(buffer.dtype == m_buffers.front().dtype);
    }
    const PlanReport report = checkPlan(m_plan);
    if (!report.correct)
        LOCKSTEP_CHECK_EQ(report.problem, "");

    m_counters = std::make_unique<Counters[]>(ranks);
    m_ranks.assign(ranks, std::vector<RankRound>(rounds + 1));
    std::vector<std::vector<int>> stageOf(rounds);
    for (std::size_t k = 0; k < rounds; ++k)
        stageOf[k].assign(m_plan.rounds[k].size(), -1);
    for (const Hazard& hazard : report.hazards) {
        const std::size_t k = static_cast<std::size_t>(hazard.round), t = static_cast<std::size_t>(hazard.transfer);
        const Transfer& transfer = m_plan.rounds[k][t];
        const int stage = static_cast<int>(m_stages.size());
        stageOf[k][t] = stage;
        m_ranks[transfer.source.index()][k].stages.push_back(stage);
        m_stages.push_back({transfer.source, transfer.chunk,
            Tensor({1, transfer.chunk.count}, m_buffers.front().dtype)});
    }

    const auto need = [](RankRound& round, std::size_t rank, int entered, int finished) {
        const auto found = std::find_if(
            round.needs.begin(), round.needs.end(), [&](const Need& other) { return other.rank == rank; });
        if (found == round.needs.end()) {
            round.needs.push_back({rank, entered, finished});
            return;
        }
        found->entered = std::max(found->entered, entered);
        found->finished = std::max(found->finished, finished);
    };
    struct Read {
        std::size_t reader;
        Chunk chunk;
        int round;
    };
    std::vector<std::vector<Read>> earlierReads(ranks); ///< by the rank that is read
    for (std::size_t k = 0; k < rounds; ++k) {
        for (std::size_t t = 0; t < m_plan.rounds[k].size(); ++t) {
            const Transfer& transfer = m_plan.rounds[k][t];
            RankRound& round = m_ranks[transfer.destination.index()][k];
            std::vector<TimedTransfer>& measured = m_timed[transfer.destination.index()];
            round.moves.push_back({transfer.source, transfer.chunk, transfer.op, stageOf[k][t], measured.size()});
            if (m_isTimed)
                measured.push_back({transfer.source, static_cast<int>(k), static_cast<int>(t), {}, {}});
            // Reading: the source has entered this round, so all it wrote in earlier rounds is there.
            need(round, transfer.source.index(), static_cast<int>(k) + 1, 0);
            // Writing: whoever read this place in an earlier round is through with that round.
            for (const Read& read : earlierReads[transfer.destination.index()])
                if (overlap(read.chunk, transfer.chunk))
                    need(round, read.reader, 0, read.round + 1);
            // Done: nobody reads this rank's buffer any more.
            need(m_ranks[transfer.source.index()][rounds], transfer.destination.index(), 0, static_cast<int>(k) + 1);
        }
        for (const Transfer& transfer : m_plan.rounds[k])
            earlierReads[transfer.source.index()].push_back(
                {transfer.destination.index(), transfer.chunk, static_cast<int>(k)});
    }
}

void Executor::reset()
{
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        m_counters[rank].entered.store(0, std::memory_order_relaxed);
        m_counters[rank].finished.store(0, std::memory_order_relaxed);
    }
}

Advance Executor::advance(RankId rank)
{
    const std::size_t r = rank.index();
    Counters& mine = m_counters[r];
    const int round = mine.finished.load(std::memory_order_relaxed);
    const int rounds = static_cast<int>(m_plan.rounds.size());
    const RankRound& next = m_ranks[r][static_cast<std::size_t>(round)];
    if (round == rounds)
        return met(next) ? Advance::done : Advance::blocked;
    const bool entering = mine.entered.load(std::memory_order_relaxed) == round;
    if (entering)
        enter(r, round);
    if (!met(next))
        return entering ? Advance::moved : Advance::blocked;
    perform(r, next);
    mine.finished.store(round + 1, std::memory_order_release);
    return Advance::moved;
}

bool Executor::met(const RankRound& round) const
{
    return std::all_of(round.needs.begin(), round.needs.end(), [&](const Need& need) {
        const Counters& other = m_counters[need.rank];
        return other.entered.load(std::memory_order_acquire) >= need.entered
            && other.finished.load(std::memory_order_acquire) >= need.finished;
    });
}

void Executor::enter(std::size_t rank, int round)
{
    for (const int stage : m_ranks[rank][static_cast<std::size_t>(round)].stages) {
        Stage& aside = m_stages[static_cast<std::size_t>(stage)];
        transferValues(TransferOp::copy, partOf(m_buffers[rank], aside.chunk), aside.values);
    }
    m_counters[rank].entered.store(round + 1, std::memory_order_release);
}

void Executor::perform(std::size_t rank, const RankRound& round)
{
    using Clock = std::chrono::steady_clock;
    for (const Move& move : round.moves) {
        const Clock::time_point begin = m_isTimed ? Clock::now() : Clock::time_point();
        const ConstTensorView from = move.stage >= 0 ? m_stages[static_cast<std::size_t>(move.stage)].values.view()
                                                     : partOf(m_buffers[move.source.index()], move.chunk);
        transferValues(move.op, from, partOf(m_buffers[rank], move.chunk));
        if (m_isTimed) {
            m_timed[rank][move.timed].begin = begin;
            m_timed[rank][move.timed].end = Clock::now();
        }
    }
}

} // namespace lockstep
