// The stage's layout: goldens of the worked examples, nothing clipped or overlapping, masks, and one picture a moment.
#include <QFile>
#include <QtTest>

#include "tests/support/stage_check.h"
#include "ui/scene/mark_writer.h"
#include "ui/widgets/theme.h"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::ui;

namespace {

/// Targets and a start whose every derived number is unlike any other number on the stage.
RunConfig distinctive(Combine combine = Combine::mean)
{
    RunConfig config = lesson4(1);
    config.data.targets = {0.13, -2.57, -4.71, -6.19};
    config.start.values = {{1.37}};
    config.combine = combine;
    return config;
}

RunConfig toy(int workers, Algorithm algorithm)
{
    RunConfig config = lesson4(3);
    config.workers = workers;
    config.data.targets = {2.5, -1, 4, -3, 0.25, 6, -5, 1.5, 9, -8, 3, 3, 7.25, -6, 2, 1};
    config.data.targets.resize(static_cast<std::size_t>(2 * workers));
    config.collective.algorithm = workers == 1 ? Algorithm::ring : algorithm;
    return config;
}

RunConfig configOf(const QByteArray& name)
{
    if (name == "lesson 4")
        return lesson4(3);
    if (name == "lesson 7")
        return lesson7(3, Combine::mean);
    if (name == "lesson 7 weighted")
        return lesson7(3, Combine::weighted);
    if (name == "start mismatch") {
        RunConfig config = lesson4(3);
        config.start.values = {{1}, {3}};
        config.start.broadcast = false;
        return config;
    }
    if (name == "all positive") {
        RunConfig config = lesson4(3);
        config.data.targets = {12, 15, 11.5, 19};
        return config;
    }
    if (name == "large range") {
        RunConfig config = lesson4(3);
        config.data.targets = {1200, -350, 8000, 2500, 100, -90, 77, 3, 4, 5};
        config.batch.perWorker = {5};
        return config;
    }
    if (name == "after many steps")
        return lesson4(40);
    if (name == "sums") {
        RunConfig config = lesson4(3);
        config.loss.reduction = Reduction::sum;
        config.combine = Combine::sum;
        return config;
    }
    if (name == "linear") {
        RunConfig config = lesson4(3);
        config.model.kind = ModelKind::linear;
        config.data.inputs = {{1}, {2}, {3}, {4}};
        config.data.targets = {2, 4.5, 5, 9};
        config.start.values = {{0, 0}};
        config.optimizer.lr = 0.05;
        return config;
    }
    if (name == "nothing reduced") {
        RunConfig config = lesson4(3);
        config.bugs.unreducedParameter = "weight";
        return config;
    }
    if (name == "bias not reduced") {
        RunConfig config = configOf("linear");
        config.bugs.unreducedParameter = "bias";
        return config;
    }
    if (name == "two micro-steps") {
        RunConfig config = lesson4(2);
        config.batch.perWorker = {1};
        config.batch.accumulate = 2;
        return config;
    }
    if (name == "fails in step 2") {
        RunConfig config = lesson4(3);
        config.faults.failRank = 1;
        config.faults.failStep = 2;
        return config;
    }
    if (name == "one worker") {
        RunConfig config = toy(1, Algorithm::ring);
        config.data.targets = {0, -2, -4, -6};
        config.batch.perWorker = {4};
        return config;
    }
    if (name == "digits")
        return digits(4, 2);
    const QList<QByteArray> words = name.split(' '); // "ring 4"
    return toy(words[1].toInt(), words[0] == "star" ? Algorithm::star : Algorithm::ring);
}

const char* kMoments[] = {"1 start", "1 load 0.5", "1 load", "1 forward", "1 backward 0.5", "1 backward",
    "1 all-reduce 0.1", "1 all-reduce 0.3", "1 all-reduce 0.5", "1 all-reduce 0.9", "1 all-reduce", "1 update 0.5",
    "1 end", "2 all-reduce 0.6", "2 end"};

} // namespace

