// GridFacts: many workers in numbers: when each arrived at the collective, how long it waited, its loss, and which of
// three tones its cell takes.
#pragma once

#include <optional>
#include <vector>

#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

enum class Tone { low, middle, high };

struct GridCell {
    Known known = Known::notYet; ///< notYet: the cell takes the colour of the phase the worker is in
    double value = 0;            ///< in shown units
    Tone tone = Tone::middle;
    bool arrived = false;
};

/// How times are written: in which unit and with how many decimals.
struct TimeWords {
    double divisor = 1;
    int decimals = 1;
    QString unit;
    double shown(TrackTime time) const { return time / divisor; }
    QString text(TrackTime time) const { return fixedText(shown(time), decimals); }
};

struct GridFacts {
    GridColour by = GridColour::lateness;
    TimeWords time;
    std::vector<GridCell> cells;                   ///< by rank
    std::vector<std::optional<TrackTime>> arrival; ///< since the step began; empty while it is not known
    std::optional<TrackTime> median;               ///< of all arrivals, once half have arrived
    TrackTime firstArrival = 0, lastArrival = 0;   ///< at the end of the step: for the scale only
    double near = 0;                               ///< low and high begin this far from the middle, in shown units
    double far = 0;                                ///< wait: high begins here
    int slowest = -1;                              ///< once it is known: the last to arrive, or the only one missing
    std::optional<TrackTime> ahead; ///< the slowest one's distance from the next slowest, once it has arrived
    int missing = 0;                ///< not arrived
};

GridFacts gridFacts(const StageFacts& facts, GridColour by);

/// The lower middle of `values`; empty when fewer than half of `all` are there, because it could still change.
std::optional<double> knownMedian(std::vector<double> values, std::size_t all);

/// "+3.5", "−2.9", "0.0"
QString signedText(double value, int decimals);

} // namespace lockstep::ui
