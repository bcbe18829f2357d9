// Painting a laid-out stage, mark by mark.
#include "ui/scene/stage_paint.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "core/trace/event.h"
#include "ui/scene/mark_writer.h"

namespace lockstep::ui {

namespace {

QPen penOf(const QColor& color, double width, Dash dash, bool line)
{
    QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (dash == Dash::dashed)
        pen.setDashPattern({4 / width, 3 / width});
    if (dash == Dash::dotted) {
        pen.setCapStyle(Qt::RoundCap);
        pen.setDashPattern(width >= 2 ? QVector<qreal>{0.01, 6 / width} : QVector<qreal>{2 / width, 4 / width});
    }
    if (line && dash == Dash::solid)
        pen.setCapStyle(Qt::FlatCap);
    return pen;
}

/// From paper to ink.
QList<QRgb> shades(const Theme& theme)
{
    const QColor ink = theme.color("pixel.ink"), paper = theme.color("pixel.paper");
    const auto mix = [](int from, int to, int share) { return from + (to - from) * share / 255; };
    QList<QRgb> table;
    for (int share = 0; share < 256; ++share)
        table.append(qRgb(mix(paper.red(), ink.red(), share), mix(paper.green(), ink.green(), share),
            mix(paper.blue(), ink.blue(), share)));
    return table;
}

/// The image's pixels, each `average` x `average` of them as one.
QImage indexedTile(const StageImages& images, int sample, int average, const QList<QRgb>& table)
{
    const int width = images.width / average, height = images.height / average;
    QImage tile(width, height, QImage::Format_Indexed8);
    tile.setColorTable(table);
    tile.fill(0);
    if (sample < 0 || sample >= images.count())
        return tile;
    const std::uint8_t* pixels = images.pixels.data()
        + static_cast<std::size_t>(sample) * static_cast<std::size_t>(images.width * images.height);
    for (int y = 0; y < height; ++y) {
        uchar* line = tile.scanLine(y);
        for (int x = 0; x < width; ++x) {
            int sum = 0;
            for (int v = y * average; v < (y + 1) * average; ++v)
                for (int u = x * average; u < (x + 1) * average; ++u)
                    sum += pixels[v * images.width + u];
            line[x] = static_cast<uchar>((sum + average * average / 2) / (average * average));
        }
    }
    return tile;
}

class MarkPainter {
public:
    MarkPainter(QPainter& painter, const StageLayout& layout, const Theme& theme)
        : m_painter(painter)
        , m_layout(layout)
        , m_theme(theme)
    {
    }

    void operator()(const BoxMark& box)
    {
        const bool stroked = box.stroke && box.width > 0;
        const double inset = stroked ? box.width / 2 : 0;
        const QRectF rect = box.rect.adjusted(inset, inset, -inset, -inset);
        if (rect.width() <= 0 || rect.height() <= 0)
            return;
        m_painter.setPen(stroked ? penOf(m_theme.color(box.stroke), box.width, box.dash, false) : QPen(Qt::NoPen));
        m_painter.setBrush(box.fill ? QBrush(m_theme.color(box.fill)) : QBrush(Qt::NoBrush));
        const double radius = std::max(0.0, std::min({box.radius - inset, rect.width() / 2, rect.height() / 2}));
        if (radius > 0)
            m_painter.drawRoundedRect(rect, radius, radius);
        else
            m_painter.drawRect(rect);
    }

