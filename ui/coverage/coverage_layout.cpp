// Chooses the size of the cells and counts what lies in each.
#include "ui/coverage/coverage_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "core/base/numbers.h"
#include "ui/app/view.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Coverage)
};

constexpr double kLargest = 28, kSmallest = 6, kForText = 17;

QString number(std::int64_t value)
{
    return fixedText(static_cast<double>(value), 0);
}

/// The largest whole side with which `cells` squares fit into the room; 0 when none does.
double sideFor(std::int64_t cells, const QRectF& room)
{
    double side = std::floor(std::min(kLargest, std::sqrt(room.width() * room.height() / static_cast<double>(cells))));
    for (; side >= 1; --side)
        if (std::floor(room.width() / side) * std::floor(room.height() / side) >= static_cast<double>(cells))
            return side;
    return 0;
}

/// 1, 2, 5, 10, 20, 50, ...
std::int32_t nextRound(std::int32_t value)
{
    std::int32_t power = 1;
    while (value >= 10 * power)
        power *= 10;
    return value < 2 * power ? 2 * power : value < 5 * power ? 5 * power : 10 * power;
}

void fill(CoverageCell& cell, const Coverage& coverage, bool roomForText)
{
    for (std::int32_t i = cell.first; i < cell.first + cell.count; ++i) {
        const std::int32_t times = coverage.times[static_cast<std::size_t>(i)];
        cell.seen += times > 0;
        cell.repeated += times > 1;
        cell.times = times;
    }
    if (cell.count > 1 || !roomForText || cell.times == 0)
        return;
    const std::int32_t owner = coverage.owner[static_cast<std::size_t>(cell.first)];
    cell.text = cell.times > 1 ? number(cell.times) + QChar(0x00d7) : number(owner);
}

} // namespace

int CoverageLayout::at(QPointF point) const
{
    if (cells.empty() || side <= 0)
        return -1;
    const QPointF from = point - cells.front().rect.topLeft();
    const int column = static_cast<int>(std::floor(from.x() / side)), row = static_cast<int>(std::floor(from.y() / side));
    const int index = row * columns + column;
    return column < 0 || column >= columns || row < 0 || index >= static_cast<int>(cells.size()) ? -1 : index;
}

CoverageLayout layoutCoverage(const Coverage& coverage, const QRectF& room)
{
    CoverageLayout layout;
    if (coverage.examples <= 0 || room.width() < kSmallest || room.height() < kSmallest)
        return layout;
    const auto cellsOf = [&](std::int32_t each) { return (std::int64_t{coverage.examples} + each - 1) / each; };
    while (layout.perCell < coverage.examples && sideFor(cellsOf(layout.perCell), room) < kSmallest)
        layout.perCell = nextRound(layout.perCell);
    layout.side = std::max(1.0, sideFor(cellsOf(layout.perCell), room));
    layout.columns = std::max(1, static_cast<int>(room.width() / layout.side));
    const double gap = layout.side >= 12 ? 2 : 1;
    for (std::int32_t first = 0; first < coverage.examples; first += layout.perCell) {
        CoverageCell cell;
        cell.first = first;
        cell.count = std::min(layout.perCell, coverage.examples - first);
        const int index = static_cast<int>(layout.cells.size());
        cell.rect = QRectF(room.left() + (index % layout.columns) * layout.side,
            room.top() + (index / layout.columns) * layout.side, layout.side - gap, layout.side - gap);
        fill(cell, coverage, layout.side >= kForText);
        layout.cells.push_back(cell);
    }
    return layout;
}

QString coverageHeadline(const Coverage& coverage)
{
    const CoverageCounts& counts = coverage.inEpoch;
    if (counts.drawn == 0)
        return Text::tr("No example seen yet");
    const QString seen = Text::tr("%1 of %2 seen").arg(number(counts.distinct), number(coverage.examples));
    if (counts.evenly() > 1)
        return Text::tr("%1, %2 times each").arg(seen, number(counts.evenly()));
    return counts.repeated > 0 ? Text::tr("%1, %2 of them more than once").arg(seen, number(counts.repeated)) : seen;
}

QString coverageSentence(const Coverage& coverage)
{
    const CoverageCounts& counts = coverage.inEpoch;
    if (counts.drawn == 0)
        return Text::tr("Every training example is a cell; it fills when a rank trains on it.");
    if (!counts.whole)
        return Text::tr("Steps %1 to %2 of the epoch’s %3. One pass is over when every example was seen.")
            .arg(number(counts.firstStep), number(counts.lastStep), number(coverage.stepsPerEpoch));
    if (counts.repeated == 0)
        return counts.never == 0 ? Text::tr("The epoch is over: every example once, none left out.")
                                 : Text::tr("The epoch is over: %1 left out, none seen twice.").arg(number(counts.never));
    return Text::tr("The epoch is over: %1 left out, %2 visits more than examples seen.")
        .arg(number(counts.never), number(counts.drawn - counts.distinct));
}

QString exampleSentence(const Coverage& coverage, const CoverageCell& cell)
{
    if (cell.count > 1)
        return Text::tr("Examples %1 to %2: %3 seen in this epoch, %4 of them more than once.")
            .arg(number(cell.first), number(cell.first + cell.count - 1), number(cell.seen), number(cell.repeated));
    const auto at = static_cast<std::size_t>(cell.first);
    const std::int32_t times = coverage.times[at], owner = coverage.owner[at], ever = coverage.timesEver[at];
    const QString name = number(cell.first);
    if (times == 0)
        return Text::tr("Example %1: not seen in this epoch, %2 times in the run.").arg(name, number(ever));
    const QString who = owner == kSeenBySeveral ? Text::tr("several ranks") : Text::tr("rank %1").arg(owner);
    return times == 1 ? Text::tr("Example %1: seen once in this epoch, by %2; %3 times in the run.")
                            .arg(name, who, number(ever))
                      : Text::tr("Example %1: seen %2 times in this epoch, by %3; %4 times in the run.")
                            .arg(name, number(times), who, number(ever));
}

FactTableContent coverageTable(const Coverage& coverage, std::size_t most)
{
    FactTableContent table;
    table.columns = {QString(), Text::tr("Drawn"), Text::tr("Different"), Text::tr("Never"),
        Text::tr("More than once"), Text::tr("Repeat factor")};
    const auto add = [&](const QString& name, const CoverageCounts& counts) {
        table.rows.push_back({name, number(counts.drawn), number(counts.distinct), number(counts.never),
            number(counts.repeated), typesetNumber(formatNumber(counts.repeatFactor(), 3))});
    };
    if (coverage.step > 0)
        add(Text::tr("Step %1").arg(number(coverage.step)), coverage.inStep);
    for (std::size_t i = 0; i < coverage.epochs.size() && i < most; ++i) {
        const CoverageCounts& epoch = coverage.epochs[coverage.epochs.size() - 1 - i];
        add(epoch.whole ? Text::tr("Epoch %1").arg(number(epoch.epoch))
                        : Text::tr("Epoch %1 so far").arg(number(epoch.epoch)),
            epoch);
    }
    table.marked = coverage.epochs.empty() ? -1 : 1;
    return table;
}

} // namespace lockstep::ui
