// Threads that sleep between jobs, and the polite way to wait inside a collective.
#include "core/backend/cpu/cpu_backend.h"

#include <atomic>

#include "core/backend/cpu/kernels/cpu_ops.h"
#include "core/backend/run_guarded.h"

namespace lockstep {
namespace {

/// Tries before a blocked rank gives its core away. Short, because there may be more ranks than cores, and then the
/// rank that everyone waits for needs this very core.
constexpr int kSpins = 200;

} // namespace

CpuBackend::CpuBackend(int ranks, const KernelTable& kernels)
    : m_ops(makeCpuOps(kernels))
    , m_failures(static_cast<std::size_t>(ranks))
{
    for (RankId rank{0}; rank.value < ranks; ++rank.value)
        m_threads.emplace_back([this, rank](std::stop_token stop) { runRank(stop, rank); });
}

CpuBackend::~CpuBackend()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
}

std::optional<RankFailure> CpuBackend::forEachRank(const std::function<Result<Done>(RankId)>& work)
{
    std::unique_lock lock(m_mutex);
    m_job = &work;
    ++m_jobNumber;
    m_running = static_cast<int>(m_threads.size());
    for (std::optional<Error>& failure : m_failures)
        failure.reset();
    m_posted.notify_all();
    m_finished.wait(lock, [this] { return m_running == 0; });
    for (RankId rank{0}; rank.index() < m_failures.size(); ++rank.value)
        if (m_failures[rank.index()])
            return RankFailure{rank, *m_failures[rank.index()]};
    return std::nullopt;
}

std::optional<RankFailure> CpuBackend::complete(const std::function<Advance(RankId)>& advance)
{
    std::atomic<bool> broken = false; // a rank has thrown; whoever waits for it would wait for ever
    return forEachRank([&](RankId rank) -> Result<Done> {
        Advance outcome = Advance::moved;
        const auto turn = [&](RankId mine) -> Result<Done> {
            outcome = advance(mine);
            return Done{};
        };
        for (int spins = 0; outcome != Advance::done && !broken.load(std::memory_order_relaxed);) {
            if (const Result<Done> taken = runGuarded(turn, rank); !taken.ok()) {
                broken.store(true, std::memory_order_relaxed);
                return taken;
            }
            spins = outcome == Advance::blocked ? spins + 1 : 0;
            if (spins > kSpins)
                std::this_thread::yield();
        }
        return Done{};
    });
}

void CpuBackend::runRank(std::stop_token stop, RankId rank)
{
    std::uint64_t doneNumber = 0;
    while (true) {
        std::unique_lock lock(m_mutex);
        if (!m_posted.wait(lock, stop, [&] { return m_jobNumber != doneNumber; }))
            return;
        doneNumber = m_jobNumber;
        const auto& job = *m_job;
        lock.unlock();
        const Result<Done> outcome = runGuarded(job, rank);
        lock.lock();
        if (!outcome.ok())
            m_failures[rank.index()] = outcome.error();
        if (--m_running == 0)
            m_finished.notify_one();
    }
}

} // namespace lockstep
