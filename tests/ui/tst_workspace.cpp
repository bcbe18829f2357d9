// The whole window: opens every kind of document, switches themes live, keeps every widget inside its parent and off
// its neighbours at every size, and grows with a run.
#include <QAbstractScrollArea>
#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/files.h"
#include "core/config/config_io.h"
#include "core/trace/trace_io.h"
#include "tests/support/hand_trace.h"
#include "ui/app/answered_progress.h"
#include "ui/app/picture.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/app/workspace.h"
#include "ui/learn/learn_panel.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/focus_ring.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

void show(Workspace& workspace, QSize size)
{
    workspace.window().setAttribute(Qt::WA_DontShowOnScreen);
    workspace.window().resize(size);
    workspace.window().show();
    for (int round = 0; round < 4; ++round)
        QCoreApplication::processEvents();
}

/// Widgets may leave their parent only where a scroll area is meant to cut them.
bool mayBeCut(const QWidget& widget)
{
    for (const QWidget* parent = widget.parentWidget(); parent; parent = parent->parentWidget())
        if (qobject_cast<const QAbstractScrollArea*>(parent))
            return true;
    return false;
}

QString nameOf(const QWidget& widget)
{
    return QString("%1 '%2' %3,%4 %5x%6")
        .arg(widget.metaObject()->className(), widget.accessibleName())
        .arg(widget.x())
        .arg(widget.y())
        .arg(widget.width())
        .arg(widget.height());
}

