// Plots: points stand where their values say, clicks and keys choose steps, labels keep apart, readers hear a table.
#include <QAccessible>
#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

#include "ui/app/picture.h"
#include "ui/plot/curve_plots.h"
#include "ui/plot/plot_widget.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

PlotSpec twoLines()
{
    PlotSpec spec;
    spec.title = QStringLiteral("Loss");
    spec.xName = QStringLiteral("training steps");
    spec.fromZero = true;
    for (int line = 0; line < 2; ++line) {
        PlotSeries series;
        series.name = line == 0 ? QStringLiteral("A") : QStringLiteral("B");
        series.ink = line == 0 ? LineInk::first : LineInk::second;
        for (int step = 1; step <= 60; ++step) {
            series.step.push_back(10 * step);
            series.x.push_back(10 * step);
            series.y.push_back((line == 0 ? 2.0 : 2.02) / step);
        }
        spec.series.push_back(series);
    }
    spec.mark = 300;
    return spec;
}

PlotWidget& shown(PlotWidget& plot, const PlotSpec& spec)
{
    plot.setTheme(Theme::light());
    plot.resize(600, 300);
    plot.setSpec(spec);
    return plot;
}

/// Pixels of that colour in a column of the picture, between two heights.
int inked(const QImage& image, int x, int from, int to, const QColor& color)
{
    int count = 0;
    for (int y = from; y < to; ++y) {
        const QColor pixel = image.pixelColor(x, y);
        count += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green())
                + std::abs(pixel.blue() - color.blue())
            < 160; // a line between two rows of pixels is a little lighter
    }
    return count;
}

} // namespace