class TestStageLayout : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void keyMomentsOfTheLessonsLookAsRecorded_data();
    void keyMomentsOfTheLessonsLookAsRecorded();
    void lessonFourTellsItsNumbers();
    void lessonSevenShowsWhatRanAndWhatIsRight();
    void nothingOverlapsOrLeavesTheStage_data();
    void nothingOverlapsOrLeavesTheStage();
    void largeTextNeverOverlaps();
    void masksHideValuesEverywhere_data();
    void masksHideValuesEverywhere();
    void aMomentHasOneLayoutWhicheverWayItIsReached();
    void theAxisStandsStillDuringAStep();
    void theArrangementStandsStillDuringARun_data();
    void theArrangementStandsStillDuringARun();
    void theSecondRunIsShownBesideTheFirst();
    void lanesAloneStandInWhereTheLineLeavesNoRoom_data();
    void lanesAloneStandInWhereTheLineLeavesNoRoom();
    void smallModelsTellTheirValuesAfterTheUpdate();
    void aStoppedRankIsToldInItsLane();
    void aWaitIsTold();
    void microStepsAddUpToOneLocalGradient();
    void roundedNumbersSaySo();
    void whatIsNeverCombinedIsNamed();
};

void TestStageLayout::keyMomentsOfTheLessonsLookAsRecorded_data()
{
    QTest::addColumn<int>("lesson");
    QTest::addColumn<QByteArray>("moment");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("weights");
    QTest::newRow("l04-end") << 4 << QByteArray("1 end") << QSize(832, 668) << false;
    QTest::newRow("l04-exchange") << 4 << QByteArray("1 all-reduce 0.5") << QSize(832, 668) << false;
    QTest::newRow("l04-exchange-small") << 4 << QByteArray("1 all-reduce 0.5") << QSize(752, 540) << false;
    QTest::newRow("l07-end-weights") << 7 << QByteArray("1 end") << QSize(832, 668) << true;
    QTest::newRow("l07-end-small") << 7 << QByteArray("1 end") << QSize(690, 510) << false;
}

void TestStageLayout::keyMomentsOfTheLessonsLookAsRecorded()
{
    QFETCH(int, lesson);
    QFETCH(QByteArray, moment);
    QFETCH(QSize, size);
    QFETCH(bool, weights);
    const StageRun run = stageRun(lesson == 4 ? lesson4(3) : lesson7(200, Combine::mean));
    View view;
    view.stage = weights ? StageView::weights : StageView::lanes;
    const QString printed = printLayout(stageAt(run, moment, size, view));
    const QString path = qEnvironmentVariable("LOCKSTEP_FIXTURES")
        + QStringLiteral("/layout/%1.txt").arg(QString::fromLatin1(QTest::currentDataTag()));
    QFile file(path);
    if (qEnvironmentVariableIsSet("LOCKSTEP_WRITE_GOLDENS")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(printed.toUtf8());
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    const QStringList expected = QString::fromUtf8(file.readAll()).split('\n'), actual = printed.split('\n');
    for (qsizetype i = 0; i < std::min(expected.size(), actual.size()); ++i)
        QCOMPARE(actual[i], expected[i]);
    QCOMPARE(actual.size(), expected.size());
}

void TestStageLayout::lessonFourTellsItsNumbers()
{
    const StageRun run = stageRun(lesson4(3));
    const StageLayout layout = stageAt(run, "1 end", {832, 668});
    QCOMPARE(layout.mode, StageMode::full);
    const QStringList texts = textsOf(layout);
    for (const char* text : {"1 − 0 = 1", "1 − (−2) = 3", "1 − (−4) = 5", "1 − (−6) = 7", "2 + 6 = 8", "6 + 2 = 8",
             "8 ÷ 2 = 4", "mean of 2 and 6", "0.6", "both move w to", "identical", "w = 1", "loss 24.5",
             "A and B each take the same step: 0.1 times 4 to the left."})
        QVERIFY2(texts.contains(QString::fromUtf8(text)), text);
}

void TestStageLayout::lessonSevenShowsWhatRanAndWhatIsRight()
{
    const StageRun run = stageRun(lesson7(200, Combine::mean));
    View view;
    view.stage = StageView::weights;
    const QStringList texts = textsOf(stageAt(run, "1 end", {832, 668}, view));
    for (const char* text : {"what ran: mean of 2 and 6", "mean of all 4 examples", "one device: 0.5", "½·2", "⅙·8",
             "¼·8", "Mean of the two means", "Weighted by count",
             "Both workers moved to 0.6. One device with the same 4 examples moves to 0.5."})
        QVERIFY2(texts.contains(QString::fromUtf8(text)), text);
}

void TestStageLayout::nothingOverlapsOrLeavesTheStage_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"lesson 4", "lesson 7", "lesson 7 weighted", "start mismatch", "all positive",
             "large range", "after many steps", "sums", "linear", "nothing reduced", "bias not reduced",
             "two micro-steps", "fails in step 2", "one worker", "ring 2", "star 2", "ring 3", "star 3", "ring 4",
             "star 4", "ring 5", "ring 8", "digits"})
        QTest::newRow(name) << QByteArray(name);
}

