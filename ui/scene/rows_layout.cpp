// Compact rows: examples, loss and gradient as bars on scales shared by all workers.
#include "ui/scene/rows_layout.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "ui/scene/arena_layout.h"
#include "ui/scene/scene_text.h"
#include "ui/scene/strip_layout.h"
#include "ui/scene/tiles_layout.h"

namespace lockstep::ui {

namespace {

struct Rows {
    MarkWriter& writer;
    const StageFacts& facts;
    const StageImages* pictures;
    Columns columns;
    double height = 36;
    double mostLoss = 1e-300, mostGradient = 1e-300;

    FontSpec font() const { return {height >= writer.em(28) ? 14.0 : 12.0, 600}; }

    /// `before`: px kept free at the column's left.
    void bar(const Column& column, double y, const Value& value, double most, Phase phase, double before = 0)
    {
        const double shown = value.value, left = column.left + 8 + before,
                     numberRoom = writer.width(QStringLiteral("00.00"), font()) + 10;
        const double width = std::max(0.0, column.width - 16 - before - numberRoom - 6),
                     thick = std::min(8.0, height * 0.3);
        const QPointF at(column.right() - 8, y + writer.capHeight(font()) / 2);
        if (value.known == Known::hidden) {
            writer.hiddenSlot(at, {12, 600}, Qt::AlignRight);
            return;
        }
        if (!value.visible())
            return;
        if (width > 12) {
            writer.box(QRectF(left, y - thick / 2, width, thick), "surface.2", 2);
            writer.box(QRectF(left, y - thick / 2, width * std::abs(value.value) / most, thick), phaseSolid(phase), 2);
        }
        const QString exact = shortNumber(shown);
        writer.text(at, exact.size() <= 6 ? exact : fixedText(shown, 2), font(),
            value.is() ? phaseInk(phase) : "text.tertiary", Qt::AlignRight);
    }

    void images(const RankFacts& rank, double top)
    {
        const Column& column = columns.of(Phase::load);
        const int count = static_cast<int>(rank.examples.size());
        if (count == 0 || rank.phases[0].progress != Progress::done)
            return;
        const std::size_t r = static_cast<std::size_t>(rank.rank);
        const bool marks = facts.batch.repeats() > 0 && !facts.hidden.findings && r < facts.batch.repeat.size();
        const FontSpec note{12, 500};
        const double width = column.width - 12;
        TileBlock block = fitTiles(*pictures, count, width, height - 4, marks);
        QString rest;
        if (block.shown < count) { // room for the rest's number
            block = fitTiles(*pictures, count,
                width - writer.width(QStringLiteral("+%1").arg(count), note) - writer.em(6), height - 4, marks);
            rest = QStringLiteral("+%1").arg(count - block.shown);
        }
        std::vector<int> samples;
        for (const ExampleFacts& example : rank.examples)
            samples.push_back(example.sample);
        layoutTiles(writer, block, {column.left + 6, top + (height - block.height) / 2}, samples,
            marks ? facts.batch.repeat[r] : std::vector<std::uint8_t>{}, rank.rank);
        writer.text({column.left + 6 + block.width + writer.em(6), top + height / 2 + writer.capHeight(note) / 2}, rest,
            note, "text.secondary");
    }

    void examples(const RankFacts& rank, double top)
    {
        const Column& column = columns.of(Phase::load);
        if (pictures)
            return images(rank, top);
        QStringList texts;
        for (const ExampleFacts& example : rank.examples)
            if (example.target.visible())
                texts.append(shortNumber(example.target.value));
        const FontSpec small{font().pixels, 500};
        const QString text = writer.fitted(texts.join(QStringLiteral(", ")), small, column.width - 12);
        writer.text(
            {column.left + 8, top + height / 2 + writer.capHeight(small) / 2}, text, small, phaseInk(Phase::load));
    }

