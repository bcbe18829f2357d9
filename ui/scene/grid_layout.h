// Heat grid: one cell a worker for more workers than rows, in three tones, with a detail card for the selected or the
// slowest one.
#pragma once

#include "ui/scene/grid_facts.h"
#include "ui/scene/mark_writer.h"

namespace lockstep::ui {

/// Cells side by side: as square as possible.
int gridAcross(std::size_t count);

/// False when the cells would be too small to tell apart.
bool layoutGrid(
    MarkWriter& writer, const StageFacts& facts, const View& view, const StageImages* images, const QRectF& rect);

/// The rank whose details are shown: the selected one, else the one that stopped, else the slowest, else the first.
int detailedRank(const StageFacts& facts, const GridFacts& grid, const View& view);

void layoutGridCard(
    MarkWriter& writer, const StageFacts& facts, const GridFacts& grid, std::size_t rank, const QRectF& card);

} // namespace lockstep::ui