    void operator()(const LineMark& line)
    {
        if (line.points.size() < 2)
            return;
        const QColor color = m_theme.color(line.ink);
        QPolygonF points(QList<QPointF>(line.points.begin(), line.points.end()));
        const QPointF tip = points.back(), before = points[points.size() - 2];
        const double length = std::hypot(tip.x() - before.x(), tip.y() - before.y());
        const bool head = line.head > 0 && length > 0.1;
        if (head) { // the line ends inside its head
            const double cut = std::min(length, line.head * 1.2);
            points.back() = tip - (tip - before) * (cut / length);
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(penOf(color, line.width, line.dash, true));
        // Hair lines along the axes stay crisp.
        if (line.width <= 1.5 && points.size() == 2 && line.dash == Dash::solid
            && (points[0].x() == points[1].x() || points[0].y() == points[1].y())) {
            for (QPointF& point : points)
                point = QPointF(std::floor(point.x()) + 0.5, std::floor(point.y()) + 0.5);
        }
        m_painter.drawPolyline(points);
        if (head)
            paintArrowHead(m_painter, tip, (tip - before) / length, line.head, color);
    }

    void operator()(const TextMark& text)
    {
        const QFont& font = fontFor(text.font);
        if (text.tabular)
            paintNumber(m_painter, text.anchor, text.text, font, m_theme.color(text.ink), text.alignment);
        else
            paintText(m_painter, text.anchor, text.text, font, m_theme.color(text.ink), text.alignment);
    }

    void operator()(const DiamondMark& diamond)
    {
        const double h = diamond.radius, w = h * 0.8;
        const QPointF c = diamond.centre;
        m_painter.setPen(penOf(m_theme.color(diamond.stroke), diamond.width, diamond.dash, false));
        m_painter.setBrush(diamond.fill ? QBrush(m_theme.color(diamond.fill)) : QBrush(Qt::NoBrush));
        m_painter.drawPolygon(
            QPolygonF({{c.x(), c.y() - h}, {c.x() + w, c.y()}, {c.x(), c.y() + h}, {c.x() - w, c.y()}}));
    }

    void operator()(const DotMark& dot)
    {
        const double radius = dot.stroke ? dot.radius - dot.width / 2 : dot.radius;
        m_painter.setPen(dot.stroke ? QPen(m_theme.color(dot.stroke), dot.width) : QPen(Qt::NoPen));
        m_painter.setBrush(dot.fill ? QBrush(m_theme.color(dot.fill)) : QBrush(Qt::NoBrush));
        m_painter.drawEllipse(dot.centre, radius, radius);
    }

    void operator()(const WorkerMark& worker) { paintWorkerBadge(m_painter, worker.rect, worker.label, m_theme); }
    void operator()(const FingerprintMark& glyph)
    {
        if (glyph.digest != kNoDigest)
            paintFingerprint(m_painter, glyph.rect, glyph.digest, m_theme);
    }
    void operator()(const BadgeMark& badge)
    {
        paintBadge(m_painter, badge.rect.topLeft(), badge.badge, m_theme, badge.scale);
    }
    void operator()(const StatusMark& status) { paintStatus(m_painter, status.rect, status.shape, m_theme); }
    void operator()(const HatchMark& hatch) { paintHatch(m_painter, hatch.rect, m_theme, hatch.radius); }

    void operator()(const CheckMark& check)
    {
        const QRectF& r = check.rect;
        const double u = r.width() / 16;
        m_painter.setPen(QPen(m_theme.color(check.ink), 2 * u, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPolyline(QPolygonF({r.topLeft() + QPointF(3.5, 8.5) * u, r.topLeft() + QPointF(6.5, 11.5) * u,
            r.topLeft() + QPointF(12.5, 4.5) * u}));
    }

    void operator()(const TileMark& tile)
    {
        if (!m_layout.images)
            return;
        const StageImages& images = *m_layout.images;
        const QSizeF size(tile.pixel * images.width / tile.average, tile.pixel * images.height / tile.average);
        const QRectF room = tile.rect.adjusted(0, 0, 0, -tile.foot);
        const QRectF inner(QPointF(std::round(room.center().x() - size.width() / 2),
                               std::round(room.center().y() - size.height() / 2)),
            size);
        if (tile.faded)
            m_painter.setOpacity(0.38);
        m_painter.setPen(tile.twice ? QPen(Qt::NoPen) : QPen(m_theme.color("border.default"), 1));
        m_painter.setBrush(m_theme.color("pixel.paper"));
        m_painter.drawRoundedRect(tile.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        if (m_shades.isEmpty())
            m_shades = shades(m_theme);
        m_painter.drawImage(inner, indexedTile(images, tile.sample, tile.average, m_shades));
        if (tile.twice)
            paintTwice(tile);
        m_painter.setOpacity(1);
    }

private:
    /// The red frame and the stripes below the pixels.
    void paintTwice(const TileMark& tile)
    {
        const QColor bad = m_theme.color("status.bad");
        const QRectF foot(tile.rect.left() + 1, tile.rect.bottom() - tile.foot, tile.rect.width() - 2, tile.foot - 1);
        if (tile.foot > 2) {
            m_painter.save();
            m_painter.setClipRect(foot, Qt::IntersectClip);
            m_painter.fillRect(foot, m_theme.color("surface.1"));
            m_painter.setPen(QPen(bad, 1.25, Qt::SolidLine, Qt::FlatCap));
            const double begin = std::floor((foot.left() + foot.top()) / 4) * 4;
            for (double sum = begin; sum <= foot.right() + foot.bottom(); sum += 4)
                m_painter.drawLine(QPointF(sum - foot.top(), foot.top()), QPointF(sum - foot.bottom(), foot.bottom()));
            m_painter.restore();
        }
        const double width = tile.rect.width() >= 16 ? 2 : 1;
        m_painter.setPen(QPen(bad, width));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(tile.rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), 3, 3);
    }

    /// A stage uses a dozen fonts for a hundred texts.
    const QFont& fontFor(const FontSpec& spec)
    {
        for (const auto& [known, font] : m_fonts)
            if (known == spec)
                return font;
        return m_fonts.emplace_back(spec, fontOf(spec)).second;
    }

    QPainter& m_painter;
    const StageLayout& m_layout;
    const Theme& m_theme;
    std::deque<std::pair<FontSpec, QFont>> m_fonts;
    QList<QRgb> m_shades;
};

} // namespace

QImage tileImage(const StageImages& images, int sample, int pixel, const Theme& theme)
{
    const QImage small = indexedTile(images, sample, 1, shades(theme)).convertToFormat(QImage::Format_RGB32);
    return pixel == 1
        ? small
        : small.scaled(images.width * pixel, images.height * pixel, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

QTransform bodyTransform(const StageLayout& layout, const View& view)
{
    const QRectF& body = layout.body;
    if (view.zoom <= 1 || body.isEmpty())
        return {};
    QPointF focus = body.center();
    for (const Spot& spot : layout.spots)
        if (view.selection.any() && spot.object == view.selection && body.contains(spot.rect.center()))
            focus = spot.rect.center();
    const double z = view.zoom;
    const double x
        = std::clamp(body.center().x() - focus.x() * z, body.right() - body.right() * z, body.left() - body.left() * z);
    const double y
        = std::clamp(body.center().y() - focus.y() * z, body.bottom() - body.bottom() * z, body.top() - body.top() * z);
    return QTransform(z, 0, 0, z, x, y);
}

void paintStage(QPainter& painter, const StageLayout& layout, const Theme& theme, const View& view)
{
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), layout.size), theme.color("surface.0"));
    MarkPainter mark(painter, layout, theme);
    const auto paintMarks = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            std::visit(mark, layout.marks[i]);
    };
    // Hover first, so that the selection's outline lies on top where both are the same object.
    const auto outline = [&](const ObjectRef& object, bool hoverOnly) {
        bool found = false;
        const bool everyRank
            = object.rank < 0 && (object.kind == ObjectKind::rank || object.kind == ObjectKind::gradient);
        for (const Spot& spot : layout.spots)
            if (object.any()
                && (spot.object == object || (everyRank && spot.object == ObjectRef{object.kind, spot.object.rank}))) {
                paintSelection(painter, spot.rect, theme, hoverOnly);
                found = true;
            }
        for (const StageCell& cell : layout.cells) // a phase of a worker where there are no lanes
            if (!found && object.any() && cell.object == object && !cell.rect.isEmpty())
                paintSelection(painter, cell.rect, theme, hoverOnly);
    };
    paintMarks(0, layout.bodyBegin);
    paintMarks(layout.bodyEnd, layout.marks.size());
    const QTransform zoom = bodyTransform(layout, view);
    if (!zoom.isIdentity()) {
        painter.setClipRect(layout.body, Qt::IntersectClip);
        painter.setTransform(zoom, true);
    }
    paintMarks(layout.bodyBegin, layout.bodyEnd);
    if (!(view.hover == view.selection))
        outline(view.hover, true);
    outline(view.selection, false);
    painter.restore();
}

} // namespace lockstep::ui
