// The same run several times: how long its steps take, with their spread, and whether the results agree.
#pragma once

#include "app/cli/execute.h"
#include "app/cli/spread.h"

namespace lockstep::cli {

struct Repeats {
    std::vector<double> milliseconds; ///< by run: median length of its steps
    Spread step;                      ///< of `milliseconds`
    bool equalResults = true;         ///< every run ended with the same digests on every rank
};

struct RepeatedRun {
    Trace trace; ///< of the last run
    Repeats repeats;
};

/// Stops early when a run was stopped or failed; what was measured up to there counts.
Result<RepeatedRun> executeRepeatedly(const RunConfig& config, int times, const Outputs& outputs);

} // namespace lockstep::cli
