// Times as text: the readout, the playhead's flag, durations, axis labels.
#pragma once

#include <QString>

#include "core/trace/trace.h"
#include "ui/app/view.h"

namespace lockstep::ui {

QString phaseName(Phase phase); ///< "All-reduce"

/// "8 ticks", "1 tick", "120 µs", "4.05 ms".
QString durationText(const Track& track, TrackTime length);

/// Priced tracks count from the begin of the step shown, measured tracks from the begin of the run.
TrackTime shownOrigin(const Track& track, TrackTime time);

/// "tick 14", "14.5 ms", "1 453 µs": the playhead's flag.
QString momentText(const Track& track, TrackTime time);

/// A mark on the axis; the first carries the unit: "tick 0", "0 ms".
QString axisText(const Track& track, TrackTime shown, bool withUnit);

/// "Tick 14" and "of 14, virtual time"; "Step 12" and "1 453 µs". `brief` is the second part where room is short.
struct Readout {
    QString strong, rest, brief;
};
Readout readout(const Track& track, TrackTime time);

} // namespace lockstep::ui
