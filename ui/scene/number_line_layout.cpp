// Number line: writing its rows.
#include "ui/scene/number_line_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

const FontSpec kLabel{14, 600};

struct Row {
    MarkWriter& writer;
    const StageFacts& facts;
    const NumberLinePlan& plan;
    const NumberLineRow& place;
    const RankFacts& rank;
    const Axis& axis;
    QRectF card;
    double axisLeft, axisRight;
};

void layoutAxis(
    MarkWriter& writer, double left, double right, double y, const std::vector<double>& marks, const Axis& axis)
{
    writer.line({left, y}, {right, y}, "border.strong", 1.5);
    for (const double tick : marks)
        writer.line({axis.x(tick), y - 4}, {axis.x(tick), y + 4}, "border.strong", 1.5);
}

/// A gradient as a bar from its far end to w, with its number at the far end.
void layoutBar(MarkWriter& writer, const Axis& axis, double y, double height, double w, double gradient,
    double fraction, const Value& number, Phase phase)
{
    const double from = axis.x(w), to = axis.x(w - gradient * fraction);
    const QRectF bar(std::min(from, to), y - height / 2, std::abs(to - from), height);
    if (number.known == Known::ghost)
        writer.frame(bar, phaseSolid(phase), 1, Dash::dashed, 2);
    else if (bar.width() > 0.5)
        writer.box(bar, phaseSolid(phase), 2);
    if (!number.visible())
        return;
    const bool left = gradient >= 0;
    const QPointF at(axis.x(w - gradient) + (left ? -1 : 1) * writer.em(8), y + writer.capHeight(kLabel) / 2);
    writer.text(at, shortNumber(number.value), kLabel, number.is() ? phaseInk(phase) : "text.tertiary",
        left ? Qt::AlignRight : Qt::AlignLeft);
}

void layoutBars(const Row& row)
{
    MarkWriter& writer = row.writer;
    const double height = std::min(writer.em(10), row.plan.barPitch - 6);
    const auto y
        = [&](int i) { return row.place.axis - writer.em(10) - row.plan.barPitch * (row.place.bars - i - 0.5); };
    const PhaseWorld& backward = row.rank.phases[static_cast<std::size_t>(Phase::backward)];
    const bool growing = backward.progress == Progress::running;
    const int rank = row.rank.rank;
    const int count = static_cast<int>(row.rank.examples.size());
    const bool single = count > 0 && count <= row.place.bars; // a short last batch leaves bars out
    for (int i = 0; i < (single ? count : 1); ++i) {
        const Value value = single ? row.rank.examples[static_cast<std::size_t>(i)].gradient : row.rank.gradient;
        if (value.known == Known::hidden) {
            if (i == 0)
                writer.hiddenSlot({row.axis.x(row.rank.before) - writer.em(14), y(i) + writer.capHeight({13, 600}) / 2},
                    {13, 600}, Qt::AlignRight);
            continue;
        }
        const RankWorld& end = row.facts.end->ranks[static_cast<std::size_t>(rank)];
        double length = value.value;
        if (!value.visible() || growing) { // what the bar grows to
            if (!growing)
                continue;
            if (single && end.examples[static_cast<std::size_t>(i)].gradient)
                length = *end.examples[static_cast<std::size_t>(i)].gradient;
            else
                length = row.rank.gradientTrue;
        }
        layoutBar(writer, row.axis, y(i), height, row.rank.before, length, growing ? backward.fraction : 1.0,
            growing ? Value{} : value, Phase::backward);
        const double from = row.axis.x(row.rank.before), to = row.axis.x(row.rank.before - length);
        const ObjectRef object{single ? ObjectKind::example : ObjectKind::gradient, rank, single ? i : -1};
        writer.spot(object, QRectF(std::min(from, to), y(i) - height / 2, std::abs(to - from), height));
    }
}

