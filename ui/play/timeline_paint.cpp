// Draws rows, blocks, axis and playhead of the timeline.
#include "ui/play/timeline_paint.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kRadius = 3;

void fillRound(QPainter& painter, const QRectF& rect, const QColor& fill, double radius = kRadius)
{
    if (rect.height() <= 3) { // lines of many ranks
        painter.fillRect(rect, fill);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double r = std::min({radius, rect.width() / 2, rect.height() / 2});
    painter.drawRoundedRect(rect, r, r);
}

void frameRound(QPainter& painter, const QRectF& rect, const QColor& color, double width, double radius)
{
    const double half = width / 2;
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius);
}

double baselineIn(const QRectF& rect, const QFont& font)
{
    return rect.center().y() + font.pixelSize() * 0.365;
}

void paintWait(QPainter& painter, const TimelineBlock& block, const TimelineLayout& layout, const Theme& theme)
{
    if (block.rect.width() < 8 || block.rect.height() < 5) {
        fillRound(painter, block.rect, theme.color("surface.3"));
        return;
    }
    paintHatch(painter, block.rect, theme, kRadius);
    if (block.label.isEmpty())
        return;
    const QFont font = uiFont(12 * layout.textScale, 600);
    const double width = numberWidth(block.label, font) + 24;
    const QRectF plate(block.rect.center().x() - width / 2, block.rect.top() + 6, width, block.rect.height() - 12);
    fillRound(painter, plate.height() >= 14 ? plate : plate.adjusted(0, -4, 0, 4), theme.color("wait.fill"), 4);
    paintNumber(painter, {block.rect.center().x(), baselineIn(block.rect, font)}, block.label, font,
        theme.color("text.secondary"), Qt::AlignHCenter);
}

void paintBlock(QPainter& painter, const TimelineBlock& block, const TimelineLayout& layout, const Theme& theme)
{
    if (block.kind == BlockKind::other) {
        fillRound(painter, block.rect, theme.color("surface.3"));
    } else if (block.tinted) {
        fillRound(painter, block.rect, theme.phaseTint(block.phase));
        if (block.rect.width() >= 4 && block.rect.height() >= 5)
            frameRound(painter, block.rect, theme.phase(block.phase), 1, kRadius - 0.5);
    } else {
        fillRound(painter, block.rect, theme.phase(block.phase));
    }
    if (block.label.isEmpty())
        return;
    const QFont font = uiFont(12 * layout.textScale, 600);
    const QColor ink = block.kind == BlockKind::other ? theme.color("text.secondary")
        : block.tinted                                ? theme.phaseInk(block.phase)
                                                      : theme.phaseOn(block.phase);
    paintNumber(painter, {block.rect.left() + (block.rect.width() < 44 ? 4 : 8), baselineIn(block.rect, font)},
        block.label, font, ink);
}

/// Two pixels of ink around the block, a thin line of ground between, so that it shows on every hue.
void paintOutline(QPainter& painter, const TimelineBlock& block, const Theme& theme)
{
    if (block.selected) {
        frameRound(painter, block.rect.adjusted(-0.5, -0.5, 0.5, 0.5), theme.color("surface.1"), 1, 3.5);
        frameRound(painter, block.rect.adjusted(-2.5, -2.5, 2.5, 2.5), theme.color("selection.outline"), 2, 5);
    } else if (block.hovered) {
        frameRound(painter, block.rect.adjusted(-2, -2, 2, 2), theme.color("border.strong"), 1, 4.5);
    }
}

/// The pinned rows' names, and what the lines below them are.
void paintThinHeads(QPainter& painter, const TimelineLayout& layout, const Theme& theme)
{
    const QFont font = uiFont(12 * layout.textScale, 500), strong = uiFont(12 * layout.textScale, 600);
    const double left = 8;
    for (const PinnedRow& row : layout.pinned) {
        const QFont& own = row.rank >= 0 ? strong : font;
        paintNumber(painter, {left, baselineIn(row.rect, own)}, row.label, own,
            theme.color(row.rank >= 0 ? "text.primary" : "text.secondary"));
        if (row.selected)
            paintSelection(painter,
                QRectF(left - 2, row.rect.top() + 1, layout.scale.left - left - 4, row.rect.height() - 2), theme, false,
                3);
    }
    const QRectF lines(0, layout.rows.front().rect.top(), layout.scale.left,
        layout.rows.back().rect.bottom() - layout.rows.front().rect.top());
    const QString all = QCoreApplication::translate("Timeline", "all %1").arg(layout.rows.size()),
                  each = layout.group > 1 ? QCoreApplication::translate("Timeline", "%1 a line").arg(layout.group)
                                          : QCoreApplication::translate("Timeline", "one each");
    const double line = 15 * layout.textScale, middle = lines.center().y();
    paintNumber(
        painter, {left, middle - line / 2 + font.pixelSize() * 0.365}, all, font, theme.color("text.secondary"));
    paintNumber(
        painter, {left, middle + line / 2 + font.pixelSize() * 0.365}, each, font, theme.color("text.tertiary"));
}

