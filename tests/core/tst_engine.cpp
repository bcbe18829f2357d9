// The engine on the lessons' toy runs: every number of data/expected.csv that the engine can produce.
#include <QtTest>

#include "core/engine/engine.h"

using namespace lockstep;

namespace {

/// Lesson 4: two ranks, two examples each.
RunConfig lesson4(int steps)
{
    RunConfig config;
    config.data.targets = {0, -2, -4, -6};
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.collective.algorithm = Algorithm::pairwise;
    config.steps = steps;
    return config;
}

/// Lesson 7: one example against three.
RunConfig lesson7(int steps, Combine combine)
{
    RunConfig config = lesson4(steps);
    config.data.targets = {-1, -3, -5, -7};
    config.batch.perWorker = {1, 3};
    config.combine = combine;
    return config;
}

Trace run(const RunConfig& config)
{
    Result<Trace> trace = runTraining(config);
    if (!trace.ok())
        qFatal("%s", trace.error().message.c_str());
    return std::move(trace).value();
}

template <class T>
const T* find(const Trace& trace, int step, int rank, int skip = 0)
{
    for (const Event& event : trace.step(static_cast<std::size_t>(step)).events)
        if (event.rank.value == rank && event.as<T>() && skip-- == 0)
            return event.as<T>();
    return nullptr;
}

double w(const Trace& trace, int step, int rank) { return find<OptimizerApplied>(trace, step, rank)->parameters.at(0); }
double local(const Trace& trace, int step, int rank) { return find<GradientReady>(trace, step, rank)->values.at(0); }
double combined(const Trace& trace, int step, int rank = 0) { return find<BucketReduced>(trace, step, rank)->values.at(0); }

#define NEAR(a, b) QVERIFY2(std::abs((a) - (b)) <= 1e-12, qPrintable(QString::number(a, 'g', 17)))

} // namespace

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
        QCOMPARE(w(run(lesson7(400, Combine::weighted)), 400, 0), -4.0);
        QCOMPARE(w(run(lesson7(400, Combine::mean)), 400, 0), -3.0);
    }
};

QTEST_APPLESS_MAIN(TestEngine)
#include "tst_engine.moc"