void TestStageLayout::nothingOverlapsOrLeavesTheStage()
{
    QFETCH(QByteArray, name);
    const StageRun run = stageRun(configOf(name));
    std::vector<QByteArray> moments(std::begin(kMoments), std::end(kMoments));
    if (name == "after many steps")
        moments = {"17 backward", "39 all-reduce 0.5", "40 end"};
    if (name.contains("reduced")) // no such phase
        moments = {"1 load", "1 backward", "1 update 0.5", "1 end", "2 backward", "2 end"};
    if (name.startsWith("fails"))
        moments = {"1 end", "2 load", "2 end"};
    QStringList problems;
    for (const QSize size : {QSize(690, 510), QSize(712, 500), QSize(832, 668), QSize(1200, 900)})
        for (const QByteArray& moment : moments)
            for (const int variant : {0, 1, 2, 3}) {
                View view;
                view.stage = variant == 1 ? StageView::weights : StageView::lanes;
                view.ghosts = variant == 2;
                if (variant == 3)
                    view.hidden = {true, true, true, true, true, true};
                for (const QString& problem : problemsOf(stageAt(run, moment, size, view, variant == 0)))
                    problems.append(QStringLiteral("%1x%2, %3, view %4: %5")
                                        .arg(size.width())
                                        .arg(size.height())
                                        .arg(QString::fromLatin1(moment))
                                        .arg(variant)
                                        .arg(problem));
            }
    if (!problems.isEmpty())
        QFAIL(qPrintable(QStringLiteral("%1 problems\n%2").arg(problems.size()).arg(problems.mid(0, 25).join('\n'))));
}

void TestStageLayout::largeTextNeverOverlaps()
{
    QStringList problems;
    for (const char* name : {"lesson 4", "lesson 7", "ring 3", "linear"}) {
        const StageRun run = stageRun(configOf(name));
        for (const QSize size : {QSize(690, 510), QSize(832, 668), QSize(1088, 668), QSize(1200, 900)})
            for (const double scale : {1.25, 1.5, 2.0})
                for (const char* moment : {"1 backward", "1 all-reduce 0.5", "1 end"}) {
                    View view;
                    view.textScale = scale;
                    for (const QString& problem : problemsOf(stageAt(run, moment, size, view)))
                        problems.append(QStringLiteral("%1, %2x%3, text x%4, %5: %6")
                                            .arg(QString::fromLatin1(name))
                                            .arg(size.width())
                                            .arg(size.height())
                                            .arg(scale)
                                            .arg(QString::fromLatin1(moment), problem));
                }
    }
    if (!problems.isEmpty())
        QFAIL(qPrintable(QStringLiteral("%1 problems\n%2").arg(problems.size()).arg(problems.mid(0, 25).join('\n'))));
}

