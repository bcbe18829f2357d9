// Which cores this process may use, and a thread's own core.
#pragma once

#include <thread>
#include <vector>

namespace lockstep {

/// Numbers of the cores that the system lets this process use, the calling thread's own first, then upwards and round.
/// Empty where the system does not tell.
std::vector<int> usableCores();

/// From now on the thread runs on this core only. Where that is not allowed, nothing changes.
void pinThread(std::jthread& thread, int core);

} // namespace lockstep
