// Arena of stars and rings: a cell for each worker's buffer at its lane's height, links between neighbours straight
// down, all others along a bus on the right.
#include "ui/scene/arena_layout.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/scene/exchange_layout.h"
#include "ui/scene/now_collective.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

struct Arena {
    MarkWriter& writer;
    const StageFacts& facts;
    const CollectiveWorld& collective;
    QRectF rect;
    std::vector<QRectF> cells;
    double bus = 0, tokenWidth = 0, tokenHeight = 0;

    std::vector<QPointF> path(std::size_t from, std::size_t to) const
    {
        const QRectF &a = cells[from], &b = cells[to];
        if (to == from + 1 && facts.config->collective.algorithm != Algorithm::star)
            return {{a.center().x(), a.bottom()}, {b.center().x(), b.top()}};
        return {
            {a.right(), a.center().y()}, {bus, a.center().y()}, {bus, b.center().y()}, {b.right() + 2, b.center().y()}};
    }

    /// Where the token's centre moves: clear of the cells at both ends.
    std::vector<QPointF> tokenPath(std::size_t from, std::size_t to) const
    {
        std::vector<QPointF> whole = path(from, to);
        if (whole.size() > 2)
            return {whole[1], whole[2]};
        const double half = std::min(tokenHeight / 2 + 1, (whole[1].y() - whole[0].y()) / 2);
        return {whole[0] + QPointF(0, half), whole[1] - QPointF(0, half)};
    }

    bool busy(std::size_t rank) const
    {
        return std::any_of(collective.transfers.begin(), collective.transfers.end(), [&](const TransferWorld& t) {
            return t.progress == Progress::running && t.transfer.chunk.count > 0
                && t.transfer.destination.index() == rank && t.transfer.op == TransferOp::reduce;
        });
    }

    /// What the rank holds now: its number, or the length of its gradient.
    QString content(std::size_t rank, bool& hidden) const
    {
        hidden = false;
        if (rank >= collective.buffers.size() || collective.buffers[rank].empty())
            return {};
        const std::vector<double>& buffer = collective.buffers[rank];
        const bool own = buffer == collective.sent[rank];
        const bool asGradient
            = buffer.size() == 1 && facts.ranks[rank].gradient.is() && facts.ranks[rank].gradient.value == buffer[0];
        hidden = facts.hidden.localGradients || (facts.hidden.combined && !(own && (asGradient || !facts.scalar)));
        if (collective.progress == Progress::done && !collective.combined.empty())
            return facts.hidden.combined ? QString() : numbers(collective.combined);
        return numbers(buffer);
    }

    static QString numbers(const std::vector<double>& values)
    {
        if (values.size() > 3)
            return {};
        QStringList texts;
        for (const double value : values)
            texts.append(values.size() == 1 ? toldNumber(value) : shortNumber(value));
        return texts.join(QStringLiteral(", "));
    }

    /// Of models with many numbers: the fingerprint of the combined gradient, its length and its bars by class; before
    /// that the length of what the rank puts in.
    void layoutImageCell(std::size_t rank)
    {
        const QRectF& cell = cells[rank];
        const bool done = facts.combinedLength.is();
        const FontSpec font{14, 600};
        const bool bars = cell.height() >= writer.em(46);
        const double line = bars ? cell.top() + writer.em(16) : cell.center().y();
        if (facts.hidden.combined || facts.hidden.localGradients) {
            writer.hiddenSlot(
                {cell.center().x(), cell.center().y() + writer.capHeight(font) / 2}, {14, 600}, Qt::AlignHCenter);
            return;
        }
        FontSpec own = font;
        const QString text = done ? fixedText(facts.combinedLength.value, 3) : normText(rank, own);
        const std::optional<std::uint64_t> digest = done ? combinedDigest(rank) : std::nullopt;
        const double side = digest ? std::min(writer.em(24), cell.height() - 8) : 0;
        const double width = writer.width(text, font) + (side > 0 ? side + writer.em(8) : 0);
        double x = cell.center().x() - width / 2;
        if (width > cell.width() - 8) {
            writer.text({cell.center().x(), line + writer.capHeight(font) / 2},
                writer.firstFitting({text}, font, cell.width() - 4), font, phaseInk(Phase::allReduce),
                Qt::AlignHCenter);
        } else {
            if (side > 0)
                writer.add(FingerprintMark{QRectF(x, line - side / 2, side, side), *digest});
            x += side > 0 ? side + writer.em(8) : 0;
            writer.text(
                {x, line + writer.capHeight(font) / 2}, text, font, done ? phaseInk(Phase::allReduce) : "text.primary");
        }
        const double most = mostByClass(facts);
        if (bars && done && !facts.combinedByClass.empty() && most > 0)
            layoutClassBars(writer, facts.combinedByClass, most,
                QRectF(
                    cell.left() + 8, cell.top() + writer.em(31), cell.width() - 16, cell.height() - writer.em(31) - 5),
                Phase::allReduce);
    }