void TestStageLayout::masksHideValuesEverywhere_data()
{
    QTest::addColumn<QByteArray>("mask");
    QTest::addColumn<QStringList>("secrets");
    // w 1.37, gradients 1.24 3.94 6.08 7.56, means 2.59 and 6.82, sum 9.41, combined 4.705, w 0.8995, losses 0.7688 ...
    QTest::newRow("local gradients") << QByteArray("local")
                                     << QStringList{"1.24", "3.94", "6.08", "7.56", "2.59", "6.82", "9.41", "4.705"};
    QTest::newRow("combined") << QByteArray("combined") << QStringList{"9.41", "4.705"};
    QTest::newRow("update") << QByteArray("update") << QStringList{"0.8995"};
    QTest::newRow("loss") << QByteArray("loss") << QStringList{"0.7688", "7.7618", "18.4832", "28.5768"};
}

void TestStageLayout::masksHideValuesEverywhere()
{
    QFETCH(QByteArray, mask);
    QFETCH(QStringList, secrets);
    const StageRun run = stageRun(distinctive());
    bool everTold = false;
    for (const QSize size : {QSize(690, 510), QSize(832, 668), QSize(1200, 900)})
        for (const char* moment :
            {"1 start", "1 backward 0.5", "1 backward", "1 all-reduce 0.5", "1 all-reduce", "1 update 0.5", "1 end"})
            for (const bool ghosts : {false, true}) {
                View view;
                view.ghosts = ghosts;
                const QString open = textsOf(stageAt(run, moment, size, view)).join('\n');
                everTold = everTold || open.contains(secrets.front());
                view.hidden.localGradients = mask == "local";
                view.hidden.combined = mask == "combined" || mask == "local";
                view.hidden.update = mask == "update";
                view.hidden.loss = mask == "loss";
                const QStringList texts = textsOf(stageAt(run, moment, size, view));
                for (const QString& secret : secrets)
                    for (const QString& text : texts)
                        QVERIFY2(!text.contains(secret), qPrintable(QStringLiteral("%1 tells %2").arg(text, secret)));
            }
    QVERIFY(everTold);
}

void TestStageLayout::aMomentHasOneLayoutWhicheverWayItIsReached()
{
    const StageRun run = stageRun(lesson7(3, Combine::mean));
    std::vector<TrackTime> times;
    for (TrackTime time = 0; time <= run.track.end(); time += 0.7)
        times.push_back(time);
    std::vector<QString> forward;
    for (const TrackTime time : times)
        forward.push_back(printLayout(stageAtTime(run, time, {832, 668})));
    for (std::size_t i = times.size(); i-- > 0;)
        QCOMPARE(printLayout(stageAtTime(run, times[i], {832, 668})), forward[i]);
    QVERIFY(forward.front() != forward.back());
}

void TestStageLayout::theAxisStandsStillDuringAStep()
{
    const StageRun run = stageRun(toy(3, Algorithm::ring));
    const auto ticksOf = [](const StageLayout& layout) {
        QStringList lines;
        for (const Mark& mark : layout.marks)
            if (const auto* line = std::get_if<LineMark>(&mark);
                line && line->ink && QByteArray(line->ink) == "border.strong")
                lines.append(QStringLiteral("%1 %2")
                                 .arg(line->points.front().x(), 0, 'f', 2)
                                 .arg(line->points.front().y(), 0, 'f', 2));
        return lines;
    };
    const QStringList first = ticksOf(stageAt(run, "2 load 0.1", {690, 510}));
    QVERIFY(first.size() > 8);
    for (const char* moment : {"2 load", "2 backward", "2 all-reduce 0.5", "2 end"})
        QCOMPARE(ticksOf(stageAt(run, moment, {690, 510})), first);
}

void TestStageLayout::theArrangementStandsStillDuringARun_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<StageMode>("mode");
    for (const QSize size : {QSize(832, 668), QSize(752, 540), QSize(1100, 700)}) {
        const StageMode mode = size.width() < 800 ? StageMode::compact : StageMode::full;
        const QByteArray tag = ", " + QByteArray::number(size.width());
        QTest::newRow("lesson 4" + tag) << QByteArray("lesson 4") << 50 << size << mode;
        QTest::newRow("lesson 7" + tag) << QByteArray("lesson 7") << 200 << size << mode;
        QTest::newRow("lesson 7 weighted" + tag) << QByteArray("lesson 7 weighted") << 200 << size << mode;
        QTest::newRow("one worker" + tag) << QByteArray("one worker") << 50 << size << StageMode::full;
        QTest::newRow("linear" + tag) << QByteArray("linear") << 50 << size << StageMode::full;
    }
}

