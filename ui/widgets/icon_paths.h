// The five badge icons as painter paths, so that badges are crisp in every output format.
#pragma once

#include <QPainter>
#include <QRectF>

#include "ui/app/session.h"

namespace lockstep::ui {

/// Draws the icon of a badge into `rect` (designed on a 16 px grid).
void paintBadgeIcon(QPainter& painter, const QRectF& rect, Badge badge, const QColor& color);

} // namespace lockstep::ui
