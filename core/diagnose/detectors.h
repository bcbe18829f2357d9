// The detectors, one function and one file each: pure functions of a trace. diagnose.cpp lists them in one table.
#pragma once

#include "core/diagnose/finding.h"

namespace lockstep {

/// After the set-up and after every step all ranks hold the same parameters, bit for bit. Before the broadcast they may
/// differ. `distance`: largest difference of a captured parameter.
Finding findReplicasIdentical(const Trace& trace);

/// No example is trained on twice in an epoch, by any rank, but for the sampler's padding; and a whole epoch covers the
/// training set but for what drop_last leaves out. Tells ranks without an offset (all draw the same) from ranks that
/// shuffle by themselves. `distance`: surplus visits.
Finding findSamplesDisjoint(const Trace& trace);

/// The combine rule lets every example of a global batch count the same. `distance`: largest difference between a
/// rank's weight and its share of the examples.
Finding findWeightsMatchCounts(const Trace& trace);

/// Every rank joins the same collectives in the same order, and every parameter is in one. `distance`: how many
/// parameters are in none, or how many collectives are missing.
Finding findCollectivesJoined(const Trace& trace);

/// No loss, gradient or captured parameter is infinite or not a number.
Finding findValuesFinite(const Trace& trace);

/// The combined gradient is the one that a single worker finds for all examples of the global batch.
/// `distance`: largest relative difference.
Finding findGradientMatchesReference(const Trace& trace);

/// With shuffle on, an epoch deals its examples in another order than the epoch before. `distance`: how many examples
/// in a row were dealt as before.
Finding findOrderChanges(const Trace& trace);
/// Whether that can be asked: the run shuffles and is longer than one epoch.
bool orderCanChange(const Trace& trace);

} // namespace lockstep
