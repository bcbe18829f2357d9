// Arrivals, waits, losses and their tones.
#include "ui/scene/grid_facts.h"

#include <algorithm>
#include <cmath>

#include "ui/play/timeline_text.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

/// The largest 1, 2 or 5 times a power of ten not above `value`.
double niceBelow(double value)
{
    if (value <= 0)
        return 0;
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= value)
            return factor * power;
    return power;
}

TimeWords wordsFor(TimeUnit unit, TrackTime typical)
{
    if (unit == TimeUnit::tick)
        return {1, 1, SceneText::tr("ticks")};
    const double milliseconds = unit == TimeUnit::microsecond ? 1000 : 1;
    if (unit == TimeUnit::microsecond && typical < 2000)
        return {1, 0, QString::fromUtf8("µs")};
    if (typical / milliseconds >= 10000)
        return {milliseconds * 1000, 1, SceneText::tr("s")};
    return {milliseconds, 1, SceneText::tr("ms")};
}

Tone toneOf(double difference, double near)
{
    return difference <= -near ? Tone::low : difference >= near ? Tone::high : Tone::middle;
}

void addLateness(GridFacts& grid)
{
    for (std::size_t r = 0; r < grid.cells.size(); ++r) {
        if (!grid.arrival[r] || !grid.median)
            continue;
        GridCell& cell = grid.cells[r];
        cell.known = Known::yes;
        cell.value = grid.time.shown(*grid.arrival[r] - *grid.median);
        cell.tone = toneOf(cell.value, grid.near);
    }
}

void addWaits(GridFacts& grid, const StageFacts& facts)
{
    std::vector<double> waited(grid.cells.size(), 0);
    for (const Wait& wait : facts.waits)
        if (wait.rank.index() < waited.size())
            waited[wait.rank.index()] += std::max(0.0, std::min(wait.span.end, facts.world->time) - wait.span.begin);
    for (std::size_t r = 0; r < grid.cells.size(); ++r) {
        if (!grid.arrival[r])
            continue;
        GridCell& cell = grid.cells[r];
        cell.known = Known::yes;
        cell.value = grid.time.shown(waited[r]);
        cell.tone = cell.value < grid.near ? Tone::low : cell.value < grid.far ? Tone::middle : Tone::high;
    }
}

void addLosses(GridFacts& grid, const StageFacts& facts)
{
    std::vector<double> known;
    for (const RankFacts& rank : facts.ranks)
        if (rank.loss.is())
            known.push_back(rank.loss.value);
    const std::optional<double> middle = knownMedian(known, facts.count());
    grid.near = 0.1 * std::abs(middle.value_or(0));
    for (std::size_t r = 0; r < grid.cells.size(); ++r) {
        const Value& loss = facts.ranks[r].loss;
        GridCell& cell = grid.cells[r];
        cell.known = loss.known == Known::ghost ? Known::notYet : loss.known;
        cell.value = loss.value;
        cell.tone = loss.is() && middle && grid.near > 0 ? toneOf(loss.value - *middle, grid.near) : Tone::middle;
    }
}

} // namespace

std::optional<double> knownMedian(std::vector<double> values, std::size_t all)
{
    const std::size_t middle = all == 0 ? 0 : (all - 1) / 2;
    if (values.size() <= middle)
        return std::nullopt;
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
    return values[middle];
}

QString signedText(double value, int decimals)
{
    const QString text = fixedText(value, decimals);
    const bool zero = fixedText(0, decimals) == text || fixedText(-0.0, decimals) == text;
    if (zero || text == QString(QChar(0x2212)) + fixedText(0, decimals))
        return fixedText(0, decimals);
    return value > 0 ? QLatin1Char('+') + text : text;
}

GridFacts gridFacts(const StageFacts& facts, GridColour by)
{
    GridFacts grid;
    grid.by = by;
    grid.cells.resize(facts.count());
    grid.arrival.resize(facts.count());
    std::vector<double> known, all;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        const bool stops
            = facts.end->ranks[r].phases[static_cast<std::size_t>(Phase::backward)].progress != Progress::done;
        const TrackTime end = facts.end->ranks[r].phases[static_cast<std::size_t>(Phase::backward)].span.end;
        if (!stops)
            all.push_back(end - facts.stepBegin);
        if (!stops && end <= facts.world->time && facts.world->stepIndex > 0) {
            grid.arrival[r] = end - facts.stepBegin;
            grid.cells[r].arrived = true;
            known.push_back(end - facts.stepBegin);
        } else {
            ++grid.missing;
        }
    }
    grid.median = knownMedian(known, facts.count());
    if (!all.empty()) {
        grid.firstArrival = *std::min_element(all.begin(), all.end());
        grid.lastArrival = *std::max_element(all.begin(), all.end());
    }
    // Scale and unit come from the whole step, so that neither changes while workers arrive.
    const double typical = knownMedian(all, all.size()).value_or(0);
    grid.time = wordsFor(facts.world->unit, typical);
    grid.near = niceBelow(0.03 * grid.time.shown(typical));
    grid.far = 10 * grid.near;
    if (facts.failedRank < 0 && grid.missing == 1)
        for (std::size_t r = 0; r < facts.count(); ++r)
            if (!grid.arrival[r])
                grid.slowest = static_cast<int>(r);
    if (facts.failedRank < 0 && grid.missing == 0 && !known.empty()) {
        grid.slowest = static_cast<int>(std::max_element(known.begin(), known.end()) - known.begin());
        std::vector<double> order = known;
        std::sort(order.begin(), order.end());
        if (order.size() > 1)
            grid.ahead = order.back() - order[order.size() - 2];
    }
    switch (by) {
    case GridColour::lateness:
        addLateness(grid);
        break;
    case GridColour::wait:
        addWaits(grid, facts);
        break;
    case GridColour::loss:
        addLosses(grid, facts);
        break;
    }
    return grid;
}

} // namespace lockstep::ui
