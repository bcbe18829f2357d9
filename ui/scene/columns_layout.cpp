// Columns: widths and heads.
#include "ui/scene/columns_layout.h"

#include <algorithm>
#include <numeric>

#include "ui/play/timeline_text.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

constexpr std::array<double, kPhaseCount> kGapAfter{8, 8, 16, 16, 0};
const FontSpec kHead{13, 600};
constexpr double kMostAllReduce = 110; ///< extra px that the all-reduce takes before the others get any

} // namespace

std::array<double, kPhaseCount> headWidths(const MarkWriter& writer)
{
    std::array<double, kPhaseCount> widths{};
    for (int p = 0; p < kPhaseCount; ++p)
        widths[static_cast<std::size_t>(p)]
            = writer.em(10 + 16 + 8 + 16 + 8) + writer.width(phaseName(static_cast<Phase>(p)), kHead);
    return widths;
}

Columns fitColumns(const std::array<double, kPhaseCount>& least, double left, double right, double gutter)
{
    return fitColumns({least, least}, left, right, gutter);
}

Columns fitColumns(const ColumnWidths& asked, double left, double right, double gutter)
{
    std::array<double, kPhaseCount> widths = asked.least;

    Columns columns;
    columns.left = left;
    columns.right = right;
    const double need = gutter + std::accumulate(widths.begin(), widths.end(), 0.0)
        + std::accumulate(kGapAfter.begin(), kGapAfter.end(), 0.0);
    double spare = right - left - need;
    columns.fits = spare >= -0.5;
    const double shrink = spare < 0 ? std::max(0.2, 1 + spare / std::max(1.0, need - gutter - 48)) : 1;
    spare = std::max(0.0, spare);
    double wished = 0;
    for (std::size_t p = 0; p < kPhaseCount; ++p)
        wished += std::max(0.0, asked.wish[p] - widths[p]);
    const double granted = wished > 0 ? std::min(1.0, spare / wished) : 0;
    for (std::size_t p = 0; p < kPhaseCount; ++p)
        widths[p] += granted * std::max(0.0, asked.wish[p] - widths[p]);
    spare -= granted * wished;
    const double first = std::min(spare * 0.6, kMostAllReduce), rest = (spare - first) / kPhaseCount;
    double x = left + gutter;
    for (std::size_t p = 0; p < kPhaseCount; ++p) {
        double width = widths[p] * shrink + rest;
        if (static_cast<Phase>(p) == Phase::allReduce)
            width += first;
        columns.phase[p] = {x, width};
        x += width + kGapAfter[p];
    }
    return columns;
}

void layoutHeads(MarkWriter& writer, const StageFacts& facts, const Columns& columns, double top, double height)
{
    const Phase current = facts.current();
    for (int p = 0; p < kPhaseCount; ++p) {
        const Phase phase = static_cast<Phase>(p);
        const Column& column = columns.of(phase);
        const QRectF rect(column.left, top, column.width, height);
        const Progress progress = facts.progress(phase);
        const bool now = phase == current || progress == Progress::running;
        const bool done = progress == Progress::done && !now;
        if (now)
            writer.box(rect, phaseSolid(phase), 6);
        else if (done)
            writer.box(rect, phaseTint(phase), 6);
        else
            writer.frame(rect, "border.default", 1, Dash::dashed, 6);
        const Ink ink = now ? phaseOn(phase) : done ? phaseInk(phase) : "text.tertiary";
        const double baseline = rect.center().y() + writer.capHeight(kHead) / 2;
        writer.text({rect.left() + writer.em(10), baseline}, QString::number(p + 1), {13, 700}, ink);
        const double nameLeft = rect.left() + writer.em(26);
        double nameRight = rect.right() - writer.em(8);
        const double mark = writer.em(16);
        if (done) {
            writer.add(
                CheckMark{QRectF(rect.right() - writer.em(8) - mark, rect.center().y() - mark / 2, mark, mark), ink});
            nameRight -= mark + 4;
        }
        const QString name = writer.fitted(phaseName(phase), kHead, nameRight - nameLeft);
        const QRectF written = writer.text({nameLeft, baseline}, name, kHead, ink);
        const int count = facts.doneCount(phase);
        if (now && count > 0 && count < static_cast<int>(facts.count())) {
            const QString part = SceneText::tr("%1 of %2").arg(count).arg(facts.count());
            if (writer.width(part, kHead) + 12 <= nameRight - written.right())
                writer.text({nameRight, baseline}, part, kHead, ink, Qt::AlignRight);
        }
        writer.spot({ObjectKind::phase, -1, -1, -1, -1, phase}, rect);
    }
}

} // namespace lockstep::ui
