// A learner's way through a lesson: locking in, grading, skipping, unlocking, hiding, and keeping the progress.
#include <filesystem>

#include <QTest>

#include "core/lesson/numeral.h"
#include "core/lesson/player.h"
#include "core/lesson/progress.h"
#include "core/lesson/unlock_rule.h"

using namespace lockstep;

namespace {

Lesson lessonIn(const char* folder)
{
    return loadLesson(
        (std::filesystem::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / "lessons" / folder).string())
        .value();
}

LessonProgress okay(Result<LessonProgress> result)
{
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return std::move(result).value();
}

} // namespace

class TestLessonPlayer : public QObject {
    Q_OBJECT

private:
    Lesson m_four, m_seven;

private slots:
    void initTestCase()
    {
        m_four = lessonIn("04-two-workers-one-step");
        m_seven = lessonIn("07-one-against-three");
    }

    void learnersMayWriteNumbersInManyWays()
    {
        QCOMPARE(parseLearnerNumber(" 0.6 ").value(), 0.6);
        QCOMPARE(parseLearnerNumber("0,6").value(), 0.6);
        QCOMPARE(parseLearnerNumber("\xE2\x88\x92"
                                    "0.084")
                     .value(),
            -0.084);
        QCOMPARE(parseLearnerNumber("w = 1/4").value(), 0.25);
        QCOMPARE(parseLearnerNumber("3 / 4").value(), 0.75);
        for (const char* text : {"", "four", "1/0", "1,2,3", "=", "inf", "nan"})
            QVERIFY2(!parseLearnerNumber(text), text);
        QVERIFY(!parseNumeral("0,6"));
    }

    void aPredictionIsGradedWithinItsToleranceAndKnowsItsWrongValues()
    {
        const LessonBlock& combined = *m_four.block("combined");
        QVERIFY(gradeNumber(combined, 4.009).right);
        QVERIFY(!gradeNumber(combined, 4.02).right);
        QVERIFY(gradeNumber(combined, 4.02).wrong == nullptr);
        const NumberGrade sum = gradeNumber(combined, 8);
        QVERIFY(!sum.right && sum.wrong);
        QCOMPARE(sum.wrong->misconception, std::string("M4"));
    }

    void aPredictionNeedsANumberAndAConfidenceAndIsLockedOnce()
    {
        const LessonProgress start;
        QVERIFY(!lockInNumber(m_four, start, "combined", "four", Confidence::sure).ok());
        QVERIFY(!lockInNumber(m_four, start, "combined", "4", Confidence::none).ok());
        QVERIFY(!lockInNumber(m_four, start, "nothing", "4", Confidence::sure).ok());
        const LessonProgress locked = okay(lockInNumber(m_four, start, "combined", "8", Confidence::fairly));
        QVERIFY(answerOf(locked, "combined").state == AnswerState::lockedIn);
        QVERIFY(!answerOf(locked, "combined").right);
        QVERIFY(!lockInNumber(m_four, locked, "combined", "4", Confidence::sure).ok());
        QVERIFY(answerOf(reveal(locked, "combined"), "combined").state == AnswerState::revealed);
        QCOMPARE(answerOf(reveal(locked, "combined"), "combined").entries.front(), std::string("8"));
    }

    void aHiddenQuantityIsHiddenUntilTheStageHasArrived()
    {
        LessonProgress progress;
        QVERIFY(hiddenAt(m_four, progress, "pair", 1).contains(Hidden::combined));
        QVERIFY(hiddenAt(m_four, progress, "pair", 1).contains(Hidden::localGradients));
        QVERIFY(hiddenAt(m_four, progress, "alone", 1).empty());
        progress = reveal(okay(lockInNumber(m_four, progress, "mean-b", "6", Confidence::sure)), "mean-b");
        QVERIFY(!hiddenAt(m_four, progress, "pair", 1).contains(Hidden::localGradients));
        // The third step's own means stay hidden: they are asked for on page seven.
        QVERIFY(hiddenAt(m_four, progress, "pair", 3).contains(Hidden::localGradients));
        progress = okay(lockInChoice(m_four, progress, "travelled", {1}));
        progress = okay(lockInNumber(m_four, progress, "combined", "4", Confidence::sure));
        QVERIFY(hiddenAt(m_four, progress, "pair", 1).contains(Hidden::combined));
        progress = reveal(progress, "combined");
        QVERIFY(!hiddenAt(m_four, progress, "pair", 1).contains(Hidden::combined));
        QVERIFY(hiddenAt(m_four, progress, "pair", 1).contains(Hidden::update));
        progress = reveal(skip(m_four, progress, "after"), "after");
        QVERIFY(hiddenAt(m_four, progress, "pair", 1).empty());
        QVERIFY(!hiddenAt(m_four, progress, "pair", 2).empty());
    }

