// Lanes: one row a worker, one column a phase, for 1 to 4 workers. Toy runs spell out target, loss and gradient; image
// runs show the images, the loss and the gradient by class.
#pragma once

#include <vector>

#include "ui/scene/columns_layout.h"

namespace lockstep::ui {

struct LaneBox {
    double top = 0, height = 0;
    double centre() const { return top + height / 2; }
    double bottom() const { return top + height; }
};

/// The columns' widths, from the config alone: no value of a step ever moves a column.
ColumnWidths laneWidths(const MarkWriter& writer, const StageFacts& facts);
/// Lowest height of a lane.
double laneHeight(const MarkWriter& writer, const StageFacts& facts);

void layoutToyLane(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane, const RankFacts& rank);
void layoutImageLane(MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane,
    const RankFacts& rank, const StageImages* images);

/// The largest element of the class bars over all workers, at the end of the step: one scale for all.
double mostByClass(const StageFacts& facts);
/// Signed bars from a middle line, one a class.
void layoutClassBars(
    MarkWriter& writer, const std::vector<double>& values, double most, const QRectF& rect, Phase phase);

/// "stopped here" in the column in which the failed rank stopped.
void layoutStop(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const LaneBox& lane, const RankFacts& rank);

/// The update column's cards, fingerprints and the links between equal (or unequal) neighbours.
void layoutUpdates(
    MarkWriter& writer, const StageFacts& facts, const Columns& columns, const std::vector<LaneBox>& lanes);

/// The cells of a lane as places: one worker in one phase.
void phaseSpots(MarkWriter& writer, const Columns& columns, const LaneBox& lane, int rank);

/// "and 5 more"
QString andMore(int count);

} // namespace lockstep::ui
