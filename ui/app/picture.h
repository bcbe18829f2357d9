// Picture: a widget as the bytes of a PNG, SVG or PDF file.
#pragma once

#include <QByteArray>
#include <QWidget>

#include "ui/app/render_options.h"

namespace lockstep::ui {

/// PNG: exactly round(width * scale) x round(height * scale) pixels. SVG and PDF: one user unit (1/96 inch) a logical
/// pixel, drawn as paths and text. The widget must have its final size.
QByteArray pictureOf(QWidget& widget, RenderFormat format, double scale, const QString& title);

/// The widget as an image with `scale` pixels per logical pixel.
QImage imageOf(QWidget& widget, double scale);

} // namespace lockstep::ui
