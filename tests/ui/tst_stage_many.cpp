// The stage of many workers: the heat grid's numbers, tones, names and keys, and what a frame costs.
#include <ctime>

#include <QAccessible>
#include <QtTest>

#include "tests/support/many_workers.h"
#include "tests/support/stage_check.h"
#include "ui/scene/grid_facts.h"
#include "ui/scene/stage_paint.h"
#include "ui/scene/stage_widget.h"

using namespace lockstep;
using namespace lockstep::testing;
using namespace lockstep::ui;

namespace {

const char* const kMoments[] = {"1 start", "1 load 0.5", "1 forward", "1 backward 0.3", "1 backward 0.8", "1 backward",
    "1 all-reduce 0.4", "1 update 0.5", "1 end", "2 end"};

/// A moment of step 1 between the two times.
TrackTime between(double a, double b, double share)
{
    return a + share * (b - a);
}

std::vector<double> arrivalsOf(const StageRun& run)
{
    const World end = worldAt(run.trace, run.track, run.track.stepSpans[1].end);
    std::vector<double> arrivals;
    for (const RankWorld& rank : end.ranks)
        arrivals.push_back(rank.phases[static_cast<std::size_t>(Phase::backward)].span.end);
    return arrivals;
}

QRectF cellOf(const StageLayout& layout, int rank)
{
    for (const Spot& spot : layout.spots)
        if (spot.object == ObjectRef{ObjectKind::rank, rank})
            return spot.rect;
    return {};
}

QStringList inside(const StageLayout& layout, const QRectF& rect)
{
    QStringList texts;
    for (const Mark& mark : layout.marks)
        if (const auto* text = std::get_if<TextMark>(&mark); text && rect.contains(text->rect.center()))
            texts.append(text->text);
    return texts;
}

QByteArray fillOf(const StageLayout& layout, const QRectF& rect)
{
    for (const Mark& mark : layout.marks)
        if (const auto* box = std::get_if<BoxMark>(&mark); box && box->rect == rect && box->fill)
            return box->fill;
    return {};
}

} // namespace

class TestStageMany : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void nothingOverlaps_data();
    void nothingOverlaps();
    void cellsTellTheDistanceFromTheMedian();
    void nothingIsToldBeforeItIsKnown();
    void thoseStillRunningHaveTheirPhasesColour();
    void slowestAndStoppedRanksAreNamed();
    void waitsAndLossesColourTheCellsToo();
    void aMaskedLossIsNotTold();
    void theChoiceIsInTheViewAndReachedByKey();
    void arrowsMoveAcrossTheSquare();
    void rowsOfFiveToSixteenKeepTheirShape();
    void aMomentHasOnePictureWhicheverWayItIsReached();
    void aFrameIsCheap();
};

void TestStageMany::nothingOverlaps_data()
{
    QTest::addColumn<int>("workers");
    for (const int workers : {5, 8, 16, 17, 64, 256})
        QTest::addRow("%d", workers) << workers;
}

void TestStageMany::nothingOverlaps()
{
    QFETCH(int, workers);
    const StageRun run = stageRun(manyWorkers(workers, workers / 2));
    QStringList problems;
    for (const QSize size :
        {QSize(690, 510), QSize(752, 540), QSize(832, 668), QSize(1000, 520), QSize(1104, 668), QSize(1200, 900)})
        for (const char* moment : kMoments)
            for (const GridColour colour : {GridColour::lateness, GridColour::wait, GridColour::loss})
                for (const double scale : {1.0, 1.5}) {
                    if (scale > 1 && (colour != GridColour::lateness || size.width() < 1000))
                        continue;
                    View view;
                    view.gridColour = colour;
                    view.textScale = scale;
                    view.hidden.loss = colour == GridColour::wait;
                    const StageLayout layout = stageAt(run, moment, size, view);
                    if (workers > 16) {
                        QCOMPARE(layout.mode, StageMode::grid);
                        for (int rank = 1; rank < workers; ++rank)
                            if (cellOf(layout, rank).intersects(cellOf(layout, rank - 1)))
                                problems.append(QStringLiteral("cells %1 and its neighbour overlap").arg(rank));
                    }
                    for (const QString& problem : problemsOf(layout))
                        problems.append(QStringLiteral("%1x%2, %3, colour %4, text x%5: %6")
                                            .arg(size.width())
                                            .arg(size.height())
                                            .arg(QString::fromLatin1(moment))
                                            .arg(static_cast<int>(colour))
                                            .arg(scale)
                                            .arg(problem));
                }
    if (!problems.isEmpty())
        QFAIL(qPrintable(QStringLiteral("%1 problems\n%2").arg(problems.size()).arg(problems.mid(0, 25).join('\n'))));
}

