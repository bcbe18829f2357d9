// The Learn panel: both lessons from the first page to the last by keyboard alone, masks that hide and reveal, feedback
// to wrong answers, locked pages with their reason, and progress that is kept.
#include <filesystem>

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

#include "core/base/files.h"
#include "core/lesson/moment.h"
#include "core/lesson/progress.h"
#include "ui/learn/highlight.h"
#include "ui/learn/learn_panel.h"
#include "ui/learn/markdown_label.h"
#include "ui/widgets/button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/labels.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

Lesson lessonIn(const char* folder)
{
    return loadLesson(
        (std::filesystem::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / "lessons" / folder).string())
        .value();
}

/// A window of the panel's size with its own session; keys go to whatever has the focus.
struct Desk {
    explicit Desk(const Lesson& lesson, QSize size = {312, 852})
        : player(session)
        , panel(session, player, lesson)
    {
        panel.resize(size);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QCoreApplication::processEvents();
    }

    QWidget* focus() const { return panel.focusWidget(); }
    void type(const QString& text) { QTest::keyClicks(focus(), text); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(focus(), key, modifiers);
        QCoreApplication::processEvents();
    }
    /// Lets the stage arrive wherever it is playing to.
    void arrive()
    {
        for (int i = 0; i < 4000 && player.playing(); ++i)
            player.advance(0.1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
    }
    bool typing() const { return qobject_cast<QLineEdit*>(focus()) || qobject_cast<QTextEdit*>(focus()); }
    /// Everything that can be read on the page now, as a screen reader finds it.
    QString words() const
    {
        QString text;
        for (const QWidget* widget : panel.findChildren<QWidget*>())
            if (widget->isVisible() && !widget->accessibleName().isEmpty())
                text += widget->accessibleName() + '\n';
        return text;
    }
    bool onNext() const
    {
        const auto* button = qobject_cast<Button*>(focus());
        return button && button->text() == QStringLiteral("Next page");
    }
    int page() const { return panel.progress().stop + 1; }
    const RevealMask& hidden() const { return session.view().hidden; }

    Session session;
    Player player;
    LearnPanel panel;
};

void number(Desk& desk, const QString& text)
{
    QVERIFY(desk.typing());
    desk.type(text);
    desk.press(Qt::Key_Return);
    desk.arrive();
}

void blanks(Desk& desk, const QStringList& entries)
{
    for (const QString& entry : entries) {
        QVERIFY(desk.typing());
        desk.type(entry);
        desk.press(Qt::Key_Return);
    }
    desk.arrive();
}

/// Chooses option `index` with the arrow keys.
void choose(Desk& desk, int index)
{
    QVERIFY(qobject_cast<OptionRow*>(desk.focus()));
    desk.press(Qt::Key_Space);
    for (int i = 0; i < index; ++i)
        desk.press(Qt::Key_Down);
    desk.press(Qt::Key_Return);
    desk.arrive();
}

void nextPage(Desk& desk, int page)
{
    QVERIFY2(desk.onNext(),
        qPrintable(QStringLiteral("page %1: focus is not on Next page\n").arg(desk.page()) + desk.words()));
    desk.press(Qt::Key_Return);
    desk.arrive();
    QCOMPARE(desk.page(), page);
}

/// The sentence in the page that names `word` and is no field's key.
TextLabel* complaint(Desk& desk, const QString& word)
{
    for (TextLabel* label : desk.panel.findChildren<TextLabel*>())
        if (label->isVisible() && label->text().contains(word) && label->text() != word)
            return label;
    return nullptr;
}

/// Every question shown, but for those named; the last page is open.
LessonProgress allAnswered(const Lesson& lesson, const std::set<std::string>& open)
{
    LessonProgress progress;
    for (const LessonStop& stop : lesson.stops)
        for (const LessonBlock& block : stop.blocks)
            if (isQuestion(block) && !open.contains(block.id))
                progress = reveal(skip(lesson, progress, block.id), block.id);
    progress.stop = static_cast<int>(lesson.stops.size()) - 1;
    return progress;
}

double moment(const Desk& desk, int step, const char* name)
{
    return timeOfMoment(desk.session.trace(), desk.session.track(), {step, name}).value();
}

} // namespace

class TestLearn : public QObject {
    Q_OBJECT

private:
    Lesson m_four, m_seven;

private slots:
    void initTestCase()
    {
        loadBundledFonts();
        QApplication::setStyle(QStringLiteral("Fusion"));
        m_four = lessonIn("04-two-workers-one-step");
        m_seven = lessonIn("07-one-against-three");
    }

