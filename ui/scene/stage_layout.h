// layoutStage: the whole stage as plain data, a pure function of the moment, the view and the size. Chooses between the
// number line with lanes below (full), the number line alone with the arena inside (compact), rows and grid.
#pragma once

#include "ui/scene/marks.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

inline constexpr int kMostLanes = 4; ///< workers with a lane each
inline constexpr int kMostRows = 16; ///< workers with a row each; more become a heat grid

StageLayout layoutStage(const StageInput& input, QSizeF size);

} // namespace lockstep::ui
