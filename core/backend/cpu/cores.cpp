// Linux only; elsewhere no core is known and no thread is pinned.
#include "core/backend/cpu/cores.h"

#include <algorithm>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace lockstep {

std::vector<int> usableCores()
{
    std::vector<int> cores;
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &allowed))
            cores.push_back(core);
    // The system has put the caller where there was room: two programs that train do not both begin with core 0.
    const int here = ::sched_getcpu();
    std::rotate(cores.begin(), std::find(cores.begin(), cores.end(), here), cores.end());
#endif
    return cores;
}

void pinThread([[maybe_unused]] std::jthread& thread, [[maybe_unused]] int core)
{
#if defined(__linux__)
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(core, &only);
    ::pthread_setaffinity_np(thread.native_handle(), sizeof only, &only);
#endif
}

} // namespace lockstep
