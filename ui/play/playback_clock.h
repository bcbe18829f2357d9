// PlaybackClock: how long the parts of one training step take on the screen. A pure function of (trace, track, step).
#pragma once

#include <vector>

#include "core/replay/world.h"

namespace lockstep::ui {

/// Play seconds against track time, both ascending, straight between neighbours. Play seconds start at 0 with the step.
struct PlaybackClock {
    struct Knot {
        TrackTime time = 0; ///< on the track
        double seconds = 0; ///< at speed 1
    };
    std::vector<Knot> knots; ///< at least two

    double duration() const { return knots.back().seconds; }
};

/// The shortest a phase (all ranks together) may last at speed 1, in seconds.
inline constexpr double kShortestPhase = 0.4;

/// The clock of one step, up to the beginning of the next. A tick lasts 0.2 s and real time lasts itself; a phase (from
/// the first rank's begin to the last rank's end) that is shorter than kShortestPhase is stretched to it.
PlaybackClock playbackClock(const Trace& trace, const Track& track, std::size_t stepIndex);

/// Both directions; outside the step the value is held at its ends.
double playSeconds(const PlaybackClock& clock, TrackTime time);
TrackTime trackTime(const PlaybackClock& clock, double seconds);

} // namespace lockstep::ui
