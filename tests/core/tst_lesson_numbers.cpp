// Every number of lessons 4 and 7 comes out of the engine: the lessons' own expectations, and the rows of expected.csv.
#include <algorithm>
#include <filesystem>
#include <map>

#include <QTest>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/cost/price.h"
#include "core/engine/engine.h"
#include "core/lesson/check.h"
#include "core/lesson/moment.h"
#include "core/lesson/quantities.h"

using namespace lockstep;
namespace fs = std::filesystem;

namespace {

struct Row {
    double value = 0, tolerance = 0;
};

/// Rows of one lesson of expected.csv whose value is a single number.
std::map<std::string, Row> expectedOf(const std::string& lesson)
{
    const auto text = readFile(fs::path(qEnvironmentVariable("LOCKSTEP_FIXTURES").toStdString()) / "expected.csv");
    std::map<std::string, Row> rows;
    for (const QString& line : QString::fromStdString(text ? text.value() : std::string()).split('\n')) {
        const QStringList cells = line.split(',');
        if (cells.size() < 4 || cells[0].toStdString() != lesson)
            continue;
        bool isNumber = false;
        const double value = cells[2].toDouble(&isNumber);
        if (isNumber)
            rows[cells[1].toStdString()] = {value, cells[3].toDouble()};
    }
    return rows;
}

std::string lessonPath(const char* folder)
{
    return (fs::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / "lessons" / folder).string();
}

Trace runScenario(const Lesson& lesson, const std::string& id, int steps = 0)
{
    RunConfig config = lesson.scenario(id)->config;
    if (steps > 0)
        config.steps = steps;
    auto trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return std::move(trace).value();
}

} // namespace

class TestLessonNumbers : public QObject {
    Q_OBJECT

private:
    Lesson m_four, m_seven;
    Trace m_pair, m_alone, m_plain, m_weighted, m_one;

    void compare(const std::map<std::string, Row>& rows, const std::string& key, const Trace& trace, int step,
        const char* quantity, double leastTolerance = 0)
    {
        QVERIFY2(rows.contains(key), key.c_str());
        const auto got = evaluateQuantity(trace, step, quantity);
        QVERIFY2(got.ok(), got.ok() ? "" : got.error().message.c_str());
        const Row& wanted = rows.at(key);
        const double difference = std::abs(got.value() - wanted.value);
        QVERIFY2(difference <= std::max(wanted.tolerance, leastTolerance),
            qPrintable(QString("%1: wanted %2, got %3")
                           .arg(key.c_str())
                           .arg(wanted.value, 0, 'g', 17)
                           .arg(got.value(), 0, 'g', 17)));
    }

private slots:
    void initTestCase()
    {
        const auto four = loadLesson(lessonPath("04-two-workers-one-step")),
                   seven = loadLesson(lessonPath("07-one-against-three"));
        QVERIFY(four.ok() && seven.ok());
        m_four = four.value();
        m_seven = seven.value();
        m_pair = runScenario(m_four, "pair", 10);
        m_alone = runScenario(m_four, "alone", 10);
        m_plain = runScenario(m_seven, "plain");
        m_weighted = runScenario(m_seven, "weighted");
        m_one = runScenario(m_seven, "one");
    }

    void theEngineGivesEveryNumberTheLessonsClaim()
    {
        const auto report
            = checkLessonFolder(lessonPath(""), [](const RunConfig& config) { return runTraining(config); });
        QVERIFY(report.ok());
        for (const LessonProblem& problem : report.value().problems)
            qWarning("%s", problem.line().c_str());
        QCOMPARE(report.value().problems.size(), std::size_t(0));
    }

