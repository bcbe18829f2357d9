// Cells, tones and legend of the heat grid.
#include "ui/scene/grid_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/play/timeline_text.h"
#include "ui/scene/columns_layout.h"
#include "ui/scene/scene_text.h"
#include "ui/scene/strip_layout.h"

namespace lockstep::ui {

namespace {

constexpr double kCardLeast = 232; ///< px: head, three phases, arrival and the sentence below
const FontSpec kLabel{12, 500}, kValue{13, 600}, kLegend{13, 500};

struct Look {
    Ink fill = nullptr, stroke = nullptr, label = nullptr, value = nullptr;
    QStringList texts;    ///< from the longest
    bool labelled = true; ///< the rank's number has room in every cell
};

double padOf(double width)
{
    return std::min(8.0, width * 0.06);
}

Look lookOf(Tone tone)
{
    switch (tone) {
    case Tone::low:
        return {"surface.1", "border.default", "text.secondary", "text.primary", {}};
    case Tone::middle:
        return {"heat.1", nullptr, "text.secondary", "text.primary", {}};
    case Tone::high:
        return {"heat.3", nullptr, "text.primary", "text.primary", {}};
    }
    return {};
}

Look lookOf(const StageFacts& facts, const GridFacts& grid, std::size_t r)
{
    const GridCell& cell = grid.cells[r];
    const RankWorld& world = facts.world->ranks[r];
    if (facts.failedRank == static_cast<int>(r))
        return {"status.bad.tint", "status.bad", "status.bad", "status.bad",
            {SceneText::tr("stopped"), QString(QChar(0x00d7))}};
    if (cell.known == Known::hidden)
        return {"surface.1", "border.default", "text.secondary", "text.tertiary", {QStringLiteral("?")}};
    if (cell.known == Known::yes) {
        Look look = lookOf(cell.tone);
        if (grid.by == GridColour::loss)
            look.texts = {fixedText(cell.value, 3), fixedText(cell.value, 2), fixedText(cell.value, 1)};
        else if (grid.by == GridColour::lateness)
            look.texts = {signedText(cell.value, grid.time.decimals), signedText(cell.value, 0)};
        else
            look.texts = {fixedText(cell.value, grid.time.decimals), fixedText(cell.value, 0)};
        return look;
    }
    if (cell.arrived)
        return {"surface.1", "border.default", "text.secondary", "text.secondary",
            {SceneText::tr("arrived"), SceneText::tr("in")}};
    if (world.phases[0].progress == Progress::ahead)
        return {nullptr, "border.default", "text.tertiary", "text.tertiary", {}};
    return {phaseSolid(world.phase), nullptr, phaseOn(world.phase), phaseOn(world.phase), {SceneText::tr("runs")}};
}

/// `oneLine`: label and value beside each other have room in every cell.
void layoutCell(MarkWriter& writer, const Look& look, const QString& label, const QRectF& cell, bool oneLine)
{
    const double radius = std::min(4.0, cell.width() / 6);
    writer.add(BoxMark{cell, look.fill, look.stroke, 1, look.fill ? Dash::solid : Dash::dashed, radius});
    const double pad = padOf(cell.width()), room = cell.width() - 2 * pad;
    const double labelWidth = writer.width(label, kLabel);
    const bool labelled = look.labelled && labelWidth <= room;
    const bool two = cell.height() >= writer.em(30);
    const bool roomy = cell.height() >= writer.em(40);
    const double valueRoom = two ? room : labelled && oneLine ? room - labelWidth - 6 : 0;
    const QString value = writer.firstFitting(look.texts, kValue, valueRoom);
    const double first
        = two ? cell.top() + writer.em(roomy ? 17 : 13) : cell.center().y() + writer.capHeight(kLabel) / 2;
    if (labelled) {
        writer.text({cell.left() + pad, first}, label, kLabel, look.label);
        std::get<TextMark>(writer.out().marks.back()).tabular = false; // one piece: there may be hundreds
    }
    if (!value.isEmpty())
        writer.text(
            {cell.right() - pad,
                two ? cell.bottom() - writer.em(roomy ? 9 : 6) : cell.center().y() + writer.capHeight(kValue) / 2},
            value, kValue, look.value, Qt::AlignRight);
}

struct Legend {
    QString title;
    QString low, middle, high;
};

Legend legendOf(const GridFacts& grid)
{
    const auto amount = [&](double value) { return QStringLiteral("%1 %2").arg(numberText(value), grid.time.unit); };
    switch (grid.by) {
    case GridColour::lateness:
        return {SceneText::tr("%1 after the median worker").arg(grid.time.unit),
            SceneText::tr("early, %1 or more").arg(numberText(grid.near)), SceneText::tr("near the median"),
            SceneText::tr("late, %1 or more").arg(numberText(grid.near))};
    case GridColour::wait:
        return {SceneText::tr("%1 waited in this step").arg(grid.time.unit),
            SceneText::tr("under %1").arg(amount(grid.near)), SceneText::tr("in between"),
            SceneText::tr("%1 or more").arg(amount(grid.far))};
    case GridColour::loss:
        return {SceneText::tr("loss, beside the median worker’s"), SceneText::tr("lower by 10% or more"),
            SceneText::tr("near the median"), SceneText::tr("higher by 10% or more")};
    }
    return {};
}

void layoutLegend(MarkWriter& writer, const GridFacts& grid, const QRectF& rect)
{
    const Legend legend = legendOf(grid);
    const double side = writer.em(16), baseline = rect.center().y() + writer.capHeight(kLegend) / 2;
    double x = writer.text({rect.left(), baseline}, legend.title, kLegend, "text.secondary").right() + writer.em(24);
    for (const auto& [tone, text] :
        {std::pair{Tone::low, legend.low}, {Tone::middle, legend.middle}, {Tone::high, legend.high}}) {
        if (x + side + 8 + writer.width(text, kLegend) > rect.right())
            return;
        const Look look = lookOf(tone);
        writer.add(
            BoxMark{QRectF(x, rect.center().y() - side / 2, side, side), look.fill, look.stroke, 1, Dash::solid, 3});
        x = writer.text({x + side + 8, baseline}, text, kLegend, "text.secondary").right() + writer.em(20);
    }
}

} // namespace

int gridAcross(std::size_t count)
{
    return std::max(1, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))));
}

