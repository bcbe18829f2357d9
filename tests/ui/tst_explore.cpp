// Explore in the window: modes keep their places, small scenarios run at once, others are marked out of date, runs
// stream in and stop, everything is reachable by keyboard, and nothing is cut at any size.
#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/files.h"
#include "core/config/config_io.h"
#include "core/trace/trace_io.h"
#include "tests/support/hand_trace.h"
#include "ui/app/answered_progress.h"
#include "ui/app/picture.h"
#include "ui/app/run_notice.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/app/workspace.h"
#include "ui/explore/bug_row.h"
#include "ui/explore/explore_panel.h"
#include "ui/explore/field_row.h"
#include "ui/explore/run_foot.h"
#include "ui/explore/section.h"
#include "ui/learn/learn_panel.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/dropdown.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/stepper.h"
#include "ui/widgets/switch.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

void settle()
{
    for (int round = 0; round < 4; ++round)
        QCoreApplication::processEvents();
}

void show(Workspace& workspace, QSize size = {1440, 900})
{
    workspace.window().setAttribute(Qt::WA_DontShowOnScreen);
    workspace.window().resize(size);
    workspace.window().show();
    settle();
}

/// For looking at: LOCKSTEP_PICTURES names a folder.
void save(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (!folder.isEmpty())
        imageOf(widget, 2).save(folder + "/" + name + ".png");
}

RunConfig digits(int steps)
{
    RunConfig config;
    config.workers = 2;
    config.data.set = DataSet::digits;
    config.sampler.policy = SamplerPolicy::distributed;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.batch.perWorker = {24};
    config.steps = steps;
    config.capture.level = CaptureLevel::statistics;
    config.check.oracle = false;
    return config;
}

void type(QLineEdit& field, const QString& text)
{
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, text);
}

QLineEdit& fieldOf(Workspace& workspace, const std::string& key)
{
    QWidget* control = workspace.explorePanel().fieldOf(key)->control();
    if (auto* field = qobject_cast<QLineEdit*>(control))
        return *field;
    return *control->findChild<QLineEdit*>();
}

} // namespace

