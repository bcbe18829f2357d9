// What a rank's next move came to.
#pragma once

namespace lockstep {

enum class Advance {
    moved,   ///< something was done; there may be more
    blocked, ///< the rank waits for another rank; nothing was done
    done,    ///< nothing is left for this rank
};

} // namespace lockstep