    void lessonFourAgreesWithItsRowsOnTwoWorkersAndOnOne()
    {
        const auto rows = expectedOf("04");
        for (const int step : {1, 2, 3, 4, 5, 10})
            for (const Trace* trace : {&m_pair, &m_alone})
                compare(rows, "w_" + std::to_string(step), *trace, step, "w(A)");
        for (const int step : {1, 2}) {
            compare(rows, "gA_" + std::to_string(step), m_pair, step, "grad(A)");
            compare(rows, "gB_" + std::to_string(step), m_pair, step, "grad(B)");
        }
        for (int step = 1; step <= 10; ++step) {
            QCOMPARE(evaluateQuantity(m_pair, step, "gap").value(), 0.0);
            // The closed form of the curriculum.
            QVERIFY(std::abs(evaluateQuantity(m_pair, step, "w(B)").value() - (-3 + 4 * std::pow(0.9, step))) < 1e-12);
        }
    }

    void lessonSevenAgreesWithItsRows()
    {
        const auto rows = expectedOf("07");
        compare(rows, "gA", m_plain, 1, "grad(A)");
        compare(rows, "gB", m_plain, 1, "grad(B)");
        compare(rows, "g_unweighted", m_plain, 1, "grad(all)");
        compare(rows, "g_weighted", m_weighted, 1, "grad(all)");
        compare(rows, "g_weighted", m_one, 1, "grad(all)");
        for (const int step : {1, 2, 3, 10}) {
            compare(rows, "w_unweighted_" + std::to_string(step), m_plain, step, "w(A)");
            compare(rows, "w_weighted_" + std::to_string(step), m_weighted, step, "w(A)");
            compare(rows, "w_weighted_" + std::to_string(step), m_one, step, "w(A)");
        }
        // After 200 steps 4 * 0.9^200 = 3e-9 is left of the way.
        compare(rows, "limit_unweighted", m_plain, 200, "w(B)", 1e-8);
        compare(rows, "limit_weighted", m_weighted, 200, "w(B)", 1e-8);
    }

    void oneStepOfLessonFourTakesFourteenTicks()
    {
        const Track track = price(m_pair);
        QCOMPARE(track.stepSpans.at(1).length(), 14.0);
        const auto at = [&](const char* moment) {
            return timeOfMoment(m_pair, track, {1, moment}).value() - track.stepSpans.at(1).begin;
        };
        QCOMPARE(at("start"), 0.0);
        QCOMPARE(at("load"), 2.0);
        QCOMPARE(at("forward"), 4.0);
        QCOMPARE(at("backward"), 8.0);
        QCOMPARE(at("all-reduce 0.5"), 10.0);
        QCOMPARE(at("all-reduce"), 12.0);
        QCOMPARE(at("end"), 14.0);
        QVERIFY(!timeOfMoment(m_pair, track, {11, "end"}).ok());
    }

    void oneStepOfLessonSevenTakesEighteenTicks() { QCOMPARE(price(m_plain).stepSpans.at(1).length(), 18.0); }

    void aLoneWorkerHasMomentsToo()
    {
        const Track track = price(m_alone);
        QVERIFY(timeOfMoment(m_alone, track, {1, "all-reduce 0.5"}).value()
            >= timeOfMoment(m_alone, track, {1, "backward"}).value());
        QVERIFY(
            timeOfMoment(m_alone, track, {1, "update"}).value() <= timeOfMoment(m_alone, track, {1, "end"}).value());
    }

    void aWrongNumberIsReportedWithWantedGotAndDifference()
    {
        const auto problems = checkLesson(
            qEnvironmentVariable("LOCKSTEP_FIXTURES").toStdString() + "/bad_lessons/e13_expectation_not_met.md",
            [](const RunConfig& config) { return runTraining(config); });
        const auto first = std::ranges::find(problems, "E13", &LessonProblem::code);
        QVERIFY(first != problems.end());
        QCOMPARE(first->text, std::string("grad(all) after step 1 of pair: wanted 5, got 4, difference -1"));
        QCOMPARE(first->place.line, 61);
    }

