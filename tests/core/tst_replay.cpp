// worldAt: what is known at each moment, the values that travel, moments, and the same World in both directions of
// time.
#include <QTest>
#include <QElapsedTimer>

#include <cmath>

#include "core/base/numbers.h"
#include "core/cost/price.h"
#include "core/engine/engine.h"
#include "core/replay/world.h"
#include "tests/support/hand_trace.h"

using namespace lockstep;
using namespace lockstep::test;

namespace {

const PhaseWorld& phaseOf(const World& world, int rank, Phase phase)
{
    return world.ranks.at(static_cast<std::size_t>(rank)).phases.at(static_cast<std::size_t>(phase));
}

/// Everything a World says, as text, so that two can be compared whole.
QString textOf(const World& world)
{
    QString text = QStringLiteral("step %1 done %2 loss %3\n")
                       .arg(world.stepIndex)
                       .arg(world.stepDone)
                       .arg(world.globalLoss.value_or(-1), 0, 'g', 17);
    const auto numbers = [](const std::vector<double>& values) {
        QString list;
        for (const double value : values)
            list += QString::number(value, 'g', 17) + ' ';
        return list;
    };
    for (const RankWorld& rank : world.ranks) {
        text += QStringLiteral("rank %1 phase %2 waiting %3 now %4\n")
                    .arg(rank.rank.value)
                    .arg(int(rank.phase))
                    .arg(rank.waiting)
                    .arg(numbers(rank.now));
        for (const PhaseWorld& phase : rank.phases)
            text += QStringLiteral("  %1 %2\n").arg(int(phase.progress)).arg(phase.fraction, 0, 'g', 17);
        for (const ExampleWorld& example : rank.examples)
            text += QStringLiteral("  sample %1 %2 %3 %4\n")
                        .arg(example.sample)
                        .arg(example.target.value_or(-99))
                        .arg(example.loss.value_or(-99))
                        .arg(example.gradient.value_or(-99));
    }
    for (const CollectiveWorld& collective : world.collectives) {
        text += QStringLiteral("collective %1 %2 round %3 combined %4\n")
                    .arg(int(collective.progress))
                    .arg(collective.fraction, 0, 'g', 17)
                    .arg(collective.round)
                    .arg(numbers(collective.combined));
        for (const TransferWorld& transfer : collective.transfers)
            text += QStringLiteral("  %1 %2 %3\n")
                        .arg(int(transfer.progress))
                        .arg(transfer.fraction, 0, 'g', 17)
                        .arg(numbers(transfer.values));
        for (const std::vector<double>& buffer : collective.buffers)
            text += "  " + numbers(buffer) + '\n';
    }
    return text;
}

} // namespace

class TestReplay : public QObject {
    Q_OBJECT
private slots:
    void lesson4BecomesKnownPhaseByPhase_data()
    {
        QTest::addColumn<bool>("real");
        QTest::newRow("written by hand") << false;
        QTest::newRow("run by the engine") << true;
    }
    void lesson4BecomesKnownPhaseByPhase()
    {
        QFETCH(bool, real);
        const Trace trace = real ? runTraining(lesson4Config()).value() : handTrace(lesson4Config());
        const Track track = price(trace);

        World world = worldAt(trace, track, 0);
        QCOMPARE(world.stepIndex, std::size_t{1});
        QCOMPARE(world.ranks.at(0).examples.at(1).sample, 1);
        QVERIFY(!world.ranks.at(0).examples.at(1).target);
        QCOMPARE(phaseOf(world, 0, Phase::load).progress, Progress::ahead);

        world = worldAt(trace, track, 2);
        QCOMPARE(world.ranks.at(1).examples.at(1).target, std::optional<double>(-6));
        QVERIFY(!world.ranks.at(1).examples.at(1).loss);
        QCOMPARE(world.ranks.at(1).phase, Phase::load);
        QCOMPARE(phaseOf(world, 1, Phase::load).progress, Progress::done);
        QCOMPARE(phaseOf(world, 1, Phase::forward).progress, Progress::ahead);

        world = worldAt(trace, track, 3);
        QCOMPARE(phaseOf(world, 1, Phase::forward).progress, Progress::running);
        QCOMPARE(phaseOf(world, 1, Phase::forward).fraction, 0.5);
        QVERIFY(!world.globalLoss);

        world = worldAt(trace, track, 4);
        QCOMPARE(world.ranks.at(0).loss, std::optional<double>(2.5));
        QCOMPARE(world.ranks.at(1).loss, std::optional<double>(18.5));
        QCOMPARE(world.globalLoss, std::optional<double>(10.5));
        QVERIFY(!world.ranks.at(0).examples.at(0).gradient);

        world = worldAt(trace, track, 8);
        QCOMPARE(world.ranks.at(0).examples.at(1).gradient, std::optional<double>(3));
        QCOMPARE(world.ranks.at(1).gradients.at(0).values, std::vector<double>{6});
        QCOMPARE(world.collectives.at(0).progress, Progress::ahead);
        QCOMPARE(world.collectives.at(0).sent, (std::vector<std::vector<double>>{{2}, {6}}));
        QVERIFY(world.collectives.at(0).combined.empty());

        world = worldAt(trace, track, 12);
        QCOMPARE(world.collectives.at(0).summed, std::vector<double>{8});
        QCOMPARE(world.collectives.at(0).divisor, 2.0);
        QCOMPARE(world.collectives.at(0).combined, std::vector<double>{4});
        QVERIFY(!world.ranks.at(0).updated);
        QCOMPARE(world.ranks.at(0).now, std::vector<double>{1});

        world = worldAt(trace, track, 14);
        QVERIFY(world.stepDone && world.ranks.at(1).updated);
        QCOMPARE(world.ranks.at(1).now, std::vector<double>{0.6});
        QCOMPARE(world.ranks.at(1).before, std::vector<double>{1});
        QVERIFY(world.ranks.at(0).digestNow == world.ranks.at(1).digestNow
            && world.ranks.at(0).digestNow != world.ranks.at(0).digestBefore);
    }

