// Compact rows: examples, loss and gradient as bars on scales shared by all workers.
#include "ui/scene/rows_layout.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "ui/scene/arena_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

struct Rows {
    MarkWriter& writer;
    const StageFacts& facts;
    const StageImages* images;
    Columns columns;
    double height = 36;
    double mostLoss = 1e-300, mostGradient = 1e-300;

    FontSpec font() const { return {height >= writer.em(28) ? 14.0 : 12.0, 600}; }

    void bar(const Column& column, double y, const Value& value, double most, double shown, Phase phase)
    {
        const double left = column.left + 8, numberRoom = writer.width(QStringLiteral("00.00"), font()) + 10;
        const double width = std::max(0.0, column.width - 16 - numberRoom - 6), thick = std::min(8.0, height * 0.3);
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

    void examples(const RankFacts& rank, double top)
    {
        const Column& column = columns.of(Phase::load);
        if (images) {
            const int pixel = std::max(1, static_cast<int>((height - 8) / images->height));
            const double side = pixel * images->width + 4;
            double x = column.left + 6;
            for (const ExampleFacts& example : rank.examples) {
                if (rank.phases[0].progress != Progress::done || x + side > column.right() - 2)
                    break;
                writer.add(TileMark{QRectF(x, top + (height - side) / 2, side, side), example.sample, pixel, false});
                x += side + 3;
            }
            return;
        }
        QStringList texts;
        for (const ExampleFacts& example : rank.examples)
            if (example.target.visible())
                texts.append(shortNumber(example.target.value));
        const FontSpec small{font().pixels, 500};
        const QString text = writer.fitted(texts.join(QStringLiteral(", ")), small, column.width - 12);
        writer.text(
            {column.left + 8, top + height / 2 + writer.capHeight(small) / 2}, text, small, phaseInk(Phase::load));
    }

    Value gradient(const RankFacts& rank) const
    {
        if (facts.scalar || rank.norms.empty())
            return rank.gradient;
        Value all = rank.norms.back();
        double square = 0;
        for (const Value& norm : rank.norms)
            square += norm.value * norm.value;
        all.value = std::sqrt(square);
        return all;
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
        bar(columns.of(Phase::forward), centre, rank.loss, mostLoss, rank.loss.value, Phase::forward);
        const Value own = gradient(rank);
        bar(columns.of(Phase::backward), centre, own, mostGradient, own.value, Phase::backward);
        const Column& column = columns.of(Phase::update);
        const QRectF last(column.left, top, column.width, height);
        writer.box(last, "surface.1", 6);
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
    std::array<double, kPhaseCount> widths = headWidths(writer);
    widths[static_cast<std::size_t>(Phase::allReduce)]
        = std::max(widths[static_cast<std::size_t>(Phase::allReduce)], writer.em(104));
    for (double& width : widths)
        width = std::max(width, writer.em(86));
    Rows rows{writer, facts, images, fitColumns(widths, rect.left(), rect.right(), 40), 36, 1e-300, 1e-300};
    rows.height = std::floor(std::min(n <= 4 ? writer.em(64)
            : n <= 8                         ? writer.em(54)
                                             : writer.em(44),
        (rect.height() - head - 6) / n - gap));
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
    layoutHeads(writer, facts, rows.columns, rect.top(), head);
    std::vector<LaneBox> lanes;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        lanes.push_back({rect.top() + head + 6 + static_cast<double>(r) * (rows.height + gap), rows.height});
        rows.row(facts.ranks[r], lanes.back().top);
    }
    if (facts.count() <= 4)
        layoutArena(writer, facts, arenaBeside(rows.columns, lanes));
    else
        layoutThinArena(writer, facts, arenaBeside(rows.columns, lanes));
    return fits;
}

bool layoutGrid(MarkWriter& writer, const StageFacts& facts, const QRectF& rect)
{
    const Columns columns = fitColumns(headWidths(writer), rect.left(), rect.right(), 0);
    const double head = writer.em(32), top = rect.top() + head + 12, room = rect.bottom() - top - writer.em(28);
    layoutHeads(writer, facts, columns, rect.top(), head);
    const int n = static_cast<int>(facts.count());
    int across = 1;
    double best = 0;
    for (int a = 1; a <= n; ++a) { // as large as possible, cells no wider than twice their height
        const int down = (n + a - 1) / a;
        const double w = rect.width() / a, h = room / down, side = std::min(w, h * 1.6);
        if (side > best && w <= h * 2.2) {
            best = side;
            across = a;
        }
    }
    const int down = (n + across - 1) / across;
    const double w = std::min(rect.width() / across, 120.0), h = std::min(room / down, 64.0), gap = w > 24 ? 4 : 1;
    for (int r = 0; r < n; ++r) {
        const RankFacts& rank = facts.ranks[static_cast<std::size_t>(r)];
        const RankWorld& world = facts.world->ranks[static_cast<std::size_t>(r)];
        const QRectF cell(rect.left() + (r % across) * w, top + (r / across) * h, w - gap, h - gap);
        const FontSpec font{12, 600};
        const bool started = world.phases[0].progress != Progress::ahead;
        if (rank.waiting) {
            writer.box(cell, "wait.fill", 4);
            writer.add(HatchMark{cell, 4});
        } else {
            writer.box(cell, started ? phaseSolid(world.phase) : "surface.1", 4);
        }
        if (writer.width(rank.label, font) + 8 <= cell.width() && cell.height() >= 18) {
            if (rank.waiting)
                writer.box(
                    QRectF(cell.left() + 2, cell.top() + 2, writer.width(rank.label, font) + 6, 16), "wait.fill", 3);
            writer.text({cell.left() + 5, cell.top() + 5 + writer.capHeight(font)}, rank.label, font,
                rank.waiting || !started ? "text.secondary" : phaseOn(world.phase));
        }
        writer.spot({ObjectKind::rank, r}, cell);
    }
    const QString legend
        = SceneText::tr("One cell a worker, in the colour of the phase it is in; hatched while it waits.");
    writer.text({rect.left(), rect.bottom() - writer.em(6)}, writer.fitted(legend, {12, 500}, rect.width()), {12, 500},
        "text.tertiary");
    return best >= 6;
}

} // namespace lockstep::ui
