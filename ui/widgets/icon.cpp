// Icons: an SVG whose ink is "currentColor" becomes a picture in one colour of the theme.
#include "ui/widgets/icon.h"

#include <QFile>
#include <QPixmap>
#include <QSvgRenderer>

#include "core/base/check.h"

namespace lockstep::ui {

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        LOCKSTEP_CHECK_EQ(name.toStdString(), "an icon of resources/icons");
    QSvgRenderer renderer(file.readAll().replace("currentColor", color.name(QColor::HexRgb).toLatin1()));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter, rect);
    painter.restore();
}

QPixmap iconPixmap(const QString& name, int side, const QColor& color, double devicePixelRatio)
{
    QPixmap pixmap(QSizeF(side, side).toSize() * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRectF(0, 0, side, side), name, color);
    return pixmap;
}

} // namespace lockstep::ui
