// The pairwise exchange: in the all-reduce column, and large between two rows of the number line.
#include <algorithm>
#include <array>

#include "ui/scene/exchange_layout.h"
#include "ui/scene/now_collective.h"
#include "ui/scene/number_line_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

const FontSpec kSum{14, 600};

const TransferWorld* from(const CollectiveWorld& collective, int rank)
{
    for (const TransferWorld& transfer : collective.transfers)
        if (transfer.transfer.source.value == rank)
            return &transfer;
    return nullptr;
}

std::optional<double> sentBy(const CollectiveWorld& collective, std::size_t rank)
{
    if (rank < collective.sent.size() && collective.sent[rank].size() == 1)
        return collective.sent[rank][0];
    return std::nullopt;
}

/// "2 + 6 = 8" once the other's value has arrived, "2 + (slot)" before.
void layoutSum(MarkWriter& writer, const StageFacts& facts, const CollectiveWorld& collective, std::size_t rank,
    QPointF centre, double room)
{
    const std::optional<double> own = sentBy(collective, rank), other = sentBy(collective, 1 - rank);
    if (!own)
        return;
    const TransferWorld* arriving = from(collective, static_cast<int>(1 - rank));
    const bool arrived = arriving && arriving->progress == Progress::done;
    const bool ownHidden
        = facts.hidden.localGradients || (facts.hidden.combined && facts.ranks[rank].gradient.value != *own);
    if (arrived && other && !facts.hidden.combined && !ownHidden) {
        const double sum = rank < collective.buffers.size() && collective.buffers[rank].size() == 1
            ? collective.buffers[rank][0]
            : *own + *other;
        const QString tail = shortNumber(sum),
                      second = *other < 0 ? QStringLiteral("(%1)").arg(shortNumber(*other)) : shortNumber(*other);
        const QString text
            = writer.firstFitting({QStringLiteral("%1 + %2 %3 %4").arg(shortNumber(*own), second, relation(sum), tail),
                                      QStringLiteral("%1 %2").arg(relation(sum), tail)},
                kSum, room);
        writer.text(
            centre, text.isEmpty() ? writer.fittedTold(sum, kSum, room) : text, kSum, "text.primary", Qt::AlignHCenter);
        return;
    }
    const QString first = ownHidden ? QStringLiteral("? + ") : QStringLiteral("%1 + ").arg(shortNumber(*own));
    const double slot = std::max(writer.em(20), writer.hiddenWidth({12, 600})),
                 width = writer.width(first, kSum) + slot;
    const double left = centre.x() - width / 2;
    writer.text({left, centre.y()}, first, kSum, "text.secondary");
    if (facts.hidden.combined || facts.hidden.localGradients) {
        writer.hiddenSlot({left + writer.width(first, kSum), centre.y()}, {12, 600});
        return;
    }
    const double height = writer.em(18);
    writer.frame(QRectF(left + width - slot, centre.y() - writer.capHeight(kSum) / 2 - height / 2, slot, height),
        phaseSolid(Phase::allReduce), 1, Dash::dashed, 3);
}

void layoutDivision(
    MarkWriter& writer, const StageFacts& facts, const CollectiveWorld& collective, QPointF centre, double room)
{
    if (facts.combined.known == Known::hidden) {
        if (collective.progress == Progress::done)
            writer.hiddenSlot(centre, {14, 600}, Qt::AlignHCenter);
        return;
    }
    if (!facts.combined.is() || collective.summed.size() != 1)
        return;
    const double combined = facts.combined.value;
    const QString alone = QStringLiteral("%1 %2").arg(relation(combined), shortNumber(combined));
    const QString whole
        = QStringLiteral("%1 ÷ %2 %3").arg(shortNumber(collective.summed[0]), shortNumber(collective.divisor), alone);
    const QString text
        = writer.firstFitting(collective.divisor != 1 ? QStringList{whole, alone} : QStringList{alone}, kSum, room);
    writer.text(centre, text.isEmpty() ? writer.fittedTold(combined, kSum, room) : text, kSum,
        phaseInk(Phase::allReduce), Qt::AlignHCenter);
}

} // namespace

