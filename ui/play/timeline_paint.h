// Draws a laid-out timeline.
#pragma once

#include <QPainter>

#include "ui/play/timeline_layout.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

/// Rows, blocks, marks and borders: all that stays while only the playhead moves.
void paintTimelineGround(QPainter& painter, const TimelineLayout& layout, const Theme& theme);
/// Axis labels, step headings and the playhead; labels under the flag are left out.
void paintTimelineFront(QPainter& painter, const TimelineLayout& layout, const Theme& theme);

inline void paintTimeline(QPainter& painter, const TimelineLayout& layout, const Theme& theme)
{
    paintTimelineGround(painter, layout, theme);
    paintTimelineFront(painter, layout, theme);
}

} // namespace lockstep::ui
