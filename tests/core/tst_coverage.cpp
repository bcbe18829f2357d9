// Coverage against counting by hand, forward, backward and while a run grows.
#include <QTest>

#include <map>
#include <set>

#include "core/replay/coverage.h"
#include "core/replay/epochs.h"
#include "tests/support/run_traces.h"

using namespace lockstep;

namespace {

/// Batches written by hand: deals[step][rank].
Trace traceOf(RunConfig config, std::int32_t examples, const std::vector<std::vector<std::vector<std::int32_t>>>& deals)
{
    auto header = std::make_shared<TraceHeader>();
    header->config = std::move(config);
    header->data.train = examples;
    Trace trace(header, {});
    std::int64_t id = 0;
    for (std::size_t step = 0; step <= deals.size(); ++step) {
        auto record = std::make_shared<StepRecord>();
        record->step = StepId{static_cast<std::int32_t>(step)};
        if (step == 0) {
            Event event;
            event.id = EventId{id++};
            event.payload = RunStarted{};
            record->events.push_back(event);
        }
        for (std::size_t rank = 0; step > 0 && rank < deals[step - 1].size(); ++rank) {
            Event event;
            event.id = EventId{id++};
            event.step = record->step;
            event.rank = RankId{static_cast<std::int32_t>(rank)};
            event.payload = BatchAssigned{deals[step - 1][rank]};
            record->events.push_back(event);
        }
        record->measured.resize(record->events.size());
        trace.append(record);
    }
    return trace;
}

RunConfig handConfig(int workers, int share)
{
    RunConfig config;
    config.workers = workers;
    config.batch.perWorker = {share};
    config.steps = 4;
    return config;
}

} // namespace

class TestCoverage : public QObject {
    Q_OBJECT
private slots:
    void countsVisitsOwnersAndEpochs()
    {
        // 6 examples, 2 ranks with 2 each: an epoch is two steps (the second one short).
        const Trace trace = traceOf(handConfig(2, 2), 6, {{{0, 1}, {2, 1}}, {{0}, {5}}, {{3, 3}, {3, 4}}, {{0}, {1}}});
        const Coverage first = coverageAt(trace, 1);
        QCOMPARE(first.stepsPerEpoch, std::int64_t{2});
        QCOMPARE(first.times, (std::vector<std::int32_t>{1, 2, 1, 0, 0, 0}));
        QCOMPARE(first.owner,
            (std::vector<std::int32_t>{0, kSeenBySeveral, 1, kSeenByNobody, kSeenByNobody, kSeenByNobody}));
        QCOMPARE(first.inStep.drawn, std::int64_t{4});
        QCOMPARE(first.inStep.distinct, std::int64_t{3});
        QCOMPARE(first.inStep.repeated, std::int64_t{1});
        QVERIFY(!first.inEpoch.whole);

        const Coverage second = coverageAt(trace, 2);
        QCOMPARE(second.times, (std::vector<std::int32_t>{2, 2, 1, 0, 0, 1}));
        QCOMPARE(second.owner[0], 0); // twice, but by one rank
        QCOMPARE(second.drawnBy, (std::vector<std::int64_t>{3, 3}));
        QCOMPARE(second.inEpoch.drawn, std::int64_t{6});
        QCOMPARE(second.inEpoch.distinct, std::int64_t{4});
        QCOMPARE(second.inEpoch.never, std::int64_t{2});
        QCOMPARE(second.inEpoch.repeated, std::int64_t{2});
        QCOMPARE(second.inEpoch.most, 2);
        QCOMPARE(second.inEpoch.repeatFactor(), 1.5);
        QCOMPARE(second.inEpoch.evenly(), 0);
        QVERIFY(second.inEpoch.whole);
        QCOMPARE(second.inStep.distinct, std::int64_t{2});

        const Coverage fourth = coverageAt(trace, 4);
        QCOMPARE(fourth.times, (std::vector<std::int32_t>{1, 1, 0, 3, 1, 0}));
        QCOMPARE(fourth.timesEver, (std::vector<std::int32_t>{3, 3, 1, 3, 1, 1}));
        QCOMPARE(fourth.owner[3], kSeenBySeveral);
        QCOMPARE(fourth.epochs.size(), std::size_t{2});
        QVERIFY(fourth.epochs[0] == second.inEpoch);
        QCOMPARE(fourth.inEpoch.epoch, std::int64_t{2});
        QCOMPARE(fourth.inEpoch.firstStep, std::int64_t{3});
        QCOMPARE(fourth.inRun.distinct, std::int64_t{6});
        QCOMPARE(fourth.inRun.drawn, std::int64_t{12});
        QCOMPARE(coverageAt(trace, 99), fourth);
    }

    void beforeStepOneNothingIsSeen()
    {
        const Coverage none = coverageAt(traceOf(handConfig(2, 2), 6, {{{0}, {1}}}), 0);
        QCOMPARE(none.inEpoch.drawn, std::int64_t{0});
        QCOMPARE(none.inEpoch.never, std::int64_t{6});
        QVERIFY(none.epochs.empty());
        QCOMPARE(coverageAt(Trace{}, 3).examples, 0);
    }

