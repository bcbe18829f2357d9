// Places title, labels and lines, and turns clicks and keys into steps.
#include "ui/plot/plot_widget.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kPad = 16, kHead = 44, kFoot = 44, kGap = 8;

bool keepsLines(const QPainter& painter)
{
    const QPaintEngine::Type type = painter.paintEngine()->type();
    return type == QPaintEngine::SVG || type == QPaintEngine::Pdf || type == QPaintEngine::Picture;
}

} // namespace

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent)
{
    registerAccessibleGrids();
    setFocusPolicy(Qt::StrongFocus);
    setFocusRing(*this, FocusRingPlace::inside, 8);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PlotWidget::setSpec(PlotSpec spec)
{
    m_spec = std::move(spec);
    m_steps = stepsOf(m_spec);
    setAccessibleName(m_spec.title);
    const QString told = m_steps.empty() ? m_spec.empty : m_spec.readout;
    if (told != accessibleDescription())
        setAccessibleDescription(told);
    arrange();
    update();
}

double PlotWidget::endLabelWidth(const EndLabel& label) const
{
    const double s = m_spec.textScale;
    return (label.name.isEmpty() ? 0 : numberWidth(label.name, uiFont(12 * s, 500)) + 6)
        + numberWidth(label.value, uiFont(13 * s, 600));
}

void PlotWidget::arrange()
{
    const double s = m_spec.textScale;
    const double left = kPad + PlotCanvas::widestYLabel(m_spec, theme()) + kGap;
    double right = kPad;
    for (const PlotSeries& series : m_spec.series)
        if (!series.y.empty())
            right = std::max(right,
                kPad + kGap + endLabelWidth({series.name, valueText(series.y.back(), m_spec.format), series.ink, 0}));
    m_area = QRectF(
        left, kHead * s, std::max(10.0, width() - left - right), std::max(10.0, height() - (kHead + kFoot) * s));
    m_area = QRectF(m_area.toRect());
    m_canvas.set(m_spec, theme(), m_area);
    if (!m_canvas.hasPoints())
        m_area = {};
}

void PlotWidget::resizeEvent(QResizeEvent*)
{
    arrange();
}

void PlotWidget::themeChanged()
{
    arrange();
    update();
}

/// Labels at the lines' ends, moved apart where they would lie on each other.
std::vector<PlotWidget::EndLabel> PlotWidget::endLabels() const
{
    std::vector<EndLabel> labels;
    for (const PlotSeries& series : m_spec.series)
        if (!series.y.empty() && std::isfinite(series.y.back()))
            labels.push_back(
                {series.name, valueText(series.y.back(), m_spec.format), series.ink, m_canvas.pixelY(series.y.back())});
    const double apart = 18 * m_spec.textScale;
    std::sort(labels.begin(), labels.end(), [](const EndLabel& a, const EndLabel& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < labels.size(); ++i)
        if (const double lack = labels[i - 1].y + apart - labels[i].y; lack > 0) {
            labels[i - 1].y -= lack / 2;
            labels[i].y += lack / 2;
        }
    const double low = m_area.top() + apart / 2;
    const double high = m_area.bottom() - 2;
    if (!labels.empty() && labels.back().y > high)
        for (std::size_t i = labels.size(); i-- > 0;)
            labels[i].y = std::min(labels[i].y, high - apart * static_cast<double>(labels.size() - 1 - i));
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i].y = std::max(labels[i].y, low - apart / 2 + apart * static_cast<double>(i));
    return labels;
}

void PlotWidget::paintLabels(QPainter& painter) const
{
    const double s = m_spec.textScale;
    const QFont caption = theme().font(TextStyle::caption, s);
    const double middle = QFontMetricsF(caption).capHeight() / 2;
    const QColor quiet = theme().color("text.tertiary");
    for (const PlotCanvas::Tick& tick : m_canvas.yTicks())
        paintNumber(painter, {m_area.left() - kGap, tick.at + middle}, tick.label, caption, quiet, Qt::AlignRight);
    const double baseline = m_area.bottom() + 6 + 2 * middle + 6 * s;
    double lastRight = -1e9;
    for (const PlotCanvas::Tick& tick : m_canvas.xTicks()) {
        const double half = numberWidth(tick.label, caption) / 2;
        if (tick.at - half < lastRight + 8 || tick.at + half > width() - 2)
            continue;
        paintNumber(painter, {tick.at, baseline}, tick.label, caption, quiet, Qt::AlignHCenter);
        lastRight = tick.at + half;
    }
    const double below = std::min(baseline + 16 * s, height() - 6.0);
    const double end = m_area.left() + paintText(painter, {m_area.left(), below}, m_spec.xName, caption, quiet);
    if (m_spec.xBadge) {
        const QSizeF size = badgeSize(*m_spec.xBadge, theme(), s);
        paintBadge(painter, {end + kGap, below - middle - size.height() / 2}, *m_spec.xBadge, theme(), s);
    }
    for (const EndLabel& label : endLabels()) {
        const QColor ink = theme().color(label.ink == LineInk::first ? "plot.measured" : "plot.predicted");
        double x = m_area.right() + kGap;
        const double y = label.y + QFontMetricsF(uiFont(13 * s, 600)).capHeight() / 2;
        if (!label.name.isEmpty())
            x += paintNumber(painter, {x, y}, label.name, uiFont(12 * s, 500), ink) + 6;
        paintNumber(painter, {x, y}, label.value, uiFont(13 * s, 600), ink);
    }
}

void PlotWidget::paintMark(QPainter& painter) const
{
    if (!m_spec.mark)
        return;
    const double x = m_canvas.pixelX(*m_spec.mark);
    if (x < m_area.left() - 1 || x > m_area.right() + 1)
        return;
    painter.setPen(QPen(theme().color("surface.1"), 4)); // the halo keeps it visible on the lines
    painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
    painter.setPen(QPen(theme().color("text.primary"), 1));
    painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
    for (const LineInk ink : {LineInk::second, LineInk::first})
        for (const PlotSeries& series : m_spec.series) {
            if (series.ink != ink)
                continue;
            const auto next = std::upper_bound(series.x.begin(), series.x.end(), *m_spec.mark * (1 + 1e-12));
            if (next == series.x.begin())
                continue;
            const auto at = static_cast<std::size_t>(next - series.x.begin()) - 1;
            if (!std::isfinite(series.y[at]))
                continue;
            painter.setPen(QPen(theme().color("surface.1"), 2));
            painter.setBrush(theme().color(ink == LineInk::first ? "plot.measured" : "plot.predicted"));
            painter.drawEllipse(QPointF(m_canvas.pixelX(series.x[at]), m_canvas.pixelY(series.y[at])), 5, 5);
        }
}

void PlotWidget::paintEvent(QPaintEvent*)
{
    const double s = m_spec.textScale;
    bool vector = false;
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        vector = keepsLines(painter);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().color("surface.1"));
        painter.drawRoundedRect(rect(), 8, 8);
        const QFont title = uiFont(14 * s, 600), quiet = theme().font(TextStyle::caption, s);
        const double baseline = kHead * s / 2 + QFontMetricsF(title).capHeight() / 2;
        const QSizeF badge = badgeSize(m_spec.badge, theme(), s);
        const double badgeLeft = width() - kPad - badge.width();
        const QString name = QFontMetricsF(title).elidedText(m_spec.title, Qt::ElideRight, badgeLeft - kPad - kGap);
        double x = kPad + paintText(painter, {kPad, baseline}, name, title, theme().color("text.primary")) + 12;
        if (badgeLeft > x)
            paintBadge(painter, {badgeLeft, kHead * s / 2 - badge.height() / 2}, m_spec.badge, theme(), s);
        if (numberWidth(m_spec.readout, quiet) < badgeLeft - kGap - x)
            paintNumber(painter, {x, baseline}, m_spec.readout, quiet, theme().color("text.tertiary"));
        if (!m_canvas.hasPoints()) {
            painter.setFont(theme().font(TextStyle::body, s));
            painter.setPen(theme().color("text.secondary"));
            painter.drawText(QRectF(kPad, kHead * s, width() - 2 * kPad, height() - kHead * s - kPad),
                Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, m_spec.empty);
            return;
        }
    }
    m_canvas.paint(*this, vector);
    QPainter painter(this);
    painter.fillRect(QRectF(m_area.left(), m_area.bottom(), m_area.width(), 1), theme().color("border.strong"));
    painter.setRenderHint(QPainter::Antialiasing);
    paintMark(painter);
    paintLabels(painter);
}