void TestStageMany::cellsTellTheDistanceFromTheMedian()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    std::vector<double> sorted = arrivalsOf(run);
    const std::vector<double> arrivals = sorted;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[31];
    const StageLayout layout = stageAt(run, "1 end", {1104, 668});
    for (int rank = 0; rank < 64; ++rank) {
        const double late = arrivals[static_cast<std::size_t>(rank)] - median;
        const QRectF cell = cellOf(layout, rank);
        const QStringList texts = inside(layout, cell);
        QVERIFY2(texts.contains(signedText(late, 1)), qPrintable(texts.join('|') + signedText(late, 1)));
        QVERIFY(texts.contains(QString::number(rank)));
        QCOMPARE(fillOf(layout, cell), QByteArray(late >= 2 ? "heat.3" : late <= -2 ? "surface.1" : "heat.1"));
    }
    QVERIFY(textsOf(layout).contains("ms after the median worker"));
    QVERIFY(textsOf(layout).contains("late, 2 or more"));
    QCOMPARE(signedText(-0.04, 1), QStringLiteral("0.0"));
    QCOMPARE(signedText(3.46, 1), QStringLiteral("+3.5"));
    QCOMPARE(signedText(-2.9, 1), QStringLiteral("−2.9"));
    QCOMPARE(knownMedian({3, 1}, 4).value_or(-1), 3.0); // two of four have come: the second of them is the middle
    QVERIFY(!knownMedian({3}, 4));
}

void TestStageMany::nothingIsToldBeforeItIsKnown()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    std::vector<double> sorted = arrivalsOf(run);
    std::sort(sorted.begin(), sorted.end());
    // Ten have arrived: no median yet, so no distance from it.
    const StageLayout early = stageAtTime(run, between(sorted[9], sorted[10], 0.5), {1104, 668});
    for (int rank = 0; rank < 64; ++rank)
        for (const QString& text : inside(early, cellOf(early, rank)))
            QVERIFY2(text == QString::number(rank) || text == "runs" || text == "arrived", qPrintable(text));
    QVERIFY(textsOf(early).contains("54 still to arrive"));
    // All but the straggler: its arrival is not told although the trace holds it.
    const QString end = fixedText(sorted[63], 1);
    const StageLayout late = stageAtTime(run, between(sorted[62], sorted[63], 0.5), {1104, 668});
    QVERIFY(!textsOf(late).contains(end));
    QVERIFY(textsOf(stageAt(run, "1 end", {1104, 668})).contains(end));
}

void TestStageMany::thoseStillRunningHaveTheirPhasesColour()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    std::vector<double> sorted = arrivalsOf(run);
    std::sort(sorted.begin(), sorted.end());
    const StageLayout layout = stageAtTime(run, between(sorted[62], sorted[63], 0.5), {1104, 668});
    QCOMPARE(fillOf(layout, cellOf(layout, 37)), QByteArray("phase.backward"));
    QVERIFY(inside(layout, cellOf(layout, 37)).contains("runs"));
    QCOMPARE(layout.now.title, QStringLiteral("63 workers wait for rank 37."));
}