void layoutTargets(const Row& row)
{
    MarkWriter& writer = row.writer;
    std::vector<QRectF> taken;
    // The label of w comes first where replicas differ: every row then names its own.
    const double labelY = row.place.axis + writer.em(11) + writer.capHeight(kLabel) + 1;
    if (!row.facts.sameStart || row.plan.options.between > 0) {
        const QString w = SceneText::tr("w %1 %2").arg(relation(row.rank.before), shortNumber(row.rank.before));
        taken.push_back(
            writer.text({row.axis.x(row.rank.before), labelY}, w, kLabel, "text.primary", Qt::AlignHCenter));
    }
    const double h = std::min(writer.em(9), 13.0);
    for (std::size_t i = 0; i < row.rank.examples.size(); ++i) {
        const ExampleFacts& example = row.rank.examples[i];
        if (!example.target.visible())
            continue;
        const double x = row.axis.x(example.target.value);
        const bool ghost = example.target.known == Known::ghost;
        writer.add(DiamondMark{{x, row.place.axis}, h, "surface.1", ghost ? "text.tertiary" : phaseInk(Phase::load),
            ghost ? 1.0 : 2.5, ghost ? Dash::dashed : Dash::solid});
        writer.spot(
            {ObjectKind::example, row.rank.rank, static_cast<int>(i)}, QRectF(x - h, row.place.axis - h, 2 * h, 2 * h));
        const QString text = shortNumber(example.target.value);
        QRectF rect = writer.textRect({x, labelY}, text, kLabel, Qt::AlignHCenter);
        const bool free = std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) {
            return rect.left() < other.right() + writer.em(6) && other.left() < rect.right() + writer.em(6);
        });
        if (free)
            taken.push_back(writer.text(
                {x, labelY}, text, kLabel, ghost ? "text.tertiary" : phaseInk(Phase::load), Qt::AlignHCenter));
    }
}

/// "2 local mean", right of everything that stands on the line.
void layoutLocalMean(const Row& row, double x)
{
    MarkWriter& writer = row.writer;
    const Value& mean = row.rank.gradient;
    const FontSpec big{24, 600, true}, small{14};
    if (mean.known == Known::notYet)
        return;
    const double middle = row.place.axis - writer.em(10) - row.plan.barPitch * row.place.bars / 2;
    const double baseline = std::min(middle + writer.capHeight(big) / 2, row.place.axis - writer.em(9));
    const QRectF number = mean.known == Known::hidden ? writer.hiddenSlot({x, baseline}, {18, 600})
                                                      : writer.text({x, baseline}, toldNumber(mean.value), big,
                                                          mean.is() ? phaseInk(Phase::backward) : "text.tertiary");
    const QString what = localWord(row.facts, row.plan.options, row.rank);
    const double left = number.right() + writer.em(8);
    const bool room = left + writer.width(what, small) <= row.card.right() - writer.em(8);
    const QRectF words = room ? writer.text({left, baseline - 1}, what, small, "text.secondary") : number;
    writer.spot({ObjectKind::gradient, row.rank.rank}, number.united(words).adjusted(-4, -4, 4, 4));
}

} // namespace

double axisRightOf(const MarkWriter& writer, const Axis& axis, double right)
{
    return std::min(right - writer.em(16), std::max(axis.reach + writer.em(30), axis.x(axis.to) + axis.unit * 0.6));
}

void layoutMove(
    MarkWriter& writer, const Axis& axis, double y, double before, double after, double fraction, bool moved)
{
    const double r = std::min(writer.em(8), 11.0), from = axis.x(before), to = axis.x(after);
    const double way = to > from ? 1 : -1;
    const double gap = std::abs(to - from) - 2 * r;
    if (moved)
        writer.add(DotMark{{from, y}, r, "surface.1", "text.primary", 2});
    if (fraction > 0 && gap > 3) {
        const double end = from + way * (r + 1) + (std::abs(to - from) - (moved ? 2 * r + 1 : r + 1)) * way * fraction;
        writer.add(
            LineMark{{{from + way * (r + 1), y}, {end, y}}, "phase.update", 4, Dash::solid, std::min(6.0, gap * 0.8)});
    }
    writer.add(DotMark{{moved ? to : from, y}, r, "text.primary", nullptr, 0});
}

