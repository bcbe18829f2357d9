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

/// A collective of a rank runs beside its own backward pass.
bool overlaps(const std::vector<StepBlocks>& steps);
/// The rank that is the last to end its backward pass in a step; -1 when nothing is known of the step.
int latestRank(const std::vector<StepBlocks>& steps, std::size_t step);
/// The middle rank of each phase: half of all ranks begin and end earlier.
std::vector<TimeBlock> medianBlocks(const std::vector<TimeBlock>& blocks, int ranks);

/// Needs the layout's scale and rows.
void addBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps);
/// A visible step in which a rank fails, on a priced track: room is left for the others' wait, which has no end.
bool endsInFailure(const TimelineInput& input, const std::vector<StepBlocks>& steps);

/// Blocks of the pinned rows.
void addPinnedBlocks(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps);

void addStops(TimelineLayout& layout, const TimelineInput& input, const std::vector<StepBlocks>& steps);

} // namespace lockstep::ui
