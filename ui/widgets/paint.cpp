// Small shapes shared by stage, timeline and inspector.
#include "ui/widgets/paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <QFontMetricsF>
#include <QPainterPath>

namespace lockstep::ui {

namespace {

bool insideRounded(const QRectF& rect, double radius, QPointF point)
{
    const double dx = std::max({rect.left() + radius - point.x(), point.x() - rect.right() + radius, 0.0});
    const double dy = std::max({rect.top() + radius - point.y(), point.y() - rect.bottom() + radius, 0.0});
    return dx * dx + dy * dy <= radius * radius;
}

/// The part of the line x + y = sum that lies in a rounded rectangle. Cut here because SVG output knows no clipping.
std::optional<QLineF> diagonalInside(const QRectF& rect, double radius, double sum)
{
    const double left = std::max(rect.left(), sum - rect.bottom());
    const double right = std::min(rect.right(), sum - rect.top());
    if (right - left < 0.5)
        return std::nullopt;
    const double middle = (left + right) / 2;
    const double bounded = std::min({radius, rect.width() / 2, rect.height() / 2});
    const auto inside = [&](double x) { return insideRounded(rect, bounded, {x, sum - x}); };
    if (!inside(middle))
        return std::nullopt;
    const auto cut = [&](double in, double out) { // the shape is convex, so one border lies between the two
        if (inside(out))
            return out;
        for (int halving = 0; halving < 8; ++halving)
            (inside((in + out) / 2) ? in : out) = (in + out) / 2;
        return in;
    };
    const double from = cut(middle, left), to = cut(middle, right);
    return QLineF(from, sum - from, to, sum - to);
}

QPainterPath octagon(const QRectF& r)
{
    const double cut = r.width() * 0.294;
    QPainterPath path(QPointF(r.left() + cut, r.top()));
    path.lineTo(r.right() - cut, r.top());
    path.lineTo(r.right(), r.top() + cut);
    path.lineTo(r.right(), r.bottom() - cut);
    path.lineTo(r.right() - cut, r.bottom());
    path.lineTo(r.left() + cut, r.bottom());
    path.lineTo(r.left(), r.bottom() - cut);
    path.lineTo(r.left(), r.top() + cut);
    path.closeSubpath();
    return path;
}

} // namespace

void paintWorkerBadge(QPainter& painter, const QRectF& rect, const QString& label, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("badge.worker"));
    const double radius = rect.height() >= 24 ? 6 : 4;
    painter.drawRoundedRect(rect, radius, radius);
    const QFont font = uiFont(std::max(std::min(12.0, rect.height() - 2), std::round(rect.height() * 0.56)), 700);
    const double baseline = rect.center().y() + QFontMetricsF(font).capHeight() / 2;
    paintText(painter, {rect.center().x(), baseline}, label, font, theme.color("badge.worker.on"), Qt::AlignHCenter);
    painter.restore();
}

void paintFingerprint(QPainter& painter, const QRectF& rect, std::uint64_t digest, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("surface.2"));
    painter.drawRoundedRect(rect, 4, 4);
    const double cell = rect.width() / 6;
    QPainterPath glyph; // one path, so that neighbouring cells show no seam
    glyph.setFillRule(Qt::WindingFill);
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 3; ++column) {
            if (((digest >> (row * 3 + column)) & 1) == 0)
                continue;
            const double y = rect.top() + cell / 2 + row * cell;
            glyph.addRect(QRectF(rect.left() + cell / 2 + column * cell, y, cell, cell));
            if (column < 2)
                glyph.addRect(QRectF(rect.left() + cell / 2 + (4 - column) * cell, y, cell, cell));
        }
    painter.setBrush(theme.color("text.primary"));
    painter.drawPath(glyph.simplified());
    painter.restore();
}

void paintStatus(QPainter& painter, const QRectF& rect, StatusShape shape, const Theme& theme)
{
    painter.save();
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 18, rect.height() / 18);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPen mark(theme.color("surface.1"), 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    painter.setPen(Qt::NoPen);
    switch (shape) {
    case StatusShape::ok:
        painter.setBrush(theme.color("status.ok"));
        painter.drawEllipse(QPointF(9, 9), 8, 8);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(mark);
        painter.drawPolyline(std::array<QPointF, 3>{QPointF(5.2, 9.3), QPointF(7.9, 12), QPointF(12.9, 6.3)}.data(), 3);
        break;
    case StatusShape::bad:
        painter.setBrush(theme.color("status.bad"));
        painter.drawPath(octagon(QRectF(1, 1, 16, 16)));
        painter.setPen(mark);
        painter.drawLine(QPointF(6, 6), QPointF(12, 12));
        painter.drawLine(QPointF(12, 6), QPointF(6, 12));
        break;
    case StatusShape::warning:
        painter.setBrush(theme.color("status.warn"));
        painter.drawPolygon(std::array<QPointF, 3>{QPointF(9, 1.5), QPointF(17.5, 16.5), QPointF(0.5, 16.5)}.data(), 3);
        painter.setPen(mark);
        painter.drawLine(QPointF(9, 6.5), QPointF(9, 11.5));
        painter.drawLine(QPointF(9, 13), QPointF(9, 14.8));
        break;
    case StatusShape::pending: {
        QPen dashes(theme.color("text.tertiary"), 1.5, Qt::SolidLine, Qt::FlatCap);
        dashes.setDashPattern({2, 1.67});
        painter.setPen(dashes);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(9, 9), 7.3, 7.3);
        break;
    }
    }
    painter.restore();
}

void paintHatch(QPainter& painter, const QRectF& rect, const Theme& theme, double radius)
{
    if (rect.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("wait.fill"));
    painter.drawRoundedRect(rect, radius, radius);
    painter.setPen(QPen(theme.color("wait.line"), 1, Qt::SolidLine, Qt::FlatCap));
    constexpr double kPitch = 6; // between lines, along x; anchored at the origin so that neighbours line up
    const double first = std::floor((rect.left() + rect.top()) / kPitch) * kPitch;
    for (double sum = first; sum <= rect.right() + rect.bottom(); sum += kPitch)
        if (const auto line = diagonalInside(rect, radius, sum))
            painter.drawLine(*line);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.color("wait.line"), 1));
    painter.drawRoundedRect(
        rect.adjusted(0.5, 0.5, -0.5, -0.5), std::max(0.0, radius - 0.5), std::max(0.0, radius - 0.5));
    painter.restore();
}

void paintSelection(QPainter& painter, const QRectF& rect, const Theme& theme, bool hoverOnly, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (hoverOnly) {
        painter.setPen(QPen(theme.color("border.strong"), 1));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    } else { // the 2 px line lies 2 px off: its middle is 3 px outside
        painter.setPen(QPen(theme.color("selection.outline"), 2));
        painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 3, radius + 3);
    }
    painter.restore();
}

void paintArrowHead(QPainter& painter, QPointF tip, QPointF direction, double size, const QColor& color)
{
    const double length = std::hypot(direction.x(), direction.y());
    if (length == 0)
        return;
    const QPointF along = direction / length;
    const QPointF across(-along.y(), along.x());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const std::array<QPointF, 3> corners
        = {tip, tip - along * size * 1.4 + across * size * 0.8, tip - along * size * 1.4 - across * size * 0.8};
    painter.drawPolygon(corners.data(), 3);
    painter.restore();
}

} // namespace lockstep::ui