    /// Of the rank's combined gradient in the bucket shown.
    std::optional<std::uint64_t> combinedDigest(std::size_t rank) const
    {
        for (const Event& event : facts.world->record->events)
            if (const auto* reduced = event.as<BucketReduced>();
                reduced && reduced->bucket == collective.bucket && event.rank.index() == rank)
                return reduced->digest;
        return std::nullopt;
    }

    void layoutCell(std::size_t rank)
    {
        const QRectF& cell = cells[rank];
        writer.box(cell, "surface.1", 6);
        if (facts.images)
            return layoutImageCell(rank);
        bool hidden = false;
        QString text = content(rank, hidden);
        FontSpec font{16, 600};
        const double baseline = cell.center().y() + writer.capHeight(font) / 2;
        if (hidden) {
            writer.hiddenSlot({cell.center().x(), baseline}, {14, 600}, Qt::AlignHCenter);
            return;
        }
        const bool many = facts.end->ranks[rank].gradients.size() > 0 && text.isEmpty();
        const bool done = collective.progress == Progress::done;
        if (many && done && facts.hidden.combined) {
            writer.hiddenSlot({cell.center().x(), baseline}, {14, 600}, Qt::AlignHCenter);
            return;
        }
        if (many)
            text = normText(rank, font);
        const double wanted = busy(rank) && !many ? writer.em(32) : 0;
        const double slot = writer.width(text, {12, 600}) + wanted <= cell.width() - 8 ? wanted : 0;
        while (font.pixels > 12 && writer.width(text, font) + slot > cell.width() - 10)
            font.pixels -= 1;
        const double width = writer.width(text, font) + slot, left = cell.center().x() - width / 2;
        if (width > cell.width() - 4) // not even the smallest type fits: the inspector tells it
            return;
        writer.text({left, cell.center().y() + writer.capHeight(font) / 2}, text, font,
            done ? phaseInk(Phase::allReduce) : "text.primary");
        if (slot > 0) {
            const double right = left + width, side = writer.em(16);
            writer.text({right - slot + writer.em(3), cell.center().y() + writer.capHeight(kPlus) / 2},
                QStringLiteral("+"), kPlus, "text.secondary");
            writer.frame(QRectF(right - side, cell.center().y() - side / 2, side, side), phaseSolid(Phase::allReduce),
                1, Dash::dashed, 3);
        }
    }

    /// Long gradients tell their length: the local one, then the combined one's.
    QString normText(std::size_t rank, FontSpec& font) const
    {
        font.pixels = 14;
        if (collective.progress == Progress::done && facts.world->record) {
            for (const Event& event : facts.world->record->events)
                if (const auto* reduced = event.as<BucketReduced>(); reduced && reduced->bucket == collective.bucket)
                    return reduced->norm == kNoLength ? QString() : fixedText(reduced->norm, 3);
            return {};
        }
        double squares = 0;
        for (const ParameterId parameter : facts.header->buckets.at(collective.bucket.index()).parameters) {
            const std::size_t p = parameter.index();
            if (p >= facts.ranks[rank].norms.size() || !facts.ranks[rank].norms[p].is())
                return {};
            squares += facts.ranks[rank].norms[p].value * facts.ranks[rank].norms[p].value;
        }
        return fixedText(std::sqrt(squares), 3);
    }

