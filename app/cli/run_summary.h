// The end of a run in a few values, read from its trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace lockstep::cli {

struct Evaluation {
    int step = 0;
    int examples = 0;
    int correct = -1; ///< -1 for regression
    double loss = 0;
};

struct RunSummary {
    int steps = 0;
    bool stopped = false;
    std::string failure; ///< the sentence of RunFailed, or empty
    std::optional<double> firstLoss, lastLoss;
    std::vector<Evaluation> evaluations;
    std::vector<double> parameters;     ///< rank 0's captured values after the last step
    std::vector<std::uint64_t> digests; ///< by rank, after the last step
};

RunSummary summarize(const Trace& trace);

} // namespace lockstep::cli
