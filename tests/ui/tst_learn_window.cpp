// A lesson in the whole window: what an open question asks for is in no area, neither painted values nor what a screen
// reader finds, and it is everywhere once it is revealed. Everything by keyboard.
#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>
#include <QTextEdit>

#include "core/lesson/moment.h"
#include "ui/app/answered_progress.h"
#include "ui/app/main_menu.h"
#include "ui/app/workspace.h"
#include "ui/learn/learn_panel.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/button.h"
#include "ui/widgets/card.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

void collect(QAccessibleInterface* node, const QWidget* without, QStringList& texts, int depth = 0)
{
    if (!node || !node->isValid() || depth > 12 || (without && node->object() == without))
        return;
    for (const QAccessible::Text kind : {QAccessible::Name, QAccessible::Description, QAccessible::Value})
        if (const QString text = node->text(kind); !text.isEmpty())
            texts << text;
    for (int i = 0; i < node->childCount(); ++i)
        collect(node->child(i), without, texts, depth + 1);
}

/// Everything a screen reader finds outside the lesson panel.
QString toldOutsideTheLesson(Workspace& workspace)
{
    QCoreApplication::processEvents();
    QStringList texts;
    collect(QAccessible::queryAccessibleInterface(&workspace.window()), workspace.learn(), texts);
    return texts.join('\n');
}

/// `number` on its own, not within another number and not the speed "0.5×".
bool tells(const QString& text, const QString& number)
{
    return text.contains(QRegularExpression(QStringLiteral("(?<![\\d.])") + QRegularExpression::escape(number)
        + QStringLiteral("(?![\\d.]*\\d|%1)").arg(QChar(0xd7))));
}

} // namespace

class TestLearnWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle(QStringLiteral("Fusion"));
        QAccessible::setActive(true);
    }

    void anOpenQuestionIsAnsweredInNoArea_data()
    {
        QTest::addColumn<QString>("lesson");
        QTest::addColumn<int>("page");
        QTest::addColumn<int>("step");
        QTest::addColumn<QStringList>("answers"); ///< told nowhere before, in some area afterwards
        QTest::newRow("4.3 distances of B") << "4" << 3 << 1 << QStringList{"7"};
        QTest::newRow("4.5 new w") << "4" << 5 << 1 << QStringList{"0.6"};
        QTest::newRow("4.6 second step") << "4" << 6 << 2 << QStringList{"3.6", "0.24"};
        QTest::newRow("4.7 third step") << "4" << 7 << 3
                                        << QStringList{"1.24", "5.24", "3.24", QString::fromUtf8("−0.084")};
        QTest::newRow("7.3 combined") << "7" << 3 << 1 << QStringList{"0.6"};
        QTest::newRow("7.4 one device") << "7" << 4 << 1 << QStringList{"0.5"};
    }
    void anOpenQuestionIsAnsweredInNoArea()
    {
        QFETCH(QString, lesson);
        QFETCH(int, page);
        QFETCH(int, step);
        QFETCH(QStringList, answers);
        Workspace workspace;
        QVERIFY(workspace.open(lesson.toStdString(), true).ok());
        workspace.window().resize(1440, 900);
        workspace.window().show();
        const Lesson& read = *workspace.lesson();
        workspace.learn()->setProgress(answeredProgress(read, page - 1, false));
        Session& session = workspace.session();
        const auto at = [&](const char* moment) {
            return timeOfMoment(session.trace(), session.track(), {step, moment}).value();
        };
        const double rest = session.playhead();
        // Where the page stands, and wherever somebody scrubs to in the step that is asked about.
        for (const double time :
            {rest, at("forward"), at("backward"), at("all-reduce 0.5"), at("all-reduce"), at("end")}) {
            session.setPlayhead(time);
            const QString text = toldOutsideTheLesson(workspace);
            QVERIFY(text.size() > 200);
            for (const QString& answer : answers)
                QVERIFY2(!tells(text, answer), qPrintable(QStringLiteral("%1 at %2:\n").arg(answer).arg(time) + text));
        }
        workspace.learn()->setProgress(answeredProgress(read, page - 1, true));
        const QString told = [&] {
            session.setPlayhead(at("end"));
            return toldOutsideTheLesson(workspace);
        }();
        for (const QString& answer : answers)
            QVERIFY2(lesson == "7" || tells(told, answer), qPrintable(answer + " is not told:\n" + told));
    }

    void theKeyboardLeadsFromTheStageIntoTheLessonAndOn()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4", true).ok());
        MainWindow& window = workspace.window();
        window.resize(1024, 640);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (int tries = 0; tries < 8 && !workspace.learn()->isAncestorOf(window.focusWidget()); ++tries)
            QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, Qt::Key_F6);
        QVERIFY(workspace.learn()->isAncestorOf(window.focusWidget()));
        workspace.learn()->guide().next();
        workspace.learn()->guide().next();
        QTRY_VERIFY(qobject_cast<QLineEdit*>(window.focusWidget()));
        // Typing in a field is not a command: "5" does not jump to the update phase.
        const double before = workspace.session().playhead();
        QTest::keyClicks(window.focusWidget(), "6.05");
        QCOMPARE(workspace.session().playhead(), before);
        QTest::keyClick(window.focusWidget(), Qt::Key_Return);
        QVERIFY(workspace.player().playing());
        for (int i = 0; i < 200 && workspace.player().playing(); ++i)
            workspace.player().advance(0.1);
        QVERIFY(!workspace.session().view().hidden.localGradients);
        QVERIFY(!workspace.learn()->progress().answers.at("mean-b").right);
    }

    void afterEveryAnswerTheKeyboardIsOnWhatIsNext()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4", true).ok());
        MainWindow& window = workspace.window();
        window.resize(1024, 640);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        workspace.learn()->takeKeyboard();
        // For each page what is typed, each entry ended by Enter; a digit in brackets chooses that option.
        const std::vector<QStringList> pages = {{}, {}, {"6"}, {"(1)"}, {"4", "0.6"}, {"3.6", "3.6", "0.24"},
            {"1.24", "5.24", "3.24", "-0.084"}, {"equal shares so the mean of means is the mean", "(1)"}};
        for (std::size_t page = 0; page < pages.size(); ++page) {
            QCOMPARE(workspace.learn()->progress().stop, static_cast<int>(page));
            for (const QString& entry : pages[page]) {
                QWidget* field = window.focusWidget();
                if (entry.startsWith('(')) {
                    QVERIFY(qobject_cast<OptionRow*>(field));
                    QTest::keyClick(field, Qt::Key_Space);
                    QTest::keyClick(field, Qt::Key_Down);
                } else {
                    QVERIFY2(qobject_cast<QLineEdit*>(field) || qobject_cast<QTextEdit*>(field), qPrintable(entry));
                    QTest::keyClicks(field, entry);
                }
                QTest::keyClick(window.focusWidget(), Qt::Key_Return);
                for (int i = 0; i < 400 && workspace.player().playing(); ++i)
                    workspace.player().advance(0.1);
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                QCoreApplication::processEvents();
            }
            auto* const next = qobject_cast<Button*>(window.focusWidget());
            QVERIFY2(next, qPrintable(QStringLiteral("page %1").arg(page + 1)));
            const QString name = next->accessibleName();
            QCOMPARE(name, page + 1 < pages.size() ? "Next page" : "Next lesson: One against three");
            QTest::keyClick(next, Qt::Key_Return);
            for (int i = 0; i < 400 && workspace.player().playing(); ++i)
                workspace.player().advance(0.1);
            QCoreApplication::processEvents();
        }
        QCOMPARE(workspace.lesson()->number, 7);
        QCOMPARE(workspace.learn()->guide().lesson().number, 7);
        QVERIFY(workspace.learn()->isAncestorOf(window.focusWidget()));
        // The pages turn from the stage as well.
        workspace.stage().setFocus();
        QTest::keyClick(&workspace.stage(), Qt::Key_PageDown);
        QCOMPARE(workspace.learn()->progress().stop, 1);
    }

    void theMenuStartsTheLessonOver()
    {
        Workspace workspace;
        QVERIFY(workspace.open("4", true).ok());
        workspace.learn()->setProgress(answeredProgress(*workspace.lesson(), 5, true));
        QMenu menu;
        fillMenu(menu, workspace);
        for (QAction* action : menu.actions())
            if (action->text() == "Start this lesson over")
                action->trigger();
        QCOMPARE(workspace.learn()->progress().stop, 0);
        QVERIFY(workspace.learn()->progress().answers.empty());
    }

    void openingAnotherDocumentLeavesNothingHidden()
    {
        Workspace workspace;
        QVERIFY(workspace.open("7", true).ok());
        workspace.session().setPlayhead(workspace.session().track().end());
        QVERIFY(workspace.session().view().hidden.any());
        QVERIFY(workspace.open("4", true).ok());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(workspace.learn()->guide().lesson().number, 4);
        QVERIFY(!workspace.session().view().hidden.any());
    }
};

QTEST_MAIN(TestLearnWindow)
#include "tst_learn_window.moc"
