// The engine on the lessons' toy runs: every number of data/expected.csv that the engine can produce.
#include <QtTest>

#include "tests/support/run_traces.h"

using namespace lockstep;
using namespace lockstep::testing;

class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void lesson3OneWorker()
    {
        RunConfig config = lesson4(2);
        config.workers = 1;
        config.batch.perWorker = {4};
        config.collective.algorithm = Algorithm::ring;
        const Trace trace = run(config);
        QVERIFY((find<ExampleValues>(trace, 1, 0)->gradient == std::vector<double>{1, 3, 5, 7}));
        NEAR(find<StepFinished>(trace, 1, -1)->loss, 10.5);
        NEAR(find<StepFinished>(trace, 2, -1)->loss, 8.98);
        NEAR(w(trace, 1, 0), 0.6);
    }

    void lesson4WorkedExample_data()
    {
        QTest::addColumn<int>("backend");
        QTest::newRow("serial") << int(BackendKind::serial);
        QTest::newRow("cpu") << int(BackendKind::cpu);
    }
    void lesson4WorkedExample()
    {
        QFETCH(int, backend);
        RunConfig config = lesson4(10);
        config.backend = static_cast<BackendKind>(backend);
        const Trace trace = run(config);
        QCOMPARE(local(trace, 1, 0), 2.0);
        QCOMPARE(local(trace, 1, 1), 6.0);
        QCOMPARE(combined(trace, 1), 4.0);
        const double path[] = {0.6, 0.24, -0.084, -0.3756, -0.63804};
        for (int step = 1; step <= 5; ++step)
            for (int rank = 0; rank < 2; ++rank)
                NEAR(w(trace, step, rank), path[step - 1]);
        NEAR(w(trace, 10, 1), -1.6052862396);
        NEAR(local(trace, 2, 0), 1.6);
        NEAR(local(trace, 2, 1), 5.6);
        NEAR(find<StepFinished>(trace, 1, -1)->loss, 10.5);
        QCOMPARE(find<StepFinished>(trace, 1, -1)->examples, 4);
        QCOMPARE(find<ReferenceGradient>(trace, 1, -1)->maxDifference, 0.0);
        QVERIFY(trace.finished());
        QCOMPARE(trace.trainingSteps(), 10);
    }

    void lesson7UnequalShares()
    {
        const Trace plain = run(lesson7(10, Combine::mean)), weighted = run(lesson7(10, Combine::weighted));
        QCOMPARE(local(plain, 1, 0), 2.0);
        QCOMPARE(local(plain, 1, 1), 6.0);
        QCOMPARE(combined(plain, 1), 4.0);
        QCOMPARE(combined(weighted, 1), 5.0);
        const double plainPath[] = {0.6, 0.24, -0.084}, weightedPath[] = {0.5, 0.05, -0.355};
        for (int step = 1; step <= 3; ++step) {
            NEAR(w(plain, step, 1), plainPath[step - 1]);
            NEAR(w(weighted, step, 1), weightedPath[step - 1]);
        }
        NEAR(w(plain, 10, 0), -1.6052862396);
        NEAR(w(weighted, 10, 0), -2.2566077995);
        NEAR(find<ReferenceGradient>(plain, 1, -1)->maxDifference, 1.0);
        NEAR(find<ReferenceGradient>(plain, 1, -1)->relativeDifference, 0.2);
        NEAR(find<ReferenceGradient>(weighted, 1, -1)->maxDifference, 0.0);
        NEAR(w(run(lesson7(400, Combine::weighted)), 400, 0), -4.0);
        NEAR(w(run(lesson7(400, Combine::mean)), 400, 0), -3.0);
    }

    void lesson5Drawing()
    {
        RunConfig config = lesson4(1);
        config.data.targets = {1, -1, 4, 2};
        config.start.values = {{2}};
        config.optimizer.lr = 0.25;
        const Trace trace = run(config);
        QCOMPARE(local(trace, 1, 0), 2.0);
        QCOMPARE(local(trace, 1, 1), -1.0);
        QCOMPARE(combined(trace, 1), 0.5);
        QCOMPARE(w(trace, 1, 1), 1.875);
    }

    void lesson8SumOrMean_data()
    {
        QTest::addColumn<int>("reduction");
        QTest::addColumn<int>("combine");
        QTest::addColumn<double>("gradient");
        QTest::addColumn<double>("w1");
        QTest::newRow("mean mean") << int(Reduction::mean) << int(Combine::mean) << 4.0 << 0.6;
        QTest::newRow("mean sum") << int(Reduction::mean) << int(Combine::sum) << 8.0 << 0.2;
        QTest::newRow("sum mean") << int(Reduction::sum) << int(Combine::mean) << 8.0 << 0.2;
        QTest::newRow("sum sum") << int(Reduction::sum) << int(Combine::sum) << 16.0 << -0.6;
        QTest::newRow("mean weighted") << int(Reduction::mean) << int(Combine::weighted) << 4.0 << 0.6;
    }
    void lesson8SumOrMean()
    {
        QFETCH(int, reduction);
        QFETCH(int, combine);
        QFETCH(double, gradient);
        QFETCH(double, w1);
        RunConfig config = lesson4(1);
        config.loss.reduction = static_cast<Reduction>(reduction);
        config.combine = static_cast<Combine>(combine);
        const Trace trace = run(config);
        QCOMPARE(combined(trace, 1), gradient);
        for (int rank = 0; rank < 2; ++rank)
            NEAR(w(trace, 1, rank), w1);
        NEAR(find<StepFinished>(trace, 1, -1)->loss, 10.5);
    }

    void lesson8ThirtyTwoWorkersRunAway()
    {
        // Each of 32 ranks has the mean gradient 4 at w = 1; added, not averaged, they are 32 times too large.
        RunConfig config = lesson4(2);
        config.workers = 32;
        config.batch.perWorker = {1};
        config.data.targets = Numbers(32, -3.0);
        config.combine = Combine::sum;
        config.collective.algorithm = Algorithm::ring;
        const Trace trace = run(config);
        for (int rank = 0; rank < 32; ++rank) {
            QVERIFY(std::abs(w(trace, 1, rank) + 11.8) < 1e-9);
            QVERIFY(std::abs(w(trace, 2, rank) - 16.36) < 1e-9);
        }
    }

    void lesson9DifferentStartsNeverMeet()
    {
        RunConfig config = lesson4(3);
        config.start.values = {{1}, {3}};
        config.start.broadcast = false;
        const Trace trace = run(config);
        const double a[] = {0.5, 0.05, -0.355}, b[] = {2.5, 2.05, 1.645};
        for (int step = 1; step <= 3; ++step) {
            NEAR(w(trace, step, 0), a[step - 1]);
            NEAR(w(trace, step, 1), b[step - 1]);
            QVERIFY(find<ReplicaDigest>(trace, step, 0)->digest != find<ReplicaDigest>(trace, step, 1)->digest);
        }
        config.start.broadcast = true;
        const Trace sound = run(config);
        QCOMPARE(find<ParametersBroadcast>(sound, 0, -1)->from.value, 0);
        QVERIFY((sound.step(0).before.parameters == std::vector<Numbers>{{1}, {3}}));
        QVERIFY((sound.step(1).before.parameters == std::vector<Numbers>{{1}, {1}}));
        NEAR(w(sound, 1, 1), 0.6);
        QCOMPARE(find<ReplicaDigest>(sound, 1, 0)->digest, find<ReplicaDigest>(sound, 1, 1)->digest);
    }

    void lesson9AnUnreducedParameterDriftsApart()
    {
        RunConfig config = lesson4(2);
        config.bugs.unreducedParameter = "weight";
        const Trace trace = run(config);
        NEAR(w(trace, 1, 0), 0.8);
        NEAR(w(trace, 1, 1), 0.4);
        NEAR(w(trace, 2, 0), 0.62);
        NEAR(w(trace, 2, 1), -0.14);
        QVERIFY(!find<BucketReduced>(trace, 1, 0) && !find<CollectiveStarted>(trace, 1, 0));
        QVERIFY(find<BucketReady>(trace, 1, 0));
        QVERIFY(!trace.header().buckets.at(0).reduced);
        NEAR(find<ReferenceGradient>(trace, 1, -1)->maxDifference, 2.0);
    }

    void lesson6AccumulatingIsOneLargerBatch()
    {
        RunConfig direct = digits(2, 15), accumulated = direct;
        accumulated.batch.perWorker = {16};
        accumulated.batch.accumulate = 3;
        accumulated.sampler.policy = direct.sampler.policy = SamplerPolicy::block;
        accumulated.capture.level = direct.capture.level = CaptureLevel::full;
        const Trace a = run(direct), b = run(accumulated);
        QCOMPARE(b.trainingSteps(), 15);
        QCOMPARE(find<StepFinished>(b, 1, -1)->examples, 96);
        QCOMPARE(findEvent<GradientReady>(b, 1, 1, 5)->micro, 2);
        const Numbers& x = find<OptimizerApplied>(a, 15, 0)->parameters;
        const Numbers& y = find<OptimizerApplied>(b, 15, 1)->parameters;
        QCOMPARE(x.size(), std::size_t(650));
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY(std::abs(x[i] - y[i]) < 1e-14);
        RunConfig epoch = accumulated;
        epoch.steps = 0;
        epoch.epochs = 1;
        QCOMPARE(run(epoch).trainingSteps(), 15);
    }

    void weightedAccumulationCountsEveryExampleOnce()
    {
        RunConfig config = lesson7(1, Combine::weighted);
        config.data.targets = {-1, -3, -5, -7, -9, -11, -13, -15};
        config.batch.accumulate = 2;
        const Trace trace = run(config);
        NEAR(combined(trace, 1), 9.0); // 1 - mean target -8
        NEAR(find<ReferenceGradient>(trace, 1, -1)->maxDifference, 0.0);
    }

    void aShortLastBatchIsDealtAsWhatIsLeft()
    {
        RunConfig config = lesson4(2);
        config.data.targets = {0, -2, -4, -6, -8}; // step 2 deals example 4 to rank 0 and nothing to rank 1
        config.combine = Combine::weighted;
        const Trace trace = run(config);
        QVERIFY(find<BatchAssigned>(trace, 2, 0)->samples == std::vector<std::int32_t>{4});
        QVERIFY(find<BatchAssigned>(trace, 2, 1)->samples.empty());
        QCOMPARE(local(trace, 2, 1), 0.0);
        QCOMPARE(find<ForwardDone>(trace, 2, 1)->loss, 0.0);
        NEAR(w(trace, 1, 0), 0.6);
        NEAR(combined(trace, 2, 1), 8.6);
        QCOMPARE(find<ReferenceGradient>(trace, 2, -1)->maxDifference, 0.0);
        QCOMPARE(find<StepFinished>(trace, 2, -1)->examples, 1);
    }

    void linearModelLearnsItsLine()
    {
        RunConfig config = lesson4(500);
        config.model.kind = ModelKind::linear;
        config.loss.kind = LossKind::meanSquaredError;
        config.data.inputs = {{-1}, {0}, {1}, {2}};
        config.data.targets = {-5, -2, 1, 4}; // 3 x - 2
        config.start = {};
        const Trace trace = run(config);
        const Numbers& parameters = find<OptimizerApplied>(trace, 500, 1)->parameters;
        QVERIFY(std::abs(parameters.at(0) - 3) < 1e-9 && std::abs(parameters.at(1) + 2) < 1e-9);
        QCOMPARE(trace.header().buckets.size(), std::size_t(2));
        QCOMPARE(find<CollectiveStarted>(trace, 3, 1, 1)->sequence, std::int64_t(6));
        config.buckets.mode = BucketMode::single;
        const Trace single = run(config);
        QCOMPARE(single.header().buckets.size(), std::size_t(1));
        QVERIFY(find<OptimizerApplied>(single, 500, 0)->parameters == parameters);
        config.bugs.unreducedParameter = "bias";
        const Trace broken = run(config);
        QCOMPARE(broken.header().buckets.size(), std::size_t(2));
        QVERIFY(broken.header().buckets[0].reduced && !broken.header().buckets[1].reduced);
    }

    void everyRankHasItsOwnSeedOnlyWhenAsked()
    {
        RunConfig config = lesson4(1);
        config.start = {};
        config.start.kind = StartKind::seeded;
        config.start.broadcast = false;
        config.seed = 7;
        const auto starts = [](const Trace& trace) { return trace.step(1).before.parameters; };
        QVERIFY(starts(run(config))[0] == starts(run(config))[1]);
        config.start.perRankSeed = true;
        QVERIFY(starts(run(config))[0] != starts(run(config))[1]);
        config.seed = 8;
        RunConfig other = config;
        other.seed = 9;
        QVERIFY(starts(run(config)) != starts(run(other)));
    }

    void momentumKeepsAVelocityOnEveryRank()
    {
        // Lesson 4 with momentum 0.9: w 1, 0.6, then v = 0.9 * 4 + 3.6 = 7.2 and w = 0.6 - 0.72 = -0.12.
        RunConfig config = lesson4(2);
        config.optimizer.momentum = 0.9;
        const Trace trace = run(config);
        for (int rank = 0; rank < 2; ++rank) {
            NEAR(w(trace, 1, rank), 0.6);
            NEAR(w(trace, 2, rank), -0.12);
        }
    }

    void logisticRegressionSeparatesTwoClasses()
    {
        RunConfig config;
        config.data.inputs = {{-2}, {1.5}, {-1}, {2}, {-1.5}, {1}, {-0.5}, {0.5}, {-3}, {3}};
        config.data.targets = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
        config.data.heldOut = 2;
        config.model.kind = ModelKind::logistic;
        config.loss.kind = LossKind::binaryCrossEntropy;
        config.batch.perWorker = {4};
        config.optimizer.lr = 1;
        config.steps = 20;
        const Trace trace = run(config);
        // From zero every probability is 1/2: the loss is ln 2, and the gradient the mean of (1/2 - target) x.
        NEAR(find<StepFinished>(trace, 1, -1)->loss, std::log(2.0));
        NEAR(combined(trace, 1), -0.5 * (2 + 1.5 + 1 + 2 + 1.5 + 1 + 0.5 + 0.5) / 8);
        QCOMPARE(find<ForwardDone>(trace, 20, 0)->correct, 4);
        QCOMPARE(find<Evaluated>(trace, 20, -1)->correct, 2);
        for (int step = 1; step <= 20; ++step)
            QVERIFY(find<ReferenceGradient>(trace, step, -1)->relativeDifference < 1e-12);
    }

    void mlpStartsAsPyTorchsLinearLayersDo()
    {
        RunConfig config = digits(2, 1);
        config.model = {ModelKind::mlp, true, {32}};
        config.start.kind = StartKind::seeded;
        config.capture.level = CaptureLevel::full;
        const Trace trace = run(config);
        const Numbers& start = trace.step(1).before.parameters.at(0);
        QCOMPARE(start.size(), std::size_t(64 * 32 + 32 + 32 * 10 + 10));
        const auto check = [&](std::size_t from, std::size_t count, double bound) {
            const auto [low, high] = std::minmax_element(start.begin() + static_cast<std::ptrdiff_t>(from),
                start.begin() + static_cast<std::ptrdiff_t>(from + count));
            QVERIFY(*low >= -bound && *high < bound);
            QVERIFY(*low < -0.8 * bound && *high > 0.8 * bound);
        };
        check(0, 64 * 32 + 32, 1 / 8.0);
        check(64 * 32 + 32, 320, 1 / std::sqrt(32.0));
        // f32 begins with the same draws, rounded.
        config.precision = Precision::f32;
        const Trace single = run(config);
        for (std::size_t i = 0; i < start.size(); ++i)
            QCOMPARE(single.step(1).before.parameters.at(0)[i], double(float(start[i])));
    }
};

QTEST_APPLESS_MAIN(TestEngine)
#include "tst_engine.moc"
