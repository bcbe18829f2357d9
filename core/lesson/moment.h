// Moments: where on a track a lesson's "at: 1 all-reduce 0.5" lies. A pure function of trace, track and moment.
#pragma once

#include <string_view>

#include "core/lesson/lesson.h"
#include "core/trace/trace.h"

namespace lockstep {

/// Reads "STEP [MOMENT [FRACTION]]", e.g. "1", "1 all-reduce 0.5", "200 end"; a lone step means its end.
Result<LessonMoment> parseMoment(std::string_view text);

/// The track's time of `moment`. A named phase without a fraction is the end of that phase on the last worker; with a
/// fraction f it is begin + f * (end - begin), from the first worker's begin. Fails when the trace lacks the step.
Result<TrackTime> timeOfMoment(const Trace& trace, const Track& track, const LessonMoment& moment);

} // namespace lockstep
