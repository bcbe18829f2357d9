// The cost model: lesson 13's table, the tick counts of the worked examples, and what a track must always be.
#include <QTest>

#include "core/cost/price.h"
#include "core/cost/transfers.h"
#include "core/trace/recorder.h"
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

/// Lesson 14: 64 examples over four ranks at 1.5 ms each, 100 MB of gradients over a ring. One step of a model with
/// `parameters` equal parameters, each in a bucket of its own, announced from the last to the first.
Trace lesson14Step(int parameters, bool overlap, double forward, double backward)
{
    auto header = std::make_shared<TraceHeader>();
    RunConfig& config = header->config;
    config.workers = 4;
    config.buckets.overlap = overlap;
    config.cost = lesson13Cost();
    config.cost.gradientBytes = 100'000'000;
    config.cost.loadPerExample = config.cost.update = 0;
    config.cost.forwardPerExample = forward / 16;
    config.cost.backwardPerExample = backward / 16;
    header->plans = {{Algorithm::ring, RingOrder::classic, 4, 12}};
    for (int p = 0; p < parameters; ++p) {
        header->parameters.push_back({"p" + std::to_string(p), {12}});
        header->buckets.push_back({PlanId{0}, {ParameterId{parameters - 1 - p}}, 12, true});
    }
    Recorder recorder(4);
    const auto now = Recorder::Clock::now();
    using Handles = std::vector<EventHandle>;
    std::vector<Handles> started(static_cast<std::size_t>(parameters)), ready(4);
    Handles reduced(4);
    for (int rank = 0; rank < 4; ++rank) {
        const auto note = [&](Lane lane, Handles deps, Payload payload) {
            return recorder.record(RankId{rank}, 0, lane, deps, std::move(payload), now, now);
        };
        EventHandle last = note(Lane::load, {}, BatchAssigned{std::vector<std::int32_t>(16, 0)});
        last = note(Lane::load, {last}, Loaded{16});
        last = note(Lane::compute, {last}, ForwardDone{1, 16, -1});
        for (int bucket = 0; bucket < parameters; ++bucket) {
            last = note(Lane::compute, {last}, GradientReady{ParameterId{parameters - 1 - bucket}, 1, 12, {}});
            ready[static_cast<std::size_t>(rank)].push_back(
                note(Lane::comm, {last}, BucketReady{BucketId{bucket}, 12}));
        }
    }
    for (int bucket = 0; bucket < parameters; ++bucket) {
        Handles arrived;
        for (int rank = 0; rank < 4; ++rank) {
            Handles deps{ready[static_cast<std::size_t>(rank)][static_cast<std::size_t>(bucket)]};
            if (bucket > 0)
                deps.push_back(reduced[static_cast<std::size_t>(rank)]);
            arrived.push_back(recorder.record(
                RankId{rank}, 0, Lane::comm, deps, CollectiveStarted{BucketId{bucket}, PlanId{0}, bucket + 1}, now, now));
        }
        for (int rank = 0; rank < 4; ++rank)
            reduced[static_cast<std::size_t>(rank)] = recorder.record(
                RankId{rank}, 0, Lane::comm, arrived, BucketReduced{BucketId{bucket}, 1, {}, 0}, now, now);
    }
    for (int rank = 0; rank < 4; ++rank)
        recorder.record(RankId{rank}, 0, Lane::compute, {reduced[static_cast<std::size_t>(rank)]}, OptimizerApplied{}, now, now);
    Trace trace(header, {});
    trace.append(recorder.seal(StepId{0}, {}));
    return trace;
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

    void overlapHidesAllButTheLastBucket()
    {
        // 24 ms of compute; a quarter of 100 MB takes 6 (0.05 + 0.625) = 4.05 ms. Backward's quarters take 4.5 ms, so
        // every collective is over before the next bucket is ready, and the last one alone shows: 24 + 4.05.
        const Trace trace = lesson14Step(4, true, 6, 18);
        const Track track = price(trace);
        for (const int rank : {0, 3}) {
            const auto reduced = spansOf<BucketReduced>(trace, track, 0, rank);
            for (std::size_t bucket = 0; bucket < 4; ++bucket) {
                const double ready = 6 + 4.5 * (static_cast<double>(bucket) + 1);
                QVERIFY(std::abs(reduced.at(bucket).begin - ready) < 1e-9);
                QVERIFY(std::abs(reduced.at(bucket).end - (ready + 4.05)) < 1e-9);
            }
        }
        QVERIFY(std::abs(track.end() - 28.05) < 1e-9);
        // Afterwards all four follow each other: 24 + 4 x 4.05.
        QVERIFY(std::abs(price(lesson14Step(4, false, 6, 18)).end() - 40.2) < 1e-9);
    }

    void oneBucketAtATimeOnTheCommunicator()
    {
        // Backward's quarters take 4 ms, less than a collective's 4.05: buckets queue, ready at 12, 16, 20 and 24,
        // reduced from 12 to 16.05, 20.1, 24.15 and 28.2.
        const Trace trace = lesson14Step(4, true, 8, 16);
        const Track track = price(trace);
        const auto started = spansOf<CollectiveStarted>(trace, track, 0, 2), reduced = spansOf<BucketReduced>(trace, track, 0, 2);
        for (std::size_t bucket = 0; bucket < 4; ++bucket) {
            const double begin = 12 + 4.05 * static_cast<double>(bucket);
            QVERIFY(std::abs(started.at(bucket).begin - begin) < 1e-9); // a rank arrives when it is through with the one before
            QVERIFY(std::abs(reduced.at(bucket).begin - begin) < 1e-9);
            QVERIFY(std::abs(reduced.at(bucket).end - (begin + 4.05)) < 1e-9);
        }
        QVERIFY(std::abs(track.end() - 28.2) < 1e-9);
    }

    void aSingleBucketCannotOverlap()
    {
        // Lesson 14 at four workers: 24 + 15.3 = 39.3 ms, with overlap or without.
        for (const bool overlap : {false, true})
            QVERIFY(std::abs(price(lesson14Step(1, overlap, 8, 16)).end() - 39.3) < 1e-9);
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
