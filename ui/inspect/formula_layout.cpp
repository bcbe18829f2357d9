// Lays out and draws formulas: 16 px text, 18 px bold results, fraction bars of 1.5 px.
#include "ui/inspect/formula_layout.h"

#include <algorithm>

#include <QFontMetricsF>

#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kGap = 6; ///< on both sides of a relation
constexpr double kFractionPad = 5;
constexpr double kBar = 1.5;
constexpr double kLine = 24, kHalf = 22; ///< line of plain text; one storey of a fraction

/// A piece, or a part of one, with its size; `middle` of every box lies on the line's middle.
struct Box {
    std::vector<FormulaRun> runs; ///< positions relative to (0, middle)
    std::vector<QRectF> bars;
    double width = 0, height = 0;
    bool relation = false; ///< begins with one
};

QFont fontOf(const FormulaPiece& piece, double scale)
{
    switch (piece.kind) {
    case FormulaPiece::Kind::result:
        return uiFont(18 * scale, 700);
    case FormulaPiece::Kind::note:
    case FormulaPiece::Kind::quiet:
        return uiFont(13 * scale, 400);
    default: {
        QFont font = uiFont(16 * scale, 500);
        font.setItalic(piece.kind == FormulaPiece::Kind::symbol);
        return font;
    }
    }
}

void append(Box& box, const Box& other)
{
    for (FormulaRun run : other.runs) {
        run.baseline.rx() += box.width;
        run.rect.translate(box.width, 0);
        box.runs.push_back(run);
    }
    for (const QRectF& bar : other.bars)
        box.bars.push_back(bar.translated(box.width, 0));
    box.width += other.width;
    box.height = std::max(box.height, other.height);
}

void addRun(Box& box, const FormulaPiece& piece, const QString& text, const QFont& font, double drop, double height)
{
    FormulaRun run;
    run.text = text;
    run.font = font;
    run.kind = piece.kind;
    run.bad = piece.bad;
    run.origin = piece.origin;
    run.full = piece.full;
    const double width = numberWidth(text, font);
    run.baseline = {box.width, QFontMetricsF(font).capHeight() / 2 + drop};
    run.rect = QRectF(box.width, -height / 2, width, height);
    box.runs.push_back(run);
    box.width += width;
}

Box boxOf(const FormulaPiece& piece, double scale);

Box rowOf(const Formula& formula, double scale, double height)
{
    Box row;
    row.height = height;
    for (const FormulaPiece& piece : formula)
        append(row, boxOf(piece, scale));
    return row;
}

Box boxOf(const FormulaPiece& piece, double scale)
{
    Box box;
    if (piece.kind == FormulaPiece::Kind::fraction) {
        const Box top = rowOf(piece.top, scale, kHalf * scale), bottom = rowOf(piece.bottom, scale, kHalf * scale);
        const double width = std::max(top.width, bottom.width) + 2 * kFractionPad * scale;
        const auto place = [&](const Box& part, double middle) {
            for (FormulaRun run : part.runs) {
                const QPointF shift((width - part.width) / 2, middle);
                run.baseline += shift;
                run.rect.translate(shift);
                box.runs.push_back(run);
            }
        };
        place(top, -(kHalf * scale + kBar) / 2);
        place(bottom, (kHalf * scale + kBar) / 2);
        box.bars.push_back(QRectF(0, -kBar / 2, width, kBar));
        box.width = width;
        box.height = 2 * kHalf * scale + kBar;
        return box;
    }
    box.height = kLine * scale;
    const bool relation = piece.kind == FormulaPiece::Kind::relation;
    if (relation || piece.kind == FormulaPiece::Kind::note)
        box.width = kGap * scale;
    addRun(box, piece, piece.text, fontOf(piece, scale), 0, kLine * scale);
    if (!piece.sub.isEmpty())
        addRun(box, piece, piece.sub, uiFont(12 * scale, 500), 4 * scale, kLine * scale);
    if (relation)
        box.width += kGap * scale;
    return box;
}

bool mayBreakBefore(const FormulaPiece& piece)
{
    return piece.kind == FormulaPiece::Kind::relation || piece.kind == FormulaPiece::Kind::note
        || (piece.kind == FormulaPiece::Kind::text && piece.text.startsWith(u' '));
}

