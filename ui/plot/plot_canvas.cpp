// Hands a PlotSpec to QCustomPlot.
#include "ui/plot/plot_canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <qcustomplot.h>

#include "core/base/numbers.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kLine = 2, kPoint = 7;
constexpr std::size_t kMostPoints = 40; ///< of a line whose points are drawn as rings

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    bool any() const { return low <= high; }
    void take(double value)
    {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
};

Range rangeX(const PlotSpec& spec)
{
    Range range;
    for (const PlotSeries& series : spec.series)
        for (const double x : series.x)
            range.take(x);
    if (range.any())
        range.low = std::min(0.0, range.low); // runs begin at 0
    if (range.any() && range.low == range.high)
        range.high = range.low + 1;
    return range;
}

Range rangeY(const PlotSpec& spec)
{
    Range range;
    for (const PlotSeries& series : spec.series)
        for (const double y : series.y)
            range.take(y);
    if (!range.any())
        return range;
    if (spec.fromZero)
        range.low = std::min(0.0, range.low);
    const double size = range.high - range.low;
    const double pad = size > 0 ? 0.06 * size : std::max(1e-3, 0.1 * std::abs(range.high));
    range.high += pad;
    if (!(spec.fromZero && range.low == 0))
        range.low -= pad;
    return range;
}

QPen penOf(LineKind kind, LineInk ink, const Theme& theme)
{
    // In tone: the second run is the tone of a reference, but solid, because it ran as well.
    QPen pen(theme.color(kind == LineKind::ideal                             ? "plot.ideal"
                     : kind == LineKind::predicted || ink == LineInk::second ? "plot.predicted"
                                                                             : "plot.measured"),
        kLine, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (kind == LineKind::predicted)
        pen.setDashPattern({4, 3});
    else if (kind == LineKind::ideal)
        pen.setDashPattern({1, 2});
    return pen;
}

/// As many decimals as steps of that size need: 2 for 0.25.
int decimalsOf(double size)
{
    int decimals = 0;
    for (double whole = size; decimals < 6 && std::abs(whole - std::round(whole)) > 1e-6 * whole; whole *= 10)
        ++decimals;
    return decimals;
}

/// Labels as our numbers are written everywhere: a true minus, groups, no more decimals than the ticks need.
QString tickText(double value, double step, ValueFormat format)
{
    const double shown = format == ValueFormat::percent ? 100 * value : value;
    const double size = format == ValueFormat::percent ? 100 * step : step;
    if (std::abs(shown) < 1e-9 * size)
        return QStringLiteral("0") + (format == ValueFormat::percent ? QStringLiteral("%") : QString());
    QString text;
    if (size < 1e-4 || std::abs(shown) >= 1e7)
        text = typesetNumber(formatNumber(shown, 3));
    else
        text = fixedText(shown, decimalsOf(size));
    return format == ValueFormat::percent ? text + u'%' : text;
}

std::vector<double> ticksIn(QCPAxisTicker& ticker, double low, double high, int count)
{
    ticker.setTickCount(count);
    QVector<double> ticks;
    ticker.generate(QCPRange(low, high), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, nullptr);
    std::vector<double> inside;
    for (const double tick : ticks)
        if (tick >= low - 1e-9 * (high - low) && tick <= high + 1e-9 * (high - low))
            inside.push_back(tick);
    return inside;
}

} // namespace

class PlotCanvas::Plot : public QCustomPlot {
public:
    Plot()
    {
        setPlottingHint(QCP::phFastPolylines, true);
        setBackground(Qt::NoBrush);
        axisRect()->setAutoMargins(QCP::msNone);
        axisRect()->setMargins({0, 0, 0, 0});
        plotLayout()->setMargins({0, 0, 0, 0});
        axisRect()->setBackground(Qt::NoBrush);
        for (QCPAxis* axis : {xAxis, yAxis}) {
            axis->setTickLabels(false);
            axis->setTicks(false);
            axis->setSubTicks(false);
            axis->grid()->setSubGridVisible(false);
        }
        xAxis->grid()->setVisible(false);
    }
    /// What replot() does, but on a painter.
    void drawOn(QCPPainter& painter, QSize size)
    {
        setViewport(QRect(QPoint(), size));
        draw(&painter);
    }
    QSharedPointer<QCPAxisTicker> ticker = QSharedPointer<QCPAxisTicker>::create();
    int xCount = 6, yCount = 5;
};

