// Paints the table: a quiet head, hairlines, one row a fact.
#include "ui/compare/fact_table.h"

#include <algorithm>
#include <vector>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/widgets/paint.h"

namespace lockstep::ui {

FactTable::FactTable(const QString& name, QWidget* parent)
    : QWidget(parent)
{
    registerAccessibleGrids();
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FactTable::setContent(FactTableContent content, double textScale)
{
    if (content == m_content && textScale == m_scale)
        return;
    m_content = std::move(content);
    m_scale = textScale;
    updateGeometry();
    update();
}

QSize FactTable::sizeHint() const
{
    return {320, static_cast<int>(rowHeight() * static_cast<double>(m_content.rows.size() + 1))};
}

QFont FactTable::fontOf(int row, int column) const
{
    if (row < 0)
        return theme().font(TextStyle::caption, m_scale);
    if (m_content.monospace)
        return theme().font(TextStyle::mono, m_scale);
    return uiFont(13 * m_scale, row == m_content.marked || (column > 0 && m_content.numbers) ? 600 : 400);
}

/// Width of the widest text of a column.
double FactTable::needOf(int column) const
{
    double widest = QFontMetricsF(fontOf(-1, column)).horizontalAdvance(m_content.columns[column]);
    for (int row = 0; row < gridRows(); ++row)
        widest = std::max(widest, QFontMetricsF(fontOf(row, column)).horizontalAdvance(gridText(row, column)));
    return widest + 4; // tabular digits may be a little wider
}

/// Left and right end. Every column gets what its widest text needs and an equal part of what is left over; where that
/// does not fit, all shrink alike.
std::pair<double, double> FactTable::columnAt(int column) const
{
    constexpr double kGap = 12;
    double needs = 0, before = 0;
    for (int each = 0; each < gridColumns(); ++each) {
        needs += needOf(each);
        before += each < column ? needOf(each) : 0;
    }
    const double room = width() - kGap * (gridColumns() - 1);
    const double shrink = std::min(1.0, room / std::max(1.0, needs));
    const double spare = std::max(0.0, room - needs) / gridColumns();
    const double left = before * shrink + column * (spare + kGap);
    return {left, left + needOf(column) * shrink + spare};
}

void FactTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<std::pair<double, double>> columns;
    for (int column = 0; column < gridColumns(); ++column)
        columns.push_back(columnAt(column));
    const auto cell = [&](int row, int column, const QString& text, const char* ink) {
        const auto [left, right] = columns[static_cast<std::size_t>(column)];
        const QFont font = fontOf(row, column);
        const QString shown = QFontMetricsF(font).elidedText(text, Qt::ElideRight, right - left);
        const double y = (row + 1.5) * rowHeight() + QFontMetricsF(font).capHeight() / 2;
        if (column > 0 && m_content.numbers)
            paintNumber(painter, {right, y}, shown, font, theme().color(ink), Qt::AlignRight);
        else
            paintNumber(painter, {left, y}, shown, font, theme().color(ink));
    };
    for (int column = 0; column < gridColumns(); ++column)
        cell(-1, column, m_content.columns[column], "text.tertiary");
    for (int row = 0; row < gridRows(); ++row) {
        const double y = (row + 1) * rowHeight();
        painter.setPen(QPen(theme().color("border.subtle"), 1));
        painter.drawLine(QPointF(0, y), QPointF(width(), y));
        for (int column = 0; column < gridColumns(); ++column)
            cell(row, column, m_content.rows[static_cast<std::size_t>(row)][column],
                column == 0 ? "text.secondary" : "text.primary");
    }
}

QString FactTable::gridText(int row, int column) const
{
    return m_content.rows.at(static_cast<std::size_t>(row)).at(column);
}

QRect FactTable::gridRect(int row, int column) const
{
    const auto [left, right] = columnAt(column);
    return QRectF(left, (row + 1) * rowHeight(), right - left, rowHeight()).toRect();
}

QString FactTable::gridRowName(int row) const
{
    return gridText(row, 0);
}

QString FactTable::gridColumnName(int column) const
{
    return m_content.columns.value(column);
}

} // namespace lockstep::ui