void TestStageLayout::theArrangementStandsStillDuringARun()
{
    QFETCH(QByteArray, name);
    QFETCH(int, steps);
    QFETCH(QSize, size);
    QFETCH(StageMode, mode);
    RunConfig config = configOf(name);
    config.steps = steps;
    const StageRun run = stageRun(config);
    // Heads, lanes, arena, the line's rows and axes: everything that has a place of its own, but no value.
    const auto arrangement = [](const StageLayout& layout) {
        QStringList places{QString::number(static_cast<int>(layout.mode)), QString::number(layout.scale)};
        for (const Spot& spot : layout.spots)
            if (spot.object.kind == ObjectKind::rank || spot.object.kind == ObjectKind::phase)
                places.append(QStringLiteral("%1 %2: %3 %4 %5 %6")
                                  .arg(spot.object.rank)
                                  .arg(static_cast<int>(spot.object.phase))
                                  .arg(spot.rect.left(), 0, 'f', 1)
                                  .arg(spot.rect.top(), 0, 'f', 1)
                                  .arg(spot.rect.width(), 0, 'f', 1)
                                  .arg(spot.rect.height(), 0, 'f', 1));
        for (const Mark& mark : layout.marks)
            if (const auto* box = std::get_if<BoxMark>(&mark);
                box && box->fill && QByteArray(box->fill) == phaseTint(Phase::allReduce) && box->rect.height() > 60)
                places.append(QStringLiteral("arena %1 %2").arg(box->rect.top()).arg(box->rect.height()));
        return places;
    };
    const QStringList first = arrangement(stageAtTime(run, run.track.stepSpans[1].begin, size));
    QStringList problems;
    for (int step = 1; step <= steps; ++step) {
        const Span span = run.track.stepSpans[static_cast<std::size_t>(step)];
        for (const double part : {0.4, 0.75, 1.0}) {
            const StageLayout layout = stageAtTime(run, span.begin + part * (span.end - span.begin), size);
            QCOMPARE(layout.mode, mode);
            QVERIFY2(arrangement(layout) == first, qPrintable(QStringLiteral("step %1, %2").arg(step).arg(part)));
            for (const QString& problem : problemsOf(layout))
                problems.append(QStringLiteral("step %1, %2: %3").arg(step).arg(part).arg(problem));
        }
    }
    if (!problems.isEmpty())
        QFAIL(qPrintable(QStringLiteral("%1 problems\n%2").arg(problems.size()).arg(problems.mid(0, 15).join('\n'))));
}

void TestStageLayout::theSecondRunIsShownBesideTheFirst()
{
    const auto dashedRings = [](const StageLayout& layout) {
        int count = 0;
        for (const Mark& mark : layout.marks)
            if (const auto* box = std::get_if<BoxMark>(&mark); box && !box->fill && box->dash == Dash::dashed
                && box->rect.width() == box->rect.height() && box->radius * 2 == box->rect.width())
                ++count;
        return count;
    };
    RunConfig alone = lesson4(3);
    alone.workers = 1;
    alone.batch.perWorker = {4};
    alone.collective.algorithm = Algorithm::ring;
    StageRun four = stageRun(lesson4(3)), seven = stageRun(lesson7(200, Combine::mean));
    four.second = std::make_shared<StageRun>(stageRun(alone));
    seven.second = std::make_shared<StageRun>(stageRun(lesson7(200, Combine::weighted)));
    for (const QSize size : {QSize(690, 510), QSize(752, 540), QSize(832, 668), QSize(1200, 900)}) {
        const StageLayout same = stageAt(four, "3 end", size);
        QVERIFY(textsOf(same).contains("one device: the same"));
        QCOMPARE(
            same.now.detail, QStringLiteral("The second run, one device, stands on the same w after as many steps."));
        QCOMPARE(same.cells[4].text, QStringLiteral("w = −0.084, identical on all workers, one device: the same"));
        QCOMPARE(dashedRings(same), 1);
        const StageLayout other = stageAt(seven, "200 end", size);
        QVERIFY(textsOf(other).contains("weighted: ≈ −4"));
        QCOMPARE(dashedRings(other), 1);
        const StageLayout before = stageAt(seven, "200 all-reduce", size);
        QCOMPARE(dashedRings(before), 0);
        for (const StageLayout* layout : {&same, &other})
            QCOMPARE(problemsOf(*layout), QStringList());
        for (const bool combined : {false, true}) {
            View view;
            (combined ? view.hidden.combined : view.hidden.update) = true;
            const StageLayout masked = stageAt(four, "3 end", size, view);
            QCOMPARE(dashedRings(masked), 0);
            QVERIFY(!textsOf(masked).join('\n').contains("one device"));
        }
    }
}

