// The lesson parser: what is right is read, every slip is named with its place and a remedy, and nothing crashes it.
#include <filesystem>

#include <QTest>

#include "core/base/files.h"
#include "core/lesson/check.h"
#include "core/lesson/prose_numbers.h"

using namespace lockstep;
namespace fs = std::filesystem;

namespace {

std::string sourceText(const std::string& name)
{
    const auto text = readFile(fs::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / name);
    return text ? text.value() : std::string();
}

std::string lesson4()
{
    return sourceText("lessons/04-two-workers-one-step/lesson.md");
}
std::string lesson7()
{
    return sourceText("lessons/07-one-against-three/lesson.md");
}

QString allProblems(const ParsedLesson& parsed)
{
    QString text;
    for (const LessonProblem& problem : parsed.problems)
        text += QString::fromStdString(problem.line()) + '\n';
    return text;
}

std::string changed(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

} // namespace

class TestLessonParse : public QObject {
    Q_OBJECT

private slots:
    void lessonsFourAndSevenHaveNoProblemsAndEightPages_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("4") << QString::fromStdString(lesson4());
        QTest::newRow("7") << QString::fromStdString(lesson7());
    }
    void lessonsFourAndSevenHaveNoProblemsAndEightPages()
    {
        QFETCH(QString, text);
        const ParsedLesson parsed = parseLesson(text.toStdString(), "lesson.md");
        QCOMPARE(allProblems(parsed), QString());
        QCOMPARE(parsed.lesson.stops.size(), std::size_t(8));
        QVERIFY(parsed.usable());
    }

    void keysOfLessonFourAreRead()
    {
        const Lesson lesson = parseLesson(lesson4(), "lesson.md").lesson;
        QCOMPARE(lesson.number, 4);
        QCOMPARE(lesson.title, std::string("Two workers, one step"));
        QCOMPARE(lesson.scenarios.size(), std::size_t(2));
        QCOMPARE(lesson.scenario("alone")->config.workers, 1);
        QCOMPARE(lesson.scenario("alone")->config.data.targets, (Numbers{0, -2, -4, -6}));
        const LessonStop& meet = lesson.stops[4];
        QCOMPARE(meet.title, std::string("The means meet"));
        QCOMPARE(meet.atStep, 1);
        QCOMPARE(meet.atMoment, std::string("all-reduce 0.5"));
        const LessonBlock* const combined = lesson.block("combined");
        QVERIFY(combined && combined->confidence);
        QCOMPARE(combined->wrong.size(), std::size_t(4));
        QCOMPARE(combined->wrong[0].misconception, std::string("M4"));
        QCOMPARE(combined->hints.size(), std::size_t(2));
        QVERIFY(combined->hides == (std::vector{Hidden::combined, Hidden::update}));
        QVERIFY(combined->then == (LessonMoment{1, "all-reduce"}));
        // A do rests at the end of its step; a step without `at` where the page before came to rest.
        QCOMPARE(lesson.stops[5].atMoment, std::string("end"));
        QVERIFY(lesson.stops[5].isAction());
        QCOMPARE(lesson.stops[6].atStep, 2);
        QCOMPARE(lesson.stops[6].unlock, std::string("answered(two)"));
    }

