// Header of the stage: which step, how true the numbers are, which algorithm, and the view switch or the worst finding.
#pragma once

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

/// `firstView` names what stands on the switch beside "Weights"; "Lanes" when empty.
void layoutHeader(MarkWriter& writer, const StageInput& input, const StageFacts& facts, double left, double right,
    double height, const QString& firstView = {});

/// "Ring all-reduce of 4"
QString algorithmText(const RunConfig& config);

} // namespace lockstep::ui
