// Ctrl-C asks a run to stop and keep its finished steps; a second one, a second or more later, ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace lockstep::cli {

/// While it lives, the first SIGINT or SIGTERM requests a stop. Construct it before any thread is started.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_source& source() { return m_source; }

private:
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace lockstep::cli
