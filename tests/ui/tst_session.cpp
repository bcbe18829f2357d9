// Session: one trace, one time, one selection; signals only when something changed.
#include <QSignalSpy>
#include <QTest>

#include "tests/support/hand_trace.h"
#include "ui/app/session.h"

using namespace lockstep;
using namespace lockstep::ui;

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void anEmptySessionIsValid()
    {
        Session session;
        QVERIFY(session.trace().empty());
        QCOMPARE(session.playhead(), 0.0);
        QVERIFY(session.overlayWorld() == nullptr);
        session.setPlayhead(5);
        QCOMPARE(session.playhead(), 0.0);
    }

    void toyRunsArePricedExactAndSimulated()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config()));
        QCOMPARE(session.track().kind, TrackKind::priced);
        QCOMPARE(session.track().end(), 14.0);
        QCOMPARE(session.valueBadge(), Badge::exact);
        QCOMPARE(session.timeBadge(), Badge::simulated);
        session.setTrackKind(TrackKind::measured);
        QCOMPARE(session.timeBadge(), Badge::measured);
    }

    void tracesFromFilesSaySo()
    {
        Trace trace = test::handTrace(test::lesson4Config());
        trace.info().imported = true;
        Session session;
        session.setTrace(trace);
        QCOMPARE(session.valueBadge(), Badge::imported);
        QCOMPARE(session.timeBadge(), Badge::simulated); // still our cost model
        session.setTrackKind(TrackKind::measured);
        QCOMPARE(session.timeBadge(), Badge::imported);
    }

    void theWorldFollowsThePlayheadBothWays()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config()));
        session.setPlayhead(14);
        QCOMPARE(session.world().ranks[1].now.at(0), 0.6);
        session.setPlayhead(3);
        QCOMPARE(session.world().ranks[1].now.at(0), 1.0);
        session.setPlayhead(99);
        QCOMPARE(session.playhead(), 14.0);
    }

    void theOverlayStandsAtTheEndOfTheSameStep()
    {
        RunConfig alone = test::lesson4Config(3);
        alone.workers = 1;
        alone.batch.perWorker = {4};
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        session.setOverlay(test::handTrace(alone));
        session.setPlayhead(16); // step 2
        QCOMPARE(session.overlayWorld()->stepIndex, std::size_t(2));
        QVERIFY(session.overlayWorld()->stepDone);
    }

    void anotherTrackKeepsTheMoment()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(2)));
        session.setPlayhead(28);
        session.setTrackKind(TrackKind::measured);
        QCOMPARE(session.world().stepIndex, std::size_t(2));
        QVERIFY(session.world().stepDone);
        session.setTrackKind(TrackKind::priced);
        QCOMPARE(session.playhead(), 28.0);
    }

    void signalsTellChangesOnly()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config()));
        QSignalSpy moved(&session, &Session::playheadChanged);
        QSignalSpy viewed(&session, &Session::viewChanged);
        session.setPlayhead(4);
        session.setPlayhead(4);
        QCOMPARE(moved.count(), 1);
        session.select({ObjectKind::rank, 1});
        session.select({ObjectKind::rank, 1});
        QCOMPARE(viewed.count(), 1);
    }

    void aNewRunForgetsTheSelectionAndAGrowingOneKeepsIt()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(1)));
        session.select({ObjectKind::rank, 1});
        session.setPlayhead(9);
        session.setTrace(test::handTrace(test::lesson4Config(2)), true);
        QCOMPARE(session.playhead(), 9.0);
        QVERIFY(session.view().selection.any());
        session.setTrace(test::handTrace(test::lesson7Config()));
        QCOMPARE(session.playhead(), 0.0);
        QVERIFY(!session.view().selection.any());
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