    void everyBadLessonNamesItsFirstProblem_data()
    {
        QTest::addColumn<QString>("file");
        const fs::path folder = fs::path(qEnvironmentVariable("LOCKSTEP_FIXTURES").toStdString()) / "bad_lessons";
        int count = 0;
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (entry.path().extension() == ".md" && name.rfind("e13", 0) != 0 && ++count)
                QTest::newRow(name.c_str()) << QString::fromStdString(entry.path().string());
        }
        QVERIFY2(count >= 25, "bad lessons are missing");
    }
    void everyBadLessonNamesItsFirstProblem()
    {
        QFETCH(QString, file);
        const std::string text = readFile(file.toStdString()).value();
        const QString wanted = QString::fromStdString(text.substr(0, text.find('\n'))).remove("%% first problem: ");
        const ParsedLesson parsed = parseLesson(text, "f");
        QVERIFY(!parsed.problems.empty());
        QVERIFY(!parsed.usable());
        QCOMPARE(QString::fromStdString(parsed.problems.front().line()), "f:" + wanted);
        const auto loaded = loadLesson(file.toStdString());
        QVERIFY(!loaded.ok());
    }

    void columnsCountCharactersAndLinesSurviveWindowsEndings()
    {
        const std::string text = changed(lesson4(), "{{2}} => Whose", "÷÷ {{2 => Whose");
        const ParsedLesson parsed = parseLesson(text, "f");
        QVERIFY(!parsed.problems.empty());
        const TextPlace place = parsed.problems.front().place;
        std::string windows = "\xEF\xBB\xBF";
        for (const char c : text)
            windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
        const ParsedLesson again = parseLesson(windows, "f");
        QCOMPARE(allProblems(again), allProblems(parsed));
        // "Mean: (1 + 3) ÷ 2 = ÷÷ {{": 24 characters before the braces, three of them two bytes long.
        QCOMPARE(place.column, 25 - 1);
    }

    void straightApostrophesAreTypesetAndColumnsStay()
    {
        const std::string text = changed(lesson4(), "A measures two", "A's two' 'and isn't 17 measures two");
        const ParsedLesson parsed = parseLesson(text, "f");
        QVERIFY(parsed.lesson.stops[1].blocks[0].body.starts_with("A\u2019s two' 'and isn\u2019t 17"));
        QCOMPARE(parsed.problems.size(), std::size_t(1)); // W05: no run gives 17
        QCOMPARE(parsed.problems.front().place.column, 21);
    }

    void theShippedLessonsHaveNoStraightApostrophes()
    {
        const fs::path root = fs::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / "lessons";
        for (const std::string& file : lessonFiles(root.string()))
            QVERIFY2(readFile(file).value().find('\'') == std::string::npos, file.c_str());
    }

    void anUnknownWorkerIsToldWhichWorkersThereAre()
    {
        const auto problem = [](const char* target) {
            const ParsedLesson parsed = parseLesson(
                changed(lesson4(), "highlight: worker:A\n", std::string("highlight: ") + target + "\n"), "f");
            return parsed.problems.empty() ? std::string() : parsed.problems.front().line();
        };
        QVERIFY(problem("worker:C").find("its workers are A and B") != std::string::npos);
        QVERIFY(problem("worker:2/w").find("its workers are A and B") != std::string::npos);
        QCOMPARE(problem("worker:1/w"), std::string());
        QVERIFY(problem("worker:A/nose").find("is no target") != std::string::npos);
    }

    void proseThatBeginsLikeAKeyIsProseBehindABlankLine()
    {
        const std::string text = changed(lesson4(), "A measures two", "note: A measures two");
        QCOMPARE(allProblems(parseLesson(text, "f")), QString());
        QVERIFY(parseLesson(text, "f").lesson.stops[1].blocks[0].body.starts_with("note: A measures"));
    }

    void warningsNameWhatABusyPageLacks()
    {
        std::string words;
        for (int i = 0; i < 95; ++i)
            words += "word ";
        const auto codes = [](const std::string& text) {
            std::string found;
            for (const LessonProblem& problem : parseLesson(text, "f").problems)
                found += problem.code + " ";
            return found;
        };
        QCOMPARE(codes(changed(lesson4(), "A measures two", words + "A measures two")), std::string("W02 "));
        QCOMPARE(codes(changed(lesson4(), "highlight: worker:A\n", "highlight: worker:A, worker:B, line, formula\n")),
            std::string("W01 "));
        QCOMPARE(
            codes(changed(lesson4(), "::: teacher\nminutes: 20", "::: teacher\nminutes: 40")), std::string("W03 "));
        QCOMPARE(
            codes(changed(lesson4(), "misconceptions: M2, M3", "misconceptions: M2, M3, M9")), std::string("W04 "));
        QCOMPARE(codes(changed(lesson4(), "would find (1 + 3 + 5 + 7)", "would find (1 + 3 + 5 + 17)")),
            std::string("W05 "));
        QCOMPARE(codes(changed(lesson4(), "w(B) = 0.6 ~ 1e-12\n", "w(B) = 0.6 ~ 1e-12\n\n")), std::string());
    }

    void numbersInProseAreFoundAsPrinted()
    {
        const auto numbers = numbersIn("2. From **−0.084** to 1.5 in L04 and DP-14, 4th of 16/4");
        QStringList found;
        for (const ProseNumber& number : numbers)
            found << QString::fromStdString(number.text);
        QCOMPARE(found, (QStringList{"0.084", "1.5", "16", "4"}));
        QVERIFY(agreesAsPrinted(numbers[1], 1.5));
        QVERIFY(!agreesAsPrinted(numbers[1], 1.56));
    }

    void everyBeginningOfALessonIsReadWithoutACrash()
    {
        const std::string text = lesson4();
        QVERIFY(text.size() > 5000);
        for (std::size_t length = 0; length < text.size(); ++length)
            (void)parseLesson(text.substr(0, length), "f").usable();
    }

    void flippedBytesAreReadWithoutACrash()
    {
        const std::string text = lesson7();
        std::uint64_t state = 7;
        const auto next
            = [&state] { return state = state * 6364136223846793005ULL + 1442695040888963407ULL, state >> 33; };
        for (int round = 0; round < 400; ++round) {
            std::string damaged = text;
            for (int flips = 0; flips < 1 + round % 20; ++flips)
                damaged[next() % damaged.size()] = static_cast<char>(next() % 256);
            for (const LessonProblem& problem : parseLesson(damaged, "f").problems)
                QVERIFY(problem.place.line >= 1 && problem.place.column >= 1 && !problem.text.empty());
        }
    }

    void aFolderWithoutLessonsIsASentence()
    {
        const auto report = checkLessonFolder(qEnvironmentVariable("LOCKSTEP_FIXTURES").toStdString() + "/nowhere");
        QVERIFY(!report.ok());
        QVERIFY(report.error().message.find("holds no lessons") != std::string::npos);
    }

    void theShippedLessonsPassTheFolderCheck()
    {
        const auto report = checkLessonFolder(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString() + "/lessons");
        QVERIFY(report.ok());
        QVERIFY(report.value().files.size() >= 2);
        for (const LessonProblem& problem : report.value().problems)
            qWarning("%s", problem.line().c_str());
        QCOMPARE(report.value().problems.size(), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestLessonParse)
#include "tst_lesson_parse.moc"
