// Dataset strip: the headline that counts different images, one sentence on the cause, and the stretch of the epoch's
// order that this batch took, with brackets that name who drew it.
#pragma once

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

/// From the roomiest to the least: all of it, a smaller headline with its sentence beside it, without the strip.
enum class StripRoom { full, tight, headline };
inline constexpr StripRoom kStripRooms[] = {StripRoom::full, StripRoom::tight, StripRoom::headline};

/// Whether the run's stage has a strip: image runs do. The height depends on the config and the data set alone, so
/// that nothing below it ever moves.
bool hasStrip(const StageFacts& facts);
double stripHeight(const MarkWriter& writer, const StageImages* images, StripRoom room);
void layoutStrip(
    MarkWriter& writer, const StageFacts& facts, const StageImages* images, const QRectF& rect, StripRoom room);

} // namespace lockstep::ui