/// Every fault of geometry in one text; empty when there is none.
QString geometryFaults(const QWidget& window, bool overlayOpen)
{
    QString faults;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->isWindow() || qobject_cast<const FocusRing*>(widget))
            continue;
        if (!mayBeCut(*widget) && !widget->parentWidget()->rect().contains(widget->geometry()))
            faults += "outside: " + nameOf(*widget) + " in " + nameOf(*widget->parentWidget()) + "\n";
        for (const QObject* object : widget->parentWidget()->children()) {
            const auto* other = qobject_cast<const QWidget*>(object);
            if (!other || other <= widget || !other->isVisible() || other->isWindow()
                || qobject_cast<const FocusRing*>(other))
                continue;
            if (widget->parentWidget()->inherits("lockstep::ui::StagePager"))
                continue; // its switch stands in the stage's header, which leaves room for it
            if (widget->geometry().intersects(other->geometry()) && !(overlayOpen && widget->parentWidget() == &window))
                faults += "overlap: " + nameOf(*widget) + " and " + nameOf(*other) + "\n";
        }
    }
    return faults;
}

} // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle("Fusion");
        QApplication::setFont(uiFont(13));
        QVERIFY(m_folder.isValid());
    }

    void everyWidgetHasItsPlace_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1000, 620), QSize(1024, 640), QSize(1100, 800), QSize(1280, 720),
                 QSize(1440, 900), QSize(1920, 1080)})
            QTest::newRow(qPrintable(QString("%1x%2").arg(size.width()).arg(size.height()))) << size;
    }
    void everyWidgetHasItsPlace()
    {
        QFETCH(QSize, size);
        for (const char* number : {"4", "7"}) {
            Workspace workspace;
            QVERIFY(workspace.open(number).ok());
            show(workspace, size);
            const int pages = static_cast<int>(workspace.lesson()->stops.size());
            for (int page = 0; page < pages; ++page)
                for (const bool answered : {false, true}) {
                    workspace.learn()->setProgress(answeredProgress(*workspace.lesson(), page, answered));
                    QCoreApplication::processEvents();
                    QCoreApplication::processEvents();
                    const QString faults = geometryFaults(workspace.window(), false);
                    QVERIFY2(faults.isEmpty(),
                        qPrintable(QString("lesson %1 page %2\n%3").arg(number).arg(page + 1).arg(faults)));
                }
            workspace.window().run(Command::toggleInspector);
            workspace.window().run(Command::toggleTimeline);
            QCoreApplication::processEvents();
            const bool overlay = workspace.window().layoutNow().inspectorForm == InspectorForm::overlay;
            QCOMPARE(geometryFaults(workspace.window(), overlay), QString());
        }
    }

    void themesSwitchLive()
    {
        Workspace fresh;
        fresh.setThemeMode(ThemeMode::dark);
        QVERIFY(fresh.open("7").ok());
        show(fresh, {1440, 900});
        Workspace switched;
        QVERIFY(switched.open("7").ok());
        show(switched, {1440, 900});
        for (Workspace* workspace : {&fresh, &switched})
            workspace->learn()->setProgress(answeredProgress(*workspace->lesson(), 4, true));
        QCoreApplication::processEvents();
        const QImage light = imageOf(switched.window(), 1);
        switched.setThemeMode(ThemeMode::dark);
        QCoreApplication::processEvents();
        QCOMPARE(imageOf(switched.window(), 1), imageOf(fresh.window(), 1)); // nothing of the old theme stays
        switched.setThemeMode(ThemeMode::light);
        QCoreApplication::processEvents();
        QCOMPARE(imageOf(switched.window(), 1), light);
    }

    void ghostsGiveNothingAwayThatALaterPageAsks()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4").ok());
        const int pages = static_cast<int>(workspace.lesson()->stops.size());
        workspace.learn()->setProgress(answeredProgress(*workspace.lesson(), 0, false));
        QVERIFY(!workspace.session().view().ghosts);
        workspace.learn()->setProgress(answeredProgress(*workspace.lesson(), pages - 1, true));
        QVERIFY(workspace.session().view().ghosts);
    }

    void aClickOnAPhaseGoesThere()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4").ok());
        show(workspace, {1440, 900});
        emit workspace.stage().phaseChosen(Phase::allReduce);
        QCOMPARE(workspace.session().playhead(), 10.0);
    }

    void aConfigurationRunsAndItsTraceOpens()
    {
        QVERIFY(writeFileAtomically(file("toy.json").toStdString(), configToJson(test::lesson7Config(2))).ok());
        Workspace workspace;
        QVERIFY(workspace.open(file("toy.json").toStdString()).ok());
        QCOMPARE(workspace.session().trace().trainingSteps(), 2);
        QVERIFY(workspace.canRunAgain());
        QVERIFY(workspace.mode() == Mode::explore);
        QVERIFY(writeTrace(workspace.session().trace(), file("toy.trace").toStdString()).ok());
        QVERIFY(workspace.open(file("toy.trace").toStdString()).ok());
        QCOMPARE(workspace.session().valueBadge(), Badge::imported);
        workspace.runAgain(); // anew, from its own configuration
        QCOMPARE(workspace.session().valueBadge(), Badge::exact);
    }

    void aRunOnRealInputGrowsInTheWindow()
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
        config.steps = 15;
        QVERIFY(writeFileAtomically(file("digits.json").toStdString(), configToJson(config)).ok());
        Workspace workspace;
        QVERIFY(workspace.open(file("digits.json").toStdString()).ok());
        QTRY_COMPARE_WITH_TIMEOUT(workspace.session().trace().trainingSteps(), 15, 20000);
        QCOMPARE(workspace.session().track().kind, TrackKind::measured);
        show(workspace, {1440, 900});
        QCOMPARE(geometryFaults(workspace.window(), false), QString());
    }

    void aLongToyRunNeverHoldsTheWindow()
    {
        QVERIFY(writeFileAtomically(file("long.json").toStdString(), configToJson(test::lesson4Config(50000))).ok());
        Workspace workspace;
        QVERIFY(workspace.open(file("long.json").toStdString()).ok());
        QVERIFY(!workspace.session().trace().finished()); // awaited here, it would be over by now
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > 0, 20000);
        emit workspace.window().topBar().stopRequested();
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().finished(), 20000);
        QVERIFY(workspace.session().trace().trainingSteps() < 50000);
    }

    void aDamagedTraceSaysWhatStillWorks()
    {
        const auto trace = RunService::runNow(test::lesson4Config(3));
        QVERIFY(trace.ok());
        const std::string bytes = traceToBytes(trace.value());
        QVERIFY(
            writeFileAtomically(file("cut.trace").toStdString(), std::string_view(bytes).substr(0, bytes.size() - 30))
                .ok());
        Workspace workspace;
        QVERIFY(workspace.open(file("cut.trace").toStdString()).ok());
        show(workspace, {1280, 800});
        StageHost& host = workspace.window().stageHost();
        QVERIFY(!host.showsStage());
        QCOMPARE(host.accessibleName(), QString("This trace is not complete"));
        Button* replay = host.buttons().first();
        QVERIFY2(replay->text().startsWith("Replay 2"), qPrintable(replay->text()));
        QTest::mouseClick(replay, Qt::LeftButton);
        QVERIFY(host.showsStage());
    }

    void aFailedRunGoesToItsStop()
    {
        RunConfig config = test::lesson4Config(3);
        config.faults.failRank = 1;
        config.faults.failStep = 2;
        QVERIFY(writeFileAtomically(file("fail.json").toStdString(), configToJson(config)).ok());
        Workspace workspace;
        QVERIFY(workspace.open(file("fail.json").toStdString()).ok());
        show(workspace, {1280, 800});
        StageHost& host = workspace.window().stageHost();
        QVERIFY(!host.showsStage());
        QVERIFY2(host.accessibleName().contains("stopped"), qPrintable(host.accessibleName()));
        QTest::mouseClick(host.buttons().first(), Qt::LeftButton);
        QVERIFY(host.showsStage());
        QCOMPARE(workspace.session().playhead(), workspace.session().track().end());
    }

    void whatDoesNotOpenIsExplainedInTheStagesPlace()
    {
        Workspace workspace;
        QVERIFY(!workspace.open(file("nothing.trace").toStdString()).ok());
        workspace.openOrExplain(file("nothing.trace").toStdString());
        QVERIFY(!workspace.window().stageHost().showsStage());
        QVERIFY(workspace.window().stageHost().accessibleDescription().contains("does not exist"));
    }

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWorkspace)
#include "tst_workspace.moc"