    void tokensCarryTheGradientsAndTheirContributors()
    {
        const Trace trace = handTrace(lesson4Config());
        const Track track = price(trace);
        const CollectiveWorld running = worldAt(trace, track, 10).collectives.at(0);
        QCOMPARE(running.transfers.size(), std::size_t{2});
        QCOMPARE(running.transfers.at(0).progress, Progress::running);
        QCOMPARE(running.transfers.at(0).fraction, 0.5);
        QCOMPARE(running.transfers.at(0).values, std::vector<double>{2});
        QCOMPARE(running.transfers.at(1).values, std::vector<double>{6});
        QCOMPARE(running.transfers.at(0).contributors, (std::vector<std::uint8_t>{1, 0}));
        QCOMPARE(running.buffers, (std::vector<std::vector<double>>{{2}, {6}}));
        QCOMPARE(worldAt(trace, track, 12).collectives.at(0).buffers, (std::vector<std::vector<double>>{{8}, {8}}));
    }

    void everyPlanEndsInTheSameSumOnEveryRank_data()
    {
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<int>("workers");
        for (const int workers : {1, 2, 3, 5, 9}) {
            QTest::addRow("star %d", workers) << int(Algorithm::star) << workers;
            QTest::addRow("ring %d", workers) << int(Algorithm::ring) << workers;
        }
    }
    void everyPlanEndsInTheSameSumOnEveryRank()
    {
        QFETCH(int, algorithm);
        QFETCH(int, workers);
        RunConfig config = lesson4Config();
        config.collective.algorithm = static_cast<Algorithm>(algorithm);
        config.workers = workers;
        config.batch.perWorker = {1};
        config.data.targets.clear();
        double sum = 0;
        for (int i = 0; i < workers; ++i) {
            config.data.targets.push_back(-3.0 * i);
            sum += 1 + 3.0 * i;
        }
        const Trace trace = handTrace(config);
        const Track track = price(trace);
        const CollectiveWorld world = worldAt(trace, track, track.end()).collectives.at(0);
        for (const std::vector<double>& buffer : world.buffers)
            QCOMPARE(buffer, std::vector<double>{sum});
        QCOMPARE(world.combined, std::vector<double>{sum / workers});
        if (workers > 1) {
            const TransferWorld& last = world.transfers.back();
            const std::vector<std::uint8_t> everyone(static_cast<std::size_t>(workers), 1);
            QVERIFY(last.contributors == everyone || last.transfer.chunk.count == 0);
        }
    }

    void weightedCombineSendsTheSumOfTheExamples()
    {
        RunConfig config = lesson7Config();
        config.combine = Combine::weighted;
        const Trace trace = handTrace(config);
        const Track track = price(trace);
        const CollectiveWorld world = worldAt(trace, track, track.end()).collectives.at(0);
        QCOMPARE(world.sent, (std::vector<std::vector<double>>{{2}, {18}}));
        QCOMPARE(world.divisor, 4.0);
        QCOMPARE(world.combined, std::vector<double>{5});
    }

