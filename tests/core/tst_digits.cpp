// Real input: softmax on the digits gives the counts of lessons 11 and 17, whatever the number of workers.
#include <QtTest>

#include <set>

#include "tests/support/run_traces.h"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

int correctAfter(const Trace& trace, int step)
{
    return find<Evaluated>(trace, step, -1)->correct;
}

std::size_t distinctSamples(const Trace& trace, int steps)
{
    std::set<std::int32_t> seen;
    for (int step = 1; step <= steps; ++step)
        for (int rank = 0; rank < trace.ranks(); ++rank) {
            const auto& samples = find<BatchAssigned>(trace, step, rank)->samples;
            seen.insert(samples.begin(), samples.end());
        }
    return seen.size();
}

} // namespace

class TestDigits : public QObject {
    Q_OBJECT

private slots:
    void oneTwoAndFourWorkersAreTheSameTraining()
    {
        std::vector<Numbers> parameters;
        for (const int workers : {1, 2, 4}) {
            const Trace trace = run(digits(workers, 15));
            QCOMPARE(correctAfter(trace, 15), 294);
            QCOMPARE(find<Evaluated>(trace, 15, -1)->examples, 357);
            for (int rank = 1; rank < workers; ++rank)
                QCOMPARE(find<ReplicaDigest>(trace, 15, rank)->digest, find<ReplicaDigest>(trace, 15, 0)->digest);
            for (int step = 1; step <= 15; ++step)
                QVERIFY(find<ReferenceGradient>(trace, step, -1)->relativeDifference < 1e-12);
            parameters.push_back(find<OptimizerApplied>(trace, 15, workers - 1)->parameters);
        }
        double largest = 0;
        for (std::size_t i = 0; i < 650; ++i)
            for (const Numbers& other : parameters)
                largest = std::max(largest, std::abs(other.at(i) - parameters[0].at(i)));
        QVERIFY2(largest <= 1e-12, qPrintable(QString::number(largest)));
    }

    void softmaxAndMlpAreTheSameOnOneTwoAndFourWorkers_data()
    {
        QTest::addColumn<bool>("mlp");
        QTest::newRow("softmax") << false;
        QTest::newRow("mlp 64-32-10") << true;
    }
    void softmaxAndMlpAreTheSameOnOneTwoAndFourWorkers()
    {
        QFETCH(bool, mlp);
        std::vector<Numbers> parameters;
        for (const int workers : {1, 2, 4}) {
            RunConfig config = digits(workers, 75);
            config.optimizer.lr = 0.1;
            config.check.oracle = false;
            if (mlp) {
                config.model = {ModelKind::mlp, true, {32}};
                config.start.kind = StartKind::seeded;
            }
            const Trace trace = run(config);
            for (int rank = 1; rank < workers; ++rank)
                QCOMPARE(find<ReplicaDigest>(trace, 75, rank)->digest, find<ReplicaDigest>(trace, 75, 0)->digest);
            parameters.push_back(find<OptimizerApplied>(trace, 75, workers - 1)->parameters);
            QCOMPARE(parameters.back().size(), std::size_t(mlp ? 2410 : 650));
        }
        double largest = 0;
        for (std::size_t i = 0; i < parameters[0].size(); ++i)
            for (const Numbers& other : parameters)
                largest = std::max(largest, std::abs(other[i] - parameters[0][i]));
        QVERIFY2(largest <= 1e-12, qPrintable(QString::number(largest)));
    }

    void singlePrecisionIsTheSameTrainingUpToRounding_data()
    {
        QTest::addColumn<int>("backend");
        QTest::newRow("serial") << int(BackendKind::serial);
        QTest::newRow("cpu") << int(BackendKind::cpu);
    }
    void singlePrecisionIsTheSameTrainingUpToRounding()
    {
        QFETCH(int, backend);
        RunConfig config = digits(4, 30);
        config.model = {ModelKind::mlp, true, {32}};
        config.start.kind = StartKind::seeded;
        config.optimizer.lr = 0.1;
        config.optimizer.momentum = 0.9;
        config.optimizer.nesterov = true;
        config.optimizer.weightDecay = 1e-4;
        const Trace exact = run(config);
        config.backend = static_cast<BackendKind>(backend);
        config.precision = Precision::f32;
        const Trace single = run(config), again = run(config);
        for (int step = 1; step <= 30; ++step) {
            const Numbers& wanted = find<OptimizerApplied>(exact, step, 0)->parameters;
            const Numbers& got = find<OptimizerApplied>(single, step, 3)->parameters;
            double largest = 0;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                largest = std::max(largest, std::abs(wanted[i] - got[i]));
            QVERIFY2(largest < 1e-4, qPrintable(QString("step %1: %2").arg(step).arg(largest)));
            QVERIFY(find<ReferenceGradient>(single, step, -1)->relativeDifference < 1e-4);
            for (int rank = 0; rank < 4; ++rank) {
                QCOMPARE(find<ReplicaDigest>(single, step, rank)->digest, find<ReplicaDigest>(single, step, 0)->digest);
                QCOMPARE(find<ReplicaDigest>(again, step, rank)->digest, find<ReplicaDigest>(single, step, 0)->digest);
            }
        }
        QVERIFY(find<OptimizerApplied>(single, 30, 0)->parameters != find<OptimizerApplied>(exact, 30, 0)->parameters);
    }

