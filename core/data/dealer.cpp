// Keeps one epoch's deals at a time.
#include "core/data/dealer.h"

#include <algorithm>

#include "core/base/check.h"

namespace lockstep {

Dealer::Dealer(SamplerSpec spec, int accumulate)
    : m_spec(std::move(spec))
    , m_accumulate(static_cast<std::size_t>(accumulate))
    , m_deals(dealEpoch(m_spec, 0))
{
    LOCKSTEP_CHECK(!m_deals.empty()); // a valid config has at least one full batch
}

std::int64_t Dealer::stepsPerEpoch() const
{
    return static_cast<std::int64_t>((m_deals.size() + m_accumulate - 1) / m_accumulate);
}

std::vector<Deal> Dealer::nextStep()
{
    if (m_next == m_deals.size()) {
        m_deals = dealEpoch(m_spec, ++m_epoch);
        m_next = 0;
    }
    const std::size_t end = std::min(m_next + m_accumulate, m_deals.size());
    std::vector<Deal> step(
        m_deals.begin() + static_cast<std::ptrdiff_t>(m_next), m_deals.begin() + static_cast<std::ptrdiff_t>(end));
    m_next = end;
    return step;
}

} // namespace lockstep