void TestStageMany::slowestAndStoppedRanksAreNamed()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    std::vector<double> sorted = arrivalsOf(run);
    std::sort(sorted.begin(), sorted.end());
    const QStringList alone = textsOf(stageAt(run, "1 end", {1104, 668}));
    QVERIFY(alone.contains("Rank 37"));
    QVERIFY(alone.contains(QStringLiteral("%1 ms after the next slowest").arg(fixedText(sorted[63] - sorted[62], 1))));
    View view;
    view.selection = {ObjectKind::rank, 5};
    const QString other = textsOf(stageAt(run, "1 end", {1104, 668}, view)).join('\n');
    QVERIFY(other.contains("Rank 5"));
    QVERIFY(other.contains("Slowest: rank 37, "));

    RunConfig config = manyWorkers(64);
    config.faults.failRank = 21;
    config.faults.failStep = 2;
    const StageRun failing = stageRun(config);
    view.selection = {ObjectKind::rank, 5};
    const QString stopped = textsOf(stageAt(failing, "2 end", {1104, 668}, view)).join('\n');
    QVERIFY2(stopped.contains("Rank 21 stopped in backward"), qPrintable(stopped));
}

void TestStageMany::waitsAndLossesColourTheCellsToo()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    const std::vector<double> arrivals = arrivalsOf(run);
    const double last = *std::max_element(arrivals.begin(), arrivals.end());
    View view;
    view.gridColour = GridColour::wait;
    const StageLayout waited = stageAt(run, "1 end", {1104, 668}, view);
    for (const int rank : {0, 17, 37, 63})
        QVERIFY2(inside(waited, cellOf(waited, rank))
                     .contains(fixedText(last - arrivals[static_cast<std::size_t>(rank)], 1)),
            qPrintable(inside(waited, cellOf(waited, rank)).join('|')));
    view.gridColour = GridColour::loss;
    const StageLayout loss = stageAt(run, "1 end", {1104, 668}, view);
    for (const int rank : {0, 17, 37, 63}) {
        const double value = find<ForwardDone>(run.trace, 1, rank)->loss;
        QVERIFY2(inside(loss, cellOf(loss, rank)).contains(fixedText(value, 3)),
            qPrintable(inside(loss, cellOf(loss, rank)).join('|')));
    }
    QCOMPARE(fillOf(loss, cellOf(loss, 63)), QByteArray("heat.3"));
}

void TestStageMany::aMaskedLossIsNotTold()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    View view;
    view.gridColour = GridColour::loss;
    view.hidden.loss = true;
    const StageLayout layout = stageAt(run, "1 end", {1104, 668}, view);
    for (const int rank : {0, 17, 63}) {
        QVERIFY(inside(layout, cellOf(layout, rank)).contains("?"));
        QCOMPARE(fillOf(layout, cellOf(layout, rank)), QByteArray("surface.1"));
        const QString loss = fixedText(find<ForwardDone>(run.trace, 1, rank)->loss, 3);
        QVERIFY(!textsOf(layout).join('\n').contains(loss));
    }
}

void TestStageMany::theChoiceIsInTheViewAndReachedByKey()
{
    Session session;
    session.setTrace(run(manyWorkers(64, 37)));
    session.setPlayhead(session.track().stepSpans[1].end);
    StageWidget stage(session);
    stage.resize(1104, 668);
    QCOMPARE(stage.layoutNow().viewButtons.size(), std::size_t{3});
    QTest::keyClick(&stage, Qt::Key_W);
    QCOMPARE(session.view().gridColour, GridColour::wait);
    QTest::keyClick(&stage, Qt::Key_W);
    QCOMPARE(session.view().gridColour, GridColour::loss);
    QTest::keyClick(&stage, Qt::Key_W);
    QCOMPARE(session.view().gridColour, GridColour::lateness);
    QTest::mouseClick(&stage, Qt::LeftButton, {}, stage.layoutNow().viewButtons[2].rect.center().toPoint());
    QCOMPARE(session.view().gridColour, GridColour::loss);
    session.setPlayhead(session.track().end());
    QCOMPARE(session.view().gridColour, GridColour::loss);
}

