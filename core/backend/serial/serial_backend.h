// SerialBackend: all ranks take turns in the calling thread, in rank order.
#pragma once

#include "core/backend/backend.h"
#include "core/backend/serial/serial_ops.h"

namespace lockstep {

class SerialBackend final : public Backend {
public:
    explicit SerialBackend(int ranks)
        : m_ranks(ranks)
    {
    }

    std::string name() const override { return "serial"; }
    const Ops& ops() const override { return m_ops; }
    std::optional<RankFailure> work(const RankJob& job) override;

private:
    int m_ranks;
    SerialOps m_ops;
};

} // namespace lockstep
