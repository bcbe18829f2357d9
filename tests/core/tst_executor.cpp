// Executor: every plan on real buffers gives the ordered sum, in whatever order ranks get their turns, and on threads.
#include <QtTest>

#include <cstring>
#include <numeric>
#include <thread>

#include "core/collective/executor.h"
#include "core/collective/plan_check.h"

using namespace lockstep;

namespace {

using Buffers = std::vector<std::vector<double>>;

struct Case {
    PlanSpec spec;
    QByteArray name;
};

std::vector<Case> allCases(int mostRanks)
{
    std::vector<Case> cases;
    for (int ranks = 1; ranks <= mostRanks; ++ranks)
        for (const std::int64_t count : {0, 1, 2, 3, 5, 8, 13, 64, 65})
            for (const auto& [algorithm, order, name] :
                {std::tuple{Algorithm::pairwise, RingOrder::classic, "pairwise"},
                    {Algorithm::star, RingOrder::classic, "star"}, {Algorithm::ring, RingOrder::classic, "ring"},
                    {Algorithm::ring, RingOrder::nccl, "ring nccl"}})
                if (algorithm != Algorithm::pairwise || ranks <= 2)
                    cases.push_back({{algorithm, order, ranks, count},
                        QByteArray(name) + " ranks " + QByteArray::number(ranks) + " count "
                            + QByteArray::number(count)});
    return cases;
}

/// A whole number that no other (rank, index) has.
double distinctValue(int rank, std::int64_t i)
{
    return 1000003.0 * (rank + 1) + static_cast<double>(i * i + 7 * i);
}
/// A fraction whose sums depend on the order of additions.
double awkwardValue(int rank, std::int64_t i)
{
    return 1.0 / (3.0 + rank * 7 + static_cast<double>(i)) * (rank % 2 ? 1e8 : 1e-8);
}

Buffers filled(const PlanSpec& spec, double (*value)(int, std::int64_t))
{
    Buffers buffers(static_cast<std::size_t>(spec.ranks));
    for (int rank = 0; rank < spec.ranks; ++rank)
        for (std::int64_t i = 0; i < spec.count; ++i)
            buffers[static_cast<std::size_t>(rank)].push_back(value(rank, i));
    return buffers;
}

Executor executorOn(const PlanSpec& spec, Buffers& buffers)
{
    return Executor(makePlan(spec).value(), std::vector<TensorView>(buffers.begin(), buffers.end()));
}

/// The plan's rounds as the definition says: read everything, then write in list order.
void runRounds(const Plan& plan, Buffers& buffers)
{
    for (const Round& round : plan.rounds) {
        const Buffers before = buffers;
        for (const Transfer& transfer : round)
            for (std::int64_t i = transfer.chunk.offset; i < transfer.chunk.offset + transfer.chunk.count; ++i) {
                double& to = buffers[transfer.destination.index()][static_cast<std::size_t>(i)];
                const double from = before[transfer.source.index()][static_cast<std::size_t>(i)];
                to = transfer.op == TransferOp::reduce ? to + from : from;
            }
    }
}

void inRandomOrder(Executor& executor, int ranks, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<int> open(static_cast<std::size_t>(ranks));
    std::iota(open.begin(), open.end(), 0);
    for (int moves = 0; !open.empty(); ++moves) {
        LOCKSTEP_CHECK_LT(moves, 1000000);
        const std::size_t pick = random() % open.size();
        if (executor.advance(RankId{open[pick]}) == Advance::done)
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
    }
}

void onThreads(Executor& executor, int ranks)
{
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&executor, rank] {
            while (executor.advance(RankId{rank}) != Advance::done)
                std::this_thread::yield();
        });
}

bool sameBits(const Buffers& a, const Buffers& b)
{
    for (std::size_t rank = 0; rank < a.size(); ++rank)
        if (!a[rank].empty() && std::memcmp(a[rank].data(), b[rank].data(), a[rank].size() * sizeof(double)) != 0)
            return false;
    return true;
}

} // namespace

class TestExecutor : public QObject {
    Q_OBJECT

private slots:
    void wholeNumbersSumExactly()
    {
        for (const Case& each : allCases(9)) {
            Buffers buffers = filled(each.spec, distinctValue);
            Executor executor = executorOn(each.spec, buffers);
            inRandomOrder(executor, each.spec.ranks, 17);
            for (const auto& buffer : buffers)
                for (std::int64_t i = 0; i < each.spec.count; ++i) {
                    double sum = 0;
                    for (int rank = 0; rank < each.spec.ranks; ++rank)
                        sum += distinctValue(rank, i);
                    QVERIFY2(buffer[static_cast<std::size_t>(i)] == sum, each.name.constData());
                }
        }
    }

