// Which plan is priced for a bucket, and at how many bytes: shared by the cost model and by the pictures of transfers.
#pragma once

#include "core/cost/price.h"

namespace lockstep {

/// A bucket as the cost model sees it.
struct PricedBucket {
    Plan plan;   ///< the executed plan, or the same algorithm at the declared size
    Bytes bytes; ///< of the whole buffer
};

/// `gradientBytes` declares the size of the whole gradient: every bucket then stands for its share of that many bytes
/// and is cut into chunks at that size. Otherwise real elements count 8 bytes each. A bucket whose plan cannot be made
/// has no rounds.
PricedBucket pricedBucket(const TraceHeader& header, BucketId bucket, const RunConfig::Cost& cost);

/// priceRanks() of transfers already priced.
std::vector<TrackTime> rankEnds(const Plan& plan, const std::vector<std::vector<Span>>& transfers);

} // namespace lockstep
