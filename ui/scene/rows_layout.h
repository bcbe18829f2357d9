// Compact rows: 5 to 16 workers, or fewer where lanes have no room.
#pragma once

#include "ui/scene/columns_layout.h"

namespace lockstep::ui {

/// False when the rows do not fit.
bool layoutRows(MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect);

} // namespace lockstep::ui
