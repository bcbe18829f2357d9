// Compare: two runs side by side: which keys differ, where they part, and how far apart their parameters are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/replay/curves.h"
#include "core/trace/trace.h"

namespace lockstep {

/// A key whose values differ. A key at its default counts like any other.
struct KeyDifference {
    std::string key;
    std::string a, b; ///< as `--set` writes them
    bool defaultA = false, defaultB = false;
    bool operator==(const KeyDifference&) const = default;
};

/// In the order of the key table. A run's name is no part of it.
std::vector<KeyDifference> differingKeys(const RunConfig& a, const RunConfig& b);

/// Rank 0's parameters of both runs after a training step (0: at the start).
struct ParameterDistance {
    std::int32_t step = 0;
    double l2 = 0;  ///< Euclidean length of the difference of the captured parameters
    double max = 0; ///< largest difference of one captured parameter
};

struct Comparison {
    std::vector<KeyDifference> keys;
    std::vector<ParameterDistance> distances;  ///< steps after which both runs captured parameters, ascending
    std::int64_t captured = 0, parameters = 0; ///< how many of how many each distance is over (the smallest)
    /// First step after which rank 0's fingerprints or captured parameters differ; 0 is the start.
    std::optional<std::int32_t> firstDifference;
    std::int32_t compared = 0; ///< the last step that both runs have
    /// Why there are no distances, or fewer than steps, or over a part of the parameters only; empty when all is there.
    Message note;
};

Comparison compareTraces(const Trace& a, const Trace& b);

/// What "at the same time" means for two runs.
enum class SharedClock { step, seconds };

/// The training step of run B that stands beside step `step` of run A: the same number, or the last one that B had
/// finished after as many seconds of training as A needed for `step` steps. Bounded to B's steps.
std::int64_t matchingStep(const Curves& a, const Curves& b, std::int64_t step, SharedClock clock);

} // namespace lockstep