    void additionsKeepThePlansOrderWhateverTheTurns()
    {
        for (const Case& each : allCases(9)) {
            Buffers wanted = filled(each.spec, awkwardValue);
            runRounds(makePlan(each.spec).value(), wanted);
            for (const auto& buffer : wanted)
                QVERIFY2(buffer == wanted.front(), each.name.constData()); // replicas agree bit for bit
            for (std::uint32_t seed = 1; seed <= 5; ++seed) {
                Buffers buffers = filled(each.spec, awkwardValue);
                Executor executor = executorOn(each.spec, buffers);
                inRandomOrder(executor, each.spec.ranks, seed);
                QVERIFY2(sameBits(buffers, wanted), each.name.constData());
            }
        }
    }

    void threadsGiveTheSameBits()
    {
        for (const Case& each : allCases(9)) {
            Buffers wanted = filled(each.spec, awkwardValue);
            runRounds(makePlan(each.spec).value(), wanted);
            Buffers buffers = filled(each.spec, awkwardValue);
            Executor executor = executorOn(each.spec, buffers);
            for (int repeat = 0; repeat < 3; ++repeat) { // the second and third time after a reset
                const Buffers fresh = filled(each.spec, awkwardValue);
                for (std::size_t rank = 0; rank < buffers.size(); ++rank)
                    std::copy(fresh[rank].begin(), fresh[rank].end(), buffers[rank].begin());
                executor.reset();
                onThreads(executor, each.spec.ranks);
                QVERIFY2(sameBits(buffers, wanted), each.name.constData());
            }
        }
    }

    void aRankIsDoneOnlyWhenNobodyReadsItsBuffer()
    {
        // Whoever is done may overwrite its buffer at once; the others' sums must not notice.
        for (const Case& each : allCases(9)) {
            Buffers wanted = filled(each.spec, awkwardValue);
            runRounds(makePlan(each.spec).value(), wanted);
            Buffers buffers = filled(each.spec, awkwardValue), found(buffers.size());
            Executor executor = executorOn(each.spec, buffers);
            std::mt19937 random(5);
            for (std::size_t left = buffers.size(); left > 0;) {
                const std::size_t rank = random() % buffers.size();
                if (!found[rank].empty() || executor.advance(RankId{static_cast<int>(rank)}) != Advance::done)
                    continue;
                found[rank] = buffers[rank];
                found[rank].push_back(0); // so that an empty buffer counts as found
                std::fill(buffers[rank].begin(), buffers[rank].end(), -1e300);
                --left;
            }
            for (std::size_t rank = 0; rank < found.size(); ++rank) {
                found[rank].pop_back();
                QVERIFY2(found[rank] == wanted[rank], each.name.constData());
            }
        }
    }

    void nothingIsOverwrittenBeforeItsReaderHasReadIt()
    {
        // Round 1 throws away what rank 0 holds, and no message tells rank 0 that rank 1 has read it in round 0.
        Plan plan{{Algorithm::star, RingOrder::classic, 3, 1}, {}};
        const auto transfer = [](int from, int to, TransferOp op) {
            return Transfer{RankId{from}, RankId{to}, {0, 1}, op};
        };
        plan.rounds = {{transfer(0, 1, TransferOp::reduce)}, {transfer(2, 0, TransferOp::copy)},
            {transfer(1, 0, TransferOp::reduce)}, {transfer(0, 1, TransferOp::copy), transfer(0, 2, TransferOp::copy)}};
        QVERIFY(checkPlan(plan).correct);
        for (std::uint32_t seed = 1; seed <= 50; ++seed) {
            Buffers buffers = {{1}, {10}, {100}};
            Executor executor(plan, std::vector<TensorView>(buffers.begin(), buffers.end()));
            inRandomOrder(executor, 3, seed);
            QVERIFY((buffers == Buffers{{111}, {111}, {111}}));
        }
    }

    void aLateRankHoldsUpTheSumAndNothingElse()
    {
        PlanSpec spec{Algorithm::ring, RingOrder::classic, 3, 6};
        Buffers buffers = filled(spec, distinctValue);
        Executor executor = executorOn(spec, buffers);
        for (int turn = 0; turn < 100; ++turn)
            for (const int rank : {0, 1})
                QVERIFY(executor.advance(RankId{rank}) != Advance::done);
        QCOMPARE(executor.advance(RankId{0}), Advance::blocked);
        QCOMPARE(executor.advance(RankId{1}), Advance::blocked);
        inRandomOrder(executor, 3, 1);
        QVERIFY(buffers[0] == buffers[2]);
    }
};

QTEST_APPLESS_MAIN(TestExecutor)
#include "tst_executor.moc"