QPointF PlotWidget::place(std::size_t series, std::size_t point) const
{
    const PlotSeries& line = m_spec.series.at(series);
    return {m_canvas.pixelX(line.x.at(point)), m_canvas.pixelY(line.y.at(point))};
}

/// The step of the point nearest to `x`.
void PlotWidget::choose(double x)
{
    if (m_area.isEmpty())
        return;
    const double value = m_canvas.valueAtX(x);
    double nearest = std::numeric_limits<double>::infinity();
    int step = -1;
    for (const PlotSeries& series : m_spec.series)
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (const double far = std::abs(series.x[i] - value); far < nearest) {
                nearest = far;
                step = series.step[i];
            }
    if (step >= 0)
        emit stepChosen(step);
}

void PlotWidget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_area.adjusted(-8, -8, 8, 8).contains(event->position()))
        choose(event->position().x());
    else
        QWidget::mousePressEvent(event);
}

void PlotWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        choose(event->position().x());
}

/// The row of the newest step not after the mark.
int PlotWidget::rowAtMark() const
{
    if (!m_spec.mark)
        return -1;
    int best = -1;
    for (const PlotSeries& series : m_spec.series) {
        const auto next = std::upper_bound(series.x.begin(), series.x.end(), *m_spec.mark * (1 + 1e-12));
        if (next != series.x.begin())
            best = std::max(best, series.step[static_cast<std::size_t>(next - series.x.begin()) - 1]);
    }
    return static_cast<int>(std::upper_bound(m_steps.begin(), m_steps.end(), best) - m_steps.begin()) - 1;
}

