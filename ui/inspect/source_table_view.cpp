// Paints the source table: first column left, numbers right, tabular digits, the total under a stronger line.
#include "ui/inspect/source_table_view.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kColumnGap = 12;

} // namespace

SourceTableView::SourceTableView(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    registerAccessibleGrids();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    setFocusRing(*this, FocusRingPlace::outside, 4);
    setAccessibleName(tr("Where the numbers come from"));
    connect(&session, &Session::viewChanged, this, qOverload<>(&QWidget::update));
}

void SourceTableView::setTable(const SourceTable& table)
{
    const bool sameShape
        = table.rows.size() == m_table.rows.size() && table.heads == m_table.heads && m_sizedFor == textScale();
    m_table = table;
    m_sizedFor = textScale();
    if (!sameShape)
        updateGeometry();
    update();
}

double SourceTableView::rowHeight() const
{
    return (m_table.rows.size() > 9 ? 24 : 31) * textScale();
}

QSize SourceTableView::sizeHint() const
{
    return {264, static_cast<int>(std::ceil(headHeight() + rowHeight() * static_cast<double>(m_table.rows.size())))};
}

std::vector<double> SourceTableView::columnWidths(double scale) const
{
    const QFont head = uiFont(12 * scale, 500), cell = uiFont(13 * scale, 600);
    std::vector<double> widths;
    for (std::size_t column = 0; column < m_table.heads.size(); ++column) {
        double width = numberWidth(m_table.heads[column], head);
        for (const TableRow& row : m_table.rows)
            width = std::max(width, numberWidth(row.cells.at(column).text, cell));
        widths.push_back(width);
    }
    return widths;
}

double SourceTableView::neededWidth(double scale) const
{
    if (m_table.heads.size() < 2)
        return 0;
    // The first two columns share their room row by row: "Global batch" may lie under the head "Examples".
    const QFont head = uiFont(12 * scale, 500), cell = uiFont(13 * scale, 600);
    double needed = numberWidth(m_table.heads[0], head) + kColumnGap + numberWidth(m_table.heads[1], head);
    for (const TableRow& row : m_table.rows)
        needed = std::max(
            needed, numberWidth(row.cells.at(0).text, cell) + kColumnGap + numberWidth(row.cells.at(1).text, cell));
    const std::vector<double> widths = columnWidths(scale);
    for (std::size_t column = 2; column < widths.size(); ++column)
        needed += kColumnGap + widths[column];
    return needed;
}

double SourceTableView::fittingScale() const
{
    const double needed = neededWidth(textScale());
    return needed > width() ? textScale() * std::max(0.6, width() / needed) : textScale();
}

std::vector<double> SourceTableView::rightEdges(double scale) const
{
    const std::vector<double> widths = columnWidths(scale);
    // Spare room goes between the columns, most of it after the first.
    const double spare = std::max(0.0, width() - neededWidth(scale));
    std::vector<double> edges(widths.size(), 0);
    double right = width();
    for (std::size_t column = widths.size(); column-- > 1;) {
        edges[column] = right;
        right -= widths[column] + kColumnGap + std::min(10.0, spare / static_cast<double>(widths.size()));
    }
    return edges;
}

