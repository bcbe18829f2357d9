// Icons: the SVG files of resources/icons, recoloured from the theme when painted.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QString>

namespace lockstep::ui {

/// Draws icon `name` ("play", "chevron-right", ...; a file of resources/icons) into `rect`. Unknown names abort.
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color);

/// The same as a pixmap of `side` logical pixels, for menus and the window icon.
QPixmap iconPixmap(const QString& name, int side, const QColor& color, double devicePixelRatio = 1);

} // namespace lockstep::ui
