// Strong types for identities and sizes, so that a rank is never mistaken for a step.
#pragma once

#include <compare>
#include <cstdint>
#include <ostream>

namespace lockstep {

template <class Tag, class Rep = std::int32_t>
struct StrongId {
    Rep value = 0;

    auto operator<=>(const StrongId&) const = default;

    /// For indexing vectors that hold one entry per identity.
    std::size_t index() const { return static_cast<std::size_t>(value); }

    friend std::ostream& operator<<(std::ostream& out, const StrongId& id) { return out << id.value; }
};

/// A worker's number, 0 .. world size - 1.
using RankId = StrongId<struct RankTag>;
/// 0 is the set-up before training; training steps count from 1.
using StepId = StrongId<struct StepTag>;
using BucketId = StrongId<struct BucketTag>;
using PlanId = StrongId<struct PlanTag>;
using ParameterId = StrongId<struct ParameterTag>;
/// Dense over a whole trace, in logical order.
using EventId = StrongId<struct EventTag, std::int64_t>;

/// The rank of an event that belongs to all ranks or to none.
inline constexpr RankId kNoRank{-1};
inline constexpr EventId kNoEvent{-1};

/// A size in memory or on the wire.
struct Bytes {
    std::int64_t value = 0;
    auto operator<=>(const Bytes&) const = default;
};

/// A moment or a duration on a track, in that track's own unit (see TimeUnit). Never compare two tracks' times.
using TrackTime = double;

} // namespace lockstep