    void aSampleThatDoesNotExistIsNotCounted()
    {
        const Coverage coverage = coverageAt(traceOf(handConfig(1, 2), 2, {{{-1, 7, 1}}}), 1);
        QCOMPARE(coverage.inEpoch.drawn, std::int64_t{1});
        QCOMPARE(coverage.times, (std::vector<std::int32_t>{0, 1}));
    }

    void aWalkGivesTheSameInAnyOrderAndWhileTheRunGrows()
    {
        RunConfig config = testing::digits(4, 22); // one epoch of 15 steps and a part of the next
        config.sampler.shuffle = true;
        const Trace whole = testing::run(config);
        Trace half(std::make_shared<TraceHeader>(whole.header()), whole.info());
        for (std::size_t i = 0; i < 12; ++i)
            half.append(whole.sharedStep(i));
        CoverageWalk walk;
        for (const std::size_t step : {3u, 7u, 7u, 2u, 11u})
            QVERIFY(walk.at(half, step) == coverageAt(whole, step));
        for (const std::size_t step : {11u, 16u, 22u, 1u, 30u})
            QVERIFY(walk.at(whole, step) == coverageAt(whole, step));
        config.seed = 5;
        const Trace other = testing::run(config);
        QVERIFY(walk.at(other, 22) == coverageAt(other, 22));
    }

    void theRepeatedSamplerSeesAQuarterFourTimes()
    {
        RunConfig config = testing::digits(4, 15);
        const CoverageCounts shared = coverageAt(testing::run(config), 15).inEpoch;
        QCOMPARE(shared.distinct, std::int64_t{1440});
        QCOMPARE(shared.evenly(), 1);
        config.sampler.policy = SamplerPolicy::replicate;
        const Coverage repeated = coverageAt(testing::run(config), 15);
        QCOMPARE(repeated.inEpoch.distinct, std::int64_t{360});
        QCOMPARE(repeated.inEpoch.evenly(), 4);
        QCOMPARE(repeated.inEpoch.repeatFactor(), 4.0);
        QCOMPARE(repeated.inStep.distinct, std::int64_t{24});
        QCOMPARE(repeated.inStep.evenly(), 4);
        QCOMPARE(repeated.stepsPerEpoch, std::int64_t{60}); // every rank walks the whole set
        QVERIFY(!repeated.inEpoch.whole);
    }

    void epochsFollowTheSampler()
    {
        TraceHeader header;
        header.config = handConfig(4, 3);
        header.data.train = 50;
        const auto steps = [&](SamplerPolicy policy, bool drop) {
            header.config.sampler.policy = policy;
            header.config.sampler.dropLast = drop;
            return stepsPerEpoch(header);
        };
        QCOMPARE(steps(SamplerPolicy::block, false), std::int64_t{5});
        QCOMPARE(steps(SamplerPolicy::block, true), std::int64_t{4});
        QCOMPARE(steps(SamplerPolicy::distributed, false), std::int64_t{5}); // 13 a rank
        QCOMPARE(steps(SamplerPolicy::distributed, true), std::int64_t{4});
        QCOMPARE(steps(SamplerPolicy::replicate, false), std::int64_t{17});
        header.config.batch.accumulate = 2;
        QCOMPARE(steps(SamplerPolicy::replicate, false), std::int64_t{9});
        QCOMPARE(epochOf(0, 9), std::int64_t{0});
        QCOMPARE(epochOf(9, 9), std::int64_t{1});
        QCOMPARE(epochOf(10, 9), std::int64_t{2});
    }

    void manyExamplesAndStepsTakeLittleTime()
    {
        // 100,000 examples, 2,000 steps of 8 ranks: one walk to the end and to every step before it stays cheap.
        std::vector<std::vector<std::vector<std::int32_t>>> deals;
        std::int32_t next = 0;
        for (int step = 0; step < 2000; ++step) {
            deals.emplace_back();
            for (int rank = 0; rank < 8; ++rank) {
                deals.back().emplace_back();
                for (int i = 0; i < 32; ++i)
                    deals.back().back().push_back(next++ % 100000);
            }
        }
        const Trace trace = traceOf(handConfig(8, 32), 100000, deals);
        // Going on costs the same at every step: ten times the steps take ten times as long, not a hundred times.
        CoverageWalk walk;
        QElapsedTimer timer;
        timer.start();
        for (std::size_t step = 1; step <= 200; ++step)
            walk.at(trace, step);
        const double first = static_cast<double>(timer.nsecsElapsed());
        for (std::size_t step = 201; step <= 2000; ++step)
            walk.at(trace, step);
        const double all = static_cast<double>(timer.nsecsElapsed());
        QVERIFY2(all < 40 * first, qPrintable(QString::number(all / first)));
        QCOMPARE(walk.at(trace, 2000).inRun.drawn, std::int64_t{512000});
        QCOMPARE(walk.at(trace, 2000).inRun.never, std::int64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
