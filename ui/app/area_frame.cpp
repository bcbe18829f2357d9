// AreaFrame: paints ground and hairline.
#include "ui/app/area_frame.h"

#include <QPainter>

namespace lockstep::ui {

AreaFrame::AreaFrame(Qt::Edge edge, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_edge(edge)
{
    setAccessibleName(name);
}

void AreaFrame::setContent(QWidget* content)
{
    m_content = content;
    m_content->setParent(this);
    resizeEvent(nullptr);
    m_content->show();
}

void AreaFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().color("surface.1"));
    const QColor line = theme().color("border.subtle");
    switch (m_edge) {
    case Qt::LeftEdge:
        painter.fillRect(0, 0, 1, height(), line);
        break;
    case Qt::RightEdge:
        painter.fillRect(width() - 1, 0, 1, height(), line);
        break;
    case Qt::TopEdge:
        painter.fillRect(0, 0, width(), 1, line);
        break;
    case Qt::BottomEdge:
        painter.fillRect(0, height() - 1, width(), 1, line);
        break;
    }
}

void AreaFrame::resizeEvent(QResizeEvent*)
{
    if (m_content && m_content->parent() == this)
        m_content->setGeometry(rect().adjusted(m_edge == Qt::LeftEdge ? 1 : 0, m_edge == Qt::TopEdge ? 1 : 0,
            m_edge == Qt::RightEdge ? -1 : 0, m_edge == Qt::BottomEdge ? -1 : 0));
}

} // namespace lockstep::ui
