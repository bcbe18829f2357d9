// The stage as a table of words: one row a worker, one column a phase. Masked values are not told.
#pragma once

#include "ui/scene/marks.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

/// Fills rowNames, columnNames and, when `tells`, cells; the cells' places come from the layout's spots.
void addCells(const StageFacts& facts, StageLayout& layout, bool tells);

} // namespace lockstep::ui