int detailedRank(const StageFacts& facts, const GridFacts& grid, const View& view)
{
    const int selected = view.selection.rank;
    if (view.selection.any() && selected >= 0 && selected < static_cast<int>(facts.count()))
        return selected;
    if (facts.failedRank >= 0)
        return facts.failedRank;
    return std::max(0, grid.slowest);
}

bool layoutGrid(
    MarkWriter& writer, const StageFacts& facts, const View& view, const StageImages* images, const QRectF& rect)
{
    double top = rect.top();
    if (hasStrip(facts)) {
        const double strip = stripHeight(writer, images, StripRoom::headline);
        layoutStrip(writer, facts, images, QRectF(rect.left(), top, rect.width(), strip), StripRoom::headline);
        top += strip;
    }
    const double head = writer.em(32);
    const Columns columns = fitColumns(headWidths(writer), rect.left(), rect.right(), 0);
    layoutHeads(writer, facts, columns, top, head);
    top += head + 12;
    const GridFacts grid = gridFacts(facts, view.gridColour);
    const int n = static_cast<int>(facts.count()), across = gridAcross(facts.count()), down = (n + across - 1) / across;
    const double legend = writer.em(34), least = std::min(writer.em(236), rect.width() * 0.42);
    const double room = rect.width() - std::max(least, std::min(writer.em(288), rect.width() * 0.36)) - 20,
                 height = rect.bottom() - top - legend;
    double gap = 4;
    if (room / across < 20 || height / down < 16)
        gap = 2;
    const double h = std::floor(std::min((height + gap) / down - gap, writer.em(60)));
    const double w = std::floor(std::min({(room + gap) / across - gap, writer.em(110), std::max(h * 2, 40.0)}));
    if (w < 6 || h < 6)
        return false;
    const QString widest = grid.by == GridColour::loss ? QStringLiteral("0.00") : QStringLiteral("+00.0");
    const bool oneLine
        = writer.width(QString::number(n - 1), kLabel) + 6 + writer.width(widest, kValue) <= w - 2 * padOf(w);
    const bool labelled = writer.width(QString::number(n - 1), kLabel) <= w - 2 * padOf(w) && h >= writer.em(16);
    for (int r = 0; r < n; ++r) {
        const QRectF cell(rect.left() + (r % across) * (w + gap), top + (r / across) * (h + gap), w, h);
        const std::size_t at = static_cast<std::size_t>(r);
        Look look = lookOf(facts, grid, at);
        look.labelled = labelled;
        layoutCell(writer, look, facts.ranks[at].label, cell, oneLine);
        writer.spot({ObjectKind::rank, r}, cell);
    }
    const double bottom = top + down * (h + gap) - gap, right = rect.left() + across * (w + gap) - gap + 20;
    const double cardHeight = std::min(std::max(bottom - top, writer.em(320)), height);
    if (writer.scale() > 1 && cardHeight < writer.em(kCardLeast)) // smaller text shows all of it
        return false;
    const QRectF card(right, top, std::min(rect.right() - right, writer.em(400)), cardHeight);
    writer.box(card, "surface.1");
    layoutGridCard(writer, facts, grid, static_cast<std::size_t>(detailedRank(facts, grid, view)), card);
    layoutLegend(writer, grid, QRectF(rect.left(), std::max(bottom, card.bottom()) + 2, rect.width(), legend));
    return true;
}

} // namespace lockstep::ui
