// Threads that wait briefly awake and then asleep between jobs, and the polite way to wait inside a collective.
#include "core/backend/cpu/cpu_backend.h"

#include <chrono>

#include "core/backend/cpu/cores.h"
#include "core/backend/cpu/kernels/cpu_ops.h"
#include "core/backend/run_guarded.h"

namespace lockstep {
namespace {

/// Tries before a blocked rank gives its core away when there are more ranks than cores. Short, because the rank that
/// everyone waits for may need this very core.
constexpr int kSpins = 200;

/// With a core for each rank, a blocked rank keeps its own for so long. Afterwards another program must be on a core
/// of the others, and it sleeps in short pauses: whoever has slept gets its core back at once, but whoever has given it
/// away waits until the other program's turn is over, several milliseconds.
constexpr std::chrono::microseconds kPatience{400}, kPause{20};

/// A rank that is through stays awake for so long: the next part of the step usually comes within it, and waking up a
/// sleeping thread takes as long.
constexpr std::chrono::microseconds kAwake{60};

void relax()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Returns when `number` is no longer `known`.
std::uint32_t waitForChange(const std::atomic<std::uint32_t>& number, std::uint32_t known, bool stayAwake)
{
    std::uint32_t now = number.load(std::memory_order_acquire);
    if (stayAwake) {
        const auto end = std::chrono::steady_clock::now() + kAwake;
        for (int tries = 1; now == known && (tries % 32 != 0 || std::chrono::steady_clock::now() < end); ++tries) {
            relax();
            now = number.load(std::memory_order_acquire);
        }
    }
    for (; now == known; now = number.load(std::memory_order_acquire))
        number.wait(known, std::memory_order_acquire);
    return now;
}

/// Of one rank inside a collective.
class Waiting {
public:
    explicit Waiting(bool enoughCores)
        : m_enoughCores(enoughCores)
    {
    }

    void over() { m_tries = 0; }

    void tryAgain()
    {
        if (++m_tries < kSpins)
            return;
        if (!m_enoughCores) {
            std::this_thread::yield();
            return;
        }
        relax();
        if (m_tries % kSpins != 0)
            return;
        const auto now = std::chrono::steady_clock::now();
        if (m_tries == kSpins)
            m_begin = now;
        else if (now - m_begin > kPatience)
            std::this_thread::sleep_for(kPause);
    }

private:
    const bool m_enoughCores;
    std::int64_t m_tries = 0; ///< without success
    std::chrono::steady_clock::time_point m_begin;
};

} // namespace

CpuBackend::CpuBackend(int ranks, const KernelTable& kernels)
    : m_ops(makeCpuOps(kernels))
    , m_failures(static_cast<std::size_t>(ranks))
{
    const std::vector<int> cores = usableCores();
    m_enoughCores = m_failures.size() <= cores.size();
    try {
        for (RankId rank{0}; rank.value < ranks; ++rank.value) {
            std::jthread& thread = m_threads.emplace_back([this, rank] { runRank(rank); });
            if (m_enoughCores)
                pinThread(thread, cores[rank.index()]);
        }
    } catch (...) {
        end(); // the threads that did start are waited for
        throw;
    }
}

CpuBackend::~CpuBackend()
{
    end();
}

void CpuBackend::end()
{
    m_job = nullptr;
    m_jobs.fetch_add(1, std::memory_order_release);
    m_jobs.notify_all();
}

std::optional<RankFailure> CpuBackend::work(const RankJob& job)
{
    for (std::optional<Error>& failure : m_failures)
        failure.reset();
    m_broken.store(false, std::memory_order_relaxed);
    m_job = &job;
    m_running.store(static_cast<std::uint32_t>(m_failures.size()), std::memory_order_relaxed);
    m_jobs.fetch_add(1, std::memory_order_release);
    m_jobs.notify_all();
    // The caller sleeps at once: its core may be the one that a rank needs.
    for (std::uint32_t running = m_running.load(std::memory_order_acquire); running != 0;)
        running = waitForChange(m_running, running, false);
    for (RankId rank{0}; rank.index() < m_failures.size(); ++rank.value)
        if (m_failures[rank.index()])
            return RankFailure{rank, *m_failures[rank.index()]};
    return std::nullopt;
}

Result<Done> CpuBackend::doJob(const RankJob& job, RankId rank)
{
    if (const Result<Done> begun = job.begin(rank); !begun.ok())
        return begun;
    for (Waiting waiting(m_enoughCores);;) {
        const Advance outcome = job.advance(rank);
        if (outcome == Advance::done)
            return job.finish(rank);
        if (outcome == Advance::moved)
            waiting.over();
        else if (m_broken.load(std::memory_order_relaxed))
            return Done{}; // the rank that it waits for may never come
        else
            waiting.tryAgain();
    }
}

void CpuBackend::runRank(RankId rank)
{
    for (std::uint32_t done = 0;; ++done) {
        waitForChange(m_jobs, done, m_enoughCores);
        if (!m_job)
            return;
        const RankJob& job = *m_job;
        const Result<Done> outcome = runGuarded([&](RankId mine) { return doJob(job, mine); }, rank);
        if (!outcome.ok()) {
            m_failures[rank.index()] = outcome.error();
            m_broken.store(true, std::memory_order_relaxed);
        }
        if (m_running.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_running.notify_one();
    }
}

} // namespace lockstep