FormulaLayout placed(const Formula& formula, double width, double scale)
{
    std::vector<Box> segments;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        // What stands before the first relation stays with it: "g =" is never left alone on a line.
        const bool first = segments.size() == 1 && formula[i].kind == FormulaPiece::Kind::relation
            && std::none_of(formula.begin(), formula.begin() + static_cast<std::ptrdiff_t>(i),
                [](const FormulaPiece& piece) { return piece.kind == FormulaPiece::Kind::relation; });
        if (segments.empty() || (mayBreakBefore(formula[i]) && !first))
            segments.emplace_back().relation = formula[i].kind == FormulaPiece::Kind::relation;
        append(segments.back(), boxOf(formula[i], scale));
    }
    FormulaLayout layout;
    const double indent = 16 * scale;
    std::vector<std::vector<const Box*>> lines(1);
    double x = 0;
    for (const Box& segment : segments) {
        if (!lines.back().empty() && x + segment.width > width) {
            // A short result does not stand alone: the step before it comes along.
            const Box* before = &segment == &segments.back() && lines.back().size() > 1 ? lines.back().back() : nullptr;
            if (before && (!before->relation || indent + before->width + segment.width > width))
                before = nullptr;
            if (before)
                lines.back().pop_back();
            lines.emplace_back();
            x = indent;
            if (before) {
                lines.back().push_back(before);
                x += before->width;
            }
        }
        lines.back().push_back(&segment);
        x += segment.width;
    }
    double top = 0;
    for (std::size_t line = 0; line < lines.size(); ++line) {
        double height = 0;
        for (const Box* segment : lines[line])
            height = std::max(height, segment->height);
        x = line == 0 ? 0 : indent;
        for (const Box* segment : lines[line]) {
            const QPointF shift(x, top + height / 2);
            for (FormulaRun run : segment->runs) {
                run.baseline += shift;
                run.rect.translate(shift);
                layout.runs.push_back(run);
            }
            for (const QRectF& bar : segment->bars)
                layout.bars.push_back(bar.translated(shift));
            x += segment->width;
        }
        layout.width = std::max(layout.width, x);
        top += height;
    }
    layout.height = top;
    layout.lines = static_cast<int>(lines.size());
    return layout;
}

bool sameObject(const ObjectRef& a, const ObjectRef& b)
{
    return a.any() && a == b;
}

} // namespace

const FormulaRun* FormulaLayout::runAt(QPointF point) const
{
    for (const FormulaRun& run : runs)
        if ((run.origin.any() || !run.full.isEmpty()) && run.rect.adjusted(-2, 0, 2, 0).contains(point))
            return &run;
    return nullptr;
}

FormulaLayout layoutFormula(const Formula& formula, double width, double textScale)
{
    FormulaLayout layout = placed(formula, width, textScale);
    // Slightly smaller type rather than a second line.
    for (double scale = 0.95; layout.lines > 1 && scale >= 0.84; scale -= 0.05)
        if (FormulaLayout smaller = placed(formula, width, textScale * scale);
            smaller.lines == 1 && smaller.width <= width)
            layout = std::move(smaller);
    // One fraction wider than the panel: smaller type, down to 12 px, rather than a cut.
    for (double scale = 0.95; layout.width > width && scale >= 0.74; scale -= 0.05)
        layout = placed(formula, width, textScale * scale);
    return layout;
}

void paintFormula(
    QPainter& painter, QPointF topLeft, const FormulaLayout& layout, const Theme& theme, const ObjectRef& hover)
{
    painter.save();
    painter.translate(topLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const FormulaRun& run : layout.runs) {
        const bool weak = run.kind == FormulaPiece::Kind::note || run.kind == FormulaPiece::Kind::quiet;
        const QColor color = theme.color(run.bad ? "status.bad" : weak ? "text.secondary" : "text.primary");
        paintNumber(painter, run.baseline, run.text, run.font, color);
        if (sameObject(run.origin, hover))
            painter.fillRect(
                QRectF(run.rect.left(), run.baseline.y() + 3, run.rect.width(), 2), theme.color("text.primary"));
    }
    for (const QRectF& bar : layout.bars)
        painter.fillRect(bar, theme.color("text.primary"));
    painter.restore();
}

} // namespace lockstep::ui