    void lessonFourIsDoneByKeyboardAlone()
    {
        Desk desk(m_four);
        QCOMPARE(desk.page(), 1);
        QVERIFY(desk.words().contains("Same model, different examples"));
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "load"));
        nextPage(desk, 2);
        QVERIFY(desk.words().contains(QString::fromUtf8("First example: 1 − 0 = 1")));
        QVERIFY(desk.session.view().hover == (ObjectRef{ObjectKind::rank, 0}));
        nextPage(desk, 3);
        QVERIFY(desk.hidden().localGradients && desk.hidden().combined && desk.hidden().update);
        number(desk, "6");
        QVERIFY(desk.words().contains("What is the mean gradient of B?")); // the question stays
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "backward"));
        QVERIFY(!desk.hidden().localGradients);
        nextPage(desk, 4);
        choose(desk, 1);
        QVERIFY(desk.panel.progress().answers.at("travelled").right);
        nextPage(desk, 5);
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "all-reduce 0.5"));
        QVERIFY(desk.hidden().combined && desk.hidden().update);
        number(desk, "4");
        QVERIFY(!desk.hidden().combined && desk.hidden().update);
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "all-reduce"));
        number(desk, "0,6");
        QVERIFY(!desk.hidden().any());
        QVERIFY(desk.session.view().ghosts);
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "end"));
        nextPage(desk, 6);
        QVERIFY(desk.words().contains("Both land on 0.6"));
        QVERIFY(desk.words().contains("You predicted 0,6, fairly sure"));
        QVERIFY(!desk.words().contains("Where does w stand on worker B")); // a reminder, not the question again
        blanks(desk, {"3.6", "3.6", "0.24"});
        QVERIFY(desk.words().contains("3 of 3 right"));
        QCOMPARE(desk.session.playhead(), moment(desk, 2, "end"));
        nextPage(desk, 7);
        blanks(desk, {"1.24", "5.24", "3.24", "-0.084"});
        QVERIFY(desk.panel.progress().answers.at("three").right);
        nextPage(desk, 8);
        QVERIFY(!desk.session.overlay().empty());
        desk.type("Equal shares, so the mean of the means is the mean");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.words().contains("One way to say it"));
        choose(desk, 1);
        QVERIFY(desk.panel.progress().answers.at("copies").right);
        QVERIFY(desk.words().contains("Swap one example of A"));
        for (const auto& [id, answer] : desk.panel.progress().answers)
            QVERIFY2(answer.right && answer.state == AnswerState::revealed, id.c_str());
        QCOMPARE(desk.panel.progress().answers.size(), std::size_t(8));
    }

    void lessonSevenIsDoneByKeyboardAlone()
    {
        Desk desk(m_seven);
        QVERIFY(desk.hidden().findings);
        nextPage(desk, 2);
        blanks(desk, {"6"});
        nextPage(desk, 3);
        QVERIFY(desk.hidden().findings && desk.hidden().combined);
        choose(desk, 1);
        number(desk, "5");
        QVERIFY(desk.words().contains("5 is right for four examples. This run averaged the means and got 4."));
        QVERIFY(!desk.panel.progress().answers.at("combined").right);
        nextPage(desk, 4);
        QCOMPARE(desk.session.trace().ranks(), 1);
        number(desk, "0.5");
        number(desk, "1/4");
        QVERIFY(desk.panel.progress().answers.at("share").right);
        nextPage(desk, 5);
        QCOMPARE(desk.session.trace().ranks(), 2);
        QCOMPARE(desk.session.overlay().ranks(), 1);
        QVERIFY(desk.session.view().stage == StageView::weights);
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "end"));
        QVERIFY(!desk.hidden().findings && !desk.hidden().combined && !desk.hidden().update);
        QVERIFY(desk.words().contains("You predicted 5, fairly sure"));
        blanks(desk, {"-3", "-4"});
        QCOMPARE(desk.session.playhead(), moment(desk, 200, "end"));
        QVERIFY(desk.panel.progress().answers.at("ends").right);
        nextPage(desk, 6);
        QVERIFY(desk.session.trace().config().combine == Combine::weighted);
        choose(desk, 0);
        nextPage(desk, 7);
        QCOMPARE(desk.session.playhead(), moment(desk, 200, "end"));
        choose(desk, 1);
        nextPage(desk, 8);
        desk.type("an equal share for a worker whatever its count says");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.words().contains("One way to say it"));
        QCOMPARE(desk.panel.progress().answers.size(), std::size_t(9));
    }

    void scrubbingAheadGivesNothingAway()
    {
        Desk desk(m_four);
        QVERIFY(!desk.hidden().any());
        QVERIFY(!desk.session.view().ghosts);
        desk.session.setPlayhead(moment(desk, 1, "end"));
        QVERIFY(desk.hidden().localGradients && desk.hidden().combined && desk.hidden().update);
        QVERIFY(!desk.session.view().ghosts);
        desk.session.setPlayhead(moment(desk, 1, "load"));
        QVERIFY(!desk.hidden().any());
    }

    void theNextPageIsLockedAndSaysWhy()
    {
        Desk desk(m_four);
        nextPage(desk, 2);
        nextPage(desk, 3);
        QVERIFY(desk.words().contains("Predict first, then go on"));
        desk.panel.guide().next();
        QCOMPARE(desk.page(), 3);
        // No number is one sentence, and nothing is locked in.
        desk.press(Qt::Key_Return);
        QVERIFY(desk.words().contains("Write a number, for example 4, 0.5 or 1/4."));
        QCOMPARE(desk.panel.progress().answers.count("mean-b"), std::size_t(0));
        number(desk, "12");
        QVERIFY(!desk.words().contains("Predict first"));
        QVERIFY(desk.words().contains("12 is the sum of the two distances. A worker reports their mean."));
        QVERIFY(desk.words().contains(QString::fromUtf8("(5 + 7) ÷ 2 = 6")));
    }

    void theAnswerIsRevealedWhenTheStageHasArrivedAndNotBefore()
    {
        Desk desk(m_four);
        nextPage(desk, 2);
        nextPage(desk, 3);
        desk.type("6");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.player.playing());
        QVERIFY(desk.hidden().localGradients);
        QVERIFY(desk.words().contains("Watch the stage: the answer follows."));
        QVERIFY(!desk.words().contains(QString::fromUtf8("(5 + 7) ÷ 2")));
        // Someone who pauses on the way and goes on by hand arrives too.
        desk.player.advance(0.2);
        desk.player.pause();
        QVERIFY(desk.hidden().localGradients);
        desk.session.setPlayhead(moment(desk, 1, "backward"));
        QVERIFY(!desk.hidden().localGradients);
        QVERIFY(desk.panel.progress().answers.at("mean-b").state == AnswerState::revealed);
    }

    void hintsComeOneByOneAndShowMeIsNotBlamed()
    {
        Desk desk(m_four);
        nextPage(desk, 2);
        nextPage(desk, 3);
        const auto pressButton = [&](const QString& text) {
            for (Button* button : desk.panel.findChildren<Button*>())
                if (button->isVisible() && button->text() == text) {
                    button->setFocus(Qt::TabFocusReason);
                    desk.press(Qt::Key_Return);
                    return true;
                }
            return false;
        };
        desk.type("1");
        QVERIFY(pressButton("Hint"));
        QVERIFY(desk.words().contains("Hint: Measure from each target of B to w = 1."));
        QVERIFY(pressButton("Next hint"));
        QVERIFY(desk.words().contains(QString::fromUtf8("Hint: From −4 to 1 it is 5.")));
        QVERIFY(!pressButton("Next hint"));
        QVERIFY(pressButton("Show me"));
        desk.arrive();
        QVERIFY(desk.words().contains("Shown, not predicted"));
        QVERIFY(desk.panel.progress().answers.at("mean-b").skipped);
        nextPage(desk, 4);
        choose(desk, 0);
        QVERIFY(desk.words().contains("Not this: Each worker keeps its own share."));
        QVERIFY(!desk.words().contains("Right: Two numbers go in"));
    }

    void tabReachesEveryControlOfAPrediction()
    {
        Desk desk(m_four);
        nextPage(desk, 2);
        nextPage(desk, 3);
        QStringList met;
        for (int i = 0; i < 8; ++i) {
            if (const auto* button = qobject_cast<QAbstractButton*>(desk.focus()))
                met << button->text();
            else
                met << "field";
            desk.press(Qt::Key_Tab);
        }
        for (const char* name : {"field", "Fairly", "Lock in answer", "Hint", "Show me", "Back"})
            QVERIFY2(met.contains(name), qPrintable(QString(name) + " is not in " + met.join(", ")));
        QVERIFY2(met.indexOf("field") < met.indexOf("Lock in answer"), qPrintable(met.join(", ")));
        QVERIFY2(met.indexOf("Show me") < met.indexOf("Back"), qPrintable(met.join(", ")));
    }

    void theFootStaysAndOnlyThePageScrolls()
    {
        Desk desk(m_four, {272, 300});
        nextPage(desk, 2);
        nextPage(desk, 3);
        for (Button* button : desk.panel.findChildren<Button*>()) {
            if (button->text() != "Next page" && button->text() != "Back")
                continue;
            const QRect place(button->mapTo(&desk.panel, QPoint()), button->size());
            QVERIFY2(desk.panel.rect().contains(place), qPrintable(button->text()));
        }
        QVERIFY(desk.panel.minimumSizeHint().width() <= 272);
    }

    void pagesTurnByKeyAndALockedOneLeadsToItsQuestion()
    {
        Desk desk(m_four);
        desk.press(Qt::Key_PageDown);
        desk.press(Qt::Key_PageDown);
        QCOMPARE(desk.page(), 3);
        desk.type("6");
        desk.press(Qt::Key_PageDown);
        QCOMPARE(desk.page(), 3);
        QVERIFY(desk.typing());
        QVERIFY(desk.words().contains("Predict first, then go on"));
        desk.press(Qt::Key_PageUp);
        QCOMPARE(desk.page(), 2);
        // Text of several lines keeps the keys.
        desk.panel.setProgress(allAnswered(m_four, {"why", "copies"}));
        QVERIFY(qobject_cast<QTextEdit*>(desk.focus()));
        desk.press(Qt::Key_PageUp);
        QCOMPARE(desk.page(), 8);
    }

    void theLastPageLeadsOn()
    {
        Desk desk(m_four);
        const auto button = [&desk](const QString& name) -> Button* {
            for (Button* candidate : desk.panel.findChildren<Button*>())
                if (candidate->isVisible() && candidate->accessibleName() == name)
                    return candidate;
            return nullptr;
        };
        desk.panel.setProgress(allAnswered(m_four, {"why", "copies"}));
        QVERIFY(!button("Back to page 1"));
        desk.panel.setProgress(allAnswered(m_four, {}));
        QVERIFY(button("Back to page 1"));
        desk.panel.offerNextLesson("One against three");
        QSignalSpy wanted(&desk.panel, &LearnPanel::nextLessonWanted);
        for (const int width : {312, 272, 400}) {
            desk.panel.resize(width, 700);
            QCoreApplication::processEvents();
            Button* next = button("Next lesson: One against three");
            QVERIFY(next);
            QVERIFY2(desk.panel.rect().contains(QRect(next->mapTo(&desk.panel, QPoint()), next->size())),
                qPrintable(QString::number(width)));
            QVERIFY(desk.panel.minimumSizeHint().width() <= width);
            QVERIFY(width == 272 || next->text() == "Next lesson: One against three");
        }
        button("Next lesson: One against three")->click();
        QCOMPARE(wanted.size(), 1);
        desk.panel.offerNextLesson({});
        button("Back to page 1")->click();
        QCOMPARE(desk.page(), 1);
        QCOMPARE(desk.panel.progress().answers.size(), std::size_t(8));
    }

    void aLessonIsStartedOverInTheStoredProgressToo()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("progress.json").toStdString();
        Desk desk(m_four);
        desk.panel.keepProgressIn(file);
        desk.panel.setProgress(allAnswered(m_four, {}));
        desk.panel.startOver();
        QCOMPARE(desk.page(), 1);
        QVERIFY(desk.onNext());
        QCOMPARE(desk.session.playhead(), moment(desk, 1, "load"));
        const auto stored = progressFromJson(readFile(file).value(), file);
        QVERIFY(stored.ok() && stored.value().answers.empty() && stored.value().stop == 0);
        desk.session.setPlayhead(moment(desk, 1, "end"));
        QVERIFY(desk.hidden().combined); // hidden as for somebody new
    }

    void whatWasWrittenStandsBesideTheModelAnswerWhenItIsShown()
    {
        Desk desk(m_four, {312, 700});
        desk.panel.setProgress(allAnswered(m_four, {"why", "copies"}));
        QVERIFY(desk.words().contains("8 words or more"));
        desk.type("equal mean");
        desk.press(Qt::Key_Return);
        QVERIFY(desk.words().contains("Write 8 words or more; so far there are 2."));
        for (Button* button : desk.panel.findChildren<Button*>())
            if (button->text() == "Show me")
                button->click();
        QCoreApplication::processEvents();
        QVERIFY2(desk.words().contains("equal mean\n"), qPrintable(desk.words()));
        QVERIFY(desk.words().contains("One way to say it"));
    }

    void aPageOutlinesWhatItIsAbout()
    {
        const auto first
            = [this](int page) { return highlightOf(m_four.stops[static_cast<std::size_t>(page - 1)], 2); };
        QVERIFY(first(1) == (ObjectRef{ObjectKind::phase, 0}));
        QVERIFY(first(3) == (ObjectRef{ObjectKind::rank, 1}));
        QVERIFY(first(5) == (ObjectRef{ObjectKind::collective, -1, 0}));
        QVERIFY(first(6) == ObjectRef{ObjectKind::parameters});
        LessonStop stop;
        stop.highlight = {"formula", "worker:B/grad"};
        QVERIFY(highlightOf(stop, 2) == (ObjectRef{ObjectKind::gradient, 1}));
        QVERIFY(!highlightOf(stop, 1).any());
        Desk desk(m_four);
        QVERIFY(desk.session.view().hover == first(1));
        QVERIFY(!desk.session.view().selection.any());
        desk.session.hover({});
        desk.session.setPlayhead(moment(desk, 1, "end"));
        QVERIFY(!desk.session.view().hover.any()); // the learner's own hover is not overruled
    }

    void progressIsKeptAndTakenUpAgain()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath("lesson/progress.json").toStdString();
        {
            Desk desk(m_four);
            desk.panel.keepProgressIn(file);
            nextPage(desk, 2);
            nextPage(desk, 3);
            number(desk, "5");
        }
        QVERIFY(std::filesystem::exists(file));
        {
            Desk desk(m_four);
            desk.panel.keepProgressIn(file);
            QCOMPARE(desk.page(), 3);
            QVERIFY(desk.words().contains("You predicted 5, fairly sure"));
            QCOMPARE(desk.session.playhead(), moment(desk, 1, "backward"));
        }
        QVERIFY(writeFileAtomically(file, "{ not json").ok());
        Desk desk(m_four);
        QString sentence;
        connect(&desk.panel, &LearnPanel::storingFailed, this, [&sentence](const QString& text) { sentence = text; });
        desk.panel.keepProgressIn(file);
        QCOMPARE(desk.page(), 1);
        QVERIFY(sentence.contains("is damaged"));
    }

    void theSandboxRunsAChangedScenarioAndRefusesNonsense()
    {
        Desk desk(m_four, {312, 600});
        desk.panel.setProgress(allAnswered(m_four, {}));
        QCOMPARE(desk.page(), 8);
        QList<QLineEdit*> fields = desk.panel.findChildren<QLineEdit*>();
        QCOMPARE(fields.size(), 3);
        QCOMPARE(fields[0]->accessibleName(), QString("data.targets"));
        fields[0]->setFocus(Qt::TabFocusReason);
        fields[0]->setText("0, -4, -2, -6");
        desk.press(Qt::Key_Return);
        desk.arrive();
        QCOMPARE(desk.session.trace().config().data.targets, (Numbers{0, -4, -2, -6}));
        QVERIFY(!desk.hidden().any());
        fields[0]->setText("zero");
        desk.press(Qt::Key_Return);
        TextLabel* const told = complaint(desk, "data.targets");
        QVERIFY(told);
        const int under = told->mapTo(&desk.panel, QPoint()).y();
        QVERIFY(under > fields[0]->mapTo(&desk.panel, QPoint()).y());
        QVERIFY(under < fields[1]->mapTo(&desk.panel, QPoint()).y());
        QVERIFY(!told->visibleRegion().isEmpty());
        QCOMPARE(told->visibleRegion().boundingRect().height(), told->height());
        fields[0]->setText("0, -4, -2, -6");
        fields[2]->setText("5000");
        desk.press(Qt::Key_Return);
        QVERIFY2(desk.words().contains("up to 2000 steps"), qPrintable(desk.words()));
        QVERIFY(complaint(desk, "up to 2000")->mapTo(&desk.panel, QPoint()).y()
            > fields[2]->mapTo(&desk.panel, QPoint()).y());
    }

    void fieldsAndPagesHaveNames()
    {
        Desk desk(m_four);
        nextPage(desk, 2);
        nextPage(desk, 3);
        for (const QLineEdit* field : desk.panel.findChildren<QLineEdit*>())
            QVERIFY(!field->accessibleName().isEmpty());
        QVERIFY(desk.words().contains("Page 3 of 8"));
    }
};

QTEST_MAIN(TestLearn)
#include "tst_learn.moc"
