// Runs a plan on sets instead of numbers: which rank's contribution is where, and how often.
#include "core/collective/plan_check.h"

#include <algorithm>

namespace lockstep {
namespace {

std::string place(std::size_t round, std::size_t transfer)
{
    return "Round " + std::to_string(round) + ", transfer " + std::to_string(transfer);
}

/// The first transfer that cannot be carried out at all; empty if there is none.
std::string malformedTransfer(const Plan& plan)
{
    const auto outside = [&](RankId rank) { return rank.value < 0 || rank.value >= plan.spec.ranks; };
    for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
        for (std::size_t t = 0; t < plan.rounds[k].size(); ++t) {
            const Transfer& transfer = plan.rounds[k][t];
            if (outside(transfer.source) || outside(transfer.destination))
                return place(k, t) + " names a rank outside 0.." + std::to_string(plan.spec.ranks - 1) + ".";
            if (transfer.source == transfer.destination)
                return place(k, t) + " sends from rank " + std::to_string(transfer.source.value) + " to itself.";
            const Chunk& chunk = transfer.chunk;
            if (chunk.offset < 0 || chunk.count < 0 || chunk.offset > plan.spec.count - chunk.count)
                return place(k, t) + " moves a chunk outside the buffer of " + std::to_string(plan.spec.count)
                    + " elements.";
        }
    }
    return {};
}

std::vector<Hazard> findHazards(const Plan& plan)
{
    std::vector<Hazard> hazards;
    for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
        const Round& round = plan.rounds[k];
        for (std::size_t t = 0; t < round.size(); ++t) {
            const bool written = std::any_of(round.begin(), round.end(), [&](const Transfer& other) {
                return other.destination == round[t].source && overlap(other.chunk, round[t].chunk);
            });
            if (written)
                hazards.push_back({static_cast<int>(k), static_cast<int>(t)});
        }
    }
    return hazards;
}

/// How often each rank's contribution is in one place of one rank's buffer.
using Contributions = std::vector<int>;

/// The buffer cut at every chunk border of the plan: inside one segment all elements have the same history.
class Ledger {
public:
    explicit Ledger(const Plan& plan)
        : m_ranks(static_cast<std::size_t>(plan.spec.ranks))
    {
        m_borders = {0, plan.spec.count};
        for (const Round& round : plan.rounds)
            for (const Transfer& transfer : round)
                m_borders.insert(
                    m_borders.end(), {transfer.chunk.offset, transfer.chunk.offset + transfer.chunk.count});
        std::sort(m_borders.begin(), m_borders.end());
        m_borders.erase(std::unique(m_borders.begin(), m_borders.end()), m_borders.end());
        m_places.assign(m_ranks * segments(), Contributions(m_ranks, 0));
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            for (std::size_t segment = 0; segment < segments(); ++segment)
                at(rank, segment)[rank] = 1;
    }

    std::size_t segments() const { return m_borders.size() - 1; }
    Chunk chunkOf(std::size_t segment) const
    {
        return {m_borders[segment], m_borders[segment + 1] - m_borders[segment]};
    }
    Contributions& at(std::size_t rank, std::size_t segment) { return m_places[rank * segments() + segment]; }

    void apply(const Round& round)
    {
        std::vector<std::vector<Contributions>> carried; // read everything at the round's start, then write
        for (const Transfer& transfer : round) {
            const auto [first, last] = range(transfer.chunk);
            carried.emplace_back();
            for (std::size_t segment = first; segment < last; ++segment)
                carried.back().push_back(at(transfer.source.index(), segment));
        }
        for (std::size_t t = 0; t < round.size(); ++t) {
            const std::size_t first = range(round[t].chunk).first;
            for (std::size_t i = 0; i < carried[t].size(); ++i) {
                Contributions& target = at(round[t].destination.index(), first + i);
                for (std::size_t rank = 0; rank < m_ranks; ++rank)
                    target[rank] = carried[t][i][rank] + (round[t].op == TransferOp::reduce ? target[rank] : 0);
            }
        }
    }

private:
    std::pair<std::size_t, std::size_t> range(const Chunk& chunk) const
    {
        const auto border = [&](std::int64_t offset) {
            return static_cast<std::size_t>(
                std::lower_bound(m_borders.begin(), m_borders.end(), offset) - m_borders.begin());
        };
        return {border(chunk.offset), border(chunk.offset + chunk.count)};
    }

    std::size_t m_ranks;
    std::vector<std::int64_t> m_borders;
    std::vector<Contributions> m_places;
};

/// What the first wrong place lacks or holds too often; empty for an all-reduce.
std::string firstWrongSum(Ledger& ledger, std::size_t ranks)
{
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (std::size_t segment = 0; segment < ledger.segments(); ++segment) {
            for (std::size_t from = 0; from < ranks; ++from) {
                const int times = ledger.at(rank, segment)[from];
                if (times == 1)
                    continue;
                const Chunk chunk = ledger.chunkOf(segment);
                return "After the last round rank " + std::to_string(rank) + " holds rank " + std::to_string(from)
                    + "'s elements " + std::to_string(chunk.offset) + ".."
                    + std::to_string(chunk.offset + chunk.count - 1) + " " + std::to_string(times)
                    + " times instead of once.";
            }
        }
    }
    return {};
}

} // namespace

PlanReport checkPlan(const Plan& plan)
{
    PlanReport report;
    report.rounds = static_cast<int>(plan.rounds.size());
    report.problem = malformedTransfer(plan);
    if (!report.problem.empty())
        return report;
    const std::size_t ranks = static_cast<std::size_t>(plan.spec.ranks);
    report.elementsSent.assign(ranks, 0);
    report.elementsReceived.assign(ranks, 0);
    Ledger ledger(plan);
    for (const Round& round : plan.rounds) {
        for (const Transfer& transfer : round) {
            report.elementsSent[transfer.source.index()] += transfer.chunk.count;
            report.elementsReceived[transfer.destination.index()] += transfer.chunk.count;
        }
        ledger.apply(round);
    }
    report.hazards = findHazards(plan);
    report.problem = firstWrongSum(ledger, ranks);
    report.correct = report.problem.empty();
    return report;
}

} // namespace lockstep