class TestPlot : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { loadBundledFonts(); }

    void pointsStandWhereTheirValuesSay()
    {
        PlotWidget plot;
        shown(plot, twoLines());
        const QRectF area = plot.area();
        QVERIFY(area.width() > 300 && area.height() > 150);
        const QPointF first = plot.place(0, 0), last = plot.place(0, 59);
        QVERIFY(std::abs(last.x() - area.right()) < 1.5);
        QVERIFY(std::abs(first.x() - (area.left() + area.width() / 60)) < 1);
        QVERIFY(first.y() < area.top() + 0.1 * area.height() && last.y() > area.bottom() - 0.1 * area.height());
        // The ink is really there, in the line's tone, and nowhere near the top on the right.
        const QImage image = imageOf(plot, 1);
        const QPointF middle = plot.place(0, 20);
        const QColor ink = Theme::light().color("plot.measured");
        QVERIFY(inked(image, int(middle.x()), int(middle.y()) - 3, int(middle.y()) + 4, ink) > 0);
        QCOMPARE(inked(image, int(area.right()) - 4, int(area.top()) + 4, int(area.center().y()), ink), 0);
    }

    void aFinerPictureHasFinerLines()
    {
        PlotWidget plot;
        shown(plot, twoLines());
        const QImage image = imageOf(plot, 2);
        QCOMPARE(image.size(), QSize(1200, 600));
        const QPointF middle = plot.place(0, 20) * 2;
        const QColor ink = Theme::light().color("plot.measured");
        QVERIFY(inked(image, int(middle.x()), int(middle.y()) - 6, int(middle.y()) + 7, ink) >= 2);
        const QByteArray svg = pictureOf(plot, RenderFormat::svg, 1, QStringLiteral("plot"));
        QVERIFY(svg.contains("polyline") || svg.contains("<path"));
        QVERIFY(!svg.contains("<image")); // lines, not pixels
    }

    void dashesTellWhatWasPredicted()
    {
        PlotSpec spec = twoLines();
        for (PlotSeries& series : spec.series)
            std::fill(series.y.begin(), series.y.end(), series.ink == LineInk::first ? 1.0 : 2.0);
        spec.series[1].kind = LineKind::predicted;
        spec.mark.reset();
        PlotWidget plot;
        shown(plot, spec);
        const QImage image = imageOf(plot, 1);
        const auto drawn = [&](std::size_t line, const char* token) {
            const int y = int(std::lround(plot.place(line, 0).y()));
            int count = 0;
            for (int x = int(plot.place(line, 0).x()); x < int(plot.area().right()); ++x)
                count += inked(image, x, y - 2, y + 2, Theme::light().color(token)) > 0;
            return count / (plot.area().right() - plot.place(line, 0).x());
        };
        QVERIFY(drawn(0, "plot.measured") > 0.95);
        const double dashed = drawn(1, "plot.predicted");
        QVERIFY2(dashed > 0.3 && dashed < 0.85, qPrintable(QString::number(dashed)));
    }

    void aClickChoosesTheNearestStep()
    {
        PlotWidget plot;
        shown(plot, twoLines());
        QSignalSpy chosen(&plot, &PlotWidget::stepChosen);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, (plot.place(0, 24) + QPointF(2, -30)).toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 250);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, QPoint(30, 10)); // the title
        QCOMPARE(chosen.size(), 1);
    }

    void keysWalkThroughTheSteps()
    {
        PlotWidget plot;
        shown(plot, twoLines());
        QVERIFY(plot.focusPolicy() & Qt::TabFocus);
        QSignalSpy chosen(&plot, &PlotWidget::stepChosen);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].toInt(), 310);
        QCOMPARE(chosen[1][0].toInt(), 290);
    }

    void readersHearRowsAndCells()
    {
        PlotWidget plot;
        PlotSpec spec = twoLines();
        spec.series[1].step.erase(spec.series[1].step.begin());
        spec.series[1].x.erase(spec.series[1].x.begin());
        spec.series[1].y.erase(spec.series[1].y.begin());
        spec.readout = QStringLiteral("step 300: A 0.067");
        shown(plot, spec);
        QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&plot);
        QVERIFY(table && table->tableInterface());
        QCOMPARE(table->tableInterface()->rowCount(), 60);
        QCOMPARE(table->tableInterface()->columnCount(), 2);
        QCOMPARE(table->tableInterface()->cellAt(1, 0)->text(QAccessible::Name), QStringLiteral("1.000"));
        QCOMPARE(table->tableInterface()->cellAt(0, 1)->text(QAccessible::Name), QStringLiteral("no value"));
        QCOMPARE(table->tableInterface()->rowDescription(29), QStringLiteral("step 300"));
        QVERIFY(table->tableInterface()->isRowSelected(29));
        QCOMPARE(table->text(QAccessible::Name), QStringLiteral("Loss"));
        QCOMPARE(table->text(QAccessible::Description), spec.readout);
    }

    void noPointsAreSaid()
    {
        PlotWidget plot;
        PlotSpec spec = twoLines();
        spec.series.clear();
        spec.empty = QStringLiteral("No step has finished yet.");
        shown(plot, spec);
        QVERIFY(plot.area().isEmpty());
        imageOf(plot, 1);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.accessibleDescription(), spec.empty);
    }

    void valuesThatAreNotFiniteLeaveGaps()
    {
        PlotSpec spec = twoLines();
        spec.series[0].y[5] = std::numeric_limits<double>::quiet_NaN();
        spec.series[0].y.back() = std::numeric_limits<double>::infinity();
        PlotWidget plot;
        shown(plot, spec);
        QVERIFY(plot.place(0, 0).y() < plot.area().center().y()); // the infinite value does not set the scale
        imageOf(plot, 1);
    }

    void valuesAreWrittenAsTheDesignSays()
    {
        QCOMPARE(valueText(1.5785, ValueFormat::loss), QStringLiteral("1.579"));
        QCOMPARE(valueText(294.0 / 357, ValueFormat::percent), QStringLiteral("82.4%"));
        QCOMPARE(valueText(1440, ValueFormat::count), QStringLiteral("1\u202f440"));
        QCOMPARE(valueText(-0.25, ValueFormat::amount), QStringLiteral("\u22120.25"));
    }

    void plotsOfTwoRunsNameBoth()
    {
        Curves a, b;
        for (int step = 1; step <= 4; ++step) {
            a.trainLoss.push_back({step, step * 96, step * 0.5, 2.0 / step});
            b.trainLoss.push_back({step, step * 96, step * 0.25, 1.0 / step});
        }
        a.correct.push_back({4, 384, 2.0, 225});
        b.correct.push_back({4, 384, 1.0, 294});
        a.heldOut = b.heldOut = 357;
        CurveFrame frame;
        frame.step = 4;
        PlotSpec spec = heldOutPlot(a, &b, frame);
        QCOMPARE(spec.title, QStringLiteral("Held out: right of 357"));
        QCOMPARE(spec.readout, QStringLiteral("step 4: A 225, B 294"));
        QVERIFY(!spec.xBadge);
        frame.axis = CurveAxis::seconds;
        spec = lossPlot(a, &b, frame);
        QCOMPARE(*spec.xBadge, Badge::measured);
        QCOMPARE(spec.badge, Badge::computed);
        QCOMPARE(spec.series[1].x.back(), 1.0);
        QCOMPARE(*spec.mark, 2.0);
        b.heldOut = 100; // counts of different sets do not compare
        b.accuracy.push_back({4, 384, 1.0, 0.9});
        a.accuracy.push_back({4, 384, 1.0, 0.6});
        spec = heldOutPlot(a, &b, frame);
        QCOMPARE(spec.title, QStringLiteral("Held-out accuracy"));
        QVERIFY(spec.format == ValueFormat::percent);
        QCOMPARE(spec.series[1].y.back(), 0.9);
    }
};

QTEST_MAIN(TestPlot)
#include "tst_plot.moc"
