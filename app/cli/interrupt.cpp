// The signals are blocked in every thread and fetched by one that may call anything, unlike a signal handler.
#include "app/cli/interrupt.h"

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

void watch(const std::stop_token& finished, std::stop_source source)
{
    const sigset_t set = stopSignals();
    const timespec pause{0, 50'000'000};
    while (!finished.stop_requested()) {
        if (sigtimedwait(&set, nullptr, &pause) < 0)
            continue;
        source.request_stop();
        pthread_sigmask(SIG_UNBLOCK, &set, nullptr); // the next one has its usual effect
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
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace lockstep::cli
