// The update column: each replica's new value and fingerprint, and whether neighbours are identical.
#include <algorithm>

#include "core/base/numbers.h"
#include "ui/scene/lanes_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

bool isShown(const StageFacts& facts, const RankFacts& rank)
{
    return rank.digest.is() || (!facts.sameStart && rank.digest.known != Known::hidden);
}

QRectF fingerprintRect(const MarkWriter& writer, const StageFacts& facts, const QRectF& card)
{
    const double side = std::min(writer.em(32), card.height() - 8);
    // Small models tell their values first; others show the glyph first and the hash beside it.
    const double left
        = !facts.parameterNames.isEmpty() ? card.right() - writer.em(14) - side : card.left() + writer.em(12);
    return {left, card.center().y() - side / 2, side, side};
}

/// "w 1.2", "b 0.35" below each other.
void layoutValues(MarkWriter& writer, const StageFacts& facts, const QRectF& card, double right, const RankFacts& rank)
{
    const FontSpec name{14}, font{14, 600};
    const double n = static_cast<double>(rank.parameters.size());
    const double pitch = std::min(writer.em(20), (card.height() - writer.em(22)) / n),
                 left = card.left() + writer.em(14);
    double widest = 0;
    for (const QString& text : facts.parameterNames)
        widest = std::max(widest, writer.width(text, name));
    const double numbers = left + widest + writer.em(6);
    double y = card.center().y() - pitch * (n - 1) / 2 + writer.capHeight(font) / 2;
    for (std::size_t i = 0; i < rank.parameters.size(); ++i) {
        writer.text({left, y}, facts.parameterNames[static_cast<qsizetype>(i)], name, "text.secondary");
        const double room = right - 5 - numbers;
        const FontSpec fit = writer.fittedFont(toldNumber(rank.parameters[i]), font, 12, room);
        writer.text({numbers, y}, writer.fittedTold(rank.parameters[i], fit, room), fit,
            !rank.digest.is()      ? "text.secondary"
                : !facts.sameAfter ? "status.bad"
                                   : phaseInk(Phase::update));
        y += pitch;
    }
}

/// The others wait for the rank that has stopped.
void layoutLastWait(MarkWriter& writer, const StageFacts& facts, const QRectF& card, const RankFacts& rank)
{
    if (rank.rank == facts.failedRank)
        return;
    const FontSpec font{13, 600};
    const QString label = facts.ranks[static_cast<std::size_t>(facts.failedRank)].label;
    const QString text = writer.firstFitting(
        {SceneText::tr("waits for %1").arg(label), SceneText::tr("waits")}, font, card.width() - writer.em(24));
    writer.box(card, "wait.fill");
    writer.add(HatchMark{card, 8});
    const double width = writer.width(text, font) + writer.em(12), height = writer.em(22);
    writer.box(QRectF(card.center().x() - width / 2, card.center().y() - height / 2, width, height), "wait.fill", 4);
    writer.text({card.center().x(), card.center().y() + writer.capHeight(font) / 2}, text, font, "text.primary",
        Qt::AlignHCenter);
}

void layoutReplica(MarkWriter& writer, const StageFacts& facts, const QRectF& card, const RankFacts& rank)
{
    const FontSpec font{20, 600};
    const QPointF at(card.left() + writer.em(14), card.center().y() + writer.capHeight(font) / 2);
    if (rank.digest.known == Known::hidden) {
        writer.hiddenSlot(at, {16, 600});
        return;
    }
    if (!isShown(facts, rank)) {
        if (rank.after.known == Known::ghost) {
            const QRectF number = writer.text(at, toldNumber(rank.after.value), font, "text.tertiary");
            const QRectF next(
                number.right() + writer.em(8), at.y() - 12, writer.width(SceneText::tr("next"), {12, 500}), 12);
            if (next.right() <= card.right() - 8)
                writer.text({next.left(), at.y()}, SceneText::tr("next"), {12, 500}, "text.tertiary");
        }
        return;
    }
    const bool updated = rank.digest.is();
    const QRectF glyph = fingerprintRect(writer, facts, card);
    if (facts.scalar) {
        const double value = updated && rank.after.visible() ? rank.after.value : rank.before;
        const double room = glyph.left() - 5 - at.x();
        const FontSpec fit = writer.fittedFont(toldNumber(value), font, 14, room);
        const double baseline = card.center().y() + writer.capHeight(fit) / 2;
        writer.text({at.x(), baseline}, writer.fittedTold(value, fit, room), fit,
            !updated               ? "text.secondary"
                : !facts.sameAfter ? "status.bad"
                                   : phaseInk(Phase::update));
    } else if (const qsizetype lines = facts.parameterNames.size();
               lines > 0 && static_cast<qsizetype>(rank.parameters.size()) == lines) {
        layoutValues(writer, facts, card, glyph.left(), rank);
    } else {
        const std::uint64_t digest = updated ? rank.digestNow : rank.digestBefore;
        const QString hash = digest == kNoDigest ? QString() : QString::fromStdString(formatHex(digest)).left(4);
        const FontSpec mono{13, 400, false, true};
        const double left = glyph.right() + writer.em(10);
        if (left + writer.width(hash, mono) <= card.right() - 4)
            writer.text({left, card.center().y() + writer.em(5)}, hash, mono, "text.secondary");
    }
    writer.add(FingerprintMark{glyph, rank.digestNow});
}

