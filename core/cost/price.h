// price: a pure function from a trace and cost parameters to a track of virtual time.
// Links follow the alpha-beta model: a message of n bytes takes alpha + n / bandwidth.
#pragma once

#include "core/trace/trace.h"

namespace lockstep {

/// Prices every event of the trace with the cost keys of `cost` (usually trace.config().cost; others ask "what if").
/// BucketReduced of rank r runs from the arrival of the last rank to the end of r's last transfer. Collectives run one
/// at a time; with buckets.overlap they run beside backward, otherwise a rank arrives after its backward pass.
Track price(const Trace& trace, const RunConfig::Cost& cost);
inline Track price(const Trace& trace) { return price(trace, trace.config().cost); }

/// When each transfer of a plan runs if all ranks start at time 0, per round and transfer. A rank has one port out and
/// one port in; a transfer of round k starts once both of its ends have finished their transfers of earlier rounds.
std::vector<std::vector<Span>> priceTransfers(const Plan& plan, Bytes buffer, const RunConfig::Cost& cost);
/// The moment each rank is done, per rank, for a start at 0.
std::vector<TrackTime> priceRanks(const Plan& plan, Bytes buffer, const RunConfig::Cost& cost);

} // namespace lockstep
