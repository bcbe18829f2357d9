// Picture: paints a widget on an image, an SVG generator or a PDF writer.
#include "ui/app/picture.h"

#include <cmath>

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace lockstep::ui {

namespace {

constexpr double kDotsPerInch = 96, kPointsPerInch = 72;
constexpr int kPdfResolution = 1200; // fine enough that rounded glyph places do not show

QByteArray png(QWidget& widget, double scale)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    imageOf(widget, scale).convertToFormat(QImage::Format_RGB32).save(&buffer, "PNG");
    return bytes;
}

QByteArray svg(QWidget& widget, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(kDotsPerInch));
    generator.setSize(widget.size());
    generator.setViewBox(QRect(QPoint(), widget.size()));
    generator.setTitle(title);
    QPainter painter(&generator);
    widget.render(&painter);
    painter.end();
    return bytes;
}

QByteArray pdf(QWidget& widget, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Lockstep"));
    writer.setResolution(kPdfResolution);
    writer.setPageSize(QPageSize(
        QSizeF(widget.size()) * kPointsPerInch / kDotsPerInch, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    painter.scale(kPdfResolution / kDotsPerInch, kPdfResolution / kDotsPerInch);
    widget.render(&painter);
    painter.end();
    return bytes;
}

} // namespace

QImage imageOf(QWidget& widget, double scale)
{
    const QSize pixels(
        static_cast<int>(std::lround(widget.width() * scale)), static_cast<int>(std::lround(widget.height() * scale)));
    QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    widget.render(&image);
    return image;
}

QByteArray pictureOf(QWidget& widget, RenderFormat format, double scale, const QString& title)
{
    switch (format) {
    case RenderFormat::png:
        return png(widget, scale);
    case RenderFormat::svg:
        return svg(widget, title);
    case RenderFormat::pdf:
        return pdf(widget, title);
    }
    return {};
}

} // namespace lockstep::ui