void paintRowHeads(QPainter& painter, const TimelineLayout& layout, const Theme& theme)
{
    for (const TimelineRow& row : layout.rows)
        if (!row.badge.isEmpty()) {
            paintWorkerBadge(painter, row.badge, row.label, theme);
            if (row.selected || row.hovered)
                paintSelection(painter, row.badge, theme, !row.selected);
        }
    if (layout.rows.empty() || !layout.rows.front().badge.isEmpty() || layout.mini)
        return;
    if (layout.thin)
        return paintThinHeads(painter, layout, theme);
    // Rows too low for badges: a caption for as many rows as leave it legible, the first and the last always.
    const QFont font = uiFont(12 * layout.textScale, 500);
    const double pitch = layout.rows.size() > 1 ? layout.rows[1].rect.top() - layout.rows[0].rect.top() : 14;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(13 * layout.textScale / pitch)));
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        const bool last = i + 1 == layout.rows.size();
        if (!last && (i % every != 0 || (i > 0 && i + every > layout.rows.size())))
            continue;
        const QRectF& row = layout.rows[i].rect;
        paintNumber(painter, {52, baselineIn(row, font)}, layout.rows[i].label, font,
            theme.color(layout.rows[i].selected ? "text.primary" : "text.tertiary"), Qt::AlignRight);
    }
}

void paintBlocks(
    QPainter& painter, const std::vector<TimelineBlock>& blocks, const TimelineLayout& layout, const Theme& theme)
{
    for (const TimelineBlock& block : blocks)
        if (block.kind == BlockKind::wait)
            paintWait(painter, block, layout, theme);
    for (const TimelineBlock& block : blocks)
        if (block.kind != BlockKind::wait)
            paintBlock(painter, block, layout, theme);
}

} // namespace

void paintTimelineGround(QPainter& painter, const TimelineLayout& layout, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (layout.axisY > 0) {
        for (const AxisMark& mark : layout.marks) {
            painter.setPen(QPen(theme.color("border.strong"), 1));
            painter.drawLine(QPointF(mark.x, layout.axisY - 6.5), QPointF(mark.x, layout.axisY - 0.5));
        }
        painter.setPen(QPen(theme.color("border.default"), 1));
        painter.drawLine(QPointF(layout.scale.left, layout.axisY), QPointF(layout.scale.right, layout.axisY));
    }
    paintRowHeads(painter, layout, theme);
    if (layout.thin) // whole pixels, nothing to smooth
        painter.setRenderHint(QPainter::Antialiasing, false);
    paintBlocks(painter, layout.blocks, layout, theme);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBlocks(painter, layout.pinnedBlocks, layout, theme);
    for (const TimelineBlock& block : layout.pinnedBlocks)
        paintOutline(painter, block, theme);
    if (!layout.thin)
        for (const TimelineBlock& block : layout.blocks)
            paintOutline(painter, block, theme);
    for (const StopMark& stop : layout.stops)
        paintStatus(painter, stop.rect, StatusShape::bad, theme);
    painter.restore();
}

void paintTimelineFront(QPainter& painter, const TimelineLayout& layout, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont label = uiFont(12 * layout.textScale, 500), strong = uiFont(12 * layout.textScale, 600);
    const double baseline = 14 + 10 * (layout.textScale - 1);
    const QRectF flag = layout.playhead.visible ? layout.playhead.flag.adjusted(-6, 0, 6, 0) : QRectF();
    const auto hidden = [&](double left, double width) { return left < flag.right() && left + width > flag.left(); };
    if (!layout.mini) {
        for (const AxisMark& mark : layout.marks) {
            if (mark.label.isEmpty())
                continue;
            const double width = numberWidth(mark.label, label);
            const double left = mark.leftAligned ? mark.x : mark.x - width / 2;
            if (!hidden(left, width))
                paintNumber(painter, {left, baseline}, mark.label, label, theme.color("text.tertiary"));
        }
        for (const StepMark& mark : layout.steps) {
            if (mark.end < layout.scale.right + 2) {
                painter.setPen(QPen(theme.color("border.default"), 1));
                painter.drawLine(QPointF(std::round(mark.end) + 0.5, 6),
                    QPointF(std::round(mark.end) + 0.5, layout.rows.back().rect.bottom() + 6));
            }
            const double y = baseline + 4;
            const StepHeading heading = headingOf(mark, layout);
            if (heading.text.isEmpty())
                continue;
            const double width = paintNumber(painter, {heading.x, y}, heading.text, strong,
                theme.color(mark.current ? "text.primary" : "text.tertiary"));
            if (heading.length)
                paintNumber(painter, {heading.x + width + 8, y}, mark.length, label, theme.color("text.tertiary"));
        }
    }
    const PlayheadMark& playhead = layout.playhead;
    if (playhead.visible) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(theme.color("surface.1"), 4, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(playhead.x, playhead.top), QPointF(playhead.x, playhead.bottom));
        painter.setPen(QPen(theme.color("text.primary"), 2, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(playhead.x, playhead.top), QPointF(playhead.x, playhead.bottom));
        if (!playhead.flag.isEmpty()) {
            fillRound(painter, playhead.flag, theme.color("text.primary"), 4);
            paintNumber(painter, {playhead.flag.center().x(), baselineIn(playhead.flag, strong)}, playhead.label,
                strong, theme.color("text.inverse"), Qt::AlignHCenter);
        }
    }
    painter.restore();
}

} // namespace lockstep::ui
