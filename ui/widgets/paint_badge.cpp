// Honesty badges: their words, sizes and borders.
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "ui/widgets/icon_paths.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

/// Metrics of a badge, in design pixels: 20 high, icon of 12, text of 12.
struct BadgeLook {
    double height = 20, padLeft = 6, padRight = 7, gap = 5, icon = 12;
};

} // namespace

QString badgeText(Badge badge)
{
    switch (badge) {
    case Badge::exact:
        return QCoreApplication::translate("Badge", "EXACT");
    case Badge::computed:
        return QCoreApplication::translate("Badge", "COMPUTED");
    case Badge::measured:
        return QCoreApplication::translate("Badge", "MEASURED");
    case Badge::simulated:
        return QCoreApplication::translate("Badge", "SIMULATED");
    case Badge::imported:
        return QCoreApplication::translate("Badge", "IMPORTED");
    }
    return {};
}

QString badgeExplanation(Badge badge)
{
    switch (badge) {
    case Badge::exact:
        return QCoreApplication::translate("Badge", "Exact: you can redo it by hand from what is shown.");
    case Badge::computed:
        return QCoreApplication::translate(
            "Badge", "Computed: reproducible from configuration and seed, but not by hand.");
    case Badge::measured:
        return QCoreApplication::translate("Badge", "Measured: wall clock on this machine, one run.");
    case Badge::simulated:
        return QCoreApplication::translate(
            "Badge", "Simulated: virtual time from the cost model in the configuration.");
    case Badge::imported:
        return QCoreApplication::translate("Badge", "Imported: read from a file.");
    }
    return {};
}

QSizeF badgeSize(Badge badge, const Theme& theme, double scale)
{
    const BadgeLook look;
    const double words = QFontMetricsF(theme.font(TextStyle::badge, scale)).horizontalAdvance(badgeText(badge));
    return {std::ceil((look.padLeft + look.icon + look.gap + look.padRight) * scale + words), look.height * scale};
}

void paintBadge(QPainter& painter, QPointF topLeft, Badge badge, const Theme& theme, double scale)
{
    const BadgeLook look;
    const QSizeF size = badgeSize(badge, theme, scale);
    const bool filled = badge == Badge::exact;
    const QColor ink = theme.color(filled ? "action.onFill" : "text.primary");
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme.color(filled ? "action.fill" : "surface.1"));
    double stroke = filled ? 0 : scale;
    if (badge == Badge::computed || badge == Badge::imported)
        stroke = 1.5 * scale;
    QPen border(theme.color("border.strong"), stroke, Qt::SolidLine, Qt::FlatCap);
    if (badge == Badge::simulated)
        border.setDashPattern({3, 2});
    if (badge == Badge::imported)
        border.setDashPattern({1, 1.2});
    painter.setPen(filled ? QPen(Qt::NoPen) : border);
    const double inset = stroke / 2;
    painter.drawRoundedRect(QRectF(topLeft, size).adjusted(inset, inset, -inset, -inset), 4 * scale, 4 * scale);
    const double icon = look.icon * scale;
    paintBadgeIcon(painter, {topLeft.x() + look.padLeft * scale, topLeft.y() + (size.height() - icon) / 2, icon, icon},
        badge, ink);
    const QFont font = theme.font(TextStyle::badge, scale);
    const double baseline = topLeft.y() + (size.height() + QFontMetricsF(font).capHeight()) / 2;
    paintText(
        painter, {topLeft.x() + (look.padLeft + look.icon + look.gap) * scale, baseline}, badgeText(badge), font, ink);
    painter.restore();
}

} // namespace lockstep::ui
