// Times as text: the readout, the playhead's flag, durations, axis labels.
#pragma once

#include <QString>

#include "core/trace/trace.h"
#include "ui/app/view.h"

namespace lockstep::ui {

QString phaseName(Phase phase); ///< "All-reduce"

/// "8 ticks", "1 tick", "120 µs", "4.05 ms".
QString durationText(const Track& track, TrackTime length);

/// Times are counted from the begin of the step shown; the set-up counts as its begin.
TrackTime shownOrigin(const Track& track, TrackTime time);

/// "tick 14", "4.5 ms", "98 µs" into the step: the playhead's flag.
QString momentText(const Track& track, TrackTime time);

/// A mark on the axis; the first carries the unit: "tick 0", "0 ms".
QString axisText(const Track& track, TrackTime shown, bool withUnit);

/// "Tick 14" and "of 14, virtual time"; "Step 12," and "45 of 98 µs". `brief` is the second part where room is short.
struct Readout {
    QString strong, rest, brief;
};
Readout readout(const Track& track, TrackTime time);

} // namespace lockstep::ui
