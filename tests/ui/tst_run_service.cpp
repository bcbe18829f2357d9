// RunService: toy runs at once, other runs on their own thread with few snapshots, stopping keeps finished steps.
#include <QSignalSpy>
#include <QTest>

#include "core/config/config_io.h"
#include "tests/support/hand_trace.h"
#include "ui/run/run_service.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

RunConfig digits(int steps)
{
    RunConfig config;
    config.workers = 2;
    config.data.set = DataSet::digits;
    config.data.train = 1440;
    config.data.heldOut = 357;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.batch.perWorker = {48};
    config.optimizer.lr = 0.05;
    config.steps = steps;
    config.check.oracle = false;
    config.capture.level = CaptureLevel::statistics;
    return config;
}

} // namespace

class TestRunService : public QObject {
    Q_OBJECT
private slots:
    void aToyRunIsThereAtOnce()
    {
        const auto trace = RunService::runNow(test::lesson4Config(3));
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().message.c_str());
        QCOMPARE(trace.value().trainingSteps(), 3);
    }

    void aRunGrowsAndEnds()
    {
        RunService runs;
        QSignalSpy grew(&runs, &RunService::grew);
        QSignalSpy failed(&runs, &RunService::failed);
        int steps = 0;
        connect(&runs, &RunService::finished, this, [&](const Trace& trace) { steps = trace.trainingSteps(); });
        QElapsedTimer clock;
        clock.start();
        runs.start(digits(300));
        QTRY_VERIFY_WITH_TIMEOUT(!runs.running(), 60000);
        QCOMPARE(failed.count(), 0);
        QCOMPARE(steps, 300);
        QVERIFY(grew.count() <= 2 + clock.elapsed() / 66); // at most 15 a second, however fast it trains
    }

    void stoppingKeepsWhatExists()
    {
        RunService runs;
        Trace last;
        connect(&runs, &RunService::finished, this, [&](const Trace& trace) { last = trace; });
        runs.start(digits(100000));
        QTest::qWait(300);
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runs.running(), 20000);
        QVERIFY(last.trainingSteps() > 0 && last.trainingSteps() < 100000);
        QVERIFY(last.finished());
    }

    void aBadConfigurationIsOneSentence()
    {
        RunService runs;
        QSignalSpy failed(&runs, &RunService::failed);
        RunConfig config = digits(5);
        config.batch.perWorker = {1, 2, 3};
        runs.start(config);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
        QVERIFY(failed.first().first().toString().contains("batch.per_worker"));
    }

    void aNewRunReplacesTheOneUnderWay()
    {
        RunService runs;
        int ended = 0;
        connect(&runs, &RunService::finished, this, [&](const Trace& trace) {
            ++ended;
            QCOMPARE(trace.trainingSteps(), 3);
        });
        runs.start(digits(100000));
        QTest::qWait(100);
        runs.start(digits(3));
        QTRY_COMPARE_WITH_TIMEOUT(ended, 1, 20000);
        QVERIFY(!runs.running());
    }

    void closingWhileRunningIsSafe()
    {
        RunService runs;
        runs.start(digits(100000));
        QTest::qWait(50);
    }
};

QTEST_GUILESS_MAIN(TestRunService)
#include "tst_run_service.moc"
