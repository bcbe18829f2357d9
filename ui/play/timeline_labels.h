// What a block of the timeline says and which object it stands for.
#pragma once

#include <QString>
#include <QStringList>

#include "ui/app/view.h"
#include "ui/play/timeline_blocks.h"

namespace lockstep::ui {

/// From the longest to the shortest: "A waits 8 ticks for B", "A waits 8 ticks", "waits".
QStringList blockLabels(const Trace& trace, const Track& track, const TimeBlock& block);
/// The first label that fits the width, or nothing.
QString fittingLabel(const QStringList& labels, double width, BlockKind kind, double textScale);
/// One whole sentence part: "worker A, Forward, 2 ticks", "worker A waits 8 ticks for worker B".
QString blockName(const Trace& trace, const Track& track, const TimeBlock& block);

/// What a click on the block selects.
/// A wait that the failure of another rank left without an end.
QStringList endlessWaitLabels(const Trace& trace, int failed);
QString endlessWaitName(const Trace& trace, int rank, int failed);

ObjectRef objectOf(const TimeBlock& block);
/// True when the object, selected anywhere, is this block.
bool refersTo(const ObjectRef& object, const TimeBlock& block);

} // namespace lockstep::ui
