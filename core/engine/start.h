// The set-up before training: first parameters, broadcast, first digests (step 0 of the trace).
#pragma once

#include "core/engine/run.h"

namespace lockstep {

/// Fills every replica's parameters as start.* says, before any broadcast. Fails when a file is unfit.
Result<Done> chooseStart(Run& run);

/// Records step 0: RunStarted, the broadcast from rank 0 (if start.broadcast and there is more than one rank) and
/// every replica's digest. Gives the handles of the digests.
std::vector<EventHandle> recordStart(Run& run);

} // namespace lockstep