void layoutNumberLine(
    MarkWriter& writer, const StageFacts& facts, const NumberLinePlan& plan, const QRectF& card, const Axis& axis)
{
    if (facts.count() == 0)
        return;
    const double badge = writer.em(28);
    const double axisLeft = card.left() + writer.em(12) + badge + writer.em(14);
    const double meanX = axis.reach + writer.em(20), axisRight = axisRightOf(writer, axis, card.right());
    const std::vector<double> marks = ticks(
        axis, (axisLeft + 6 - axis.origin) / axis.unit, (axisRight - 6 - axis.origin) / axis.unit, writer.em(34));

    const double top = card.top();
    const NumberLineRow& last = plan.rows.back();
    const bool oneLabel = facts.sameStart && plan.options.between == 0;
    if (oneLabel) {
        const double w = facts.ranks[0].before, x = axis.x(w);
        const double bottom = top + (plan.options.combinedRow ? plan.combinedAxis : last.axis);
        const double first = top + plan.rows[0].top;
        writer.add(
            LineMark{{{x, first + writer.em(6)}, {x, bottom - writer.em(9)}}, "border.strong", 1, Dash::dotted, 0});
        writer.text({x, first}, SceneText::tr("w %1 %2").arg(relation(w), shortNumber(w)), kLabel, "text.primary",
            Qt::AlignHCenter);
    }
    for (const NumberLineRow& place : plan.rows) {
        NumberLineRow at = place;
        at.top += top;
        at.axis += top;
        at.bottom += top;
        const RankFacts& rank = facts.ranks[static_cast<std::size_t>(place.rank)];
        const Row row{writer, facts, plan, at, rank, axis, card, axisLeft, axisRight};
        const QRectF badgeRect(card.left() + writer.em(12), at.axis - badge / 2, badge, badge);
        if (plan.options.narrow) // without lanes the row stands for the worker
            writer.spot({ObjectKind::rank, rank.rank},
                QRectF(card.left() + 4, at.top - 2, card.width() - 8, at.bottom - at.top + 4));
        writer.add(WorkerMark{badgeRect, rank.label});
        writer.spot({ObjectKind::rank, rank.rank}, badgeRect);
        layoutAxis(writer, axisLeft, axisRight, at.axis, marks, axis);
        layoutBars(row);
        layoutTargets(row);
        const PhaseWorld& update = rank.phases[static_cast<std::size_t>(Phase::update)];
        const bool known = rank.after.is() && update.progress == Progress::done;
        const bool hidden = facts.hidden.update;
        layoutMove(writer, axis, at.axis, rank.before, rank.afterTrue,
            hidden      ? 0
                : known ? 1.0
                        : update.fraction,
            known);
        if (rank.after.known == Known::ghost && !known)
            writer.add(DotMark{{axis.x(rank.after.value), at.axis}, writer.em(8), nullptr, "text.tertiary", 1});
        writer.spot({ObjectKind::parameters, rank.rank},
            QRectF(axis.x(known ? rank.afterTrue : rank.before) - 10, at.axis - 10, 20, 20));
        layoutLocalMean(row, meanX);
    }
    if (plan.options.combinedRow) {
        CombinedPlace place;
        place.room = QRectF(axisLeft, top, card.right() - writer.em(8) - axisLeft, card.height());
        place.barY = top + plan.combinedBar;
        place.referenceY = top + plan.referenceBar;
        place.axisY = top + plan.combinedAxis;
        place.axisRight = axisRight;
        if (facts.keepsReference)
            place.numeral = plan.options.comfort < 0.5 ? 36 : 44;
        place.captions = card.right() - writer.em(8);
        place.result = facts.keepsReference ? 28 : plan.options.comfort < 0.5 ? 40 : 44;
        layoutCombined(writer, facts, place, axis);
    }
}

} // namespace lockstep::ui
