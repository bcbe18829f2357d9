// The shell of the window: areas tile it at every size, keys become commands, states say what happened.
#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/hand_trace.h"
#include "ui/app/main_window.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/widgets/button.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/text_field.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

/// A window with simple stand-ins in its areas.
struct Fixture {
    Session session;
    Player player{session};
    MainWindow window{session, player};
    QWidget* left = new QWidget;
    TextField* field = new TextField("Answer", left);
    QWidget* stage = new QWidget;

    Fixture()
    {
        stage->setFocusPolicy(Qt::StrongFocus);
        auto* timeline = new QWidget;
        new Button("Play", ButtonKind::primary, timeline);
        auto* inspector = new QWidget;
        new Button("Explain", ButtonKind::normal, inspector);
        window.setLeft(left);
        window.setStage(stage);
        window.setInspector(inspector);
        window.setTimeline(timeline);
        session.setTrace(test::handTrace(test::lesson4Config(3)));
        window.resize(1440, 900);
        window.show();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&window, key, modifiers);
    }
};

void save(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES");
    if (folder.isEmpty())
        return;
    QImage image(widget.size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    widget.render(&image);
    image.save(folder + "/" + name + ".png");
}

} // namespace

class TestShell : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle("fusion");
    }

    void keysDriveThePlayer()
    {
        Fixture f;
        f.key(Qt::Key_Period, Qt::ShiftModifier);
        QCOMPARE(f.session.playhead(), 14.0);
        f.key(Qt::Key_4);
        QCOMPARE(f.session.playhead(), 10.0);
        f.key(Qt::Key_Less, Qt::ShiftModifier);
        QCOMPARE(f.session.playhead(), 0.0);
        f.key(Qt::Key_End);
        QCOMPARE(f.session.playhead(), 42.0);
        f.key(Qt::Key_Home);
        f.key(Qt::Key_Period);
        QCOMPARE(f.session.playhead(), nextMoment(f.session.trace(), f.session.track(), 0));
        f.key(Qt::Key_BracketRight);
        QCOMPARE(f.player.speed(), 1.0);
        f.key(Qt::Key_Space);
        QVERIFY(f.player.playing());
        f.key(Qt::Key_Space);
        QVERIFY(!f.player.playing());
    }

    void singleKeysAreOffWhileTyping()
    {
        Fixture f;
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        f.field->setFocus();
        QTest::keyClicks(f.field, "4 .,1i");
        QCOMPARE(f.field->text(), QString("4 .,1i"));
        QCOMPARE(f.session.playhead(), 0.0);
        QVERIFY(!f.player.playing());
        QCOMPARE(f.window.layoutNow().inspectorForm, InspectorForm::panel);
    }

    void panelsOpenAndClose()
    {
        Fixture f;
        f.key(Qt::Key_I);
        QCOMPARE(f.window.layoutNow().inspectorForm, InspectorForm::rail);
        f.key(Qt::Key_I);
        QCOMPARE(f.window.layoutNow().inspectorForm, InspectorForm::panel);
        f.key(Qt::Key_T);
        QCOMPARE(f.window.layoutNow().timelineForm, TimelineForm::strip);
        f.window.resize(1024, 640);
        f.key(Qt::Key_I);
        QCOMPARE(f.window.layoutNow().inspectorForm, InspectorForm::overlay);
        f.key(Qt::Key_Escape);
        QCOMPARE(f.window.layoutNow().inspectorForm, InspectorForm::button);
    }

    void f6GoesThroughTheAreas()
    {
        Fixture f;
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        f.field->setFocus();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget()->parentWidget()->metaObject()->className(), "lockstep::ui::TopBar");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), f.field);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), f.stage);
    }

    void theShortcutsSheetOpensAndCloses()
    {
        Fixture f;
        f.key(Qt::Key_Question, Qt::ShiftModifier);
        save(f.window, "shortcuts");
        int visible = 0;
        for (QWidget* child : f.window.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            visible += child->isVisible() && child->size() == f.window.size();
        QCOMPARE(visible, 1);
    }

    void everyBindingOfTheSheetWorks()
    {
        QVERIFY(commandFor(Qt::Key_Comma, Qt::NoModifier) == Command::eventBack);
        QVERIFY(commandFor(Qt::Key_Semicolon, Qt::ShiftModifier) == Command::stepBack);
        QVERIFY(commandFor(Qt::Key_Plus, Qt::ShiftModifier) == Command::zoomIn);
        QVERIFY(!commandFor(Qt::Key_A, Qt::NoModifier));
        QVERIFY(!commandFor(Qt::Key_I, Qt::ControlModifier));
    }

    void statesReplaceTheStageAndComeWithActions()
    {
        Fixture f;
        f.window.topBar().setTitle("Lesson 4", "Two workers, one step");
        StageHost& host = f.window.stageHost();
        QSignalSpy chosen(&host, &StageHost::actionChosen);
        host.setState(emptyState());
        QVERIFY(!f.stage->isVisible());
        save(f.window, "state-empty");
        const auto buttons = host.findChildren<Button*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QCOMPARE(chosen.first().first().value<StateAction>(), StateAction::playExample);
        host.setState(damagedState(f.session.trace(), "It ends inside step 4."));
        QVERIFY(host.accessibleDescription().contains("first 3 steps"));
        save(f.window, "state-damaged");
        StageState failed = failedState(f.session.trace(), true);
        failed.ranks = 4;
        failed.stoppedRank = 2;
        failed.title = "Rank 2 stopped in backward";
        failed.text = "Ranks 0, 1 and 3 still wait in collective 5. Nothing after step 4 was recorded.";
        host.setState(failed);
        f.window.topBar().showRecording(3, 50);
        applyTheme(f.window, Theme::dark());
        save(f.window, "state-failed");
        host.setState(std::nullopt);
        QVERIFY(f.stage->isVisible());
    }

    void noWidgetLeavesItsParentAtAnySize()
    {
        Fixture f;
        for (const QSize size :
            {QSize(1000, 620), QSize(1024, 640), QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
            f.window.resize(size);
            for (const QWidget* widget : f.window.findChildren<QWidget*>())
                if (widget->isVisible() && !widget->inherits("lockstep::ui::FocusRing"))
                    QVERIFY2(
                        widget->parentWidget()->rect().contains(widget->geometry()), widget->metaObject()->className());
        }
    }
};

QTEST_MAIN(TestShell)
#include "tst_shell.moc"