void TestStageLayout::lanesAloneStandInWhereTheLineLeavesNoRoom_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QSize>("size");
    QTest::newRow("two workers") << QByteArray("lesson 4") << QSize(752, 540);
    QTest::newRow("unequal shares") << QByteArray("lesson 7") << QSize(752, 540);
    QTest::newRow("three in a ring") << QByteArray("ring 3") << QSize(832, 668);
    QTest::newRow("four in a ring") << QByteArray("ring 4") << QSize(832, 668);
    QTest::newRow("four in a star") << QByteArray("star 4") << QSize(832, 668);
}

void TestStageLayout::lanesAloneStandInWhereTheLineLeavesNoRoom()
{
    QFETCH(QByteArray, name);
    QFETCH(QSize, size);
    const StageRun run = stageRun(configOf(name));
    View view;
    for (const char* moment : {"1 load", "1 backward", "1 all-reduce 0.3", "1 all-reduce 0.5", "1 end", "3 end"}) {
        view.stage = StageView::lanes;
        const StageLayout line = stageAt(run, moment, size, view);
        QCOMPARE(line.mode, StageMode::compact);
        QVERIFY(line.viewButtons.size() >= 2);
        QCOMPARE(line.viewButtons[0].text, QStringLiteral("Line"));
        QCOMPARE(line.viewButtons[1].text, QStringLiteral("Lanes"));
        QCOMPARE(line.viewButtons[1].view, StageView::lanesAlone);
        for (const double text : {1.0, 1.5}) {
            view.stage = StageView::lanesAlone;
            view.textScale = text;
            const StageLayout lanes = stageAt(run, moment, size, view);
            view.textScale = 1;
            QCOMPARE(lanes.mode, StageMode::lanes);
            QCOMPARE(problemsOf(lanes), QStringList());
            double lowest = 0;
            for (const Spot& spot : lanes.spots)
                if (spot.object.kind == ObjectKind::rank)
                    lowest = std::max(lowest, spot.rect.bottom());
            QVERIFY2(lanes.body.bottom() - lowest < 40, qPrintable(QString::number(lanes.body.bottom() - lowest)));
        }
        view.stage = StageView::lanesAlone; // no difference where both fit
        const StageLayout both = stageAt(run, moment, {1200, 1400}, view);
        QCOMPARE(both.mode, StageMode::full);
    }
}

void TestStageLayout::smallModelsTellTheirValuesAfterTheUpdate()
{
    const StageRun run = stageRun(configOf("linear"));
    const std::vector<double> values = worldAt(run.trace, run.track, timeOf(run, "1 end")).ranks[0].now;
    QCOMPARE(values.size(), std::size_t{2});
    const StageLayout layout = stageAt(run, "1 end", {832, 668});
    const QStringList texts = textsOf(layout);
    for (const QString& text : {QStringLiteral("w"), QStringLiteral("b"), toldNumber(values[0]), toldNumber(values[1])})
        QVERIFY2(texts.count(text) == 2, qPrintable(text + ": " + texts.join(" | "))); // once a worker
    QVERIFY(layout.cells[4].text.startsWith(QStringLiteral("w ")));
    View view;
    view.hidden.update = true;
    QVERIFY(!textsOf(stageAt(run, "1 end", {832, 668}, view)).contains(toldNumber(values[0])));
}

