// The signals are blocked in every thread and fetched by one that may call anything, unlike a signal handler.
#include "app/cli/interrupt.h"

#include <chrono>
#include <csignal>
#include <ctime>

namespace lockstep::cli {
namespace {

sigset_t stopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

using Clock = std::chrono::steady_clock;

/// The first signal requests the stop. Wrappers such as timeout or mpirun send it twice, to the process and to its
/// group: what comes within a second is the same request. A later one has its usual effect.
void watch(const std::stop_token& finished, std::stop_source source)
{
    const sigset_t set = stopSignals();
    const timespec pause{0, 50'000'000};
    while (!finished.stop_requested()) {
        if (sigtimedwait(&set, nullptr, &pause) < 0)
            continue;
        source.request_stop();
        const Clock::time_point same = Clock::now() + std::chrono::seconds{1};
        while (!finished.stop_requested() && Clock::now() < same)
            sigtimedwait(&set, nullptr, &pause);
        if (!finished.stop_requested())
            pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
        return;
    }
}

} // namespace

Interrupt::Interrupt()
{
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_watcher = std::jthread([source = m_source](const std::stop_token& finished) { watch(finished, source); });
}

Interrupt::~Interrupt()
{
    m_watcher.request_stop();
    m_watcher.join();
    const sigset_t set = stopSignals();
    const timespec now{0, 0};
    while (m_source.stop_requested() && sigtimedwait(&set, nullptr, &now) > 0) {
        // the twin of the signal that was answered
    }
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace lockstep::cli
