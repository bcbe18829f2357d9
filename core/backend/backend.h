// Backend: where and how the ranks run. The engine tells the story of a step; a backend gives every rank its turn.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/function_ref.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/collective/advance.h"
#include "core/config/run_config.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// A rank that could not do its work, and why.
struct RankFailure {
    RankId rank;
    Error error;
};

/// What every rank does, each at its own pace.
struct RankJob {
    FunctionRef<Result<Done>(RankId)> begin;  ///< once
    FunctionRef<Advance(RankId)> advance;     ///< again and again until `done`; ranks may wait for each other here
    FunctionRef<Result<Done>(RankId)> finish; ///< once
};

class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string name() const = 0;
    virtual const Ops& ops() const = 0;

    /// Takes every rank through the job and returns when all are through; gives the failure of the lowest rank that
    /// failed or threw. The others then go on as far as they can without it: whoever is blocked stops.
    virtual std::optional<RankFailure> work(const RankJob& job) = 0;

    /// Calls once(rank) for every rank, whatever happens to one of them.
    std::optional<RankFailure> forEachRank(FunctionRef<Result<Done>(RankId)> once)
    {
        return work({once, [](RankId) { return Advance::done; }, Nothing()});
    }
    /// Drives a collective to its end.
    std::optional<RankFailure> complete(FunctionRef<Advance(RankId)> advance)
    {
        return work({Nothing(), advance, Nothing()});
    }

private:
    struct Nothing {
        Result<Done> operator()(RankId) const { return Done{}; }
    };
};

/// What `automatic` means on this machine; any other as it is, or a sentence why it cannot be had here. The serial
/// backend has plain loops, which are baseline.
Result<Isa> resolveIsa(BackendKind kind, Isa wanted);

/// `isa` must be one that resolveIsa accepts.
std::unique_ptr<Backend> makeBackend(BackendKind kind, int ranks, Isa isa = Isa::automatic);

} // namespace lockstep
