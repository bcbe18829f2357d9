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

struct Texts {
    QString target, loss, gradient;
};

QString inBrackets(double value)
{
    const QString text = shortNumber(value);
    return value < 0 ? QStringLiteral("(%1)").arg(text) : text;
}

/// "1 − (−2) = 3" on the number line; the plain number elsewhere.
QString gradientText(const StageFacts& facts, double w, double target, double gradient)
{
    const QString equals
        = isRounded(w) || isRounded(target) || isRounded(gradient) ? QString(QChar(0x2248)) : QStringLiteral("=");
    const QString difference
        = QStringLiteral("%1 %2 %3").arg(shortNumber(w), QString(QChar(0x2212)), inBrackets(target));
    if (facts.line && facts.config->loss.kind == LossKind::halfSquaredError)
        return QStringLiteral("%1 %2 %3").arg(difference, equals, shortNumber(gradient));
    if (facts.line)
        return QStringLiteral("2%1(%2) %3 %4").arg(QString(QChar(0x00b7)), difference, equals, shortNumber(gradient));
    return toldNumber(gradient);
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

QString lossText(double loss)
{
    return SceneText::tr("loss %1").arg(toldNumber(loss));
}

/// All texts of an example as they will be at the end of the step.
Texts endTexts(const StageFacts& facts, std::size_t rank, std::size_t example)
{
    Texts texts;
    const ExampleWorld& end = facts.end->ranks[rank].examples[example];
    if (end.target)
        texts.target = targetText(facts, end.sample, *end.target);
    if (end.loss)
        texts.loss = lossText(*end.loss);
    if (end.gradient && end.target)
        texts.gradient = gradientText(facts, facts.ranks[rank].before, *end.target, *end.gradient);
    return texts;
}

/// A vector model's local gradient: its elements when few, else its length.
QString vectorText(const StageFacts& facts, const RankWorld& rank)
{
    QStringList parts;
    for (const GradientWorld& gradient : rank.gradients)
        for (const double value : gradient.values)
            parts.append(shortNumber(value));
    if (parts.size() >= 1 && parts.size() <= 4 && !facts.scalar)
        return QStringLiteral("(%1)").arg(parts.join(QStringLiteral(", ")));
    return {};
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

std::array<double, kPhaseCount> laneWidths(const MarkWriter& writer, const StageFacts& facts)
{
    std::array<double, kPhaseCount> widths = headWidths(writer);
    const auto need = [&](Phase phase, double width) {
        double& own = widths[static_cast<std::size_t>(phase)];
        own = std::max(own, width);
    };
    const double pad = writer.em(24);
    need(Phase::allReduce, writer.em(140));
    need(Phase::update, writer.em(104));
    if (facts.images) {
        need(Phase::load, writer.em(168));
        need(Phase::forward, writer.em(128));
        need(Phase::backward, writer.em(132));
        return widths;
    }
    double sums = 0, mean = 0;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        const std::size_t shown = std::min<std::size_t>(facts.end->ranks[r].examples.size(), 4);
        for (std::size_t i = 0; i < shown; ++i) {
            const Texts texts = endTexts(facts, r, i);
            need(Phase::load, writer.width(texts.target, kStrong) + pad);
            need(Phase::forward, writer.width(texts.loss, kText) + pad);
            sums = std::max(sums, writer.width(texts.gradient, kStrong));
        }
        if (facts.end->ranks[r].examples.size() > 4)
            need(Phase::load, writer.width(andMore(99), kText) + pad);
        const RankWorld& end = facts.end->ranks[r];
        if (facts.scalar)
            mean = std::max(mean, writer.width(toldNumber(facts.ranks[r].gradientTrue), kMean));
        else if (!facts.scalar)
            mean = std::max(mean, writer.width(vectorText(facts, end), {14, 600}));
        need(Phase::update,
            writer.width(facts.scalar ? toldNumber(facts.ranks[r].afterTrue) : QString(), kMean)
                + writer.em(12 + 12 + 32 + 12));
    }
    need(Phase::backward,
        sums > 0 ? sums + mean + writer.em(12 + 12 + 8 + 12 + 14) : std::max(mean, writer.em(90)) + pad);
    need(Phase::load, writer.em(96));
    need(Phase::forward, writer.em(100));
    return widths;
}

double laneHeight(const MarkWriter& writer, const StageFacts& facts)
{
    if (facts.images)
        return writer.em(86);
    std::size_t most = 1;
    for (const RankFacts& rank : facts.ranks)
        most = std::max(most, rank.examples.size());
    const double lines = most > 4 ? 3 : std::min<double>(static_cast<double>(most), 3);
    return std::max(writer.em(lines <= 1 ? 56 : lines <= 2 ? 70 : 76), 0.0);
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
    double sumRight = x(Phase::backward);
    for (int i = 0; i < shown; ++i) {
        const std::size_t index = static_cast<std::size_t>(i);
        const ExampleFacts& example = rank.examples[index];
        const double y = first + pitch * i;
        QRectF covered(x(Phase::load), y - 12, 1, 14);
        if (example.target.visible())
            covered = covered.united(
                writer.text({x(Phase::load), y}, targetText(facts, example.sample, example.target.value), kStrong,
                    example.target.is() ? phaseInk(Phase::load) : "text.tertiary"));
        if (example.loss.known == Known::hidden)
            writer.hiddenSlot({x(Phase::forward), y}, {12, 600});
        else if (example.loss.visible())
            covered = covered.united(writer.text({x(Phase::forward), y}, lossText(example.loss.value), kText,
                example.loss.is() ? "text.secondary" : "text.tertiary"));
        const Texts end = endTexts(facts, static_cast<std::size_t>(rank.rank), index);
        sumRight = std::max(sumRight, x(Phase::backward) + writer.width(end.gradient, kStrong));
        if (example.gradient.known == Known::hidden && facts.scalar)
            writer.hiddenSlot({x(Phase::backward), y}, {12, 600});
        else if (example.gradient.visible() && example.target.visible())
            covered = covered.united(writer.text({x(Phase::backward), y},
                gradientText(facts, rank.before, example.target.value, example.gradient.value), kStrong,
                example.gradient.is() ? "text.primary" : "text.tertiary"));
        writer.spot({ObjectKind::example, rank.rank, i}, covered.adjusted(-6, -3, 6, 3));
    }
    if (shown < total && total > 0)
        writer.text({x(Phase::load), first + pitch * shown}, andMore(total - shown), kText, "text.tertiary");

    const double baseline = lane.centre() + writer.capHeight(kMean) / 2;
    if (facts.scalar && rank.gradient.known != Known::notYet) {
        const double bx = std::min(sumRight + writer.em(14), columns.of(Phase::backward).right() - writer.em(30));
        const double top = first - writer.em(14), bottom = first + pitch * (std::max(1, shown) - 1) + writer.em(4);
        writer.add(LineMark{{{bx, top}, {bx + writer.em(6), top}, {bx + writer.em(6), bottom}, {bx, bottom}},
            "border.strong", 1.5, Dash::solid, 0});
        const QPointF at(bx + writer.em(18), baseline);
        const QRectF number = rank.gradient.known == Known::hidden
            ? writer.hiddenSlot(at, {16, 600})
            : writer.text(at, toldNumber(rank.gradient.value), kMean,
                rank.gradient.is() ? phaseInk(Phase::backward) : "text.tertiary");
        writer.spot({ObjectKind::gradient, rank.rank}, number.adjusted(-6, -6, 6, 6));
    } else if (!facts.scalar && !rank.norms.empty()) {
        const Value& state = rank.norms.back();
        const QString text = vectorText(facts, facts.end->ranks[static_cast<std::size_t>(rank.rank)]);
        const QPointF at(x(Phase::backward), lane.centre() + writer.capHeight(kText) / 2);
        QRectF covered;
        if (state.known == Known::hidden)
            covered = writer.hiddenSlot(at, {14, 600});
        else if (state.visible() && !text.isEmpty())
            covered = writer.text(at, text, {14, 600}, state.is() ? phaseInk(Phase::backward) : "text.tertiary");
        if (!covered.isEmpty())
            writer.spot({ObjectKind::gradient, rank.rank}, covered.adjusted(-6, -6, 6, 6));
    }
}

} // namespace lockstep::ui
