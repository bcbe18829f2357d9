// The timeline's layout: windows, snapping, blocks and labels as numbers.
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QTest>

#include "core/cost/price.h"
#include "tests/support/hand_trace.h"
#include "tests/support/many_workers.h"
#include "ui/play/timeline_bars.h"
#include "ui/play/timeline_layout.h"
#include "ui/play/timeline_paint.h"
#include "ui/play/timeline_text.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

/// A track with steps of the given lengths, back to back after an empty set-up.
Track trackOfSteps(TrackKind kind, TimeUnit unit, const std::vector<double>& lengths)
{
    Track track;
    track.kind = kind;
    track.unit = unit;
    track.stepSpans.push_back({0, 0});
    for (const double length : lengths)
        track.stepSpans.push_back({track.stepSpans.back().end, track.stepSpans.back().end + length});
    return track;
}

/// A picture of the layout for looking at, when LOCKSTEP_PICTURES names a folder.
void picture(const QString& name, const TimelineLayout& layout, ThemeMode mode = ThemeMode::light)
{
    if (!qEnvironmentVariableIsSet("LOCKSTEP_PICTURES"))
        return;
    const Theme theme = Theme::of(mode);
    QImage image((layout.size * 2).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    image.fill(theme.color("surface.1"));
    QPainter painter(&image);
    paintTimeline(painter, layout, theme);
    painter.end();
    QVERIFY(image.save(QDir(qEnvironmentVariable("LOCKSTEP_PICTURES")).filePath(name + ".png")));
}

} // namespace

class TimelineLayoutTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void xAndTimeAreInverse()
    {
        const TimelineScale scale{{3, 17}, 64, 1104, {}};
        QCOMPARE(scale.x(3), 64.0);
        QCOMPARE(scale.x(17), 1104.0);
        for (const double time : {3.0, 4.75, 16.9})
            QVERIFY(std::abs(scale.time(scale.x(time)) - time) < 1e-12);
    }

    void gapsTakeTenPixelsAndTimeStaysInverse()
    {
        const std::vector<Span> gaps = idleGaps({0, 100}, {{0, 10}, {5, 12}, {60, 80}, {81, 90}});
        QCOMPARE(gaps, (std::vector<Span>{{12, 60}, {90, 100}}));
        const TimelineScale scale{{0, 100}, 64, 504, gaps};
        QCOMPARE(scale.pixelsPerUnit(), 10.0);
        QCOMPARE(scale.x(12), 184.0);
        QCOMPARE(scale.x(60), 194.0);
        QCOMPARE(scale.x(100), 504.0);
        for (const double time : {0.0, 7.0, 12.0, 30.0, 60.0, 77.7, 95.0, 100.0})
            QVERIFY(std::abs(scale.time(scale.x(time)) - time) < 1e-9);
    }

    void aPricedStepFillsTheWindowAndMeasuredStepsComeInThrees()
    {
        const Track priced = trackOfSteps(TrackKind::priced, TimeUnit::tick, {14, 15, 16});
        QCOMPARE(followedWindow(priced, 0), (TimeWindow{0, 14}));
        QCOMPARE(followedWindow(priced, 14), (TimeWindow{0, 14}));
        QCOMPARE(followedWindow(priced, 14.5), (TimeWindow{14, 29}));
        const Track measured = trackOfSteps(TrackKind::measured, TimeUnit::microsecond, {10, 11, 12, 13, 14, 15, 16});
        QCOMPARE(followedWindow(measured, 5), (TimeWindow{0, 33}));
        QCOMPARE(followedWindow(measured, 15), (TimeWindow{10, 46}));
        QCOMPARE(followedWindow(measured, 40), (TimeWindow{10, 46}));
        QCOMPARE(followedWindow(measured, 47), (TimeWindow{46, 91}));
        QCOMPARE(followedWindow(measured, 91), (TimeWindow{46, 91}));
    }

    void zoomKeepsTheMomentUnderThePointer()
    {
        const Track track = trackOfSteps(TrackKind::priced, TimeUnit::tick, {14, 15, 16});
        const TimelineScale before{{0, 14}, 64, 1104, {}};
        const TimelineScale after{zoomed(before.window, 1.7, 9, track), 64, 1104, {}};
        QVERIFY(std::abs(before.x(9) - after.x(9)) < 1e-9);
        QVERIFY(after.window.length() < 14);
    }

    void panAndZoomStayOnTheTrack()
    {
        const Track track = trackOfSteps(TrackKind::priced, TimeUnit::tick, {14, 15, 16});
        QCOMPARE(panned({0, 14}, -5, track), (TimeWindow{0, 14}));
        QCOMPARE(panned({0, 14}, 100, track), (TimeWindow{31, 45}));
        QCOMPARE(zoomed({0, 14}, 0.01, 3, track), (TimeWindow{0, 45}));
        QCOMPARE(zoomed({0, 14}, 1000, 0, track).length(), 1.0);
    }

    void aWindowFollowsByWholePages()
    {
        const Track track = trackOfSteps(TrackKind::priced, TimeUnit::tick, {14, 15, 16});
        QCOMPARE(keptVisible({0, 10}, 9, track), (TimeWindow{0, 10}));
        QCOMPARE(keptVisible({0, 10}, 11, track), (TimeWindow{10, 20}));
        QCOMPARE(keptVisible({20, 30}, 3, track), (TimeWindow{0, 10}));
    }

    void snapsToEventsWithinSixPixels()
    {
        const TimelineScale scale{{0, 14}, 0, 140, {}};
        const std::vector<TrackTime> moments = {2, 4, 8};
        QCOMPARE(snapped(3.5, moments, scale), 4.0);
        QCOMPARE(snapped(2.59, moments, scale), 2.0);
        QCOMPARE(snapped(3.0, moments, scale), 3.0);
        QCOMPARE(snapped(8.61, moments, scale), 8.61);
        QCOMPARE(snapped(0.1, moments, scale), 0.1);
    }

    void labelsStandAtOneTwoFive()
    {
        QCOMPARE(labelDistance(1040.0 / 14, 90), 2.0);
        QCOMPARE(labelDistance(1040.0 / 18, 90), 2.0);
        QCOMPARE(labelDistance(1040.0 / 32, 90), 5.0);
        QCOMPARE(labelDistance(1, 90), 100.0);
        QCOMPARE(labelDistance(4000, 90), 0.05);
    }

    void measuredTimesAreToldWithinTheirStep()
    {
        Track track = trackOfSteps(TrackKind::measured, TimeUnit::microsecond, {98, 120});
        for (Span& span : track.stepSpans) // the set-up took 72
            span = {span.begin + 72, span.end + 72};
        track.stepSpans.front() = {0, 72};
        QCOMPARE(momentText(track, 170), QString::fromUtf8("98 µs"));
        QCOMPARE(
            readout(track, 170).strong + u' ' + readout(track, 170).rest, QString::fromUtf8("Step 1, 98 of 98 µs"));
        QCOMPARE(momentText(track, 200), QString::fromUtf8("30 µs"));
        QCOMPARE(momentText(track, 40), QString::fromUtf8("0 µs"));
    }

    void aStepKeepsItsNumberBesideTheFlagAndWhenNarrow()
    {
        TimelineLayout layout;
        layout.scale = {{0, 100}, 64, 1104, {}};
        layout.playhead.visible = true;
        layout.playhead.flag = QRectF(360, 3, 42, 18);
        StepMark mark;
        mark.step = 2;
        mark.title = "Step 2";
        mark.number = "2";
        mark.x = 380;
        mark.end = 700;
        QCOMPARE(headingOf(mark, layout).text, QString("Step 2"));
        QCOMPARE(headingOf(mark, layout).x, 408.0);
        mark.end = 425;
        QCOMPARE(headingOf(mark, layout).text, QString("2"));
        mark.x = 342; // the title would reach under the flag
        QCOMPARE(headingOf(mark, layout).text, QString("2"));
        QCOMPARE(headingOf(mark, layout).x, 342.0);

        const Trace trace = test::handTrace(test::lesson4Config(3));
        Track track = trackOfSteps(TrackKind::priced, TimeUnit::tick, {100, 2, 100});
        track.spans.assign(static_cast<std::size_t>(trace.eventCount()), {0, 0});
        const TimelineInput input{&trace, &track, 50, {0, 202}, {}, false};
        QCOMPARE(layoutTimeline(input, {1128, 140}).steps[1].title, QString("2"));
    }

    void lesson4Layout()
    {
        const Trace trace = test::handTrace(test::lesson4Config());
        const Track track = price(trace);
        TimelineInput input{&trace, &track, 14, followedWindow(track, 14), {}, false};
        input.view.selection.kind = ObjectKind::phase;
        input.view.selection.phase = Phase::update;
        const TimelineLayout layout = layoutTimeline(input, {1128, 140});
        picture("l04", layout);
        picture("l04-dark", layout, ThemeMode::dark);
        const char* expected = R"(row A y 36 h 32
row B y 80 h 32
mark 64 'tick 0'
mark 212.6 '2'
mark 361.1 '4'
mark 509.7 '6'
mark 658.3 '8'
mark 806.9 '10'
mark 955.4 '12'
mark 1104 '14'
A load 0 to 2 x 64.5 w 147.6 'Load'
A forward 2 to 4 x 213.1 w 147.6 'Forward'
A backward 4 to 8 x 361.6 w 296.1 'Backward'
A all-reduce 8 to 12 x 658.8 w 296.1 'All-reduce'
A update 12 to 14 x 955.9 w 147.6 'Update' selected
B load 0 to 2 x 64.5 w 147.6 'Load'
B forward 2 to 4 x 213.1 w 147.6 'Forward'
B backward 4 to 8 x 361.6 w 296.1 'Backward'
B all-reduce 8 to 12 x 658.8 w 296.1 'All-reduce'
B update 12 to 14 x 955.9 w 147.6 'Update' selected
playhead 1104 'tick 14'
)";
        QCOMPARE(QString::fromStdString(describe(layout)), QString(expected));
    }

    void lesson7LayoutShowsTheWait()
    {
        const Trace trace = test::handTrace(test::lesson7Config());
        const Track track = price(trace);
        const TimelineInput input{&trace, &track, 18, followedWindow(track, 18), {}, false};
        const TimelineLayout layout = layoutTimeline(input, {1128, 140});
        picture("l07", layout, ThemeMode::dark);
        const char* expected = R"(row A y 36 h 32
row B y 80 h 32
mark 64 'tick 0'
mark 179.6 '2'
mark 295.1 '4'
mark 410.7 '6'
mark 526.2 '8'
mark 641.8 '10'
mark 757.3 '12'
mark 872.9 '14'
mark 988.4 '16'
mark 1104 '18'
A load 0 to 1 x 64.5 w 56.8 'Load'
A forward 1 to 2 x 122.3 w 56.8 'Fwd'
A backward 2 to 4 x 180.1 w 114.6 'Backward'
A wait all-reduce 4 to 12 x 295.6 w 461.2 'A waits 8 ticks for B'
A all-reduce 12 to 16 x 757.8 w 230.1 'All-reduce'
A update 16 to 18 x 988.9 w 114.6 'Update'
B load 0 to 3 x 64.5 w 172.3 'Load'
B forward 3 to 6 x 237.8 w 172.3 'Forward'
B backward 6 to 12 x 411.2 w 345.7 'Backward'
B all-reduce 12 to 16 x 757.8 w 230.1 'All-reduce'
B update 16 to 18 x 988.9 w 114.6 'Update'
playhead 1104 'tick 18'
)";
        QCOMPARE(QString::fromStdString(describe(layout)), QString(expected));
    }

    void manyRanksGetPixelLinesBelowThePinnedRows()
    {
        const Trace trace = lockstep::testing::run(lockstep::testing::manyWorkers(64, 37));
        const Track track = price(trace);
        TimelineInput input{&trace, &track, track.stepSpans[1].end, stepsWindow(track, 1, 2), {}, false};
        const TimelineLayout layout = layoutTimeline(input, {1128, 184});
        picture("many-64", layout);
        picture("many-64-dark", layout, ThemeMode::dark);
        QVERIFY(layout.thin);
        QCOMPARE(layout.group, 1);
        QCOMPARE(layout.pinned.size(), std::size_t{2});
        QCOMPARE(layout.pinned[0].label, QStringLiteral("rank 37")); // the slowest, although nobody selected it
        QCOMPARE(layout.pinned[1].label, QStringLiteral("median"));
        QVERIFY(layout.pinned[1].rect.bottom() < layout.rows[0].rect.top());
        QVERIFY(layout.rows.back().rect.bottom() <= 184 - 6);
        for (std::size_t r = 0; r < 64; ++r) {
            QCOMPARE(layout.rows[r].rect.top(), std::round(layout.rows[r].rect.top()));
            QCOMPARE(layout.rows[r].rect.height(), 1.0);
        }
        input.view.selection.kind = ObjectKind::rank;
        input.view.selection.rank = 11;
        const TimelineLayout chosen = layoutTimeline(input, {1128, 184});
        QCOMPARE(chosen.pinned[0].label, QStringLiteral("rank 11"));
        QVERIFY(chosen.pinned[0].selected);
        QCOMPARE(chosen.rows[0].rect, layout.rows[0].rect); // nothing moves
    }

    void theMedianRowIsTheMiddleOfAllRanks()
    {
        std::vector<TimeBlock> blocks;
        for (int rank = 0; rank < 5; ++rank) {
            TimeBlock block;
            block.rank = rank;
            block.phase = Phase::forward;
            block.span = {10.0 + rank, 20.0 + rank * rank};
            blocks.push_back(block);
            block.phase = Phase::backward;
            block.span = {20.0 + rank * rank, 40.0 + rank};
            blocks.push_back(block);
            block.phase = Phase::allReduce;
            block.span = {50, 60};
            blocks.push_back(block);
        }
        const std::vector<TimeBlock> median = medianBlocks(blocks, 5);
        QCOMPARE(median.size(), std::size_t{4});
        QCOMPARE(median[0].span, (Span{12, 24}));
        QCOMPARE(median[1].span, (Span{24, 42}));
        QCOMPARE(median[2].kind, BlockKind::wait);
        QCOMPARE(median[2].span, (Span{42, 50}));
        QCOMPARE(median[3].span, (Span{50, 60}));
    }

    void anOutlierIsNeverLostWhereRanksShareALine()
    {
        for (const int slow : {0, 101, 254}) {
            const Trace trace = lockstep::testing::run(lockstep::testing::manyWorkers(256, slow));
            const Track track = price(trace);
            const TimelineInput input{&trace, &track, track.stepSpans[1].end, stepsWindow(track, 1, 1), {}, false};
            const TimelineLayout layout = layoutTimeline(input, {1128, 184});
            if (slow == 101)
                picture("many-256", layout);
            QVERIFY(layout.group > 1);
            QVERIFY(layout.rows.back().rect.bottom() <= 184 - 6);
            const auto drawn = [&](int rank) {
                return std::any_of(layout.blocks.begin(), layout.blocks.end(), [&](const TimelineBlock& block) {
                    return block.rank == rank && block.phase == Phase::backward && block.kind == BlockKind::phase;
                });
            };
            QVERIFY(drawn(slow));
            QCOMPARE(layout.pinned[0].rank, slow);
        }
    }

    void collectivesBesideBackwardHaveAPartOfTheRow()
    {
        const Trace trace = lockstep::testing::run(lockstep::testing::manyWorkers(4));
        const Track track = price(trace);
        const TimelineInput input{&trace, &track, track.stepSpans[1].end, stepsWindow(track, 1, 1), {}, false};
        std::vector<StepBlocks> steps{{1, timeBlocks(trace, track, 1, false)}};
        QVERIFY(!overlaps(steps));
        for (TimeBlock& block : steps[0].blocks) // as with a bucket that leaves before backward has ended
            if (block.kind == BlockKind::phase && block.phase == Phase::allReduce)
                block.span = {block.span.begin - 30, block.span.end};
        QVERIFY(overlaps(steps));
        TimelineLayout layout = layoutTimeline(input, {1128, 184});
        layout.split = true;
        layout.blocks.clear();
        addBlocks(layout, input, steps);
        picture("overlap", layout);
        int pairs = 0;
        for (const TimelineBlock& sent : layout.blocks)
            for (const TimelineBlock& own : layout.blocks)
                if (sent.kind == BlockKind::phase && sent.phase == Phase::allReduce && own.kind == BlockKind::phase
                    && own.phase == Phase::backward && sent.rank == own.rank) {
                    ++pairs;
                    QVERIFY(sent.rect.left() < own.rect.right()); // beside each other in time
                    QVERIFY(!sent.rect.intersects(own.rect));
                    QVERIFY(sent.rect.top() > own.rect.bottom());
                    QVERIFY(sent.rect.height() >= 6);
                }
        QCOMPARE(pairs, 4);
    }
};

QTEST_MAIN(TimelineLayoutTest)
#include "tst_timeline_layout.moc"
