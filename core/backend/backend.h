// Backend: where and how the ranks run. The engine tells the story of a step; a backend gives every rank its turn.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

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

class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string name() const = 0;
    virtual const Ops& ops() const = 0;

    /// Calls work(rank) once for every rank and returns when all are through, whatever happened to one of them; gives
    /// the failure of the lowest rank that failed or threw.
    virtual std::optional<RankFailure> forEachRank(const std::function<Result<Done>(RankId)>& work) = 0;

    /// Calls advance(rank) for every rank again and again until each has answered `done`. Ranks may depend on each
    /// other, so all of them get turns; when one of them throws, all stop and its failure is given.
    virtual std::optional<RankFailure> complete(const std::function<Advance(RankId)>& advance) = 0;
};

/// What `automatic` means on this machine; any other as it is, or a sentence why it cannot be had here. The serial
/// backend has plain loops, which are baseline.
Result<Isa> resolveIsa(BackendKind kind, Isa wanted);

/// `isa` must be one that resolveIsa accepts.
std::unique_ptr<Backend> makeBackend(BackendKind kind, int ranks, Isa isa = Isa::automatic);

} // namespace lockstep
