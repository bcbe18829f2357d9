// Many workers: compact rows for 5 to 16, a heat grid above.
#pragma once

#include "ui/scene/columns_layout.h"

namespace lockstep::ui {

/// False when the rows do not fit.
bool layoutRows(MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect);
/// One cell a worker in the colour of the phase it is in.
bool layoutGrid(MarkWriter& writer, const StageFacts& facts, const QRectF& rect);

} // namespace lockstep::ui
