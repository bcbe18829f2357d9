// Player and playback clock: every phase is long enough to be seen, stepping and playing meet the same moments, Pause
// always answers, and only the playhead moves.
#include <QSignalSpy>
#include <QTest>

#include "tests/support/hand_trace.h"
#include "ui/play/player.h"

using namespace lockstep;
using namespace lockstep::ui;

class TestPlayer : public QObject {
    Q_OBJECT
private slots:
    void everyPhaseLastsAtLeastTheShortestTime()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson7Config(2)));
        for (const TrackKind kind : {TrackKind::priced, TrackKind::measured}) {
            session.setTrackKind(kind);
            const Trace& trace = session.trace();
            for (std::size_t step = 1; step < trace.stepCount(); ++step) {
                const PlaybackClock clock = playbackClock(trace, session.track(), step);
                const World world = worldAt(trace, session.track(), session.track().stepSpans[step].end);
                for (int phase = 0; phase < kPhaseCount; ++phase) {
                    Span whole = world.ranks[0].phases[static_cast<std::size_t>(phase)].span;
                    for (const RankWorld& rank : world.ranks) {
                        const Span span = rank.phases[static_cast<std::size_t>(phase)].span;
                        whole = {std::min(whole.begin, span.begin), std::max(whole.end, span.end)};
                    }
                    QVERIFY(playSeconds(clock, whole.end) - playSeconds(clock, whole.begin) >= kShortestPhase - 1e-12);
                }
            }
        }
    }

    void theClockRunsBothWays()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(2)));
        const PlaybackClock clock = playbackClock(session.trace(), session.track(), 2);
        for (double time = 14; time <= 28; time += 0.35)
            QVERIFY(std::abs(trackTime(clock, playSeconds(clock, time)) - time) < 1e-12);
        QCOMPARE(playSeconds(clock, 0), 0.0);
        QCOMPARE(playSeconds(clock, 1e9), clock.duration());
    }

    void aTickIsAFifthOfASecondAtSpeedOne()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config()));
        const PlaybackClock clock = playbackClock(session.trace(), session.track(), 1);
        QCOMPARE(
            clock.duration(), 14 * 0.2); // load 2, forward 2, backward 4, all-reduce 4, update 2: none is too short
    }

    void playingArrivesAtTheEndAndStops()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        Player player(session);
        player.setSpeed(1);
        QSignalSpy playing(&player, &Player::playingChanged);
        player.play();
        double last = session.playhead();
        for (int frame = 0; frame < 10000 && player.playing(); ++frame) {
            player.advance(1 / 60.0);
            QVERIFY(session.playhead() >= last);
            last = session.playhead();
        }
        QCOMPARE(session.playhead(), session.track().end());
        QCOMPARE(playing.count(), 2);
        player.play(); // at the end: again from the beginning
        QCOMPARE(session.playhead(), 0.0);
        QVERIFY(player.playing());
    }

    void pauseAnswersAtOnce()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        Player player(session);
        player.play();
        player.advance(0.5);
        const double here = session.playhead();
        player.pause();
        QVERIFY(!player.playing());
        player.advance(5);
        QTest::qWait(40);
        QCOMPARE(session.playhead(), here);
    }

    void stepsVisitTheSameMomentsBothWays()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson7Config(2)));
        Player player(session);
        std::vector<double> forward{session.playhead()};
        while (!player.atEnd()) {
            player.stepForward();
            QVERIFY(session.playhead() > forward.back());
            forward.push_back(session.playhead());
        }
        for (std::size_t i = forward.size() - 1; i-- > 0;) {
            player.stepBack();
            QCOMPARE(session.playhead(), forward[i]);
        }
    }

    void trainingStepsGoFromEndToEnd()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        Player player(session);
        player.stepForwardTraining();
        QCOMPARE(session.playhead(), 14.0);
        player.stepForwardTraining();
        QCOMPARE(session.playhead(), 28.0);
        player.stepForward();
        player.stepBackTraining();
        QCOMPARE(session.playhead(), 28.0);
        player.stepBackTraining();
        QCOMPARE(session.playhead(), 14.0);
        player.goToEnd();
        player.stepForwardTraining();
        QCOMPARE(session.playhead(), 42.0);
    }

    void aPhaseIsReachedInItsMiddle()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(2)));
        Player player(session);
        session.setPlayhead(20); // in step 2
        player.goToPhase(Phase::allReduce);
        QCOMPARE(session.playhead(), 24.0);
        QCOMPARE(session.world().ranks[1].phase, Phase::allReduce);
    }

    void playToStopsExactlyThereAndSaysSo()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        Player player(session);
        QSignalSpy reached(&player, &Player::reached);
        player.playTo(10);
        QVERIFY(player.playing());
        for (int frame = 0; frame < 10000 && player.playing(); ++frame)
            player.advance(1 / 60.0);
        QCOMPARE(session.playhead(), 10.0);
        QCOMPARE(reached.count(), 1);
        player.playTo(4); // behind: at once
        QCOMPARE(session.playhead(), 4.0);
        QCOMPARE(reached.count(), 2);
        player.playTo(14);
        player.pause(); // given up
        QCOMPARE(reached.count(), 2);
    }

    void longWaysTakeEightSecondsAtMost()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config(40)));
        Player player(session);
        player.playTo(session.track().end());
        double seconds = 0;
        for (; player.playing() && seconds < 60; seconds += 1 / 60.0)
            player.advance(1 / 60.0);
        QVERIFY2(seconds > 7 && seconds < 8.1, qPrintable(QString::number(seconds)));
    }

    void reducedMotionGoesFromEventToEvent()
    {
        Session session;
        session.setTrace(test::handTrace(test::lesson4Config()));
        View view = session.view();
        view.reducedMotion = true;
        session.setView(view);
        Player player(session);
        const double first = nextMoment(session.trace(), session.track(), session.playhead());
        player.play();
        QTest::qWait(400);
        QCOMPARE(session.playhead(), 0.0);
        QTRY_COMPARE_WITH_TIMEOUT(session.playhead(), first, 1500);
    }

    void speedsStayInTheirTable()
    {
        Session session;
        Player player(session);
        for (int i = 0; i < 20; ++i)
            player.slower();
        QCOMPARE(player.speed(), 0.05);
        for (int i = 0; i < 20; ++i)
            player.faster();
        QCOMPARE(player.speed(), 4.0);
        player.slower();
        QCOMPARE(player.speed(), 2.0);
    }

    void withoutATraceNothingHappens()
    {
        Session session;
        Player player(session);
        player.play();
        player.stepForward();
        player.stepBackTraining();
        player.goToPhase(Phase::update);
        player.playTo(3);
        QVERIFY(!player.playing());
        QCOMPARE(session.playhead(), 0.0);
    }
};

QTEST_MAIN(TestPlayer)
#include "tst_player.moc"
