// Weights view: how much each example counts. Width is the share of the weight, height the gradient, area the pull on
// w.
#pragma once

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

/// What ran on the left, the other way of weighting on the right.
void layoutWeights(MarkWriter& writer, const StageFacts& facts, const QRectF& rect);

} // namespace lockstep::ui
