// The parts worldAt is put together from. Private to core/replay.
#pragma once

#include "core/replay/world.h"
#include "core/trace/step_index.h"

namespace lockstep::replay {

/// One step of a trace on one track, with its events found.
struct StepView {
    const Trace& trace;
    const Track& track;
    const StepRecord& record;
    Span step; ///< of the step on the track
    StepIndex index;

    StepView(const Trace& wholeTrace, const Track& wholeTrack, std::size_t stepIndex);
    const Span& span(const Event& event) const { return track.of(event.id); }
    /// True when transfers of this bucket's collective were recorded (capture.chunks).
    bool anyTransfers(BucketId bucket) const;
};

/// Half-open to the left: at its begin a thing is still ahead, at its end it is done. So a moment at which one thing
/// ends and the next begins shows the first as finished and the second as not yet begun.
inline Progress progressOf(const Span& span, TrackTime time)
{
    return span.end <= time ? Progress::done : span.begin < time ? Progress::running : Progress::ahead;
}
inline double fractionOf(const Span& span, TrackTime time)
{
    if (span.end <= time)
        return 1;
    return span.begin < time ? (time - span.begin) / span.length() : 0;
}
inline bool isOver(const StepView& view, const Event* event, TrackTime time)
{
    return event && view.span(*event).end <= time;
}

RankWorld rankWorld(const StepView& view, std::size_t rank, TrackTime time);

/// A bucket's collective on this track: its plan and when each transfer runs. `span` is empty at the step's end, and
/// there are no transfers, when the step holds no BucketReduced for the bucket.
struct Expansion {
    Plan plan;
    Span span;
    bool happened = false;
    std::vector<std::vector<Span>> transfers; ///< by round and place in the round
};
Expansion expandCollective(const StepView& view, BucketId bucket);

CollectiveWorld collectiveWorld(const StepView& view, BucketId bucket, TrackTime time);

/// What each rank puts into the bucket's collective: its local gradient over all micro-steps times its weight factor,
/// as far as it was captured (the same number of leading elements on every rank). Empty when nothing was.
std::vector<std::vector<double>> sentValues(const StepView& view, BucketId bucket);
/// What the sum is divided by.
double combineDivisor(const StepView& view);

std::vector<Wait> waitsOf(const StepView& view);

} // namespace lockstep::replay
