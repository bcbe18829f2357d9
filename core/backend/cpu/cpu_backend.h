// CpuBackend: one lasting thread a rank. The calling thread posts a job and sleeps until all ranks are through.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "core/backend/backend.h"

namespace lockstep {

struct KernelTable;

/// With no more ranks than cores, every rank's thread stays on a core of its own.
class CpuBackend final : public Backend {
public:
    /// `kernels` must stay.
    CpuBackend(int ranks, const KernelTable& kernels);
    ~CpuBackend() override;

    std::string name() const override { return "cpu"; }
    const Ops& ops() const override { return *m_ops; }
    std::optional<RankFailure> work(const RankJob& job) override;

private:
    void runRank(RankId rank);
    Result<Done> doJob(const RankJob& job, RankId rank);
    void end();

    std::unique_ptr<Ops> m_ops;
    bool m_enoughCores = false;
    // What follows is written by the caller before it counts m_jobs up, and read by ranks after they have seen that;
    // failures go the other way, with m_running.
    const RankJob* m_job = nullptr;               ///< null: the end
    std::vector<std::optional<Error>> m_failures; ///< by rank, of the current job
    std::atomic<bool> m_broken = false;           ///< a rank has failed in the current job
    alignas(64) std::atomic<std::uint32_t> m_jobs{0};           ///< posted so far
    alignas(64) std::atomic<std::uint32_t> m_running{0};        ///< ranks that are not through with the current job
    std::vector<std::jthread> m_threads; ///< last, so that the threads end before what they use
};

} // namespace lockstep
