// Weights view: two skylines side by side.
#include "ui/scene/weights_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

struct Block {
    int rank = 0, index = 0;
    double weight = 0; ///< share
    Value gradient;
    double height = 0; ///< the gradient's true size: for the common scale only
};

struct Skyline {
    QString title;
    bool right = false; ///< weights match the counts
    bool ran = false;
    std::vector<Block> blocks;
    double level = 0; ///< the combined gradient these weights give
};

Skyline skyline(const StageFacts& facts, bool byCount, bool ran)
{
    Skyline line;
    line.ran = ran;
    line.right = byCount;
    line.title = byCount     ? SceneText::tr("Weighted by count")
        : facts.count() == 2 ? SceneText::tr("Mean of the two means")
                             : SceneText::tr("Mean of the %1 means").arg(facts.count());
    double total = 0;
    for (const RankFacts& rank : facts.ranks)
        total += static_cast<double>(rank.examples.size());
    for (const RankFacts& rank : facts.ranks) {
        const double count = static_cast<double>(rank.examples.size());
        for (std::size_t i = 0; i < rank.examples.size(); ++i) {
            Block block;
            block.rank = rank.rank;
            block.index = static_cast<int>(i);
            block.weight = byCount ? 1 / total : 1 / (static_cast<double>(facts.count()) * count);
            block.gradient = rank.examples[i].gradient;
            block.height = facts.end->ranks[static_cast<std::size_t>(rank.rank)].examples[i].gradient.value_or(0);
            line.level += block.weight * block.height;
            line.blocks.push_back(block);
        }
    }
    return line;
}

void layoutBlocks(MarkWriter& writer, const StageFacts& facts, const Skyline& line, double left, double width,
    double zero, double unit)
{
    const FontSpec font{14, 600}, small{12, 600};
    double x = left;
    for (const Block& block : line.blocks) {
        const double w = width * block.weight, height = block.height * unit;
        const QRectF rect(x + 1, std::min(zero, zero - height), std::max(1.0, w - 2), std::abs(height));
        const double centre = x + w / 2;
        if (block.gradient.visible()) {
            writer.add(BoxMark{rect, block.gradient.is() ? phaseTint(Phase::backward) : nullptr,
                phaseSolid(Phase::backward), 1, block.gradient.is() ? Dash::solid : Dash::dashed, 2});
            const QString text = QStringLiteral("%1%2%3").arg(
                fractionText(block.weight), QString(QChar(0x00b7)), shortNumber(block.gradient.value));
            const double inside = rect.height() >= writer.em(22)
                ? zero + (height >= 0 ? -writer.em(8) : writer.em(8) + writer.capHeight(font))
                : 0;
            if (inside != 0 && writer.width(text, font) <= w - 6)
                writer.text({centre, inside}, text, font, "text.primary", Qt::AlignHCenter);
            writer.spot({ObjectKind::example, block.rank, block.index}, rect);
        } else if (block.gradient.known == Known::hidden && w >= writer.hiddenWidth(small)) {
            writer.hiddenSlot({centre, zero - writer.em(10)}, small, Qt::AlignHCenter);
        }
        const QString& label = facts.ranks[static_cast<std::size_t>(block.rank)].label;
        const double labelY = block.height < 0 ? zero - writer.em(6) : zero + writer.em(8) + writer.capHeight(small);
        if (writer.width(label, small) <= w - 2)
            writer.text({centre, labelY}, label, small, "text.secondary", Qt::AlignHCenter);
        x += w;
    }
}

void layoutSkyline(
    MarkWriter& writer, const StageFacts& facts, const Skyline& line, const QRectF& rect, double highest, double lowest)
{
    const FontSpec strong{14, 600}, level{28, 600, true};
    const double mark = writer.em(16), titleY = rect.top() + writer.em(12);
    // Which weighting is right is the diagnosis; it waits for the answer like the findings do.
    const bool judged = !facts.hidden.findings && !facts.hidden.combined && facts.allDone(Phase::backward);
    double titleX = rect.left();
    if (judged) {
        writer.add(StatusMark{QRectF(rect.left(), titleY - mark / 2 - writer.capHeight(strong) / 2, mark, mark),
            line.right ? StatusShape::ok : StatusShape::bad});
        titleX += mark + writer.em(8);
    }
    const QString note = line.ran ? SceneText::tr("what ran") : SceneText::tr("for comparison");
    const QRectF title = writer.text(
        {titleX, titleY}, writer.fitted(line.title, strong, rect.right() - titleX), strong, "text.primary");
    if (title.right() + writer.em(10) + writer.width(note, {12, 500}) <= rect.right())
        writer.text({title.right() + writer.em(10), titleY}, note, {12, 500}, "text.tertiary");

    const double gutter
        = std::max(writer.width(shortNumber(line.level), level), writer.hiddenWidth(level)) + writer.em(14);
    const double left = rect.left() + gutter, width = rect.right() - left;
    const double top = titleY + writer.em(16), bottom = rect.bottom() - writer.em(20);
    const double span = std::max(1e-12, highest - lowest), unit = std::max(1.0, bottom - top) / span;
    const double zero = bottom + lowest * unit;
    layoutBlocks(writer, facts, line, left, width, zero, unit);
    writer.line({left, zero}, {rect.right(), zero}, "border.strong", 1);

    const bool known = line.ran ? facts.combined.is() : facts.combined.is() && !facts.hidden.findings;
    const double y = zero - line.level * unit;
    if (facts.combined.known == Known::hidden) {
        writer.hiddenSlot(
            {left - writer.em(10), (top + bottom) / 2 + writer.capHeight(strong) / 2}, {18, 600}, Qt::AlignRight);
        return;
    }
    if (!known)
        return;
    const Ink ink = judged && !line.right ? "status.bad" : "text.primary";
    writer.add(LineMark{{{left - 4, y}, {rect.right(), y}}, ink, 2, Dash::dashed, 0});
    writer.text(
        {left - writer.em(10), std::clamp(y + writer.capHeight(level) / 2, top + writer.capHeight(level), bottom)},
        shortNumber(line.level), level, ink, Qt::AlignRight);
}

} // namespace

void layoutWeights(MarkWriter& writer, const StageFacts& facts, const QRectF& rect)
{
    const FontSpec strong{14, 600}, small{12, 500};
    const double baseline = rect.top() + writer.em(12);
    const QString title = SceneText::tr("How much each example counts");
    const QRectF written
        = writer.text({rect.left(), baseline}, writer.fitted(title, strong, rect.width()), strong, "text.primary");
    const QString legend = SceneText::tr("width: share of the weight. height: gradient. area: pull on w.");
    if (written.right() + 24 + writer.width(legend, small) <= rect.right())
        writer.text({rect.right(), baseline}, legend, small, "text.tertiary", Qt::AlignRight);

    const bool byCount = facts.config->combine == Combine::weighted;
    Skyline lines[2] = {skyline(facts, byCount, true), skyline(facts, !byCount, false)};
    double highest = 0, lowest = 0;
    for (const Block& block : lines[0].blocks) {
        highest = std::max(highest, block.height);
        lowest = std::min(lowest, block.height);
    }
    const double top = rect.top() + writer.em(28), gap = writer.em(24), half = (rect.width() - gap) / 2;
    layoutSkyline(writer, facts, lines[0], QRectF(rect.left(), top, half, rect.bottom() - top), highest, lowest);
    layoutSkyline(
        writer, facts, lines[1], QRectF(rect.left() + half + gap, top, half, rect.bottom() - top), highest, lowest);
}

} // namespace lockstep::ui
