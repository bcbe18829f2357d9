// Lanes of toy runs: target, loss, the gradient as a sum, a bracket and the local mean.
#include <algorithm>
#include <cmath>

#include "ui/scene/lanes_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

const FontSpec kText{14};
const FontSpec kStrong{14, 500};
const FontSpec kMean{20, 600};
constexpr double kMeanRoom = 74; ///< right end of the backward column: the bracket and the local mean
constexpr double kWidestTarget = 150;

QString inBrackets(double value)
{
    const QString text = shortNumber(value);
    return value < 0 ? QStringLiteral("(%1)").arg(text) : text;
}

/// "1 − (−2) = 3" on the number line, its result alone where that has no room; the plain number elsewhere.
QStringList gradientTexts(const StageFacts& facts, double w, double target, double gradient)
{
    const QString result = QStringLiteral("%1 %2").arg(relation(gradient), shortNumber(gradient));
    const QString equals
        = isRounded(w) || isRounded(target) || isRounded(gradient) ? QString(QChar(0x2248)) : QStringLiteral("=");
    const QString difference
        = QStringLiteral("%1 %2 %3").arg(shortNumber(w), QString(QChar(0x2212)), inBrackets(target));
    if (facts.line && facts.config->loss.kind == LossKind::halfSquaredError)
        return {QStringLiteral("%1 %2 %3").arg(difference, equals, shortNumber(gradient)), result};
    if (facts.line)
        return {QStringLiteral("2%1(%2) %3 %4").arg(QString(QChar(0x00b7)), difference, equals, shortNumber(gradient)),
            result};
    return {toldNumber(gradient)};
}

QString targetText(const StageFacts& facts, int sample, double target)
{
    const auto& inputs = facts.config->data.inputs;
    if (facts.line || inputs.empty() || sample < 0 || static_cast<std::size_t>(sample) >= inputs.size())
        return SceneText::tr("target %1").arg(shortNumber(target));
    QStringList x;
    for (const double value : inputs[static_cast<std::size_t>(sample)])
        x.append(shortNumber(value));
    return SceneText::tr("x %1, y %2").arg(x.join(QLatin1Char(' ')), shortNumber(target));
}

/// The first of `texts` that fits, else `value` with fewer digits.
QString within(const MarkWriter& writer, const QStringList& texts, double value, const FontSpec& font, double room)
{
    const QString text = writer.firstFitting(texts, font, room);
    return text.isEmpty() ? writer.fittedTold(value, font, room) : text;
}

/// A vector model's local gradient: its elements when few, with as many digits as there is room for.
QString vectorText(const MarkWriter& writer, const RankWorld& rank, const FontSpec& font, double room)
{
    std::vector<double> values;
    for (const GradientWorld& gradient : rank.gradients)
        values.insert(values.end(), gradient.values.begin(), gradient.values.end());
    return writer.fittedVector(values, font, room);
}

int linesFor(const MarkWriter& writer, double height)
{
    return std::clamp(static_cast<int>((height - writer.em(14)) / writer.em(20)), 1, 4);
}

} // namespace

void phaseSpots(MarkWriter& writer, const Columns& columns, const LaneBox& lane, int rank)
{
    for (const Phase phase : {Phase::load, Phase::forward, Phase::backward})
        writer.spot({ObjectKind::phase, rank, -1, -1, -1, phase},
            QRectF(columns.of(phase).left + 2, lane.top + 4, columns.of(phase).width - 4, lane.height - 8));
}

QString andMore(int count)
{
    return SceneText::tr("and %1 more").arg(count);
}

