// The cost model: lesson 13's table, the tick counts of the worked examples, and what a track must always be.
#include <QTest>

#include "core/cost/price.h"
#include "core/cost/transfers.h"
#include "tests/support/hand_trace.h"

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// Lesson 13: 10 GB/s is 1e7 bytes a millisecond, latency 0.05 ms.
RunConfig::Cost lesson13Cost()
{
    RunConfig::Cost cost;
    cost.unit = TimeUnit::millisecond;
    cost.alpha = 0.05;
    cost.bytesPerUnit = 1e7;
    return cost;
}

TrackTime lastEnd(Algorithm algorithm, int ranks, std::int64_t count, Bytes bytes, const RunConfig::Cost& cost)
{
    const Result<Plan> plan = makePlan({algorithm, RingOrder::classic, ranks, count});
    if (!plan)
        return -1;
    TrackTime last = 0;
    for (const TrackTime end : priceRanks(plan.value(), bytes, cost))
        last = std::max(last, end);
    return last;
}

template <class T>
std::vector<Span> spansOf(const Trace& trace, const Track& track, int step, int rank)
{
    std::vector<Span> spans;
    for (const Event& event : trace.step(static_cast<std::size_t>(step)).events)
        if (event.as<T>() && event.rank.value == rank)
            spans.push_back(track.of(event.id));
    return spans;
}

} // namespace