    static constexpr FontSpec kPlus{14, 600};

    void layoutLinks()
    {
        // One link a pair: the transfer that says most about it now (running before done before ahead).
        std::map<std::pair<std::size_t, std::size_t>, const TransferWorld*> newest;
        for (const TransferWorld& transfer : collective.transfers) {
            if (transfer.transfer.chunk.count == 0)
                continue;
            const TransferWorld*& known
                = newest[{transfer.transfer.source.index(), transfer.transfer.destination.index()}];
            const auto weight = [](const TransferWorld& t) {
                return t.progress == Progress::running ? 2 : t.progress == Progress::done ? 1 : 0;
            };
            if (!known || weight(transfer) >= weight(*known))
                if (!known || weight(transfer) > 0)
                    known = &transfer;
        }
        const bool star = facts.config->collective.algorithm == Algorithm::star;
        for (const auto& [pair, transfer] : newest) {
            if (star && pair.first > pair.second) // a spoke at rest has no direction
                writer.add(LineMark{path(pair.first, pair.second), phaseSolid(Phase::allReduce), 2, Dash::dotted, 0});
        }
        for (const auto& [pair, transfer] : newest)
            if (!star || transfer->progress == Progress::running)
                layoutTravel(
                    writer, path(pair.first, pair.second), facts.travelled(transfer->fraction), transfer->progress, 4);
    }

    void layoutTokens()
    {
        for (const TransferWorld& transfer : collective.transfers) {
            if (transfer.progress != Progress::running || transfer.transfer.chunk.count == 0)
                continue;
            const QPointF at
                = pointAlong(tokenPath(transfer.transfer.source.index(), transfer.transfer.destination.index()),
                    facts.travelled(transfer.fraction));
            layoutToken(writer, tokenOf(facts, collective, transfer),
                QRectF(at.x() - tokenWidth / 2, at.y() - tokenHeight / 2, tokenWidth, tokenHeight), 15);
        }
    }
};

} // namespace

ArenaPlace arenaBeside(const Columns& columns, const std::vector<LaneBox>& lanes)
{
    const Column& column = columns.of(Phase::allReduce);
    return {QRectF(column.left, lanes.front().top, column.width, lanes.back().bottom() - lanes.front().top), lanes};
}

void layoutThinArena(MarkWriter& writer, const StageFacts& facts, const ArenaPlace& place)
{
    const QRectF& rect = place.rect;
    writer.box(rect, phaseTint(Phase::allReduce));
    const CollectiveWorld* collective = shownCollective(facts);
    if (!collective)
        return;
    writer.spot({ObjectKind::collective, -1, collective->bucket.value}, rect);
    Arena arena{writer, facts, *collective, rect, {}, 0, 0, 0};
    const double side = std::min(12.0, place.lanes.front().height - 6);
    for (const LaneBox& lane : place.lanes)
        arena.cells.emplace_back(rect.left() + rect.width() * 0.3 - side / 2, lane.centre() - side / 2, side, side);
    arena.bus = rect.left() + rect.width() * 0.7;
    arena.tokenHeight = arena.tokenWidth = 10;
    arena.layoutLinks();
    for (std::size_t r = 0; r < arena.cells.size(); ++r)
        writer.add(
            BoxMark{arena.cells[r], collective->progress == Progress::done ? phaseSolid(Phase::allReduce) : "surface.1",
                phaseSolid(Phase::allReduce), 1.5, Dash::solid, 3});
    for (const TransferWorld& transfer : collective->transfers)
        if (transfer.progress == Progress::running && transfer.transfer.chunk.count > 0) {
            const QPointF at
                = pointAlong(arena.tokenPath(transfer.transfer.source.index(), transfer.transfer.destination.index()),
                    facts.travelled(transfer.fraction));
            writer.box(QRectF(at.x() - 5, at.y() - 5, 10, 10), phaseSolid(Phase::allReduce), 3);
        }
}