    void shardedAndRepeatedDataAsInLesson11()
    {
        RunConfig config = digits(4, 75);
        config.eval.every = 15;
        config.check.oracle = false;
        const Trace sharded = run(config);
        config.sampler.policy = SamplerPolicy::replicate;
        const Trace repeated = run(config);
        QVERIFY(std::abs(find<StepFinished>(sharded, 1, -1)->loss - 2.302585092994046) < 1e-12);
        const int soundCounts[] = {294, 303, 308, 309, 311}, repeatedCounts[] = {225, 280, 302, 307, 306};
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(correctAfter(sharded, 15 * (i + 1)), soundCounts[i]);
            QCOMPARE(correctAfter(repeated, 15 * (i + 1)), repeatedCounts[i]);
        }
        QVERIFY(std::abs(find<Evaluated>(sharded, 75, -1)->loss - 0.6381992309597132) < 1e-9);
        QVERIFY(std::abs(find<Evaluated>(repeated, 75, -1)->loss - 0.6242760786683623) < 1e-9);
        QCOMPARE(distinctSamples(sharded, 15), std::size_t(1440));
        QCOMPARE(distinctSamples(repeated, 15), std::size_t(360));
        // The repeated run is one worker with a batch of 24, four times over.
        RunConfig alone = digits(1, 75);
        alone.batch.perWorker = {24};
        alone.check.oracle = false;
        const Trace single = run(alone);
        const Numbers& a = find<OptimizerApplied>(single, 75, 0)->parameters;
        const Numbers& b = find<OptimizerApplied>(repeated, 75, 3)->parameters;
        for (std::size_t i = 0; i < 650; ++i)
            QVERIFY(std::abs(a[i] - b[i]) < 1e-12);
    }

    void photographsAsInLesson20()
    {
        RunConfig config = digits(4, 150);
        config.data = {};
        config.data.set = DataSet::photographs;
        config.batch.perWorker = {32};
        config.optimizer.lr = 0.05;
        config.eval.every = 30;
        config.check.oracle = false;
        const Trace trace = run(config);
        const int counts[] = {593, 676, 711, 730, 738};
        for (int i = 0; i < 5; ++i)
            QCOMPARE(correctAfter(trace, 30 * (i + 1)), counts[i]);
        QCOMPARE(distinctSamples(trace, 30), std::size_t(3840));
    }

    void unequalSharesAsInLesson7()
    {
        RunConfig config = digits(4, 75);
        config.sampler.policy = SamplerPolicy::block;
        config.batch.perWorker = {6, 30, 30, 30};
        config.check.oracle = false;
        QCOMPARE(correctAfter(run(config), 75), 302);
        config.combine = Combine::weighted;
        QCOMPARE(correctAfter(run(config), 75), 311);
    }

    void largerBatchesAsInLesson17()
    {
        RunConfig config = digits(4, 0);
        config.epochs = 5;
        config.optimizer.lr = 0.1;
        config.check.oracle = false;
        const Trace fixed = run(config);
        QCOMPARE(fixed.trainingSteps(), 75);
        QCOMPARE(correctAfter(fixed, 75), 301);
        // The same rate with smaller and smaller global batches: more updates, more right.
        for (const auto& [batch, correct] : {std::pair{12, 311}, {24, 310}, {48, 306}, {96, 301}}) {
            config.batch.perWorker = {batch / 4};
            const Trace trace = run(config);
            QCOMPARE(trace.trainingSteps(), 5 * 1440 / batch);
            QCOMPARE(correctAfter(trace, trace.trainingSteps()), correct);
        }
        config.batch.perWorker = {120};
        config.optimizer.lr = 4.0;
        const Trace scaled = run(config);
        QCOMPARE(scaled.trainingSteps(), 15);
        QCOMPARE(correctAfter(scaled, 15), 288);
    }
};

QTEST_APPLESS_MAIN(TestDigits)
#include "tst_digits.moc"
