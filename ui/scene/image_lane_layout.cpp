// Lanes of image runs: tiles of real pixels, fingerprint and loss, the bias gradient as bars by class.
#include <algorithm>
#include <cmath>

#include "ui/scene/lanes_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

/// The largest whole multiple of the pixels at which `count` tiles fit, and how many stand side by side.
struct TileGrid {
    int pixel = 1, across = 1, shown = 0;
    double side = 0;
};

TileGrid fitTiles(const StageImages& images, int count, double width, double height)
{
    TileGrid grid;
    for (int pixel = 4; pixel >= 1; --pixel) {
        const double side = pixel * std::max(images.width, images.height) + (pixel >= 3 ? 4 : 2), step = side + 3;
        const int across = std::max(1, static_cast<int>((width + 3) / step)),
                  down = std::max(1, static_cast<int>((height + 3) / step));
        grid = {pixel, across, std::min(count, across * down), side};
        if (across * down >= count)
            return grid;
    }
    return grid;
}

void layoutTiles(
    MarkWriter& writer, const Column& column, const LaneBox& lane, const RankFacts& rank, const StageImages& images)
{
    const int count = static_cast<int>(rank.examples.size());
    if (count == 0 || rank.phases[static_cast<std::size_t>(Phase::load)].progress != Progress::done)
        return;
    const FontSpec small{12, 500};
    const double line = writer.em(16), left = column.left + 8, width = column.width - 12;
    const TileGrid grid = fitTiles(images, count, width, lane.height - 16 - line);
    QStringList labels;
    for (const ExampleFacts& example : rank.examples)
        if (static_cast<std::size_t>(example.sample) < images.labels.size())
            labels.append(QString::number(images.labels[static_cast<std::size_t>(example.sample)]));
    const QString told = SceneText::tr("labels %1").arg(labels.join(QStringLiteral(", ")));
    const QString note = grid.shown < count  ? andMore(count - grid.shown)
        : writer.width(told, small) <= width ? told
                                             : SceneText::tr("%1 images").arg(count);
    const int down = (grid.shown + grid.across - 1) / std::max(1, grid.across);
    const double block = down * (grid.side + 3) - 3 + line, top = lane.centre() - block / 2;
    for (int i = 0; i < grid.shown; ++i) {
        const QRectF rect(std::round(left + (i % grid.across) * (grid.side + 3)),
            std::round(top + (i / grid.across) * (grid.side + 3)), grid.side, grid.side);
        writer.add(TileMark{rect, rank.examples[static_cast<std::size_t>(i)].sample, grid.pixel, false});
        writer.spot({ObjectKind::example, rank.rank, i}, rect);
    }
    writer.text({left, top + block - 1}, writer.fitted(note, small, width), small, "text.secondary");
}

void layoutLoss(MarkWriter& writer, const Column& column, const LaneBox& lane, const RankFacts& rank)
{
    const double side = std::min(writer.em(32), lane.height - 16);
    const QRectF glyph(column.left + 10, lane.centre() - side / 2, side, side);
    if (rank.phases[static_cast<std::size_t>(Phase::load)].progress == Progress::done)
        writer.add(FingerprintMark{glyph, rank.digestBefore});
    if (rank.loss.known == Known::notYet)
        return;
    const double x = glyph.right() + writer.em(12), room = column.right() - 4 - x;
    const FontSpec small{14}, big{16, 600};
    writer.text(
        {x, lane.centre() - writer.em(5)}, writer.fitted(SceneText::tr("loss"), small, room), small, "text.secondary");
    const QPointF at(x, lane.centre() + writer.em(15));
    if (rank.loss.known == Known::hidden)
        writer.hiddenSlot(at, {13, 600});
    else
        writer.text(at, writer.fitted(fixedText(rank.loss.value, 3), big, room), big,
            rank.loss.is() ? phaseInk(Phase::forward) : "text.tertiary");
}

/// The largest bar over all workers and classes, at the end of the step: one scale for all.
double mostBias(const StageFacts& facts)
{
    double most = 0;
    for (const RankWorld& rank : facts.end->ranks)
        for (const GradientWorld& gradient : rank.gradients)
            if (isOutputBias(*facts.header, gradient.parameter.index()))
                for (const double value : gradient.values)
                    most = std::max(most, std::abs(value));
    return most;
}

void layoutGradient(
    MarkWriter& writer, const StageFacts& facts, const Column& column, const LaneBox& lane, const RankFacts& rank)
{
    if (rank.norms.empty())
        return;
    const FontSpec small{13}, big{14, 600};
    const double left = column.left + 12, width = column.width - 24, textY = lane.bottom() - writer.em(12);
    const double top = lane.top + 12, bottom = textY - writer.capHeight(big) - 8, middle = (top + bottom) / 2;
    const double most = mostBias(facts);
    if (!rank.biasByClass.empty() && most > 0 && bottom - top > 16) {
        const double step = width / static_cast<double>(rank.biasByClass.size()),
                     thick = std::max(2.0, std::min(10.0, step - 3));
        writer.line({left, middle}, {left + width, middle}, "border.strong", 1);
        for (std::size_t c = 0; c < rank.biasByClass.size(); ++c) {
            const double height = rank.biasByClass[c] / most * (bottom - top) / 2;
            const QRectF bar(left + step * (static_cast<double>(c) + 0.5) - thick / 2,
                std::min(middle, middle - height), thick, std::abs(height));
            if (bar.height() > 0.3)
                writer.box(bar, phaseSolid(Phase::backward), 1);
        }
    }
    Value length = rank.norms.back();
    double square = 0;
    for (const Value& norm : rank.norms) {
        square += norm.value * norm.value;
        if (!norm.visible())
            length = norm;
    }
    length.value = std::sqrt(square);
    if (length.known == Known::notYet)
        return;
    const QString word = SceneText::tr("length");
    const QRectF words = writer.text({left, textY}, writer.fitted(word, small, width * 0.6), small, "text.secondary");
    const QPointF at(words.right() + writer.em(8), textY);
    QRectF number;
    if (length.known == Known::hidden)
        number = writer.hiddenSlot(at, {12, 600});
    else
        number = writer.text(
            at, fixedText(length.value, 3), big, length.is() ? phaseInk(Phase::backward) : "text.tertiary");
    writer.spot({ObjectKind::gradient, rank.rank}, QRectF(left - 4, top - 4, width + 8, number.bottom() - top + 8));
}

} // namespace

void layoutImageLane(MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane,
    const RankFacts& rank, const StageImages* images)
{
    const QRectF card(columns.left, lane.top, columns.of(Phase::backward).right() - columns.left, lane.height);
    writer.box(card, "surface.1");
    writer.spot({ObjectKind::rank, rank.rank}, card);
    phaseSpots(writer, columns, lane, rank.rank);
    const double badge = writer.em(28);
    writer.add(WorkerMark{QRectF(card.left() + writer.em(12), lane.centre() - badge / 2, badge, badge), rank.label});
    if (images)
        layoutTiles(writer, columns.of(Phase::load), lane, rank, *images);
    if (!facts.stoppedBy(rank, Phase::forward))
        layoutLoss(writer, columns.of(Phase::forward), lane, rank);
    if (!facts.stoppedBy(rank, Phase::backward))
        layoutGradient(writer, facts, columns.of(Phase::backward), lane, rank);
}

} // namespace lockstep::ui
