// Ctrl-C asks a run to stop and keep its finished steps; a second one, a second or more later, ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace lockstep::cli {

/// While it lives, the first SIGINT or SIGTERM requests a stop; after a stop the signals stay blocked, because the program
/// is about to end. Construct it before any thread is started.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_source& source() { return m_source; }

private:
    std::stop_source m_source;
    int m_signals = -1;  ///< readable when a signal has come
    int m_finished = -1; ///< readable when the watcher is to end, at once: short runs do not wait for it
    std::thread m_watcher;
};

} // namespace lockstep::cli