class TestExplore : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle("Fusion");
        QApplication::setFont(uiFont(13));
        QVERIFY(m_folder.isValid());
    }

    void exploreBeginsWithARun()
    {
        Workspace workspace;
        show(workspace);
        workspace.window().run(Command::exploreMode);
        QVERIFY(workspace.mode() == Mode::explore);
        QCOMPARE(workspace.session().trace().config().workers, 4);
        QVERIFY(workspace.session().trace().finished());
        QVERIFY(workspace.window().stageHost().showsStage());
        QVERIFY(workspace.notice().isHidden());
        QCOMPARE(workspace.window().topBar().accessibleName(), QString("Sandbox: 4 workers"));
    }

    void aLessonKeepsItsPlaceWhileExploreIsShown()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4").ok());
        show(workspace);
        const LessonProgress there = answeredProgress(*workspace.lesson(), 3, false);
        workspace.learn()->setProgress(there);
        const double playhead = workspace.session().playhead();
        const RevealMask hidden = workspace.session().view().hidden;
        QVERIFY(hidden.any());

        QTest::keyClick(&workspace.window(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(workspace.mode() == Mode::explore);
        QVERIFY(!workspace.learn());
        QVERIFY(!workspace.session().view().hidden.any()); // nothing of the sandbox is a secret
        workspace.player().goToEnd();
        const double explored = workspace.session().playhead();

        QTest::keyClick(&workspace.window(), Qt::Key_1, Qt::ControlModifier);
        QVERIFY(workspace.learn());
        QCOMPARE(workspace.learn()->progress().stop, there.stop);
        QVERIFY(workspace.learn()->progress().answers.size() == there.answers.size());
        QCOMPARE(workspace.session().playhead(), playhead);
        QVERIFY(workspace.session().view().hidden == hidden);
        QCOMPARE(workspace.session().trace().config().workers, 2);

        QTest::keyClick(&workspace.window(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(workspace.session().playhead(), explored);
        QCOMPARE(workspace.session().trace().config().workers, 4);
    }

    void aSmallScenarioRunsWhenAControlChanges()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        workspace.session().setPlayhead(20);
        auto* stepper = qobject_cast<Stepper*>(workspace.explorePanel().fieldOf("workers")->control());
        QVERIFY(stepper);
        emit stepper->stepped(-1);
        QCOMPARE(workspace.session().trace().config().workers, 3);
        QVERIFY(!workspace.explore().outOfDate());
        QVERIFY(workspace.notice().isHidden());
        QVERIFY(workspace.session().playhead() > 0); // the same moment of the new run
        QTest::keyClick(&workspace.window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(workspace.session().trace().config().workers, 4);
        QTest::keyClick(&workspace.window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(workspace.session().trace().config().workers, 3);
    }

    void undoInAFieldIsThatOfTheScenario()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        QLineEdit& rate = fieldOf(workspace, "optimizer.lr");
        type(rate, "0.25");
        QCOMPARE(workspace.session().trace().config().optimizer.lr, 0.25);
        QTest::keyClick(&rate, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rate.text(), QString("0.1"));
        QCOMPARE(workspace.session().trace().config().optimizer.lr, 0.1);
        QTest::keyClick(&rate, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(rate.text(), QString("0.25"));
    }

    void aLargeScenarioIsMarkedOutOfDateAndTheOldRunStays()
    {
        Workspace workspace;
        workspace.openInExplore(digits(4));
        show(workspace);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        QVERIFY(workspace.notice().isHidden());
        const int high = workspace.stage().height();
        emit qobject_cast<Stepper*>(workspace.explorePanel().fieldOf("workers")->control())->stepped(1);
        settle();
        QVERIFY(workspace.notice().isVisible());
        QVERIFY(workspace.notice().text().startsWith("Out of date"));
        QCOMPARE(workspace.stage().height(), high - workspace.notice().height());
        QCOMPARE(workspace.session().trace().config().workers, 2); // still there
        workspace.player().goToStart();
        workspace.player().stepForward();
        QVERIFY(workspace.session().playhead() > 0); // and playable
        save(workspace.window(), "out-of-date");

        QCOMPARE(workspace.notice().runButton().text(), QString("Run 4 steps"));
        QTest::mouseClick(&workspace.notice().runButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        QCOMPARE(workspace.session().trace().config().workers, 3);
        QVERIFY(workspace.notice().isHidden());
    }

    void wrongTextStaysIsExplainedAndKeepsRunOff()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        QLineEdit& rate = fieldOf(workspace, "optimizer.lr");
        type(rate, "quick");
        FieldRow* row = workspace.explorePanel().fieldOf("optimizer.lr");
        RunFoot& foot = workspace.explorePanel().foot();
        QVERIFY2(row->problem().contains("quick"), qPrintable(row->problem()));
        QVERIFY2(foot.sentence().contains("quick"), qPrintable(foot.sentence()));
        QVERIFY(!foot.runButton().isEnabled());
        QVERIFY(foot.runButton().accessibleDescription().contains("quick"));
        QVERIFY(workspace.notice().isVisible());
        QVERIFY(!workspace.notice().runButton().isEnabled());
        settle();
        save(workspace.window(), "wrong");
        QTest::keyClick(&rate, Qt::Key_Return, Qt::ControlModifier); // no run, nothing lost
        QTest::keyClick(&rate, Qt::Key_Tab);
        QCOMPARE(rate.text(), QString("quick"));
        workspace.window().run(Command::learnMode);
        workspace.window().run(Command::exploreMode);
        QCOMPARE(fieldOf(workspace, "optimizer.lr").text(), QString("quick"));
        type(rate, "0.5");
        QVERIFY(row->problem().isEmpty());
        QCOMPARE(workspace.session().trace().config().optimizer.lr, 0.5);
    }

    void aBugSwitchOwnsItsControl()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        ExplorePanel& panel = workspace.explorePanel();
        FieldRow* slow = panel.fieldOf("faults.slow_rank");
        QVERIFY(slow->blockedBy().isEmpty());
        QTest::mouseClick(&panel.bugOf("straggler")->control(), Qt::LeftButton, {}, QPoint(10, 16));
        QCOMPARE(slow->blockedBy(), QString("set by the bug below"));
        QVERIFY(slow->control()->isHidden());
        QCOMPARE(workspace.session().trace().config().faults.slowRank, 2);
        QVERIFY(panel.fieldOf("faults.slow_factor")->blockedBy().isEmpty());
        QTest::keyClick(&panel.bugOf("straggler")->control(), Qt::Key_Space);
        QVERIFY(slow->blockedBy().isEmpty());
        QCOMPARE(workspace.session().trace().config().faults.slowRank, -1);

        QVERIFY(!panel.bugOf("unweighted_mean")->control().isEnabled());
        QVERIFY(panel.bugOf("unweighted_mean")->text().contains("unequal"));
        QVERIFY(panel.bugOf("mismatched_start")->text().contains("replicas identical"));
    }

    void controlsWithoutEffectSayWhyInTheirPlace()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        FieldRow* order = workspace.explorePanel().fieldOf("collective.ring_order");
        QVERIFY(order->blockedBy().isEmpty());
        workspace.explore().choose("collective.algorithm", "star");
        QCOMPARE(order->blockedBy(), QString("only for a ring"));
        QVERIFY(order->control()->isHidden());
        QVERIFY(order->accessibleName().contains("only for a ring"));
    }

    void aRunStreamsInAndStopKeepsWhatExists()
    {
        Workspace workspace;
        show(workspace);
        workspace.openInExplore(digits(50000));
        RunFoot& foot = workspace.explorePanel().foot();
        QVERIFY(foot.running());
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > 0, 20000);
        const int early = workspace.session().trace().trainingSteps();
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > early, 20000);
        QCOMPARE(workspace.session().playhead(), workspace.session().track().end()); // goes along
        save(workspace.window(), "running");
        workspace.player().goToStart();
        const int seen = workspace.session().trace().trainingSteps();
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > seen, 20000);
        QVERIFY(workspace.session().playhead() < workspace.session().track().end()); // until someone moves it

        QVERIFY(foot.stopButton().isVisible());
        QTest::mouseClick(&foot.stopButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        const int kept = workspace.session().trace().trainingSteps();
        QVERIFY(kept >= seen && kept < 50000);
        QVERIFY2(foot.sentence().startsWith("Stopped after step"), qPrintable(foot.sentence()));
        QVERIFY(foot.runButton().isVisible());
        QVERIFY(!workspace.explore().outOfDate());
    }

    void theWindowAnswersWhileItRuns()
    {
        Workspace workspace;
        show(workspace);
        workspace.openInExplore(digits(20000));
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > 3, 20000);
        workspace.player().goToStart();
        workspace.player().play();
        workspace.player().pause();
        QVERIFY(!workspace.player().playing());
        // A changed scenario waits beside the run under way, and a new run begins when the old one has ended.
        workspace.explore().choose("workers", "3");
        QVERIFY(workspace.explore().outOfDate());
        QElapsedTimer clock;
        clock.start();
        workspace.openInExplore(digits(3));
        QVERIFY2(clock.elapsed() < 10000, qPrintable(QString::number(clock.elapsed()))); // the old run would take minutes
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        QCOMPARE(workspace.session().trace().trainingSteps(), 3);
        workspace.openInExplore(digits(100000));
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session().trace().trainingSteps() > 3, 20000);
        workspace.openInExplore(test::lesson4Config(2)); // at once, and nothing of the other comes after it
        QVERIFY(!workspace.running());
        QVERIFY(!workspace.explorePanel().foot().running());
        QTest::qWait(300);
        QCOMPARE(workspace.session().trace().trainingSteps(), 2);
        workspace.openInExplore(digits(100000)); // closing during a run is clean
    }

    void aRunThatEndsWhileLearnIsShownWaitsInExplore()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4").ok());
        show(workspace);
        workspace.openInExplore(digits(5));
        workspace.setMode(Mode::learn);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        QVERIFY(workspace.learn());
        QVERIFY(workspace.session().trace().config().data.set == DataSet::toy);
        workspace.setMode(Mode::explore);
        QCOMPARE(workspace.session().trace().trainingSteps(), 5);
        QVERIFY(workspace.window().stageHost().showsStage());
    }

    void aFailureStaysVisible()
    {
        Workspace workspace;
        show(workspace);
        RunConfig config = digits(5);
        config.faults.failRank = 1;
        config.faults.failStep = 3;
        workspace.openInExplore(config);
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 20000);
        StageHost& host = workspace.window().stageHost();
        QVERIFY(!host.showsStage());
        QVERIFY2(host.accessibleName().contains("stopped"), qPrintable(host.accessibleName()));
        workspace.setMode(Mode::learn);
        workspace.setMode(Mode::explore);
        QVERIFY(!host.showsStage());
        QTest::mouseClick(host.buttons().first(), Qt::LeftButton);
        QVERIFY(host.showsStage());
    }

    void aConfigurationThatDoesNotStartIsACard()
    {
        Workspace workspace;
        show(workspace);
        RunConfig config = test::lesson4Config();
        config.batch.perWorker = {1, 2, 3};
        workspace.openInExplore(config);
        StageHost& host = workspace.window().stageHost();
        QVERIFY(!host.showsStage());
        QVERIFY(host.accessibleDescription().contains("batch.per_worker"));
    }

    void aRecordedRunFillsTheControls()
    {
        RunConfig config = test::lesson7Config(2);
        const auto trace = RunService::runNow(config);
        QVERIFY(trace.ok());
        const QString file = m_folder.filePath("toy.trace");
        QVERIFY(writeTrace(trace.value(), file.toStdString()).ok());
        Workspace workspace;
        QVERIFY(workspace.open(file.toStdString()).ok());
        show(workspace);
        QVERIFY(workspace.mode() == Mode::explore);
        QCOMPARE(workspace.session().valueBadge(), Badge::imported);
        QVERIFY(!workspace.explore().outOfDate());
        QCOMPARE(workspace.explore().text("batch.per_worker"), QString("1,3").replace(",", QString::fromStdString(
            keyText(config, "batch.per_worker")).contains(", ") ? ", " : ","));
        QVERIFY2(workspace.explorePanel().presetList().shownText().contains("toy.trace"),
            qPrintable(workspace.explorePanel().presetList().shownText()));
        QVERIFY(workspace.explore().scenario().hasBug("unweighted_mean")); // lesson 7 is about it
        save(workspace.window(), "recorded");
        workspace.explore().setBug("unweighted_mean", false);
        QVERIFY(workspace.session().trace().config().combine == Combine::weighted); // a new run
        QVERIFY(workspace.session().valueBadge() == Badge::exact);
    }

    void aFixIsOneUndoStep()
    {
        Workspace workspace;
        QVERIFY(workspace.open("7").ok());
        show(workspace);
        workspace.applyFix({{"combine", "weighted"}});
        QVERIFY(workspace.mode() == Mode::explore);
        QVERIFY(workspace.session().trace().config().combine == Combine::weighted);
        QVERIFY(!workspace.explore().scenario().hasBug("unweighted_mean"));
        QTest::keyClick(&workspace.window(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(workspace.session().trace().config().combine == Combine::mean);
        QVERIFY(workspace.explore().scenario().hasBug("unweighted_mean"));
    }

    void presetsSwitchAndComeBackByUndo()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        Dropdown& list = workspace.explorePanel().presetList();
        emit list.chosen(3);
        QCOMPARE(list.current(), 3);
        QCOMPARE(workspace.explore().resolved().config.workers, 16);
        QVERIFY(workspace.notice().isVisible()); // not small: it is offered
        QCOMPARE(workspace.session().trace().config().workers, 4);
        QTest::keyClick(&workspace.window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(list.current(), 0);
        QVERIFY(workspace.notice().isHidden());
        emit list.chosen(3);
        QTest::keyClick(&fieldOf(workspace, "workers"), Qt::Key_Return, Qt::ControlModifier); // from a field too
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.running(), 30000);
        QCOMPARE(workspace.session().trace().config().workers, 16);
        QCOMPARE(workspace.session().trace().trainingSteps(), 30);
    }

    void below1180ThePanelIsADrawer()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace, {1024, 768});
        QVERIFY(workspace.window().layoutNow().leftForm == LeftForm::closedDrawer);
        QVERIFY(!workspace.explorePanel().isVisible());
        QCOMPARE(workspace.stage().width(), 1024);
        save(workspace.window(), "drawer-closed");
        QTest::keyClick(&workspace.window(), Qt::Key_2, Qt::ControlModifier);
        settle();
        QVERIFY(workspace.explorePanel().isVisible());
        QVERIFY(workspace.explorePanel().isAncestorOf(workspace.window().focusWidget()));
        QVERIFY(workspace.explorePanel().foot().runButton().isVisible());
        save(workspace.window(), "drawer-open");
        QTest::keyClick(&workspace.window(), Qt::Key_Escape);
        QVERIFY(!workspace.explorePanel().isVisible());
        workspace.window().resize(1440, 900);
        settle();
        QVERIFY(workspace.explorePanel().isVisible());
    }

    void everythingIsReachableAndNamed()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        show(workspace);
        for (Section* section : workspace.explorePanel().sections())
            section->setOpen(true);
        settle();
        for (const QWidget* widget : workspace.explorePanel().findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy())
                continue;
            const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
            QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
        for (FieldRow* row : workspace.explorePanel().fields()) {
            if (!row->blockedBy().isEmpty())
                continue;
            QWidgetList all = row->control()->findChildren<QWidget*>();
            all.append(row->control());
            QVERIFY2(std::ranges::any_of(all, [](QWidget* w) { return (w->focusPolicy() & Qt::TabFocus) && w->isEnabled(); }),
                row->field().key.c_str());
            QVERIFY2(row->control()->accessibleDescription().contains(QString::fromStdString(row->field().key)),
                row->field().key.c_str());
            QVERIFY2(row->accessibleName().contains(workspace.explore().text(row->field().key)), row->field().key.c_str());
        }
    }

    void tabGoesDownThePanel()
    {
        Workspace workspace;
        show(workspace);
        workspace.setMode(Mode::explore);
        settle();
        ExplorePanel& panel = workspace.explorePanel();
        const QWidget* run = &panel.foot().runButton();
        const QWidget* widget = &workspace.window().topBar();
        int last = -1, stops = 0;
        for (int guard = 0; widget != run && guard < 2000; ++guard) {
            widget = widget->nextInFocusChain();
            if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            if (!panel.isAncestorOf(widget)) {
                QVERIFY2(last < 0 && workspace.window().topBar().isAncestorOf(widget), widget->metaObject()->className());
                continue;
            }
            const int y = widget->mapTo(&panel, QPoint(0, widget->height() / 2)).y();
            // The foot does not scroll with the rows.
            QVERIFY2(y > last - 8 || panel.foot().isAncestorOf(widget), qPrintable(widget->accessibleName()));
            last = y;
            ++stops;
        }
        QCOMPARE(widget, run);
        QVERIFY(stops > 15);
    }

    void nothingIsCutAtAnyWidth()
    {
        Workspace workspace;
        workspace.setMode(Mode::explore);
        for (const QSize size : {QSize(1440, 900), QSize(1180, 700), QSize(1024, 768), QSize(1000, 620)}) {
            show(workspace, size);
            if (workspace.window().layoutNow().leftForm == LeftForm::closedDrawer)
                workspace.window().toggleDrawer();
            for (Section* section : workspace.explorePanel().sections())
                section->setOpen(true);
            settle();
            const int right = workspace.explorePanel().width();
            for (QWidget* widget : workspace.explorePanel().findChildren<QWidget*>())
                if (widget->isVisible() && !widget->inherits("lockstep::ui::FocusRing"))
                    QVERIFY2(widget->mapTo(&workspace.explorePanel(), QPoint(widget->width(), 0)).x() <= right,
                        qPrintable(QString("%1 '%2' at %3").arg(widget->metaObject()->className(), widget->accessibleName()).arg(size.width())));
            QVERIFY(workspace.explorePanel().foot().runButton().isVisible());
            QVERIFY(workspace.explorePanel().rect().contains(workspace.explorePanel().foot().geometry()));
        }
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestExplore)
#include "tst_explore.moc"
