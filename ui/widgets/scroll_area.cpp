// ScrollArea and its thin bar.
#include "ui/widgets/scroll_area.h"

#include <QPainter>
#include <QStyleOptionSlider>

namespace lockstep::ui {

ScrollArea::ScrollArea(QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBar(new ThinScrollBar(Qt::Vertical, this));
    viewport()->setAutoFillBackground(false);
    setFocusPolicy(Qt::NoFocus);
}

ThinScrollBar::ThinScrollBar(Qt::Orientation orientation, QWidget* parent)
    : QScrollBar(orientation, parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent, false);
}

void ThinScrollBar::paintEvent(QPaintEvent*)
{
    if (maximum() <= minimum())
        return;
    // The handle's share of the bar is the share of the page in the whole.
    const bool upright = orientation() == Qt::Vertical;
    const double room = (upright ? height() : width()) - 4;
    const double whole = maximum() - minimum() + pageStep();
    const double length = qMax(24.0, room * pageStep() / whole);
    const double start = 2 + (room - length) * (value() - minimum()) / (maximum() - minimum());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(underMouse() || isSliderDown() ? "border.strong" : "border.default"));
    painter.drawRoundedRect(upright ? QRectF(2, start, 4, length) : QRectF(start, 2, length, 4), 2, 2);
}

} // namespace lockstep::ui
