// Header of the stage: which step, how true the numbers are, which algorithm, and the view switch or the worst finding.
#pragma once

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

/// `views` are offered on the switch when there are two or more; their places are found here.
void layoutHeader(MarkWriter& writer, const StageInput& input, const StageFacts& facts, double left, double right,
    double height, std::vector<ViewButton> views = {});

/// "Ring all-reduce of 4"
QString algorithmText(const RunConfig& config);

} // namespace lockstep::ui