    void row(const RankFacts& rank, double top)
    {
        const double centre = top + height / 2, badge = std::min(24.0, height - 4);
        const QRectF card(columns.left, top, columns.of(Phase::backward).right() - columns.left, height);
        writer.box(card, "surface.1", 6);
        writer.spot({ObjectKind::rank, rank.rank}, card);
        phaseSpots(writer, columns, {top, height}, rank.rank);
        writer.add(WorkerMark{QRectF(card.left() + 6, centre - badge / 2, badge, badge), rank.label});
        examples(rank, top);
        const Column& forward = columns.of(Phase::forward);
        const double glyph = std::min(24.0, height - 4);
        const bool replica = !facts.scalar && forward.width >= glyph + writer.em(112);
        if (replica && rank.phases[0].progress == Progress::done)
            writer.add(FingerprintMark{QRectF(forward.left + 8, centre - glyph / 2, glyph, glyph), rank.digestBefore});
        if (!facts.stoppedBy(rank, Phase::forward))
            bar(forward, centre, rank.loss, mostLoss, Phase::forward, replica ? glyph + 6 : 0);
        if (!facts.stoppedBy(rank, Phase::backward))
            bar(columns.of(Phase::backward), centre, facts.scalar ? rank.gradient : rank.length, mostGradient,
                Phase::backward);
        const Column& column = columns.of(Phase::update);
        const QRectF last(column.left, top, column.width, height);
        if (rank.digest.is() || rank.digest.known == Known::hidden || facts.failedRank >= 0)
            writer.box(last, "surface.1", 6);
        else
            writer.frame(last, "border.default", 1, Dash::dashed, 6);
        writer.spot({ObjectKind::phase, rank.rank, -1, -1, -1, Phase::update}, last);
        writer.spot({ObjectKind::parameters, rank.rank}, last);
        const double side = std::min(24.0, height - 4);
        const QPointF at(column.left + 10, centre + writer.capHeight(font()) / 2);
        if (facts.failedRank >= 0) {
            const bool stopped = rank.rank == facts.failedRank;
            const QString text = stopped ? SceneText::tr("stopped") : SceneText::tr("waits");
            writer.text(at, writer.firstFitting({text}, font(), column.width - 14), font(),
                stopped ? "status.bad" : "text.secondary");
        } else if (rank.digest.known == Known::hidden) {
            writer.hiddenSlot(at, {12, 600});
        } else if (rank.digest.is()) {
            writer.add(
                FingerprintMark{QRectF(column.right() - 8 - side, centre - side / 2, side, side), rank.digestNow});
            const double room = column.width - 10 - side - 14;
            const QString values = facts.scalar ? QString() : writer.fittedVector(rank.parameters, font(), room);
            const QString text = facts.scalar ? shortNumber(rank.after.value)
                : !values.isEmpty()           ? values
                : rank.digestNow == kNoDigest ? QString()
                                              : QString::fromStdString(formatHex(rank.digestNow)).left(4);
            const FontSpec spec = facts.scalar || !values.isEmpty() ? font() : FontSpec{12, 400, false, true};
            if (writer.width(text, spec) <= room)
                writer.text(at, text, spec,
                    facts.scalar ? (facts.sameAfter ? phaseInk(Phase::update) : "status.bad") : "text.secondary");
        }
    }
};

} // namespace

bool layoutRows(MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect)
{
    const double n = static_cast<double>(facts.count()), head = writer.em(32), gap = 4;
    const double wished = n <= 4 ? writer.em(64) : n <= 8 ? writer.em(54) : writer.em(44);
    // The strip as large as rows of 36 allow; the count of different images always.
    double strip = 0;
    StripRoom room = StripRoom::headline;
    if (hasStrip(facts))
        for (const StripRoom candidate : kStripRooms) {
            room = candidate;
            strip = stripHeight(writer, images, candidate) + (candidate == StripRoom::headline ? 0 : 8);
            if ((rect.height() - strip - head - 6) / n - gap >= writer.em(36))
                break;
        }
    const double rowsTop = rect.top() + strip;
    std::array<double, kPhaseCount> widths = headWidths(writer);
    widths[static_cast<std::size_t>(Phase::allReduce)]
        = std::max(widths[static_cast<std::size_t>(Phase::allReduce)], writer.em(104));
    for (double& width : widths)
        width = std::max(width, writer.em(86));
    ColumnWidths asked{widths, widths};
    if (images && facts.count() > 0)
        asked.wish[0] = std::max(widths[0],
            12 + std::min(24, facts.shareOf(0)) * std::min(30.0, 2.0 * static_cast<double>(images->width) + 5));
    if (!facts.scalar)
        asked.wish[1] = std::max(widths[1], writer.em(150));
    Rows rows{writer, facts, images, fitColumns(asked, rect.left(), rect.right(), 40), 36, 1e-300, 1e-300};
    rows.height = std::floor(std::min(wished, (rect.bottom() - rowsTop - head - 6) / n - gap));
    const bool fits = rows.height >= std::max(18.0, writer.em(18)) && rows.columns.fits;
    rows.height = std::max(rows.height, 12.0);
    for (std::size_t r = 0; r < facts.count(); ++r) {
        // The scale comes from the end of the step, so that it never moves while values appear.
        const RankWorld& end = facts.end->ranks[r];
        rows.mostLoss = std::max(rows.mostLoss, std::abs(end.loss.value_or(0)));
        double square = 0;
        for (const GradientWorld& gradient : end.gradients)
            if (gradient.norm != kNoLength)
                square += gradient.norm * gradient.norm;
        rows.mostGradient = std::max(rows.mostGradient, std::sqrt(square));
    }
    if (strip > 0)
        layoutStrip(writer, facts, images, QRectF(rect.left(), rect.top(), rect.width(), strip), room);
    layoutHeads(writer, facts, rows.columns, rowsTop, head);
    std::vector<LaneBox> lanes;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        lanes.push_back({rowsTop + head + 6 + static_cast<double>(r) * (rows.height + gap), rows.height});
        rows.row(facts.ranks[r], lanes.back().top);
    }
    if (facts.count() <= 4)
        layoutArena(writer, facts, arenaBeside(rows.columns, lanes));
    else
        layoutThinArena(writer, facts, arenaBeside(rows.columns, lanes));
    return fits;
}

} // namespace lockstep::ui
