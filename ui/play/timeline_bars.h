// The bars of the timeline: blocks of the visible steps placed in their rows. Parts of layoutTimeline.
#pragma once

#include <vector>

#include "ui/play/timeline_layout.h"

namespace lockstep::ui {

/// The blocks of one visible step.
struct StepBlocks {
    std::size_t step;
    std::vector<TimeBlock> blocks;
};

/// Rounds of collectives are read only where the step is wide enough to show them.
std::vector<StepBlocks> visibleBlocks(const TimelineInput& input, const TimelineScale& scale);
std::vector<Span> busySpans(const std::vector<StepBlocks>& steps);

/// Needs the layout's scale and rows.
void addBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps);
/// A visible step in which a rank fails, on a priced track: room is left for the others' wait, which has no end.
bool endsInFailure(const TimelineInput& input, const std::vector<StepBlocks>& steps);

void addStops(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps);

} // namespace lockstep::ui
