// Badge icons: equals, die, clock, tilde, arrow into a tray.
#include "ui/widgets/icon_paths.h"

#include <QPainterPath>

namespace lockstep::ui {

namespace {

QPainterPath strokes(Badge badge)
{
    QPainterPath path;
    switch (badge) {
    case Badge::exact:
        path.moveTo(3, 5.8);
        path.lineTo(13, 5.8);
        path.moveTo(3, 10.4);
        path.lineTo(13, 10.4);
        break;
    case Badge::computed:
        path.addRoundedRect(QRectF(2.5, 2.5, 11, 11), 2.5, 2.5);
        break;
    case Badge::measured:
        path.addEllipse(QPointF(8, 8.7), 5.1, 5.1);
        path.moveTo(8, 5.8);
        path.lineTo(8, 8.8);
        path.lineTo(10, 10.1);
        path.moveTo(6.4, 1.8);
        path.lineTo(9.6, 1.8);
        break;
    case Badge::simulated:
        path.moveTo(2.4, 9.6);
        path.cubicTo(4.3, 5.6, 6.4, 6.4, 8, 8);
        path.cubicTo(9.6, 9.6, 11.7, 10.4, 13.6, 6.4);
        break;
    case Badge::imported:
        path.moveTo(8, 2.5);
        path.lineTo(8, 9.6);
        path.moveTo(4.9, 6.8);
        path.lineTo(8, 9.9);
        path.lineTo(11.1, 6.8);
        path.moveTo(3, 13.2);
        path.lineTo(13, 13.2);
        break;
    }
    return path;
}

} // namespace

void paintBadgeIcon(QPainter& painter, const QRectF& rect, Badge badge, const QColor& color)
{
    painter.save();
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 16, rect.height() / 16);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, badge == Badge::exact ? 2 : 1.7, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(strokes(badge));
    if (badge == Badge::computed) { // three pips
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        for (const double place : {5.6, 8.0, 10.4})
            painter.drawEllipse(QPointF(place, place), 1.25, 1.25);
    }
    painter.restore();
}

} // namespace lockstep::ui