    void replayedSumsAreTheEnginesBitForBit_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<int>("combine");
        QTest::addColumn<int>("accumulate");
        for (const int workers : {1, 2, 3, 4, 7})
            for (const Algorithm algorithm : {Algorithm::pairwise, Algorithm::star, Algorithm::ring})
                for (const Combine combine : {Combine::mean, Combine::sum, Combine::weighted})
                    for (const int accumulate : {1, 3})
                        if (algorithm != Algorithm::pairwise || workers == 2)
                            QTest::addRow(
                                "%d workers %d combine %d x%d", workers, int(algorithm), int(combine), accumulate)
                                << workers << int(algorithm) << int(combine) << accumulate;
    }
    void replayedSumsAreTheEnginesBitForBit()
    {
        QFETCH(int, workers);
        QFETCH(int, algorithm);
        QFETCH(int, combine);
        QFETCH(int, accumulate);
        RunConfig config;
        config.workers = workers;
        config.model.kind = ModelKind::linear;
        config.collective.algorithm = static_cast<Algorithm>(algorithm);
        config.combine = static_cast<Combine>(combine);
        config.batch.perWorker.clear();
        for (int rank = 0; rank < workers; ++rank)
            config.batch.perWorker.push_back(1 + rank % 3);
        config.batch.accumulate = accumulate;
        config.buckets.mode = workers % 2 == 0 ? BucketMode::single : BucketMode::perParameter;
        for (int i = 0; i < config.globalBatch() * 2 + 1; ++i) { // the last step of the epoch is short
            config.data.targets.push_back(0.1 * i - 0.7);
            config.data.inputs.push_back({0.3 * i, 1.0 / (i + 1), -0.01 * i * i, 0.77, 2.1 - i});
        }
        config.optimizer.lr = 0.001;
        config.epochs = 1;
        for (const auto& [overlap, chunks] : {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
            config.buckets.overlap = overlap;
            config.capture.chunks = chunks;
            const Result<Trace> run = runTraining(config);
            QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
            const Trace& trace = run.value();
            QCOMPARE(trace.trainingSteps(), 3);
            for (const Track& track : {price(trace), measuredTrack(trace)}) {
                for (std::size_t step = 1; step < trace.stepCount(); ++step) {
                    const World world = worldAt(trace, track, track.stepSpans[step].end);
                    QCOMPARE(world.stepIndex, step);
                    for (const CollectiveWorld& collective : world.collectives) {
                        QCOMPARE(collective.progress, Progress::done);
                        std::vector<double> divided = collective.summed;
                        for (double& value : divided)
                            value /= collective.divisor;
                        QVERIFY(!divided.empty());
                        for (const std::vector<double>& buffer : collective.buffers)
                            QVERIFY(buffer == collective.summed);
                        QVERIFY(divided == collective.combined);
                        for (const Event& event : world.record->events)
                            if (const auto* reduced = event.as<BucketReduced>();
                                reduced && reduced->bucket == collective.bucket)
                                QVERIFY(reduced->values == divided);
                    }
                }
            }
        }
    }

    void setUpShowsTheBroadcast()
    {
        RunConfig config = lesson4Config();
        config.start.values = {{1}, {3}};
        const Result<Trace> run = runTraining(config);
        QVERIFY(run.ok());
        const Track track = measuredTrack(run.value());
        const World before = worldAt(run.value(), track, track.stepSpans[0].begin - 1);
        QCOMPARE(before.stepIndex, std::size_t{0});
        QCOMPARE(before.ranks.at(1).now, std::vector<double>{3});
        const World after = worldAt(run.value(), track, track.stepSpans[0].end);
        QCOMPARE(after.ranks.at(1).now, std::vector<double>{1});
        QVERIFY(after.ranks.at(0).digestNow == after.ranks.at(1).digestNow);
        QVERIFY(after.ranks.at(0).digestBefore != after.ranks.at(1).digestBefore);
    }

    void aFailedStepShowsWhoWaitsForWhom()
    {
        RunConfig config = lesson4Config(3);
        config.faults.failRank = 1;
        config.faults.failStep = 2;
        const Result<Trace> run = runTraining(config);
        QVERIFY(run.ok());
        const Track track = price(run.value());
        QCOMPARE(run.value().trainingSteps(), 2);
        const World world = worldAt(run.value(), track, track.end());
        QVERIFY(world.failed);
        QCOMPARE(world.collectives.at(0).progress, Progress::ahead);
        QVERIFY(!world.ranks.at(0).updated);
        for (const Wait& wait : waits(run.value(), track, 2)) {
            QCOMPARE(wait.rank.value, 0);
            QCOMPARE(wait.causeRank.value, 1);
        }
    }

    void waitOfLesson7IsEightTicksForB()
    {
        const Trace trace = handTrace(lesson7Config());
        const Track track = price(trace);
        const std::vector<Wait> found = waits(trace, track, 1);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].rank.value, 0);
        QCOMPARE(found[0].span, (Span{4, 12}));
        QCOMPARE(found[0].causeRank.value, 1);
        QVERIFY(trace.event(found[0].cause).as<GradientReady>());
        QVERIFY(worldAt(trace, track, 4).ranks.at(0).waiting);
        QVERIFY(worldAt(trace, track, 11.5).ranks.at(0).waiting);
        QVERIFY(!worldAt(trace, track, 12).ranks.at(0).waiting);
        QVERIFY(!worldAt(trace, track, 6).ranks.at(1).waiting);
    }

    void momentsOfLesson4()
    {
        const Trace trace = handTrace(lesson4Config(2));
        const Track track = price(trace);
        QCOMPARE(moments(trace, track, 1), (std::vector<TrackTime>{0, 2, 4, 8, 12, 14}));
        QCOMPARE(moments(trace, track, 2), (std::vector<TrackTime>{16, 18, 22, 26, 28}));
        QCOMPARE(nextMoment(trace, track, 12.5), 14.0);
        QCOMPARE(nextMoment(trace, track, 14), 16.0);
        QCOMPARE(nextMoment(trace, track, 28), 28.0);
        QCOMPARE(previousMoment(trace, track, 16), 14.0);
        QCOMPARE(previousMoment(trace, track, 14), 12.0);
        QCOMPARE(previousMoment(trace, track, 0), 0.0);
    }

    void everyRoundOfARingIsAMoment()
    {
        RunConfig config = lesson4Config();
        config.workers = 4;
        config.batch.perWorker = {1};
        config.collective.algorithm = Algorithm::star;
        const Trace trace = handTrace(config);
        const Track track = price(trace); // load 1, forward 2, backward 4, six rounds of 4 ticks
        QCOMPARE(moments(trace, track, 1), (std::vector<TrackTime>{0, 1, 2, 4, 8, 12, 16, 20, 22, 24, 26, 28, 30}));
    }

    void roundsThatOverlapBeginAndEndAtMomentsOfTheirOwn()
    {
        RunConfig config; // 5 elements over 4 ranks: chunks of 2, 1, 1 and 1, so that the ranks drift apart
        config.workers = 4;
        config.model.kind = ModelKind::linear;
        config.buckets.mode = BucketMode::single;
        config.batch.perWorker = {1};
        config.data.targets = {1, -2, 4, 3};
        config.data.inputs = {{1, 2, 3, 4}, {-1, 0.5, 2, 7}, {0.25, -3, 1, 2}, {5, 1, -1, 0.5}};
        config.steps = 1;
        const Trace trace = runTraining(config).value();
        const Track track = price(trace);
        const std::vector<TrackTime> times = moments(trace, track, 1);
        const CollectiveWorld world = worldAt(trace, track, track.end()).collectives.at(0);
        for (int round = 0; round < 6; ++round) {
            TrackTime begin = track.end(), end = 0;
            for (const TransferWorld& transfer : world.transfers)
                if (transfer.round == round) {
                    begin = std::min(begin, transfer.span.begin);
                    end = std::max(end, transfer.span.end);
                }
            QVERIFY(std::binary_search(times.begin(), times.end(), begin));
            QVERIFY2(std::binary_search(times.begin(), times.end(), end), qPrintable(QString::number(end)));
        }
    }

    void aBorderBelongsToTheStepThatEndsThere()
    {
        const Trace trace = handTrace(lesson4Config(2));
        const Track track = price(trace);
        QCOMPARE(stepIndexAt(track, 0), std::size_t{1});
        QCOMPARE(stepIndexAt(track, -5), std::size_t{1});
        QCOMPARE(stepIndexAt(track, 14), std::size_t{1});
        QCOMPARE(stepIndexAt(track, 14.001), std::size_t{2});
        QCOMPARE(stepIndexAt(track, 99), std::size_t{2});
        QCOMPARE(stepIndexAt(Track{}, 3), std::size_t{0});
        QVERIFY(worldAt(trace, track, 14).stepDone);
    }

    void worldIsTheSameForwardAndBackward()
    {
        RunConfig config = lesson7Config(3);
        config.cost.spread = 0.4;
        const Trace trace = handTrace(config);
        for (const Track& track : {price(trace), measuredTrack(trace)}) {
            std::vector<QString> forward;
            const TrackTime end = track.end();
            for (int i = 0; i <= 400; ++i)
                forward.push_back(textOf(worldAt(trace, track, end * i / 400)));
            for (int i = 400; i >= 0; --i)
                QCOMPARE(textOf(worldAt(trace, track, end * i / 400)), forward[static_cast<std::size_t>(i)]);
        }
    }

    void aCollectiveBesideBackwardNeverRunsAheadOfItsGradients()
    {
        for (const bool chunks : {false, true}) {
            RunConfig config;
            config.workers = 3;
            config.data.set = DataSet::digits;
            config.model.kind = ModelKind::mlp; // the second layer's gradients are ready before the first layer's
            config.model.hidden = {5};
            config.loss.kind = LossKind::crossEntropy;
            config.start.kind = StartKind::seeded;
            config.batch.perWorker = {4};
            config.buckets.overlap = true;
            config.capture.chunks = chunks;
            config.steps = 2;
            config.faults.slowRank = 1;
            config.faults.slowFactor = 3;
            const Result<Trace> run = runTraining(config);
            QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
            const Trace& trace = run.value();
            for (const Track& track : {price(trace), measuredTrack(trace)}) {
                int overlapped = 0;
                for (std::size_t step = 1; step < trace.stepCount(); ++step)
                    for (const TrackTime time : moments(trace, track, step)) {
                        const World world = worldAt(trace, track, time);
                        for (const CollectiveWorld& collective : world.collectives) {
                            const auto& held = trace.header().buckets[collective.bucket.index()].parameters;
                            for (const TransferWorld& transfer : collective.transfers)
                                for (const RankId end : {transfer.transfer.source, transfer.transfer.destination})
                                    for (const ParameterId parameter : held)
                                        if (transfer.progress != Progress::ahead)
                                            QVERIFY(world.ranks[end.index()].gradients[parameter.index()].ready);
                            overlapped += collective.progress == Progress::running
                                && phaseOf(world, 1, Phase::backward).progress == Progress::running;
                        }
                        QCOMPARE(textOf(worldAt(trace, track, time)), textOf(world));
                    }
                if (track.kind == TrackKind::priced)
                    QVERIFY(overlapped > 0);
            }
        }
    }

    void measuredTrackStretchesTheTransfersIntoTheCollective()
    {
        RunConfig config = lesson4Config();
        config.collective.algorithm = Algorithm::ring;
        const Trace trace = handTrace(config);
        const Track track = measuredTrack(trace);
        const CollectiveWorld world = worldAt(trace, track, track.end()).collectives.at(0);
        QVERIFY(world.span.length() > 0);
        QCOMPARE(world.transfers.back().span.end <= world.span.end, true);
        QCOMPARE(world.transfers.front().span.begin >= world.span.begin, true);
        TrackTime last = 0;
        for (const TransferWorld& transfer : world.transfers)
            last = std::max(last, transfer.span.end);
        QCOMPARE(last, world.span.end);
    }

    void anEmptyTraceHasAnEmptyWorld()
    {
        const World world = worldAt(Trace{}, Track{}, 3);
        QVERIFY(world.ranks.empty() && !world.record);
    }

    void toyAndSixtyFourRanksAreCheap()
    {
        const Trace toy = handTrace(lesson4Config());
        const Track toyTrack = price(toy);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 1000; ++i)
            worldAt(toy, toyTrack, 10);
        qInfo("toy: %.1f us", static_cast<double>(timer.nsecsElapsed()) / 1e6);
        RunConfig config = lesson4Config();
        config.workers = 64;
        config.batch.perWorker = {1};
        config.data.targets.resize(64, 2);
        config.collective.algorithm = Algorithm::ring;
        const Trace wide = handTrace(config);
        const Track wideTrack = price(wide);
        timer.restart();
        for (int i = 0; i < 100; ++i)
            worldAt(wide, wideTrack, wideTrack.end() - 1);
        qInfo("64 ranks: %.1f us", static_cast<double>(timer.nsecsElapsed()) / 1e5);
    }
};

QTEST_APPLESS_MAIN(TestReplay)
#include "tst_replay.moc"
