// Small painters shared by stage, timeline and inspector: numbers with tabular digits, badges, worker badges,
// fingerprints, status shapes, hatching. All take a Theme; none holds state.
#pragma once

#include <cstdint>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "ui/app/session.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

enum class StatusShape { ok, warning, bad, pending };

/// Text whose digits all take the width of the widest digit (Qt before 6.7 cannot switch "tnum" on).
/// Returns the width. `anchor` is the baseline's left, centre or right end as `alignment` says.
double paintNumber(QPainter& painter, QPointF anchor, const QString& text, const QFont& font, const QColor& color,
    Qt::Alignment alignment = Qt::AlignLeft);
double numberWidth(const QString& text, const QFont& font);

/// Plain text at a baseline point. Returns the width.
double paintText(QPainter& painter, QPointF anchor, const QString& text, const QFont& font, const QColor& color,
    Qt::Alignment alignment = Qt::AlignLeft);

QSizeF badgeSize(Badge badge, const Theme& theme, double scale = 1);
void paintBadge(QPainter& painter, QPointF topLeft, Badge badge, const Theme& theme, double scale = 1);
QString badgeText(Badge badge);        ///< "EXACT" (translated)
QString badgeExplanation(Badge badge); ///< what it means, one sentence

void paintWorkerBadge(QPainter& painter, const QRectF& rect, const QString& label, const Theme& theme);
/// 5 x 5 glyph, left half mirrored, from the low 15 bits of the digest, row by row.
void paintFingerprint(QPainter& painter, const QRectF& rect, std::uint64_t digest, const Theme& theme);
void paintStatus(QPainter& painter, const QRectF& rect, StatusShape shape, const Theme& theme);
/// Diagonal lines for waits.
void paintHatch(QPainter& painter, const QRectF& rect, const Theme& theme, double radius = 4);
/// 2 px ink outline of the selection, 2 px off; 1 px strong border for hover.
void paintSelection(
    QPainter& painter, const QRectF& rect, const Theme& theme, bool hoverOnly = false, double radius = 6);
void paintArrowHead(QPainter& painter, QPointF tip, QPointF direction, double size, const QColor& color);

} // namespace lockstep::ui