void TestStageLayout::aStoppedRankIsToldInItsLane()
{
    const StageRun run = stageRun(configOf("fails in step 2"));
    const StageLayout layout = stageAt(run, "2 end", {832, 668});
    QCOMPARE(layout.now.title, QStringLiteral("B stopped in its backward phase, and the run failed."));
    double stopped = 0, waits = 0;
    for (const Mark& mark : layout.marks)
        if (const auto* text = std::get_if<TextMark>(&mark)) {
            if (text->text == "stopped here")
                stopped = text->rect.center().y();
            if (text->text == "waits for B")
                waits = text->rect.center().y();
        }
    QVERIFY(waits > 0);
    QVERIFY(stopped > waits); // B's lane lies below A's
    QCOMPARE(layout.cells[7].text, QStringLiteral("stopped here"));
    QCOMPARE(layout.cells[3].text, QStringLiteral("waits for worker B, which has stopped"));
    QVERIFY(!textsOf(stageAt(run, "2 load", {832, 668})).contains("stopped here"));
}

void TestStageLayout::aWaitIsTold()
{
    const StageRun run = stageRun(lesson7(1, Combine::mean));
    QCOMPARE(
        stageAt(run, "1 backward 0.6", {832, 668}).now.title, QStringLiteral("A has its gradient and waits for B."));
}

void TestStageLayout::microStepsAddUpToOneLocalGradient()
{
    // A works on 0 and then on -4, B on -2 and then on -6: means 3 and 5, although the newest gradients are 5 and 7.
    const QStringList texts = textsOf(stageAt(stageRun(configOf("two micro-steps")), "1 end", {832, 668}));
    QVERIFY(texts.contains("mean of 3 and 5"));
    QVERIFY(texts.contains("3 + 5 = 8"));
}

void TestStageLayout::roundedNumbersSaySo()
{
    QCOMPARE(toldNumber(0.6), QStringLiteral("0.6"));
    QCOMPARE(toldNumber(0), QStringLiteral("0"));
    QCOMPARE(toldNumber(-2), QStringLiteral("−2"));
    QCOMPARE(toldNumber(1.0 / 3), QStringLiteral("≈\u202f0.3333"));
    QCOMPARE(toldNumber(3.1356e-9), QStringLiteral("≈\u202f0"));
    QCOMPARE(toldNumber(-8.2e-7), QStringLiteral("≈\u202f0"));
    QCOMPARE(toldNumber(0.00125), QStringLiteral("0.00125"));
    QCOMPARE(relation(1.0 / 3), QStringLiteral("≈"));
    QCOMPARE(fractionText(1.0 / 6), QStringLiteral("⅙"));
    QCOMPARE(fractionText(3.0 / 7), QStringLiteral("3/7"));
    // After 200 steps of lesson 7 the lanes still fit beside the line.
    const StageLayout layout = stageAt(stageRun(lesson7(200, Combine::mean)), "200 end", {832, 668});
    QCOMPARE(layout.mode, StageMode::full);
    QCOMPARE(problemsOf(layout), QStringList());
}

void TestStageLayout::whatIsNeverCombinedIsNamed()
{
    const StageRun run = stageRun(configOf("bias not reduced"));
    const QString all = textsOf(stageAt(run, "1 all-reduce", {1200, 900})).join('\n');
    QVERIFY2(all.contains("holds the same combined gradient of weight."), qPrintable(all));
    QVERIFY2(all.contains("Of bias each keeps its own"), qPrintable(all));
    const QString end = textsOf(stageAt(run, "1 end", {1200, 900})).join('\n');
    QVERIFY2(end.contains("take a step: weight by the combined gradient, bias by their own."), qPrintable(end));
}

QTEST_MAIN(TestStageLayout)
#include "tst_stage_layout.moc"
