// A lesson in the whole window: what an open question asks for is in no area, neither painted values nor what a screen
// reader finds, and it is everywhere once it is revealed. Everything by keyboard.
#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>

#include "core/lesson/moment.h"
#include "ui/app/answered_progress.h"
#include "ui/app/workspace.h"
#include "ui/learn/learn_panel.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"

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
