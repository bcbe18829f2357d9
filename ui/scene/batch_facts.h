// BatchFacts: which images of the epoch's order the ranks drew in this step, which of them more than once, and why.
#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "core/config/run_config.h"

namespace lockstep::ui {

/// One image that this step drew.
struct DrawnImage {
    int sample = 0;
    std::vector<int> ranks; ///< who drew it, ascending; a rank that drew it twice stands twice
    bool twice() const { return ranks.size() > 1; }
};

struct BatchFacts {
    bool dealt = false;             ///< false before step 1
    int drawn = 0, different = 0;   ///< images of all ranks together
    std::vector<DrawnImage> images; ///< the different ones: in the order of the epoch, or by rank where there is none

    bool ordered = false;            ///< all ranks draw from one shared order, and this batch is a stretch of it
    int position = 0;                ///< of the batch's first image in the order
    int length = 0;                  ///< of the order
    std::vector<int> before, behind; ///< samples next to the batch in the order, as many as a strip may show

    std::vector<int> sameAs;                       ///< by rank: the first rank with exactly the same images, or -1
    std::vector<std::vector<std::uint8_t>> repeat; ///< by rank and example: 1 where the image was drawn twice or more
    bool allSame = false;                          ///< several ranks, and all drew exactly the same images

    int repeats() const { return drawn - different; }
};

/// `drawn`: sample indices by rank, in the order the rank holds them; empty before step 1. `examplesSeen` by all ranks
/// before this step. `train`: examples of the training set.
BatchFacts batchFacts(
    const RunConfig& config, int train, std::int64_t examplesSeen, const std::vector<std::vector<int>>& drawn);

/// "4 different images among 16 drawn"
QString batchHeadline(const BatchFacts& batch, bool hidden);
/// Why the images repeat, or how the ranks share them: one sentence.
QString batchReason(const RunConfig& config, const BatchFacts& batch, bool hidden);
/// "rank 0", "ranks 0, 1, 2 and 3", "ranks 0 to 7", "12 ranks"
QString ranksText(std::vector<int> ranks);

} // namespace lockstep::ui
