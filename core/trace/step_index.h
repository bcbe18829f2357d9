// StepIndex: the events of one step record, found by rank, micro-step, parameter and bucket instead of by id.
#pragma once

#include <vector>

#include "core/trace/trace.h"

namespace lockstep {

/// One micro-step of one rank. A pointer is null when the event was not recorded (a failed step).
struct MicroEvents {
    const Event* assigned = nullptr;
    const Event* loaded = nullptr;
    const Event* forward = nullptr;
    const Event* examples = nullptr;
    std::vector<const Event*> gradients; ///< by parameter
};

struct RankEvents {
    std::vector<MicroEvents> micros;   ///< those that were dealt (the last step of an epoch has fewer); never empty
    std::vector<const Event*> started; ///< CollectiveStarted by bucket
    std::vector<const Event*> reduced; ///< BucketReduced by bucket
    std::vector<std::vector<const Event*>> transfers; ///< TransferSeen by bucket, in event order; mostly none
    const Event* applied = nullptr;
    const Event* digest = nullptr;
};

/// Points into the record it was made from; keep that alive.
struct StepIndex {
    std::vector<RankEvents> ranks;
    const Event* broadcast = nullptr;
    const Event* reference = nullptr;
    const Event* evaluated = nullptr;
    const Event* finished = nullptr; ///< StepFinished
    const Event* failed = nullptr;   ///< RunFailed
};

/// Events that name a rank, micro-step, parameter or bucket the header does not know are left out.
StepIndex indexStep(const TraceHeader& header, const StepRecord& record);

} // namespace lockstep