void TestStageMany::arrowsMoveAcrossTheSquare()
{
    Session session;
    session.setTrace(run(manyWorkers(64, 37)));
    session.setPlayhead(session.track().stepSpans[1].end);
    StageWidget stage(session);
    stage.resize(1104, 668);
    const auto rank = [&] { return session.view().selection.rank; };
    QTest::keyClick(&stage, Qt::Key_Right);
    QCOMPARE(rank(), 0);
    QTest::keyClick(&stage, Qt::Key_Down);
    QCOMPARE(rank(), 8);
    QTest::keyClick(&stage, Qt::Key_Right);
    QCOMPARE(rank(), 9);
    QTest::keyClick(&stage, Qt::Key_Up);
    QTest::keyClick(&stage, Qt::Key_Up); // there is nothing above
    QCOMPARE(rank(), 1);
    QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&stage);
    QCOMPARE(table->tableInterface()->rowCount(), 64);
    QVERIFY(table->tableInterface()->isRowSelected(1));
    const QString cell = table->tableInterface()->cellAt(37, 2)->text(QAccessible::Name);
    QVERIFY2(cell.startsWith("rank 37, Backward: ") && cell.contains("ms after the median"), qPrintable(cell));
}

void TestStageMany::rowsOfFiveToSixteenKeepTheirShape()
{
    for (const int workers : {5, 8, 12, 16}) {
        const StageRun run = stageRun(manyWorkers(workers, 2));
        double height = 0;
        for (const char* moment : kMoments) {
            const StageLayout layout = stageAt(run, moment, {1104, 668});
            QCOMPARE(layout.mode, StageMode::rows);
            double before = 0;
            for (int rank = 0; rank < workers; ++rank) {
                const QRectF row = cellOf(layout, rank);
                QVERIFY(row.height() >= 24);
                QVERIFY(row.top() > before);
                height = height == 0 ? row.height() : height;
                QCOMPARE(row.height(), height);
                before = row.bottom();
            }
        }
    }
}

void TestStageMany::aMomentHasOnePictureWhicheverWayItIsReached()
{
    const StageRun run = stageRun(manyWorkers(64, 37));
    const auto picture = [&](TrackTime time) {
        QImage image(QSize(2208, 1336), QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        QPainter painter(&image);
        paintStage(painter, stageAtTime(run, time, {1104, 668}), Theme::dark(), {});
        painter.end();
        return image;
    };
    std::vector<QImage> forward;
    for (int i = 0; i <= 12; ++i)
        forward.push_back(picture(run.track.end() * i / 12));
    for (int i = 12; i >= 0; --i)
        QCOMPARE(picture(run.track.end() * i / 12), forward[static_cast<std::size_t>(i)]);
    QVERIFY(forward[2] != forward[9]);
}

namespace {

/// Processor time of the slowest frame of the first step, in ms: layout and paint, without reading the trace.
double slowestFrame(int workers)
{
    const StageRun run = stageRun(manyWorkers(workers, workers / 2));
    QImage image(QSize(1104, 668), QImage::Format_RGB32);
    StageInput input;
    const World end = worldAt(run.trace, run.track, run.track.stepSpans[1].end);
    input.header = &run.trace.header();
    input.end = &end;
    input.stepBegin = run.track.stepSpans[1].begin;
    input.waits = waits(run.trace, run.track, 1);
    input.tells = false; // as in the window, where the words are made when somebody asks
    double slowest = 0;
    for (const double share : {0.06, 0.08, 0.1, 0.5, 1.0}) {
        const World world
            = worldAt(run.trace, run.track, between(run.track.stepSpans[1].begin, run.track.stepSpans[1].end, share));
        input.world = &world;
        double best = 1e9;
        for (int i = 0; i < 6; ++i) {
            const std::clock_t clock = std::clock();
            QPainter painter(&image);
            paintStage(painter, layoutStage(input, image.size()), Theme::light(), {});
            painter.end();
            best = std::min(best, 1000.0 * static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC);
        }
        slowest = std::max(slowest, best);
    }
    return slowest;
}

} // namespace

void TestStageMany::aFrameIsCheap()
{
    const double many = slowestFrame(256), few = slowestFrame(4);
    qInfo("slowest frame: %.2f ms of processor time with 256 workers, %.2f ms with 4", many, few);
    QVERIFY(many < 12 * few); // 64 times the workers
}

QTEST_MAIN(TestStageMany)
#include "tst_stage_many.moc"
