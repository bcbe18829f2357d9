// What else the machine did while something was measured, and how many cores there are for it.
#pragma once

#include <chrono>
#include <string>

namespace lockstep::cli {

struct MachineUse {
    int cores = 0;        ///< that this process may run on
    double others = 0;    ///< share of all processors' time that other processes used, 0 to 1
    double stolen = 0;    ///< share that the host of a virtual machine took away, 0 to 1
    double loadBefore = 0; ///< load average of the last minute, at the beginning

    bool busy() const;
    /// One sentence that names it, or empty.
    std::string warning() const;
};

/// Cores that this process may run on.
int usableCores();

/// Watches from its construction; used() says what happened up to now. Where /proc/stat cannot be read, nothing did.
class MachineWatch {
public:
    MachineWatch();
    MachineUse used() const;

private:
    struct Times {
        double all = 0, busy = 0, stolen = 0; ///< seconds, of all processors together
        double own = 0;                       ///< of this process and its finished children
    };
    static Times now();

    Times m_begin;
    double m_load = 0;
};

} // namespace lockstep::cli