void SourceTableView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = fittingScale();
    const std::vector<double> edges = rightEdges(scale);
    const QFont head = uiFont(12 * scale, 500);
    const auto baseline = [](const QFont& font, double middle) { return middle + QFontMetricsF(font).capHeight() / 2; };
    for (std::size_t column = 0; column < m_table.heads.size(); ++column)
        paintText(painter, {column == 0 ? 0 : edges[column], baseline(head, 10 * textScale())}, m_table.heads[column],
            head, theme().color("text.tertiary"), column == 0 ? Qt::AlignLeft : Qt::AlignRight);
    double top = headHeight();
    for (std::size_t i = 0; i < m_table.rows.size(); ++i) {
        const TableRow& row = m_table.rows[i];
        painter.fillRect(
            QRectF(0, top, width(), row.total ? 1.5 : 1), theme().color(row.total ? "border.strong" : "border.subtle"));
        if (gridRowSelected(static_cast<int>(i))) {
            painter.setPen(QPen(theme().color("selection.outline"), 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(1, top + 2.5, width() - 2, rowHeight() - 4), 4, 4);
        } else if (m_session.view().hover.any()
            && (m_session.view().hover == row.object
                || (!row.total && m_session.view().hover.rank == row.object.rank))) {
            painter.setPen(QPen(theme().color("border.strong"), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(0.5, top + 2.5, width() - 1, rowHeight() - 4), 4, 4);
        }
        const bool framed = gridRowSelected(static_cast<int>(i));
        const QFont font = uiFont(13 * scale, row.total ? 600 : 400);
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            const TableCell& cell = row.cells[column];
            const double inset = framed ? 6 : 0;
            paintNumber(painter,
                {column == 0 ? inset : edges[column] - (column + 1 == row.cells.size() ? inset : 0),
                    baseline(font, top + rowHeight() / 2 + 0.5)},
                cell.text, font, theme().color(cell.bad ? "status.bad" : "text.primary"),
                column == 0 ? Qt::AlignLeft : Qt::AlignRight);
        }
        top += rowHeight();
    }
}

int SourceTableView::rowAt(double y) const
{
    const int row = static_cast<int>(std::floor((y - headHeight()) / rowHeight()));
    return row >= 0 && row < gridRows() ? row : -1;
}

void SourceTableView::mouseMoveEvent(QMouseEvent* event)
{
    const int row = rowAt(event->position().y());
    const ObjectRef object = row < 0 ? ObjectRef{} : m_table.rows[static_cast<std::size_t>(row)].object;
    setCursor(row < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (!(object == m_session.view().hover))
        m_session.hover(object);
}

void SourceTableView::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int row = rowAt(event->position().y()); row >= 0)
        gridSelectRow(row);
}

void SourceTableView::leaveEvent(QEvent*)
{
    if (m_session.view().hover.any())
        m_session.hover({});
}

void SourceTableView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (gridRows() > 0) {
            const int by = event->key() == Qt::Key_Down ? 1 : -1;
            m_row = m_row < 0 ? (by > 0 ? 0 : gridRows() - 1) : std::clamp(m_row + by, 0, gridRows() - 1);
            m_session.hover(ObjectRef(m_table.rows[static_cast<std::size_t>(m_row)].object));
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_row >= 0 && m_row < gridRows())
            gridSelectRow(m_row);
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    event->accept();
}

void SourceTableView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_row = -1;
    if (m_session.view().hover.any())
        m_session.hover({});
}

QString SourceTableView::gridText(int row, int column) const
{
    return m_table.rows.at(static_cast<std::size_t>(row)).cells.at(static_cast<std::size_t>(column)).text;
}

QRect SourceTableView::gridRect(int row, int column) const
{
    const std::vector<double> edges = rightEdges(fittingScale());
    const auto at = static_cast<std::size_t>(column);
    const double left = column <= 1 ? (column == 0 ? 0 : edges[1] / 2) : edges[at - 1];
    const double right = column == 0 ? (edges.size() > 1 ? edges[1] / 2 : width()) : edges[at];
    return QRectF(left, headHeight() + row * rowHeight(), right - left, rowHeight()).toAlignedRect();
}

bool SourceTableView::gridRowSelected(int row) const
{
    const ObjectRef& selection = m_session.view().selection;
    return selection.any() && selection == m_table.rows.at(static_cast<std::size_t>(row)).object;
}

void SourceTableView::gridSelectRow(int row)
{
    m_session.select(ObjectRef(m_table.rows.at(static_cast<std::size_t>(row)).object));
}

} // namespace lockstep::ui