    void quantitiesSayWhyTheyHaveNoValue_data()
    {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<int>("step");
        QTest::addColumn<QString>("part");
        QTest::newRow("no such worker") << "w(C)" << 1 << "there is no worker \"C\"; this run has A and B";
        QTest::newRow("misspelt") << "grand(A)" << 1 << "did you mean \"grad\"?";
        QTest::newRow("not complete") << "param(A, weight)" << 1 << "write param(WORKER, NAME, INDEX)";
        QTest::newRow("no such parameter") << "param(A, wieght, 0)" << 1 << "did you mean \"weight\"?";
        QTest::newRow("no such index") << "param(A, weight, 1)" << 1 << "\"1\" is no index";
        QTest::newRow("no such step") << "w(A)" << 201 << "step 201 is not in this run";
        QTest::newRow("before training") << "grad(A)" << 0 << "has no value before the first step";
        QTest::newRow("nothing held out") << "correct" << 1 << "no held-out examples";
        QTest::newRow("loss after the last step") << "loss(after)" << 200 << "which this run does not have";
        QTest::newRow("no such example") << "example_grad(B, 4)" << 1 << "count from 1 to 3";
        QTest::newRow("not closed") << "w(A" << 1 << "is not closed";
    }
    void quantitiesSayWhyTheyHaveNoValue()
    {
        QFETCH(QString, quantity);
        QFETCH(int, step);
        QFETCH(QString, part);
        const auto value = evaluateQuantity(m_plain, step, quantity.toStdString());
        QVERIFY(!value.ok());
        QVERIFY2(value.error().message.find(part.toStdString()) != std::string::npos, value.error().message.c_str());
    }

    void theDocumentedLessonIsRightAndEveryQuantityAndCodeIsDocumented()
    {
        const auto page
            = readFile(fs::path(qEnvironmentVariable("LOCKSTEP_SOURCE").toStdString()) / "docs" / "lessons.md");
        QVERIFY(page.ok());
        const std::string& text = page.value();
        const std::size_t begin = text.find("```\n---") + 4;
        const ParsedLesson example = parseLesson(text.substr(begin, text.find("```", begin) - begin), "example");
        for (const LessonProblem& problem : example.problems)
            qWarning("%s", problem.line().c_str());
        QVERIFY(example.problems.empty());
        for (const LessonExpectation& expected : example.lesson.expectations)
            QCOMPARE(
                evaluateQuantity(runScenario(example.lesson, expected.scenario), expected.afterStep, expected.quantity)
                    .value(),
                expected.value);
        for (const std::string_view form : quantityForms()) {
            const std::string name(form.substr(0, form.find('(')));
            QVERIFY2(text.find("`" + name) != std::string::npos, name.c_str());
        }
        for (int code = 1; code <= 15; ++code)
            QVERIFY(text.find(code < 10 ? "| E0" + std::to_string(code) : "| E" + std::to_string(code))
                != std::string::npos);
    }

    void everyQuantityHasAValueWhereTheRunHasIt()
    {
        const std::map<std::string, double> wanted
            = {{"grad(A)", 2}, {"grad(1)", 6}, {"grad(all)", 5}, {"grad(one)", 5}, {"norm(B)", 6}, {"norm(all)", 5},
                {"w(B)", 0.5}, {"param(B, weight, 0)", 0.5}, {"gap", 0}, {"loss(before)", 15}, {"loss(A)", 2},
                {"examples(B)", 3}, {"global_batch", 4}, {"share(A)", 0.25}, {"worth(B)", 0.25}, {"target(B, 3)", -7},
                {"example_loss(A, 1)", 2}, {"example_grad(B, 2)", 6}, {"distinct", 4}};
        for (const auto& [quantity, value] : wanted) {
            const auto got = evaluateQuantity(m_weighted, 1, quantity);
            QVERIFY2(got.ok(), quantity.c_str());
            QVERIFY2(std::abs(got.value() - value) < 1e-12,
                qPrintable(QString("%1 is %2").arg(quantity.c_str()).arg(got.value())));
        }
        QCOMPARE(evaluateQuantity(m_weighted, 0, "w(A)").value(), 1.0);
        QVERIFY(evaluateQuantity(m_weighted, 1, "loss(after)").value() < 15);
    }
};

QTEST_APPLESS_MAIN(TestLessonNumbers)
#include "tst_lesson_numbers.moc"
