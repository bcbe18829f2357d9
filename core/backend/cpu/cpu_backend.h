// CpuBackend: one lasting thread a rank. The calling thread posts a job and sleeps until all ranks are through.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "core/backend/backend.h"

namespace lockstep {

struct KernelTable;

class CpuBackend final : public Backend {
public:
    CpuBackend(int ranks, const KernelTable& kernels);
    ~CpuBackend() override;

    std::string name() const override { return "cpu"; }
    const Ops& ops() const override { return *m_ops; }
    std::optional<RankFailure> forEachRank(const std::function<Result<Done>(RankId)>& work) override;
    std::optional<RankFailure> complete(const std::function<Advance(RankId)>& advance) override;

private:
    void runRank(std::stop_token stop, RankId rank);

    std::unique_ptr<Ops> m_ops;
    std::mutex m_mutex; ///< guards the members down to m_failures; never held while a rank computes
    std::condition_variable_any m_posted;
    std::condition_variable m_finished;
    const std::function<Result<Done>(RankId)>* m_job = nullptr;
    std::uint64_t m_jobNumber = 0;
    int m_running = 0;
    std::vector<std::optional<Error>> m_failures; ///< by rank, of the current job
    std::vector<std::jthread> m_threads;          ///< last, so that the threads end before what they use
};

} // namespace lockstep