ColumnWidths laneWidths(const MarkWriter& writer, const StageFacts& facts)
{
    ColumnWidths widths{headWidths(writer), {}};
    const auto need = [&](Phase phase, double least, double wish) {
        const std::size_t p = static_cast<std::size_t>(phase);
        widths.least[p] = std::max(widths.least[p], writer.em(least));
        widths.wish[p] = std::max(widths.least[p], writer.em(wish));
    };
    need(Phase::allReduce, facts.images ? 140 : 130, 148);
    if (facts.images) {
        const double side = facts.header->data.imageWidth,
                     tile = side < 12 ? 2 * side + 5
            : side < 24               ? side + 5
                                      : side / 2 + 5;
        // Two rows of tiles, small ones at twice the pixels, if there is width to spare.
        const int share = facts.count() == 0 ? 0 : facts.shareOf(0), across = (std::min(share, 24) + 1) / 2;
        need(Phase::load, 168, share <= 8 ? 168 : std::max(168.0, 16.0 + across * tile));
        need(Phase::forward, 128, 128);
        need(Phase::backward, 132, 132);
        need(Phase::update, 104, 104);
        return widths;
    }
    double target = 0;
    const std::vector<double>& targets = facts.config->data.targets;
    for (std::size_t i = 0; i < std::min<std::size_t>(targets.size(), 64); ++i)
        target = std::max(target, writer.width(targetText(facts, static_cast<int>(i), targets[i]), kStrong));
    const double load = std::max(90.0, std::min(kWidestTarget, target / writer.scale()) + 24);
    const bool twice = facts.config->loss.kind != LossKind::halfSquaredError; // "2·(1 − (−2)) = 6"
    need(Phase::load, load, std::max(96.0, load));
    need(Phase::forward, 94, 116);
    need(Phase::backward, facts.scalar ? 182 : 150, !facts.scalar ? 190 : twice ? 264 : 232);
    need(Phase::update, 112, facts.scalar ? 140 : 160);
    return widths;
}

double laneHeight(const MarkWriter& writer, const StageFacts& facts)
{
    if (facts.images)
        return writer.em(74);
    int most = 1;
    for (std::size_t r = 0; r < facts.count(); ++r)
        most = std::max(most, facts.shareOf(r));
    const int lines = std::min(most, 3);
    return writer.em(lines <= 1 ? 56 : lines <= 2 ? 70 : 76);
}

void layoutStop(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane, const RankFacts& rank)
{
    if (facts.failedRank != rank.rank)
        return;
    const Column& column = columns.of(std::min(facts.stoppedIn, Phase::backward));
    const FontSpec font{14, 600};
    const double left = column.left + writer.em(12), mark = writer.em(16);
    writer.add(StatusMark{QRectF(left, lane.centre() - mark / 2, mark, mark), StatusShape::bad});
    const QString text = writer.firstFitting(
        {SceneText::tr("stopped here"), SceneText::tr("stopped")}, font, column.right() - left - mark - writer.em(14));
    writer.text({left + mark + writer.em(6), lane.centre() + writer.capHeight(font) / 2}, text, font, "status.bad");
}