void PlotWidget::keyPressEvent(QKeyEvent* event)
{
    if (m_steps.empty() || event->modifiers() != Qt::NoModifier)
        return QWidget::keyPressEvent(event);
    const int row = rowAtMark(), last = static_cast<int>(m_steps.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return gridSelectRow(std::max(0, row - 1));
    case Qt::Key_Right:
        return gridSelectRow(std::min(last, row + 1));
    case Qt::Key_PageUp:
        return gridSelectRow(std::max(0, row - std::max(1, last / 10)));
    case Qt::Key_PageDown:
        return gridSelectRow(std::min(last, row + std::max(1, last / 10)));
    default:
        QWidget::keyPressEvent(event);
    }
}

QString PlotWidget::gridText(int row, int column) const
{
    const PlotSeries& series = m_spec.series.at(static_cast<std::size_t>(column));
    const int step = m_steps.at(static_cast<std::size_t>(row));
    const std::ptrdiff_t point = pointOf(series, step);
    if (point < 0 || series.step[static_cast<std::size_t>(point)] != step)
        return tr("no value");
    return valueText(series.y[static_cast<std::size_t>(point)], m_spec.format);
}

QRect PlotWidget::gridRect(int row, int column) const
{
    const PlotSeries& series = m_spec.series.at(static_cast<std::size_t>(column));
    const std::ptrdiff_t point = pointOf(series, m_steps.at(static_cast<std::size_t>(row)));
    if (point < 0)
        return {};
    const QPointF middle = place(static_cast<std::size_t>(column), static_cast<std::size_t>(point));
    return QRectF(middle.x() - 6, middle.y() - 6, 12, 12).toRect();
}

QString PlotWidget::gridRowName(int row) const
{
    return tr("step %1").arg(m_steps.at(static_cast<std::size_t>(row)));
}

QString PlotWidget::gridColumnName(int column) const
{
    const QString name = m_spec.series.at(static_cast<std::size_t>(column)).name;
    return name.isEmpty() ? m_spec.title : name;
}

bool PlotWidget::gridRowSelected(int row) const
{
    return row == rowAtMark();
}

void PlotWidget::gridSelectRow(int row)
{
    if (row >= 0 && row < gridRows())
        emit stepChosen(m_steps[static_cast<std::size_t>(row)]);
}

} // namespace lockstep::ui
