// Dealer: walks through the epochs and hands out one training step's micro-steps at a time.
#pragma once

#include "core/data/sampler.h"

namespace lockstep {

class Dealer {
public:
    Dealer(SamplerSpec spec, int accumulate);

    /// Training steps in one epoch.
    std::int64_t stepsPerEpoch() const;

    /// The micro-steps of the next training step: `accumulate` of them, fewer at the end of an epoch. A step never
    /// reaches into the next epoch.
    std::vector<Deal> nextStep();

private:
    SamplerSpec m_spec;
    std::size_t m_accumulate;
    std::int64_t m_epoch = 0;
    std::vector<Deal> m_deals; ///< of this epoch
    std::size_t m_next = 0;    ///< first micro-step not handed out yet
};

} // namespace lockstep