void layoutToyLane(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane, const RankFacts& rank)
{
    const QRectF card(columns.left, lane.top, columns.of(Phase::backward).right() - columns.left, lane.height);
    writer.box(card, "surface.1");
    writer.spot({ObjectKind::rank, rank.rank}, card);
    phaseSpots(writer, columns, lane, rank.rank);
    const double badge = writer.em(28);
    writer.add(WorkerMark{QRectF(card.left() + writer.em(12), lane.centre() - badge / 2, badge, badge), rank.label});

    const int total = static_cast<int>(rank.examples.size()), fit = linesFor(writer, lane.height);
    const int lines = std::min(total, fit), shown = total > fit ? lines - 1 : lines;
    const double pitch = std::clamp((lane.height - writer.em(16)) / std::max(1, lines), writer.em(20), writer.em(28));
    const double first = lane.centre() - pitch * (lines - 1) / 2 + writer.capHeight(kText) / 2;
    const auto x = [&](Phase phase) { return columns.of(phase).left + writer.em(12); };
    const auto room = [&](Phase phase) { return columns.of(phase).width - writer.em(20); };
    const double bracket = columns.of(Phase::backward).right() - writer.em(kMeanRoom);
    const double sumRoom = facts.scalar ? bracket - writer.em(6) - x(Phase::backward) : room(Phase::backward);
    for (int i = 0; i < shown; ++i) {
        const std::size_t index = static_cast<std::size_t>(i);
        const ExampleFacts& example = rank.examples[index];
        const double y = first + pitch * i;
        QRectF covered(x(Phase::load), y - 12, 1, 14);
        if (example.target.visible())
            covered = covered.united(writer.text({x(Phase::load), y},
                within(writer,
                    {targetText(facts, example.sample, example.target.value), toldNumber(example.target.value)},
                    example.target.value, kStrong, room(Phase::load)),
                kStrong, example.target.is() ? phaseInk(Phase::load) : "text.tertiary"));
        if (facts.stoppedBy(rank, Phase::forward))
            ; // nothing will come
        else if (example.loss.known == Known::hidden)
            writer.hiddenSlot({x(Phase::forward), y}, {12, 600});
        else if (example.loss.visible())
            covered = covered.united(writer.text({x(Phase::forward), y},
                within(writer, {SceneText::tr("loss %1").arg(toldNumber(example.loss.value))}, example.loss.value,
                    kText, room(Phase::forward)),
                kText, example.loss.is() ? "text.secondary" : "text.tertiary"));
        if (facts.stoppedBy(rank, Phase::backward))
            ;
        else if (example.gradient.known == Known::hidden && facts.scalar)
            writer.hiddenSlot({x(Phase::backward), y}, {12, 600});
        else if (example.gradient.visible() && example.target.visible())
            covered = covered.united(writer.text({x(Phase::backward), y},
                within(writer, gradientTexts(facts, rank.before, example.target.value, example.gradient.value),
                    example.gradient.value, kStrong, sumRoom),
                kStrong, example.gradient.is() ? "text.primary" : "text.tertiary"));
        writer.spot({ObjectKind::example, rank.rank, i}, covered.adjusted(-6, -3, 6, 3));
    }
    if (shown < total && total > 0)
        writer.text({x(Phase::load), first + pitch * shown}, andMore(total - shown), kText, "text.tertiary");

    if (facts.stoppedBy(rank, Phase::backward))
        return;
    if (facts.scalar && rank.gradient.known != Known::notYet) {
        const double bx = bracket;
        const double top = first - writer.em(14), bottom = first + pitch * (std::max(1, shown) - 1) + writer.em(4);
        writer.add(LineMark{{{bx, top}, {bx + writer.em(6), top}, {bx + writer.em(6), bottom}, {bx, bottom}},
            "border.strong", 1.5, Dash::solid, 0});
        const double meanRoom = writer.em(kMeanRoom - 16 - 4);
        const QString told = toldNumber(rank.gradient.value);
        const FontSpec font = writer.fittedFont(told, kMean, 14, meanRoom);
        const QPointF at(bx + writer.em(16), lane.centre() + writer.capHeight(font) / 2);
        const QRectF number = rank.gradient.known == Known::hidden
            ? writer.hiddenSlot(at, {16, 600})
            : writer.text(at, writer.fittedTold(rank.gradient.value, font, meanRoom), font,
                rank.gradient.is() ? phaseInk(Phase::backward) : "text.tertiary");
        writer.spot({ObjectKind::gradient, rank.rank}, number.adjusted(-6, -6, 6, 6));
    } else if (!facts.scalar && !rank.norms.empty()) {
        const Value& state = rank.norms.back();
        const FontSpec font{14, 600};
        const QString text
            = vectorText(writer, facts.end->ranks[static_cast<std::size_t>(rank.rank)], font, room(Phase::backward));
        const QPointF at(x(Phase::backward), lane.centre() + writer.capHeight(kText) / 2);
        QRectF covered;
        if (state.known == Known::hidden)
            covered = writer.hiddenSlot(at, {14, 600});
        else if (state.visible() && !text.isEmpty())
            covered = writer.text(at, text, font, state.is() ? phaseInk(Phase::backward) : "text.tertiary");
        if (!covered.isEmpty())
            writer.spot({ObjectKind::gradient, rank.rank}, covered.adjusted(-6, -6, 6, 6));
    }
}

} // namespace lockstep::ui