class TestCost : public QObject {
    Q_OBJECT
private slots:
    void lesson13Table_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<double>("ring");
        QTest::addColumn<double>("star");
        QTest::newRow("2") << 2 << 10.1 << 20.1;
        QTest::newRow("4") << 4 << 15.3 << 60.3;
        QTest::newRow("8") << 8 << 18.2 << 140.7;
        QTest::newRow("16") << 16 << 20.25 << 301.5;
    }
    void lesson13Table()
    {
        QFETCH(int, workers);
        QFETCH(double, ring);
        QFETCH(double, star);
        const Bytes size{100'000'000};
        QVERIFY(std::abs(lastEnd(Algorithm::ring, workers, 12'500'000, size, lesson13Cost()) - ring) < 1e-9);
        QVERIFY(std::abs(lastEnd(Algorithm::star, workers, 12'500'000, size, lesson13Cost()) - star) < 1e-9);
    }

    void everyWorkerCountFollowsTheFormulas()
    {
        for (int workers = 2; workers <= 16; ++workers) {
            const std::int64_t count = 720720; // divisible by 1 .. 16
            const double size = 8.0 * static_cast<double>(count), alpha = 0.05, bandwidth = 1e7;
            const Bytes bytes{count * 8};
            const double ring = 2 * (workers - 1) * (alpha + size / (workers * bandwidth));
            const double star = 2 * (workers - 1) * (alpha + size / bandwidth);
            QVERIFY(std::abs(lastEnd(Algorithm::ring, workers, count, bytes, lesson13Cost()) - ring) < 1e-9);
            QVERIFY(std::abs(lastEnd(Algorithm::star, workers, count, bytes, lesson13Cost()) - star) < 1e-9);
        }
    }

    void declaredGradientSizePricesTheWholeTrace()
    {
        RunConfig config = lesson4Config();
        config.cost = lesson13Cost();
        config.cost.gradientBytes = 100'000'000;
        config.data.targets.resize(32, 5);
        config.batch.perWorker = {2};
        for (const auto& [workers, ring] : {std::pair{4, 15.3}, {8, 18.2}, {16, 20.25}}) {
            config.workers = workers;
            config.collective.algorithm = Algorithm::ring;
            const Trace trace = handTrace(config);
            const Track track = price(trace);
            const Span reduced = spansOf<BucketReduced>(trace, track, 1, workers - 1).at(0);
            QVERIFY2(std::abs(reduced.length() - ring) < 1e-9, qPrintable(QString::number(reduced.length(), 'g', 15)));
        }
    }

    void lesson4TakesFourteenTicks()
    {
        const Trace trace = handTrace(lesson4Config());
        const Track track = price(trace);
        for (const int rank : {0, 1}) {
            QCOMPARE(spansOf<Loaded>(trace, track, 1, rank).at(0), (Span{0, 2}));
            QCOMPARE(spansOf<ForwardDone>(trace, track, 1, rank).at(0), (Span{2, 4}));
            QCOMPARE(spansOf<GradientReady>(trace, track, 1, rank).at(0), (Span{4, 8}));
            QCOMPARE(spansOf<BucketReduced>(trace, track, 1, rank).at(0), (Span{8, 12}));
            QCOMPARE(spansOf<OptimizerApplied>(trace, track, 1, rank).at(0), (Span{12, 14}));
        }
        QCOMPARE(track.end(), 14.0);
        QCOMPARE(track.unit, TimeUnit::tick);
    }

    void lesson7TakesEighteenTicksAndTheCollectiveStartsWithTheLast()
    {
        const Trace trace = handTrace(lesson7Config());
        const Track track = price(trace);
        QCOMPARE(spansOf<CollectiveStarted>(trace, track, 1, 0).at(0), (Span{4, 4}));
        QCOMPARE(spansOf<CollectiveStarted>(trace, track, 1, 1).at(0), (Span{12, 12}));
        QCOMPARE(spansOf<BucketReduced>(trace, track, 1, 0).at(0), (Span{12, 16}));
        QCOMPARE(track.end(), 18.0);
    }

    void stepsFollowEachOtherWithoutOverlap()
    {
        const Trace trace = handTrace(lesson4Config(3));
        const Track track = price(trace);
        QCOMPARE(track.stepSpans, (std::vector<Span>{{0, 0}, {0, 14}, {14, 28}, {28, 42}}));
        QCOMPARE(spansOf<Loaded>(trace, track, 3, 1).at(0), (Span{28, 30}));
    }

    void everyEventLiesInItsStepAndAfterItsDependencies()
    {
        RunConfig config = lesson7Config(4);
        config.cost.spread = 0.7;
        const Trace trace = handTrace(config);
        const Track track = price(trace);
        for (std::int64_t i = 0; i < trace.eventCount(); ++i) {
            const EventId id{i};
            const Span span = track.of(id), step = track.stepSpans.at(trace.stepIndexOf(id));
            QVERIFY(step.begin <= span.begin && span.begin <= span.end && span.end <= step.end);
            for (const EventId dep : trace.event(id).deps)
                QVERIFY(track.of(dep).end <= span.begin);
        }
    }

    void slowRankStretchesItsForwardAndBackwardOnly()
    {
        RunConfig config = lesson4Config();
        config.faults.slowRank = 1;
        config.faults.slowFactor = 3;
        const Trace trace = handTrace(config);
        const Track track = price(trace);
        QCOMPARE(spansOf<Loaded>(trace, track, 1, 1).at(0), (Span{0, 2}));
        QCOMPARE(spansOf<ForwardDone>(trace, track, 1, 1).at(0), (Span{2, 8}));
        QCOMPARE(spansOf<GradientReady>(trace, track, 1, 1).at(0), (Span{8, 20}));
        QCOMPARE(spansOf<GradientReady>(trace, track, 1, 0).at(0), (Span{4, 8}));
        QCOMPARE(track.end(), 26.0);
    }

    void spreadIsReproducibleAndDiffersByStepAndRank()
    {
        RunConfig config = lesson4Config(2);
        config.cost.spread = 0.3;
        config.seed = 11;
        const Trace trace = handTrace(config);
        const Track track = price(trace), again = price(trace);
        QCOMPARE(track.spans, again.spans);
        const TrackTime a1 = spansOf<Loaded>(trace, track, 1, 0).at(0).length();
        const TrackTime b1 = spansOf<Loaded>(trace, track, 1, 1).at(0).length();
        const TrackTime a2 = spansOf<Loaded>(trace, track, 2, 0).at(0).length();
        QVERIFY(a1 != b1 && a1 != a2 && a1 != 2);
        config.seed = 12;
        QVERIFY(price(handTrace(config)).spans != track.spans);
    }

    void unlimitedBandwidthAndNoLatencyCostNothing()
    {
        RunConfig::Cost cost;
        cost.alpha = 0;
        cost.bytesPerUnit = 0;
        QCOMPARE(lastEnd(Algorithm::ring, 5, 7, Bytes{56}, cost), 0.0);
    }

    void emptyChunksAreNotSent()
    {
        RunConfig::Cost cost; // alpha 2, 4 bytes a tick
        QCOMPARE(lastEnd(Algorithm::ring, 4, 0, Bytes{0}, cost), 0.0);
        // One element over three ranks: its chunk goes round in 2 hops and is copied in 2 hops, 4 ticks each.
        QCOMPARE(lastEnd(Algorithm::ring, 3, 1, Bytes{8}, cost), 16.0);
    }

    void oneRankHasNothingToSend() { QCOMPARE(lastEnd(Algorithm::star, 1, 9, Bytes{72}, RunConfig::Cost{}), 0.0); }
};

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
