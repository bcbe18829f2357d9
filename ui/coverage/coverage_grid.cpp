// Paints cells: outlined when never seen, grey when seen once, red and striped when seen more often.
#include "ui/coverage/coverage_grid.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/app/view.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kPad = 16;

enum class Tone { never, part, once, several };

Tone toneOf(const CoverageCell& cell)
{
    if (cell.repeated * 2 > cell.seen)
        return Tone::several;
    return cell.seen == 0 ? Tone::never : cell.seen < cell.count ? Tone::part : Tone::once;
}

void paintCell(QPainter& painter, const QRectF& rect, Tone tone, bool foot, const Theme& theme)
{
    const double radius = rect.width() >= 14 ? 3 : 0;
    switch (tone) {
    case Tone::never:
        painter.setPen(QPen(theme.color("border.default"), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        break;
    case Tone::part:
    case Tone::once:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(tone == Tone::part ? "heat.1" : "heat.2"));
        painter.drawRoundedRect(rect, radius, radius);
        break;
    case Tone::several:
        if (rect.width() < 10) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("status.bad"));
            painter.drawRect(rect);
            break;
        }
        painter.setPen(QPen(theme.color("status.bad"), 2));
        painter.setBrush(theme.color("status.bad.tint"));
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
        break;
    }
    // A striped foot besides the colour: repeats are told apart without it.
    if (!foot || rect.width() < 10)
        return;
    const QRectF stripe(rect.left() + 2, rect.bottom() - 5, rect.width() - 4, 3);
    painter.setPen(QPen(theme.color("status.bad"), 1));
    for (double x = stripe.left(); x + 3 <= stripe.right() + 0.5; x += 3)
        painter.drawLine(QPointF(x, stripe.bottom()), QPointF(x + 3, stripe.top()));
}

} // namespace

CoverageGrid::CoverageGrid(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFocusRing(*this, FocusRingPlace::inside, 8);
    setAccessibleName(tr("Examples of the epoch"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CoverageGrid::setCoverage(const Coverage& coverage, double textScale)
{
    if (coverage.step == m_coverage.step && textScale == m_scale && coverage == m_coverage)
        return;
    m_coverage = coverage;
    m_scale = textScale;
    if (m_picked >= m_coverage.examples)
        m_picked = -1;
    arrange();
    update();
}

void CoverageGrid::arrange()
{
    const double foot = 34 * m_scale;
    m_layout = layoutCoverage(m_coverage, QRectF(rect()).adjusted(kPad, kPad, -kPad, -foot));
    setAccessibleDescription(legend());
}

void CoverageGrid::resizeEvent(QResizeEvent*)
{
    arrange();
}

QString CoverageGrid::legend() const
{
    if (m_picked >= 0 && !m_layout.cells.empty())
        return exampleSentence(m_coverage, m_layout.cells[static_cast<std::size_t>(m_picked / m_layout.perCell)]);
    if (m_layout.perCell > 1)
        return tr("One cell is %1 examples, in the order of the set.").arg(fixedText(m_layout.perCell, 0));
    return tr("One cell is one example, in the order of the set.");
}

void CoverageGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color("surface.1"));
    painter.drawRoundedRect(rect(), 8, 8);
    const QFont small = uiFont(std::min(11.0, m_layout.side * 0.5) * std::min(m_scale, 1.2), 600);
    const bool fine = m_layout.side < 14;
    painter.setRenderHint(QPainter::Antialiasing, !fine);
    for (const CoverageCell& cell : m_layout.cells)
        paintCell(painter, cell.rect, toneOf(cell), cell.repeated > 0, theme());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const CoverageCell& cell : m_layout.cells)
        if (!cell.text.isEmpty() && numberWidth(cell.text, small) < cell.rect.width() - 2)
            paintNumber(painter,
                {cell.rect.center().x(), cell.rect.center().y() + QFontMetricsF(small).capHeight() / 2}, cell.text,
                small, theme().color("text.primary"), Qt::AlignHCenter);
    if (m_picked >= 0 && !m_layout.cells.empty())
        paintSelection(painter, m_layout.cells[static_cast<std::size_t>(m_picked / m_layout.perCell)].rect, theme(),
            false, 3);

    // Legend: the tones in words; then the example that was picked.
    const QFont caption = theme().font(TextStyle::caption, m_scale);
    const double middle = height() - 17 * m_scale, base = middle + QFontMetricsF(caption).capHeight() / 2;
    double x = kPad;
    const std::pair<Tone, QString> tones[] = {{Tone::never, tr("never")},
        {Tone::once, m_layout.side >= 17 && m_layout.perCell == 1 ? tr("once, by that rank") : tr("once")},
        {Tone::several, tr("more than once")}};
    for (const auto& [tone, name] : tones) {
        paintCell(painter, {x, middle - 6, 12, 12}, tone, tone == Tone::several, theme());
        x += 18;
        x += paintText(painter, {x, base}, name, caption, theme().color("text.secondary")) + 16;
    }
    const QString told = QFontMetricsF(caption).elidedText(legend(), Qt::ElideRight, width() - kPad - x);
    paintNumber(painter, {width() - kPad, base}, told, caption,
        theme().color(m_picked >= 0 ? "text.primary" : "text.tertiary"), Qt::AlignRight);
}

void CoverageGrid::pick(int cell)
{
    m_picked = cell < 0 ? -1 : m_layout.cells[static_cast<std::size_t>(cell)].first;
    setAccessibleDescription(legend());
    update();
}

void CoverageGrid::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        pick(m_layout.at(event->position()));
}

void CoverageGrid::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_layout.cells.size()) - 1;
    const int here = m_picked < 0 ? -1 : m_picked / m_layout.perCell;
    if (last < 0 || event->modifiers() != Qt::NoModifier)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return pick(std::max(0, here - 1));
    case Qt::Key_Right:
        return pick(std::min(last, here + 1));
    case Qt::Key_Up:
        return pick(here < 0 ? 0 : here >= m_layout.columns ? here - m_layout.columns : here);
    case Qt::Key_Down:
        return pick(here < 0 ? 0 : here + m_layout.columns <= last ? here + m_layout.columns : here);
    case Qt::Key_Escape:
        if (m_picked >= 0)
            return pick(-1);
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace lockstep::ui