void layoutArena(MarkWriter& writer, const StageFacts& facts, const ArenaPlace& place)
{
    const QRectF& rect = place.rect;
    writer.box(rect, phaseTint(Phase::allReduce));
    const CollectiveWorld* collective = shownCollective(facts);
    if (!collective)
        return;
    for (std::size_t r = 0; r < place.lanes.size(); ++r)
        writer.spot({ObjectKind::phase, static_cast<int>(r), -1, -1, -1, Phase::allReduce},
            QRectF(rect.left() + 2, place.lanes[r].top + 2, rect.width() - 4, place.lanes[r].height - 4));
    writer.spot({ObjectKind::collective, -1, collective->bucket.value}, rect);
    // What is going to be exchanged may be the question.
    if (facts.hidden.combined && collective->progress == Progress::ahead)
        return;
    if (facts.count() == 1) {
        const QString text = writer.fitted(SceneText::tr("nothing to send"), {13, 500}, rect.width() - 12);
        writer.text({rect.center().x(), rect.center().y() + writer.capHeight({13, 500}) / 2}, text, {13, 500},
            "text.secondary", Qt::AlignHCenter);
        return;
    }
    if (facts.reducesNone) {
        const QString text = writer.fitted(SceneText::tr("not combined"), {13, 500}, rect.width() - 12);
        writer.text({rect.center().x(), rect.center().y() + writer.capHeight({13, 500}) / 2}, text, {13, 500},
            "text.secondary", Qt::AlignHCenter);
        return;
    }
    const bool reduced = facts.header->buckets.empty() || facts.header->buckets[collective->bucket.index()].reduced;
    if (facts.count() == 2 && facts.config->collective.algorithm == Algorithm::pairwise && facts.scalar && reduced) {
        layoutPairColumn(writer, facts, *collective, rect);
        return;
    }
    Arena arena{writer, facts, *collective, rect, {}, 0, 0, 0};
    const double pitch = place.lanes.size() > 1 ? place.lanes[1].centre() - place.lanes[0].centre() : rect.height();
    const double height = facts.images ? std::min({writer.em(56), place.lanes.front().height - 16, pitch - 24})
                                       : std::min({writer.em(36), place.lanes.front().height - 12, pitch * 0.5});
    arena.tokenHeight = std::clamp(pitch - height - 8, 18.0, writer.em(36));
    double widest = 0;
    for (const TransferWorld& transfer : collective->transfers)
        if (transfer.values.size() == 1)
            widest = std::max(widest, writer.width(shortNumber(transfer.values[0]), {13, 600}));
    const bool ring = facts.config->collective.algorithm == Algorithm::ring;
    arena.tokenWidth
        = std::clamp(widest + writer.em(ring ? 29 : 14), writer.em(46), std::max(writer.em(46), rect.width() * 0.42));
    const double width = std::max(writer.em(48), rect.width() - 22 - arena.tokenWidth);
    if (facts.header->buckets.size() > 1) {
        const BucketInfo& bucket = facts.header->buckets[collective->bucket.index()];
        QString name = bucket.parameters.size() == 1
            ? QString::fromStdString(facts.header->parameters[bucket.parameters[0].index()].name)
            : SceneText::tr("bucket %1").arg(collective->bucket.value);
        if (!facts.reducesAll)
            name = SceneText::tr("%1; not %2").arg(name, parameterNames(*facts.header, false));
        if (place.lanes.front().height - height >= writer.em(44) && !facts.combinedLength.is())
            writer.text({rect.left() + 10, rect.top() + writer.em(18)},
                writer.fitted(name, {12, 500}, rect.width() - 20), {12, 500}, "text.secondary");
    }
    for (const LaneBox& lane : place.lanes)
        arena.cells.emplace_back(rect.left() + 8, lane.centre() - height / 2, std::min(width, writer.em(120)), height);
    arena.bus = rect.right() - 8 - arena.tokenWidth / 2;
    arena.layoutLinks();
    for (std::size_t r = 0; r < arena.cells.size(); ++r)
        arena.layoutCell(r);
    arena.layoutTokens();
}

} // namespace lockstep::ui