    void whatALaterPageAsksIsNotAQuestionMarkYet()
    {
        QVERIFY(hiddenAt(m_four, {}, "pair", 1, false).empty());
        QVERIFY(hiddenAt(m_seven, {}, "plain", 1, false) == (std::set{Hidden::findings}));
        LessonProgress third;
        third.stop = 2;
        QVERIFY(hiddenAt(m_four, third, "pair", 1, false).contains(Hidden::localGradients));
    }

    void pagesOpenInOrderAndSayWhatIsMissing()
    {
        LessonProgress progress;
        QVERIFY(unlocked(m_four, progress, 2));
        QVERIFY(!unlocked(m_four, progress, 3));
        QVERIFY(!unlocked(m_four, progress, 8));
        QCOMPARE(missingFor(m_four, progress, 3), (std::vector<std::string>{"mean-b"}));
        QCOMPARE(
            missingFor(m_four, progress, 5), (std::vector<std::string>{"mean-b", "travelled", "combined", "after"}));
        QCOMPARE(goTo(m_four, progress, 3).stop, 0);
        progress = skip(m_four, progress, "mean-b");
        QVERIFY(unlocked(m_four, reveal(progress, "mean-b"), 3));
        QCOMPARE(goTo(m_four, reveal(progress, "mean-b"), 3).stop, 3);
    }

    void unlockRulesKnowTriesAndAlternatives()
    {
        Lesson lesson = m_four;
        lesson.stops[4].unlock = "start";
        lesson.stops[5].unlock = "correct(combined) or tried(travelled, 2) and answered(after)";
        LessonProgress progress = reveal(skip(lesson, {}, "mean-b"), "mean-b");
        progress = okay(lockInChoice(lesson, progress, "travelled", {0}));
        QVERIFY(answerOf(progress, "travelled").state == AnswerState::open);
        QVERIFY(!unlocked(lesson, progress, 5));
        progress = okay(lockInChoice(lesson, progress, "travelled", {2}));
        QVERIFY(!unlocked(lesson, progress, 5));
        progress = reveal(okay(lockInNumber(lesson, progress, "after", "0.4", Confidence::guess)), "after");
        QVERIFY(unlocked(lesson, progress, 5));
        QVERIFY(parseUnlockRule("done(a) and answered(b)").ok());
        for (const char* rule :
            {"", "and", "done()and", "tried(a)", "done(a) but done(b)", "done(a, 2)", "tried(a, 0)"})
            QVERIFY2(!parseUnlockRule(rule).ok(), rule);
    }

    void aWrongChoiceMayBeTriedAgainAndKeepsItsFeedback()
    {
        LessonProgress progress = okay(lockInChoice(m_four, {}, "copies", {0}));
        QVERIFY(!lockInChoice(m_four, progress, "copies", {}).ok());
        QVERIFY(!lockInChoice(m_four, progress, "copies", {0, 1}).ok());
        QVERIFY(!lockInChoice(m_four, progress, "copies", {9}).ok());
        progress = okay(lockInChoice(m_four, progress, "copies", {1}));
        const Answer answer = answerOf(progress, "copies");
        QVERIFY(answer.right && answer.state == AnswerState::revealed);
        QCOMPARE(answer.tries, 2);
        QVERIFY(answer.tried == (std::set<int>{0, 1}));
    }

