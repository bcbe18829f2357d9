// The pairwise exchange of two workers inside the all-reduce column.
#pragma once

#include "ui/scene/arena_layout.h"

namespace lockstep::ui {

void layoutPairColumn(
    MarkWriter& writer, const StageFacts& facts, const CollectiveWorld& collective, const QRectF& rect);

} // namespace lockstep::ui