void layoutPairColumn(
    MarkWriter& writer, const StageFacts& facts, const CollectiveWorld& collective, const QRectF& rect)
{
    const double centre = rect.center().x(), room = rect.width() - 12;
    layoutSum(
        writer, facts, collective, 0, {centre, rect.top() + writer.em(13) + writer.capHeight(kSum) / 2 + 4}, room);
    layoutSum(
        writer, facts, collective, 1, {centre, rect.bottom() - writer.em(13) + writer.capHeight(kSum) / 2 - 4}, room);
    const double apart = std::clamp(rect.width() * 0.27, writer.em(36), writer.em(56));
    const double top = rect.top() + writer.em(34), bottom = rect.bottom() - writer.em(34);
    if (bottom - top < 20)
        return;
    const bool done = collective.progress == Progress::done;
    const double tokenHeight = std::min(writer.em(34), (bottom - top) * 0.6),
                 tokenWidth = std::min(2 * apart - 8, writer.em(58));
    std::array<const TransferWorld*, 2> sides{from(collective, 0), from(collective, 1)};
    for (int i = 0; i < 2; ++i) {
        const double x = centre + (i == 0 ? -apart : apart);
        const std::vector<QPointF> path
            = i == 0 ? std::vector<QPointF>{{x, top}, {x, bottom}} : std::vector<QPointF>{{x, bottom}, {x, top}};
        const TransferWorld* transfer = sides[static_cast<std::size_t>(i)];
        const Progress progress = transfer ? transfer->progress : done ? Progress::done : Progress::ahead;
        const double fraction = transfer ? facts.travelled(transfer->fraction) : 0;
        layoutTravel(writer, path, fraction, progress, 4);
        if (transfer && progress == Progress::running) {
            const double half = tokenHeight / 2;
            const std::vector<QPointF> inner = i == 0 ? std::vector<QPointF>{{x, top + half}, {x, bottom - half}}
                                                      : std::vector<QPointF>{{x, bottom - half}, {x, top + half}};
            const QPointF at = pointAlong(inner, fraction);
            layoutToken(writer, tokenOf(facts, collective, *transfer),
                QRectF(at.x() - tokenWidth / 2, at.y() - half, tokenWidth, tokenHeight), 20);
        }
    }
    layoutDivision(writer, facts, collective, {centre, rect.center().y() + writer.capHeight(kSum) / 2}, 2 * apart - 10);
}

void layoutExchange(MarkWriter& writer, const StageFacts& facts, const QRectF& rect, const Axis& axis)
{
    writer.box(rect, phaseTint(Phase::allReduce));
    const CollectiveWorld* collective = shownCollective(facts);
    if (!collective)
        return;
    writer.spot({ObjectKind::collective, -1, collective->bucket.value}, rect);
    if (facts.hidden.combined && collective->progress == Progress::ahead)
        return; // what is going to be exchanged may be the question
    if (facts.combined.known != Known::notYet && collective->progress == Progress::done) {
        CombinedPlace place;
        place.room = rect.adjusted(writer.em(12), 0, -writer.em(8), 0);
        const double spare = std::max(0.0, rect.height() - combinedHeight(facts, writer.scale())) / 2;
        place.barY = rect.top() + writer.em(24) + spare;
        place.referenceY = facts.keepsReference ? place.barY + writer.em(32) : place.barY;
        place.axisY = place.referenceY + writer.em(facts.keepsReference ? 30 : 33);
        place.axisRight = std::min(rect.right() - writer.em(12), axisRightOf(writer, axis, rect.right()));
        place.captions = rect.right() - writer.em(8);
        place.numeral = facts.keepsReference ? 36 : 40;
        place.result = facts.keepsReference ? 28 : 40;
        layoutCombined(writer, facts, place, axis);
        return;
    }
    if (facts.reducesNone) {
        writer.text({rect.center().x(), rect.center().y()}, SceneText::tr("not combined"), {14}, "text.secondary",
            Qt::AlignHCenter);
        return;
    }
    const double apart = std::clamp(rect.width() * 0.12, writer.em(48), writer.em(84)), centre = rect.center().x();
    const double top = rect.top() + writer.em(10), bottom = rect.bottom() - writer.em(10);
    const double height = std::min(writer.em(56), (bottom - top) * 0.5), width = writer.em(64);
    for (int i = 0; i < 2; ++i) {
        const double x = centre + (i == 0 ? -apart : apart);
        const std::vector<QPointF> path
            = i == 0 ? std::vector<QPointF>{{x, top}, {x, bottom}} : std::vector<QPointF>{{x, bottom}, {x, top}};
        const TransferWorld* transfer = from(*collective, i);
        const Progress progress = transfer ? transfer->progress : Progress::ahead;
        const double fraction = transfer ? facts.travelled(transfer->fraction) : 0;
        layoutTravel(writer, path, fraction, progress, 4);
        const RankFacts& rank = facts.ranks[static_cast<std::size_t>(i)];
        double textX = x + (i == 0 ? -1 : 1) * (width / 2 + writer.em(16));
        if (transfer && progress != Progress::ahead) {
            const double half = height / 2 + 4;
            const std::vector<QPointF> inner = i == 0 ? std::vector<QPointF>{{x, top + half}, {x, bottom - half}}
                                                      : std::vector<QPointF>{{x, bottom - half}, {x, top + half}};
            const QPointF at = pointAlong(inner, fraction);
            layoutToken(writer, tokenOf(facts, *collective, *transfer),
                QRectF(at.x() - width / 2, at.y() - height / 2, width, height), 40);
        }
        const QString what
            = facts.config->loss.reduction == Reduction::mean && facts.config->combine != Combine::weighted
            ? SceneText::tr("%1 sends its mean")
            : SceneText::tr("%1 sends its share");
        const double room = i == 0 ? textX - rect.left() - 8 : rect.right() - 8 - textX;
        const QString told = writer.width(what.arg(rank.label), {14}) <= room
            ? what.arg(rank.label)
            : SceneText::tr("from %1").arg(rank.label);
        if (writer.width(told, {14}) <= room)
            writer.text({textX, rect.center().y() + writer.capHeight({14}) / 2}, told, {14},
                progress == Progress::ahead ? "text.tertiary" : "text.secondary",
                i == 0 ? Qt::AlignRight : Qt::AlignLeft);
    }
}

} // namespace lockstep::ui