    void workedLinesFadeFromTheirEnd()
    {
        const LessonBlock& two = *m_four.block("two");
        QVERIFY(openLines(two) == (std::vector<int>{2, 3}));
        QCOMPARE(openBlankCount(two), 3);
        QVERIFY(openLines(*m_four.block("sums-a")).empty());
        QCOMPARE(openBlankCount(*m_four.block("three")), 4);
        LessonBlock fromStart = two;
        fromStart.fadeFromEnd = false;
        QVERIFY(openLines(fromStart) == (std::vector<int>{0, 1}));
        const std::vector<std::string> entries = {"3.6", "3.5", "0.24"};
        QVERIFY(gradeBlanks(two, entries) == (std::vector<bool>{true, false, true}));
        QVERIFY(!lockInBlanks(m_four, {}, "two", {"3.6", "", "0.24"}).ok());
        const LessonProgress locked = okay(lockInBlanks(m_four, {}, "two", entries));
        QVERIFY(!answerOf(locked, "two").right);
    }

    void anExplanationNeedsItsWordsAndIsNeverGraded()
    {
        const auto refused = lockInText(m_four, {}, "why", "equal mean");
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().message, std::string("Write 8 words or more; so far there are 2."));
        const LessonProgress done = okay(lockInText(m_four, {}, "why", "equal shares make the mean of means the mean"));
        QVERIFY(answerOf(done, "why").state == AnswerState::revealed);
    }

    void blocksBehindAnOpenQuestionAreNotShownYet()
    {
        const LessonStop& last = m_four.stops.back();
        QCOMPARE(visibleBlocks(last, {}), std::size_t(2));
        const LessonProgress explained = skip(m_four, {}, "why", "they are equal");
        QCOMPARE(answerOf(explained, "why").entries, std::vector<std::string>{"they are equal"});
        QVERIFY(answerOf(skip(m_four, {}, "why", " \n"), "why").entries.empty());
        QCOMPARE(visibleBlocks(last, explained), std::size_t(3));
        QCOMPARE(visibleBlocks(last, skip(m_four, explained, "copies")), std::size_t(4));
        QCOMPARE(visibleBlocks(m_four.stops[0], {}), std::size_t(1));
    }

    void hintsComeOneByOne()
    {
        LessonProgress progress;
        for (const int wanted : {1, 2, 2}) {
            progress = showHint(m_four, progress, "combined");
            QCOMPARE(answerOf(progress, "combined").hints, wanted);
        }
        QVERIFY(answerOf(progress, "combined").state == AnswerState::open);
    }

    void progressComesBackAsItWas()
    {
        LessonProgress progress;
        progress.lesson = 7;
        progress = reveal(okay(lockInBlanks(m_seven, progress, "means", {"6"})), "means");
        progress = okay(lockInChoice(m_seven, progress, "mean", {0}));
        progress = reveal(okay(lockInNumber(m_seven, progress, "combined",
                                   "\xE2\x88\x92"
                                   "5 \"",
                                   Confidence::none)
                                      .ok()
                                  ? LessonProgress{}
                                  : okay(lockInNumber(m_seven, progress, "combined", "5", Confidence::sure))),
            "combined");
        progress = showHint(m_seven, progress, "share");
        progress = goTo(m_seven, progress, 2);
        const auto back = progressFromJson(progressToJson(progress), "p.json");
        QVERIFY(back.ok());
        QVERIFY(back.value() == progress);
        QVERIFY(fitProgress(m_seven, back.value()) == progress);
    }

    void damagedProgressIsASentence()
    {
        const std::string good = progressToJson(skip(m_four, {}, "why"));
        for (std::size_t length = 0; length + 2 < good.size(); length += 3)
            QVERIFY(!progressFromJson(good.substr(0, length), "p.json").ok());
        QVERIFY(!progressFromJson("[]", "p.json").ok());
        QVERIFY(!progressFromJson("{\"format\": 2, \"lesson\": 4, \"stop\": 0, \"answers\": {}}", "p.json").ok());
    }

    void progressOfAnotherEditionOfTheLessonIsFitted()
    {
        LessonProgress stored = skip(m_four, {}, "why");
        stored.answers["gone"] = {};
        stored.answers["copies"].tried = {0, 17};
        stored.stop = 99;
        const LessonProgress fitted = fitProgress(m_four, stored);
        QVERIFY(!fitted.answers.contains("gone"));
        QVERIFY(fitted.answers.at("copies").tried == (std::set<int>{0}));
        QCOMPARE(fitted.stop, 2);
    }
};

QTEST_APPLESS_MAIN(TestLessonPlayer)
#include "tst_lesson_player.moc"
