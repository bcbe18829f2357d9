// Paints the table: a quiet head, hairlines, one row a fact.
#include "ui/compare/fact_table.h"

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

/// Left and right end. The names take what they need up to a half; the others share the rest.
std::pair<double, double> FactTable::columnAt(int column) const
{
    const double names = 0.44 * width(), others = std::max(1, gridColumns() - 1);
    if (column == 0)
        return {0, names - 12};
    const double each = (width() - names) / others;
    return {names + (column - 1) * each, names + column * each - (column < gridColumns() - 1 ? 12 : 0)};
}

void FactTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont head = theme().font(TextStyle::caption, m_scale);
    const QFont plain = m_content.monospace ? theme().font(TextStyle::mono, m_scale) : uiFont(13 * m_scale, 400);
    const QFont strong = m_content.monospace ? plain : uiFont(13 * m_scale, 600);
    const auto cell = [&](int row, int column, const QString& text, const QFont& font, const char* ink) {
        const auto [left, right] = columnAt(column);
        const QString shown = QFontMetricsF(font).elidedText(text, Qt::ElideRight, right - left);
        const double y = (row + 1.5) * rowHeight() + QFontMetricsF(font).capHeight() / 2;
        if (column > 0 && m_content.numbers)
            paintNumber(painter, {right, y}, shown, font, theme().color(ink), Qt::AlignRight);
        else
            paintNumber(painter, {left, y}, shown, font, theme().color(ink));
    };
    for (int column = 0; column < gridColumns(); ++column)
        cell(-1, column, m_content.columns[column], head, "text.tertiary");
    for (int row = 0; row < gridRows(); ++row) {
        const double y = (row + 1) * rowHeight();
        painter.setPen(QPen(theme().color("border.subtle"), 1));
        painter.drawLine(QPointF(0, y), QPointF(width(), y));
        for (int column = 0; column < gridColumns(); ++column)
            cell(row, column, m_content.rows[static_cast<std::size_t>(row)][column],
                row == m_content.marked || (column > 0 && m_content.numbers) ? strong : plain,
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
