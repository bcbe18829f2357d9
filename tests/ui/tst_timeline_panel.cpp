// The timeline and its transport as widgets: scrubbing, selection, keys, what screen readers hear, and no clipping.
#include <QAccessible>
#include <QDir>
#include <QPixmap>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "core/engine/engine.h"
#include "tests/support/hand_trace.h"
#include "ui/app/session.h"
#include "ui/play/player.h"
#include "ui/play/timeline_panel.h"
#include "ui/play/timeline_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

/// A panel with everything it needs, shown at a size.
struct Stand {
    Session session;
    Player player{session};
    TimelinePanel panel{session, player};

    explicit Stand(QSize size = {1128, 184}, const RunConfig& config = test::lesson4Config(2))
    {
        session.setTrace(test::handTrace(config));
        show(size);
    }
    explicit Stand(const Trace& trace, QSize size = {1128, 184})
    {
        session.setTrace(trace);
        show(size);
    }
    void show(QSize size)
    {
        applyTheme(panel, Theme::light());
        panel.resize(size);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
    }
    TimelineWidget& timeline() { return panel.timeline(); }
    QPoint at(double time, double y = 20) { return QPointF(timeline().layoutNow().scale.x(time), y).toPoint(); }
    void drag(double from, double to, double y = 20, Qt::KeyboardModifiers keys = {})
    {
        QTest::mousePress(&timeline(), Qt::LeftButton, keys, at(from, y));
        QTest::mouseMove(&timeline(), at((from + to) / 2, y));
        QMouseEvent move(
            QEvent::MouseMove, at(to, y), timeline().mapToGlobal(at(to, y)), Qt::NoButton, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(&timeline(), &move);
        QTest::mouseRelease(&timeline(), Qt::LeftButton, keys, at(to, y));
    }
};

/// A picture for looking at, when LOCKSTEP_PICTURES names a folder.
void picture(QWidget& widget, const QString& name)
{
    if (!qEnvironmentVariableIsSet("LOCKSTEP_PICTURES"))
        return;
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark})
        for (const int scale : {1, 2}) {
            applyTheme(widget, Theme::of(mode));
            QPixmap image(widget.size() * scale);
            image.setDevicePixelRatio(scale);
            widget.render(&image);
            QVERIFY(image.save(QDir(qEnvironmentVariable("LOCKSTEP_PICTURES"))
                                   .filePath(QStringLiteral("%1-%2-%3.png")
                                                 .arg(name, mode == ThemeMode::light ? "light" : "dark")
                                                 .arg(scale))));
        }
}

Trace digitsTrace(int workers, int steps)
{
    RunConfig config;
    config.workers = workers;
    config.data.set = DataSet::digits;
    config.data.heldOut = 357;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.batch.perWorker = {96 / workers};
    config.optimizer.lr = 0.5;
    config.steps = steps;
    Result<Trace> trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return trace.value();
}

Trace ringTrace()
{
    RunConfig config = test::lesson4Config();
    config.workers = 4;
    config.data.targets = {0, -1, -2, -3, -4, -5, -6, -7};
    config.data.inputs = {};
    config.batch.perWorker = {2};
    config.collective.algorithm = Algorithm::ring;
    config.faults.slowRank = 2;
    Result<Trace> trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return trace.value();
}

} // namespace

class TimelinePanelTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void pictures()
    {
        if (!qEnvironmentVariableIsSet("LOCKSTEP_PICTURES"))
            QSKIP("LOCKSTEP_PICTURES names no folder");
        const Trace digits = digitsTrace(4, 6), ring = ringTrace();
        for (const QSize size : {QSize(1128, 184), QSize(752, 184), QSize(728, 52), QSize(1128, 320), QSize(700, 52)}) {
            const QString suffix = QStringLiteral("-%1x%2").arg(size.width()).arg(size.height());
            Stand four(size, test::lesson4Config());
            four.session.setPlayhead(10);
            picture(four.panel, "panel-l04" + suffix);
            View large = four.session.view();
            large.textScale = 1.5;
            four.session.setView(large);
            picture(four.panel, "panel-large" + suffix);
            Stand seven(size, test::lesson7Config());
            seven.session.setPlayhead(18);
            picture(seven.panel, "panel-l07" + suffix);
            Stand real(digits, size);
            real.session.setPlayhead(real.session.track().stepSpans[3].end);
            picture(real.panel, "panel-digits" + suffix);
            Stand rounds(ring, size);
            rounds.session.setPlayhead(12);
            picture(rounds.panel, "panel-ring" + suffix);
        }
        for (const int workers : {8, 16, 48}) {
            Stand many(digitsTrace(workers, 3));
            many.session.setPlayhead(many.session.track().stepSpans[2].begin + 50);
            picture(many.panel, QStringLiteral("panel-%1").arg(workers));
        }
    }

    void draggingOnTheAxisMovesThePlayheadBothWays()
    {
        Stand stand;
        stand.drag(1, 9.5);
        QVERIFY(std::abs(stand.session.playhead() - 9.5) < 0.02);
        stand.drag(9.5, 3);
        QVERIFY(std::abs(stand.session.playhead() - 3) < 0.02);
    }

    void draggingOnTheBodyScrubsAndAClickSelects()
    {
        Stand stand;
        stand.drag(1, 6.5, 52);
        QVERIFY(std::abs(stand.session.playhead() - 6.5) < 0.02);
        QVERIFY(!stand.session.view().selection.any());
        QTest::mouseClick(&stand.timeline(), Qt::LeftButton, {}, stand.at(6, 52));
        QCOMPARE(stand.session.view().selection.kind, ObjectKind::phase);
        QCOMPARE(stand.session.view().selection.phase, Phase::backward);
        QCOMPARE(stand.session.view().selection.rank, 0);
        QVERIFY(std::abs(stand.session.playhead() - 6.5) < 0.02);
    }

    void onlyAClickWithoutMovementSelects()
    {
        Stand stand;
        const QPoint from = stand.at(5, 52);
        // Down the rows, a drag whose moves were swallowed, and one that comes back to its start.
        for (const QPoint& to : {from + QPoint(0, 30), from + QPoint(40, 0)}) {
            QTest::mousePress(&stand.timeline(), Qt::LeftButton, {}, from);
            QTest::mouseRelease(&stand.timeline(), Qt::LeftButton, {}, to);
            QVERIFY(!stand.session.view().selection.any());
        }
        stand.drag(5, 9, 52);
        stand.drag(9, 5, 52);
        QVERIFY(!stand.session.view().selection.any());
        QVERIFY(!stand.session.view().hover.any());
        QTest::mouseClick(&stand.timeline(), Qt::LeftButton, {}, from);
        QVERIFY(stand.session.view().selection.any());
    }

    void ranksThatTookTurnsAreSaidToBesideTheBadge()
    {
        RunConfig config = test::lesson4Config(2);
        config.workers = 4;
        config.batch.perWorker = {1};
        config.collective.algorithm = Algorithm::ring;
        config.backend = BackendKind::cpu;
        Result<Trace> trace = runTraining(config);
        QVERIFY(trace.ok());
        Stand stand(trace.value());
        const auto shown = [&] {
            for (const TextLabel* label : stand.panel.findChildren<TextLabel*>())
                if (label->text() == "time-sharing" && label->isVisible())
                    return true;
            return false;
        };
        QCOMPARE(shown(), stand.session.track().kind == TrackKind::measured && trace.value().info().cores < 4);
        stand.session.setTrackKind(TrackKind::priced);
        QVERIFY(!shown());
    }

    void scrubbingSnapsToEventsUnlessAltIsHeld()
    {
        Stand stand;
        stand.drag(1, 8.05);
        QCOMPARE(stand.session.playhead(), 8.0);
        stand.drag(1, 8.05, 20, Qt::AltModifier);
        QVERIFY(stand.session.playhead() != 8.0);
        QVERIFY(std::abs(stand.session.playhead() - 8.05) < 0.02);
    }

    void scrubbingPausesThePlayer()
    {
        Stand stand;
        stand.player.play();
        QVERIFY(stand.player.playing());
        stand.drag(1, 5);
        QVERIFY(!stand.player.playing());
    }

    void theWheelPansAndWithControlZooms()
    {
        Stand stand;
        const TimeWindow before = stand.timeline().layoutNow().scale.window;
        const QPointF place = stand.at(7, 60);
        QWheelEvent zoom(place, stand.timeline().mapToGlobal(place), {}, {0, 480}, Qt::NoButton, Qt::ControlModifier,
            Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&stand.timeline(), &zoom);
        const TimeWindow near = stand.timeline().layoutNow().scale.window;
        QCOMPARE(near.length(), before.length() / 2);
        QVERIFY(std::abs(stand.timeline().layoutNow().scale.x(7) - place.x()) < 1);
        QWheelEvent pan(
            place, stand.timeline().mapToGlobal(place), {}, {0, -240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&stand.timeline(), &pan);
        QVERIFY(stand.timeline().layoutNow().scale.window.begin > near.begin);
        QTest::keyClick(&stand.timeline(), Qt::Key_0);
        QCOMPARE(stand.timeline().layoutNow().scale.window, before);
    }

    void theWindowIsAFunctionOfTheTime()
    {
        Stand stand({1128, 184}, test::lesson4Config(3));
        stand.session.setPlayhead(20);
        const std::string forward = describe(stand.timeline().layoutNow());
        stand.session.setPlayhead(40);
        stand.session.setPlayhead(20);
        QCOMPARE(describe(stand.timeline().layoutNow()), forward);
    }

    void theWindowFollowsAgainAfterADrag()
    {
        RunConfig config = test::lesson4Config(3);
        config.cost.spread = 0.4; // steps of different lengths, so that pages of equal length do not hit them
        Stand stand({1128, 184}, config);
        const Track& track = stand.session.track();
        stand.drag(1, 3);
        for (const std::size_t step : {2u, 3u, 1u}) {
            stand.session.setPlayhead(track.stepSpans[step].end - 1);
            QCOMPARE(stand.timeline().layoutNow().scale.window, stepsWindow(track, step, step));
        }
    }

    void theKeyboardAloneDoesEverything()
    {
        Stand stand;
        QTest::keyClick(&stand.timeline(), Qt::Key_Right);
        QCOMPARE(stand.session.playhead(), 2.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(stand.session.playhead(), 14.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(stand.session.playhead(), 28.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_Left);
        QCOMPARE(stand.session.playhead(), 26.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_Home);
        QCOMPARE(stand.session.playhead(), 0.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_End);
        QCOMPARE(stand.session.playhead(), 28.0);
        QTest::keyClick(&stand.timeline(), Qt::Key_Down);
        QTest::keyClick(&stand.timeline(), Qt::Key_Down);
        QCOMPARE(stand.session.view().selection.rank, 1);
        QTest::keyClick(&stand.timeline(), Qt::Key_Return);
        QCOMPARE(stand.session.view().selection.kind, ObjectKind::phase);
        QCOMPARE(stand.session.view().selection.phase, Phase::update);
        QTest::keyClick(&stand.timeline(), Qt::Key_Escape);
        QVERIFY(!stand.session.view().selection.any());
    }

    void everyButtonHasANameAndDoesItsWork()
    {
        Stand stand;
        for (const Button* button : stand.panel.findChildren<Button*>()) {
            QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<Button*>(button));
            QVERIFY(face);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(), qPrintable(button->toolTip()));
        }
        const auto press = [&](const char* name) {
            for (Button* button : stand.panel.findChildren<Button*>())
                if (button->isVisible()
                    && QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name) == QLatin1String(name))
                    return button->click();
            QFAIL(name);
        };
        press("One event forward");
        QCOMPARE(stand.session.playhead(), 2.0);
        press("To the end");
        QCOMPARE(stand.session.playhead(), 28.0);
        press("One event back");
        QCOMPARE(stand.session.playhead(), 26.0);
        press("To the start");
        QCOMPARE(stand.session.playhead(), 0.0);
        press("Play");
        QVERIFY(stand.player.playing());
        press("Pause");
        QVERIFY(!stand.player.playing());
    }

    void screenReadersHearRowsCellsAndTheTime()
    {
        Stand stand({1128, 184}, test::lesson7Config());
        stand.session.setPlayhead(10);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&stand.timeline());
        QVERIFY(face && face->tableInterface() && face->valueInterface());
        QCOMPARE(face->text(QAccessible::Name), QString("Timeline"));
        QCOMPARE(face->text(QAccessible::Description), QString("Tick 10 of 18, virtual time"));
        QAccessibleTableInterface* table = face->tableInterface();
        QCOMPARE(table->rowCount(), 2);
        QCOMPARE(table->columnCount(), 6);
        QCOMPARE(table->rowDescription(0), QString("worker A"));
        QCOMPARE(table->cellAt(1, 2)->text(QAccessible::Name), QString("Backward: 6 ticks from tick 6"));
        QCOMPARE(table->cellAt(0, 5)->text(QAccessible::Name), QString("Wait: 8 ticks from tick 4, for worker B"));
        QVERIFY(!table->cellAt(0, 5)->rect().isEmpty());
        QCOMPARE(face->valueInterface()->currentValue().toDouble(), 10.0);
        face->valueInterface()->setCurrentValue(4.0);
        QCOMPARE(stand.session.playhead(), 4.0);
        QVERIFY(table->selectRow(1));
        QCOMPARE(stand.session.view().selection.rank, 1);
    }

    void aFailedRankIsMarkedWhereItStopped()
    {
        RunConfig config = test::lesson4Config(2);
        config.faults.failRank = 1;
        config.faults.failStep = 2;
        Result<Trace> trace = runTraining(config);
        QVERIFY(trace.ok());
        Stand stand(trace.value());
        QVERIFY(stand.timeline().layoutNow().stops.empty());
        stand.session.setPlayhead(stand.session.track().end());
        QCOMPARE(stand.timeline().layoutNow().stops.size(), 1u);
        QCOMPARE(stand.timeline().layoutNow().stops[0].rank, 1);
        // The other rank waits for it, to the end of its row.
        const TimelineBlock& last = stand.timeline().layoutNow().blocks.back();
        QCOMPARE(last.kind, BlockKind::wait);
        QCOMPARE(last.rank, 0);
        QCOMPARE(last.name, QString("worker A waits for worker B, which failed"));
        QCOMPARE(last.rect.right(), stand.timeline().width() - 24.0);
        QVERIFY(last.rect.width() > 100);
        QCOMPARE(stand.timeline().gridRowName(1), QString("worker B, failed"));
        picture(stand.panel, "panel-failed");
    }

    void nothingOverlapsDownTo700()
    {
        for (const QSize size :
            {QSize(1128, 184), QSize(1000, 184), QSize(752, 184), QSize(700, 184), QSize(728, 52), QSize(700, 52)}) {
            Stand stand(size);
            QList<QRect> taken;
            for (const QWidget* child : stand.panel.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
                if (!child->isVisible())
                    continue;
                QVERIFY2(stand.panel.rect().contains(child->geometry()), qPrintable(child->accessibleName()));
                for (const QRect& other : taken)
                    QVERIFY2(!other.intersects(child->geometry()), qPrintable(child->accessibleName()));
                taken << child->geometry();
            }
        }
    }

    void theStripHasPlayStepAndItsOwnTimeline()
    {
        Stand stand({728, 52});
        QStringList names;
        for (const Button* button : stand.panel.findChildren<Button*>())
            if (button->isVisible())
                names << QAccessible::queryAccessibleInterface(const_cast<Button*>(button))->text(QAccessible::Name);
        names.sort();
        QCOMPARE(names,
            (QStringList{"One event back", "Open the timeline", "Play", "Speed " + QString::fromUtf8("0.5×"), "Step"}));
        QVERIFY(stand.timeline().isVisible());
        QVERIFY(stand.timeline().layoutNow().mini);
        QTest::mouseClick(&stand.timeline(), Qt::LeftButton, {}, stand.at(8, 20));
        QCOMPARE(stand.session.playhead(), 8.0);
    }
};

QTEST_MAIN(TimelinePanelTest)
#include "tst_timeline_panel.moc"
