// The signals are blocked in every thread and fetched by one that may call anything, unlike a signal handler.
#include "app/cli/interrupt.h"

#include <algorithm>
#include <chrono>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <optional>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

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

/// Takes all signals that are waiting; true if there was one.
bool takeSignals(int signals)
{
    bool any = false;
    signalfd_siginfo info;
    while (::read(signals, &info, sizeof info) == sizeof info)
        any = true;
    return any;
}

/// Sleeps until a signal has come or the end is asked for, or until `limit`. True if the end is asked for.
bool sleepUntil(int signals, int finished, std::optional<Clock::time_point> limit)
{
    int milliseconds = -1;
    if (limit)
        milliseconds = std::max(0,
            static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*limit - Clock::now()).count()));
    pollfd both[2] = {{signals, POLLIN, 0}, {finished, POLLIN, 0}};
    ::poll(both, 2, milliseconds);
    return (both[1].revents & POLLIN) != 0;
}

/// The first signal requests the stop. Wrappers such as timeout or mpirun send it twice, to the process and to its
/// group: what comes within a second is the same request. A later one has its usual effect.
void watch(int signals, int finished, std::stop_source source)
{
    do {
        if (sleepUntil(signals, finished, std::nullopt))
            return;
    } while (!takeSignals(signals));
    source.request_stop();
    const Clock::time_point same = Clock::now() + std::chrono::seconds{1};
    while (Clock::now() < same) {
        if (sleepUntil(signals, finished, same))
            return;
        takeSignals(signals);
    }
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    sleepUntil(-1, finished, std::nullopt); // the thread has to live: in it the signals are not blocked
}

} // namespace

Interrupt::Interrupt()
{
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_signals = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    m_finished = ::eventfd(0, EFD_CLOEXEC);
    m_watcher = std::thread(watch, m_signals, m_finished, m_source);
}

Interrupt::~Interrupt()
{
    const std::uint64_t one = 1;
    while (::write(m_finished, &one, sizeof one) < 0 && errno == EINTR) { }
    m_watcher.join();
    ::close(m_signals);
    ::close(m_finished);
    if (m_source.stop_requested())
        return; // the program answers and ends; the twin of the signal may still come and must not cut the answer off
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace lockstep::cli