PlotCanvas::PlotCanvas()
    : m_plot(std::make_unique<Plot>())
{
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::set(const PlotSpec& spec, const Theme& theme, const QRectF& area)
{
    m_area = area;
    m_format = spec.format;
    const Range x = rangeX(spec), y = rangeY(spec);
    m_hasPoints = x.any() && y.any();
    m_plot->clearGraphs();
    if (!m_hasPoints)
        return;
    m_plot->xAxis->setRange(x.low, x.high);
    m_plot->yAxis->setRange(y.low, y.high);
    m_plot->xCount = std::clamp(static_cast<int>(area.width() / 90), 2, 8);
    m_plot->yCount = std::clamp(static_cast<int>(area.height() / 44), 2, 6);
    m_plot->yAxis->ticker()->setTickCount(m_plot->yCount);
    m_plot->yAxis->setTicks(true); // grid lines stand at ticks
    m_plot->yAxis->setTickLength(0, 0);
    m_plot->yAxis->setTickPen(Qt::NoPen);
    m_plot->xAxis->setBasePen(Qt::NoPen); // the widget draws it with its labels
    m_plot->yAxis->setBasePen(Qt::NoPen);
    m_plot->yAxis->grid()->setPen(QPen(theme.color("border.subtle"), 1));
    m_plot->yAxis->grid()->setZeroLinePen(Qt::NoPen);
    // The open run is drawn last, on top.
    for (const LineInk ink : {LineInk::second, LineInk::first})
        for (const PlotSeries& series : spec.series) {
            if (series.ink != ink)
                continue;
            QCPGraph* graph = m_plot->addGraph();
            const QPen pen = penOf(series.kind, series.ink, theme);
            graph->setPen(pen);
            if (series.x.size() <= kMostPoints && series.kind == LineKind::measured)
                graph->setScatterStyle(QCPScatterStyle(
                    QCPScatterStyle::ssCircle, QPen(pen.color(), kLine), theme.color("surface.1"), kPoint));
            graph->setData(QVector<double>(series.x.begin(), series.x.end()),
                QVector<double>(series.y.begin(), series.y.end()), true);
        }
}

void PlotCanvas::paint(QPaintDevice& device, bool vector)
{
    if (!m_hasPoints)
        return;
    QCPPainter painter(&device);
    if (vector)
        painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter.translate(m_area.topLeft());
    m_plot->drawOn(painter, m_area.size().toSize());
}

std::vector<PlotCanvas::Tick> PlotCanvas::xTicks() const
{
    std::vector<Tick> ticks;
    if (!m_hasPoints)
        return ticks;
    const QCPRange range = m_plot->xAxis->range();
    const std::vector<double> values = ticksIn(*m_plot->ticker, range.lower, range.upper, m_plot->xCount);
    const double step = values.size() > 1 ? values[1] - values[0] : range.size();
    for (const double value : values)
        ticks.push_back({pixelX(value), tickText(value, step, ValueFormat::count)});
    return ticks;
}

std::vector<PlotCanvas::Tick> PlotCanvas::yTicks() const
{
    std::vector<Tick> ticks;
    if (!m_hasPoints)
        return ticks;
    const QCPRange range = m_plot->yAxis->range();
    const std::vector<double> values = ticksIn(*m_plot->ticker, range.lower, range.upper, m_plot->yCount);
    const double step = values.size() > 1 ? values[1] - values[0] : range.size();
    for (const double value : values)
        ticks.push_back({pixelY(value), tickText(value, step, m_format)});
    return ticks;
}

double PlotCanvas::widestYLabel(const PlotSpec& spec, const Theme& theme)
{
    const Range range = rangeY(spec);
    if (!range.any())
        return 0;
    QCPAxisTicker ticker;
    double widest = 0;
    for (const int count : {2, 3, 4, 5, 6}) {
        const std::vector<double> values = ticksIn(ticker, range.low, range.high, count);
        const double step = values.size() > 1 ? values[1] - values[0] : range.high - range.low;
        for (const double value : values)
            widest = std::max(widest,
                numberWidth(tickText(value, step, spec.format), theme.font(TextStyle::caption, spec.textScale)));
    }
    return widest;
}

double PlotCanvas::pixelX(double value) const
{
    const QCPRange range = m_plot->xAxis->range();
    return m_area.left() + (value - range.lower) / range.size() * m_area.width();
}

double PlotCanvas::pixelY(double value) const
{
    const QCPRange range = m_plot->yAxis->range();
    return m_area.bottom() - (value - range.lower) / range.size() * m_area.height();
}

double PlotCanvas::valueAtX(double pixel) const
{
    const QCPRange range = m_plot->xAxis->range();
    return range.lower + (pixel - m_area.left()) / m_area.width() * range.size();
}

} // namespace lockstep::ui