void layoutLink(MarkWriter& writer, const StageFacts& facts, const QRectF& upper, const QRectF& lower,
    const RankFacts& a, const RankFacts& b)
{
    if (!isShown(facts, a) || !isShown(facts, b) || a.digest.known != b.digest.known)
        return;
    if (a.digestNow == kNoDigest || b.digestNow == kNoDigest)
        return; // not compared in this step
    const bool same = a.digestNow == b.digestNow;
    const QString text = same ? SceneText::tr("identical") : SceneText::tr("≠ differ");
    const FontSpec font{12, 600};
    const QRectF glyph = fingerprintRect(writer, facts, upper), other = fingerprintRect(writer, facts, lower);
    const double width = std::min(writer.width(text, font) + writer.em(22), upper.width() - 8), height = writer.em(22);
    const double middle = (upper.bottom() + lower.top()) / 2;
    const double centre = std::clamp(glyph.center().x(), upper.left() + width / 2 + 4, upper.right() - width / 2 - 4);
    const QRectF pill(centre - width / 2, middle - height / 2, width, height);
    if (glyph.bottom() + 3 < pill.top()) {
        writer.add(LineMark{{{glyph.center().x(), glyph.bottom() + 2}, {glyph.center().x(), pill.top()}},
            "border.strong", 1, Dash::dotted, 0});
        writer.add(LineMark{{{other.center().x(), pill.bottom()}, {other.center().x(), other.top() - 2}},
            "border.strong", 1, Dash::dotted, 0});
    }
    writer.add(BoxMark{pill, same ? "surface.1" : "status.bad.tint", same ? "border.strong" : "status.bad", 1,
        Dash::solid, height / 2});
    writer.text({pill.center().x(), pill.center().y() + writer.capHeight(font) / 2}, text, font,
        same ? "text.primary" : "status.bad", Qt::AlignHCenter);
}

} // namespace

void layoutUpdates(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const std::vector<LaneBox>& lanes)
{
    const Column& column = columns.of(Phase::update);
    const auto card = [&](std::size_t r) { return QRectF(column.left, lanes[r].top, column.width, lanes[r].height); };
    for (std::size_t r = 0; r < lanes.size(); ++r) {
        const RankFacts& rank = facts.ranks[r];
        if (!isShown(facts, rank) && rank.after.known == Known::ghost)
            writer.frame(card(r), "border.strong", 1, Dash::dashed);
        else
            writer.box(card(r), "surface.1");
        writer.spot({ObjectKind::phase, rank.rank, -1, -1, -1, Phase::update}, card(r));
        writer.spot({ObjectKind::parameters, rank.rank}, card(r));
        if (facts.failedRank >= 0)
            layoutLastWait(writer, facts, card(r), rank);
        else
            layoutReplica(writer, facts, card(r), rank);
    }
    if (facts.failedRank >= 0)
        return;
    for (std::size_t r = 0; r + 1 < lanes.size(); ++r)
        layoutLink(writer, facts, card(r), card(r + 1), facts.ranks[r], facts.ranks[r + 1]);
}

} // namespace lockstep::ui
