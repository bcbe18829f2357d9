// Findings: what the detectors say about a trace. Each detector is a pure function Trace -> Finding; the table in
// diagnose.cpp lists them all.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep {

enum class DetectorId {
    replicasIdentical,
    samplesDisjoint,
    weightsMatchCounts,
    collectivesJoined,
    valuesFinite,
    gradientMatchesReference,
    orderChanges,
};

enum class Verdict { pass, fail, notChecked };

struct Finding {
    DetectorId detector;
    Verdict verdict = Verdict::pass;
    Message title;                         ///< "Replicas identical" or, failing, "Replicas differ after step 1"
    Message value;                         ///< short: "4 of 4", "w = 0.6", "1/2 and 1/2"
    Message cause;                         ///< failing: what is wrong and where first; not checked: why
    Message remedy;                        ///< failing: what to change
    std::optional<StepId> step;            ///< first step that shows it
    std::optional<RankId> rank;            ///< first rank that shows it
    EventId event = kNoEvent;              ///< where to look
    double distance = 0;                   ///< how far, in the detector's own measure
    std::optional<DetectorId> followsFrom; ///< a failing finding that explains this one
    std::vector<std::pair<std::string, std::string>> fix; ///< keys to set for a sound run; empty if none is known
    Message action; ///< the fix in a few words, for a button: "Give each rank its share"; empty without a fix
};

/// Stable name: "replicas-identical", ...
const char* detectorName(DetectorId id);

/// `config` with the finding's fix in. Fails with a sentence when there is no fix, or when the config that comes out is
/// not sound.
Result<RunConfig> withFix(const RunConfig& config, const Finding& finding);

/// All findings: failures first, root causes before what follows from them; then passes, then not checked.
std::vector<Finding> diagnose(const Trace& trace);

} // namespace lockstep
