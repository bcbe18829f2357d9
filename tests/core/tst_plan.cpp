// Plans: every algorithm is a correct all-reduce, the ring orders are the documented ones, mistakes are found.
#include <QtTest>

#include "core/collective/plan.h"
#include "core/collective/plan_check.h"

using namespace lockstep;

namespace {

PlanSpec spec(Algorithm algorithm, int ranks, std::int64_t count, RingOrder order = RingOrder::classic)
{
    return {algorithm, order, ranks, count};
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT

private slots:
    void everyPlanIsACorrectAllReduce()
    {
        for (const Algorithm algorithm : {Algorithm::pairwise, Algorithm::star, Algorithm::ring}) {
            for (const RingOrder order : {RingOrder::classic, RingOrder::nccl}) {
                for (int ranks = 1; ranks <= 9; ++ranks) {
                    for (const std::int64_t count : {0, 1, 2, 3, 7, 8, 9, 100, 127}) {
                        if (algorithm == Algorithm::pairwise && ranks > 2)
                            continue;
                        const Result<Plan> plan = makePlan(spec(algorithm, ranks, count, order));
                        QVERIFY(plan.ok());
                        const PlanReport report = checkPlan(plan.value());
                        QVERIFY2(report.correct, report.problem.c_str());
                    }
                }
            }
        }
    }

    void roundsAndTrafficFollowTheFormulas()
    {
        for (int ranks = 2; ranks <= 9; ++ranks) {
            const std::int64_t count = 5 * ranks;
            const PlanReport ring = checkPlan(makePlan(spec(Algorithm::ring, ranks, count)).value());
            QCOMPARE(ring.rounds, 2 * (ranks - 1));
            for (int rank = 0; rank < ranks; ++rank)
                QCOMPARE(ring.elementsSent[rank], 2 * (ranks - 1) * count / ranks);
            QVERIFY(ring.hazards.empty());
            const PlanReport star = checkPlan(makePlan(spec(Algorithm::star, ranks, count)).value());
            QCOMPARE(star.rounds, 2 * (ranks - 1));
            QCOMPARE(star.elementsReceived[0], (ranks - 1) * count);
            QCOMPARE(star.elementsSent[0], (ranks - 1) * count);
            QCOMPARE(star.elementsSent[1], count);
        }
    }

    void classicRingMovesChunksAsInTheLesson()
    {
        // Lesson 13: four ranks hold 1-4, 5-8, 9-12, 13-16; value passed on (chunk) in each adding move.
        const Plan plan = makePlan(spec(Algorithm::ring, 4, 4)).value();
        std::vector<std::vector<int>> held = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
        const std::vector<std::vector<int>> sums = {{6, 16, 26, 20}, {28, 15, 30, 29}, {36, 40, 28, 32}};
        for (int move = 0; move < 3; ++move) {
            const auto before = held;
            std::vector<int> found;
            for (const Transfer& transfer : plan.rounds[move]) {
                QCOMPARE(transfer.op, TransferOp::reduce);
                QCOMPARE(transfer.destination.value, (transfer.source.value + 1) % 4);
                QCOMPARE(transfer.chunk.offset, std::int64_t((transfer.source.value - move + 4) % 4));
                const auto c = static_cast<std::size_t>(transfer.chunk.offset);
                held[transfer.destination.index()][c] += before[transfer.source.index()][c];
                found.push_back(held[transfer.destination.index()][c]);
            }
            std::sort(found.begin(), found.end());
            auto wanted = sums[move];
            std::sort(wanted.begin(), wanted.end());
            QVERIFY(found == wanted);
        }
    }

    void ringOrdersEndWithTheDocumentedOwner()
    {
        for (int ranks = 2; ranks <= 9; ++ranks) {
            for (const RingOrder order : {RingOrder::classic, RingOrder::nccl}) {
                const Plan plan = makePlan(spec(Algorithm::ring, ranks, ranks, order)).value();
                for (const Transfer& last : plan.rounds[ranks - 2]) { // the receiver owns what it just finished
                    const int owned = static_cast<int>(last.chunk.offset);
                    const int wanted = order == RingOrder::nccl ? last.destination.value : last.destination.value + 1;
                    QCOMPARE(owned, wanted % ranks);
                }
            }
        }
    }

    void pairwiseNeedsBothBuffersStaged()
    {
        const PlanReport report = checkPlan(makePlan(spec(Algorithm::pairwise, 2, 3)).value());
        QCOMPARE(report.hazards.size(), std::size_t(2));
        QVERIFY((report.hazards[0] == Hazard{0, 0}));
        QVERIFY((report.hazards[1] == Hazard{0, 1}));
    }

    void chunksAreContiguousAndTheFirstOnesLonger()
    {
        const std::vector<Chunk> chunks = cutChunks(10, 4);
        QVERIFY((chunks == std::vector<Chunk>{{0, 3}, {3, 3}, {6, 2}, {8, 2}}));
        QVERIFY((cutChunks(1, 3) == std::vector<Chunk>{{0, 1}, {1, 0}, {1, 0}}));
    }

    void brokenPlansAreNamed()
    {
        const Plan good = makePlan(spec(Algorithm::ring, 3, 6)).value();
        Plan twice = good;
        twice.rounds.push_back({{RankId{0}, RankId{1}, {2, 2}, TransferOp::reduce}});
        QVERIFY(!checkPlan(twice).correct);
        QVERIFY(QString::fromStdString(checkPlan(twice).problem).contains("rank 1"));
        Plan lost = good;
        lost.rounds[1].erase(lost.rounds[1].begin());
        QVERIFY(!checkPlan(lost).correct);
        Plan outside = good;
        outside.rounds[0][0].chunk = {5, 2};
        QVERIFY(QString::fromStdString(checkPlan(outside).problem).contains("outside the buffer"));
        Plan stranger = good;
        stranger.rounds[0][0].destination = RankId{3};
        QVERIFY(QString::fromStdString(checkPlan(stranger).problem).contains("Round 0, transfer 0"));
    }

    void impossibleRequestsAreRefused()
    {
        QVERIFY(!makePlan(spec(Algorithm::pairwise, 3, 4)).ok());
        QVERIFY(!makePlan(spec(Algorithm::ring, 0, 4)).ok());
        QVERIFY(makePlan(spec(Algorithm::pairwise, 1, 4)).value().rounds.empty());
    }
};

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
