// Examples disjoint: counts the visits of every example, epoch by epoch, and knows what padding and drop_last may do.
#include <algorithm>

#include "core/diagnose/detectors.h"
#include "core/diagnose/sample_repeats.h"
#include "core/diagnose/words.h"
#include "core/replay/epochs.h"

namespace lockstep {
namespace {

/// What a whole epoch looks like when nothing is wrong.
struct EpochRule {
    std::int64_t steps = 1;   ///< training steps
    std::int64_t pads = 0;    ///< visits too many that the sampler's padding explains
    std::int64_t dropped = 0; ///< examples that drop_last leaves out
};

EpochRule epochRule(const Trace& trace)
{
    const RunConfig& config = trace.config();
    const bool walksWhole = config.sampler.policy == SamplerPolicy::replicate
        || config.sampler.policy == SamplerPolicy::independent; // every rank walks the whole set
    const std::int64_t train = trace.header().data.train, ranks = config.workers;
    const std::int64_t batch = walksWhole ? config.batchOf(0) : config.microBatch();
    const bool drop = config.sampler.dropLast;
    EpochRule rule;
    rule.steps = stepsPerEpoch(trace.header());
    std::int64_t dealt = train;
    if (config.sampler.policy == SamplerPolicy::distributed) { // PyTorch pads or cuts to a multiple of the world size
        dealt = (drop ? train / ranks : (train + ranks - 1) / ranks) * ranks;
        rule.pads = std::max<std::int64_t>(0, dealt - train);
    }
    if (drop)
        rule.dropped = std::max<std::int64_t>(0, train - std::max<std::int64_t>(1, dealt / batch) * batch);
    return rule;
}

struct Visit {
    std::int32_t times = 0;
    std::int32_t step = 0; ///< of the first visit in this epoch
    RankId rank;
};

class Counter {
public:
    explicit Counter(const Trace& trace)
        : m_trace(trace)
        , m_rule(epochRule(trace))
        , m_visits(static_cast<std::size_t>(std::max(0, trace.header().data.train)))
        , m_ever(m_visits.size(), 0)
    {
    }

    Finding find()
    {
        m_finding.title = {LOCKSTEP_TEXT("Finding", "Examples disjoint"), {}};
        for (std::size_t step = 1; step < m_trace.stepCount(); ++step) {
            for (const Event& event : m_trace.step(step).events)
                if (const auto* assigned = event.as<BatchAssigned>())
                    for (const std::int32_t sample : assigned->samples)
                        visit(event, sample);
            if (m_drawn >= static_cast<std::int64_t>(m_visits.size()))
                lookForOwnShuffles();
            if (static_cast<std::int64_t>(step) % m_rule.steps == 0)
                closeEpoch(m_trace.step(step));
        }
        lookForOwnShuffles();
        m_pads += m_surplus;
        return summary();
    }

private:
    void visit(const Event& event, std::int32_t sample)
    {
        if (sample < 0 || static_cast<std::size_t>(sample) >= m_visits.size())
            return;
        m_ever[static_cast<std::size_t>(sample)] = 1;
        ++m_drawn;
        Visit& visit = m_visits[static_cast<std::size_t>(sample)];
        if (++visit.times == 1) {
            visit.step = event.step.value;
            visit.rank = event.rank;
            return;
        }
        m_repeated += visit.times == 2;
        m_itself = m_itself || visit.rank == event.rank;
        if (++m_surplus > m_rule.pads) {
            ++m_beyond;
            if (m_finding.verdict == Verdict::pass)
                failTwice(event, sample, visit);
        }
    }

    void failTwice(const Event& event, std::int32_t sample, const Visit& first)
    {
        failAt(event);
        m_failedNow = true;
        const StepDraw draw = drawOf(m_trace.step(static_cast<std::size_t>(event.step.value)));
        if (draw.ranksDrawTheSame) {
            m_times = draw.times;
            explainNoOffset(m_finding, draw);
            return;
        }
        m_finding.title = {LOCKSTEP_TEXT("Finding", "Examples repeat"), {}};
        const MessageArgument example = words::count(sample), step = words::count(event.step.value);
        const MessageArgument rank = words::rank(event.rank.value), other = words::rank(first.rank.value);
        if (first.step == event.step.value && first.rank != event.rank)
            m_finding.cause = {LOCKSTEP_TEXT("Finding", "In step %1 %2 both train on example %3."),
                {step, words::ranks(first.rank.value, event.rank.value), example}};
        else
            m_finding.cause = {LOCKSTEP_TEXT("Finding",
                                   "In step %1 %2 trains on example %4, which %3 had in step %5 of the same epoch."),
                {step, rank, other, example, words::count(first.step)}};
        m_finding.remedy
            = {LOCKSTEP_TEXT("Finding",
                   "Give every rank its own part of the examples: set sampler.policy to distributed or block."),
                {}};
    }

    void failAt(const Event& event)
    {
        m_finding.verdict = Verdict::fail;
        m_finding.step = event.step;
        m_finding.event = event.id;
        if (event.rank != kNoRank)
            m_finding.rank = event.rank;
    }

    std::int64_t missed() const
    {
        return std::count_if(m_visits.begin(), m_visits.end(), [](const Visit& visit) { return visit.times == 0; });
    }

    /// In the epoch that failed no rank had an example twice, but many were had by several ranks. Told once, when as many
    /// examples were drawn as there are: by then a fair sampler has had each of them once.
    void lookForOwnShuffles()
    {
        const std::int64_t all = static_cast<std::int64_t>(m_visits.size()), never = missed();
        if (!m_failedNow || m_times > 0 || m_itself || !m_trace.config().sampler.shuffle
            || m_repeated * kManyOverlap < all - never)
            return;
        m_failedNow = false;
        explainOwnShuffles(m_finding, m_drawn, m_repeated, never, all);
    }

    void closeEpoch(const StepRecord& last)
    {
        lookForOwnShuffles();
        m_failedNow = false;
        if (const std::int64_t left = missed(); left > m_rule.dropped && m_finding.verdict == Verdict::pass) {
            failAt(last.events.back());
            m_finding.title = {LOCKSTEP_TEXT("Finding", "Examples left out"), {}};
            m_finding.cause
                = {LOCKSTEP_TEXT("Finding", "The epoch that ends with step %1 never used %2 of the %3 examples."),
                    {words::count(last.step.value), words::count(left),
                        words::count(static_cast<std::int64_t>(m_visits.size()))}};
            m_finding.remedy
                = {LOCKSTEP_TEXT("Finding",
                       "Check that the sampler deals every example once an epoch: set sampler.policy to distributed or"
                       " block."),
                    {}};
            m_beyond = left;
        }
        m_pads += m_surplus;
        m_surplus = m_repeated = m_drawn = 0;
        m_itself = false;
        std::fill(m_visits.begin(), m_visits.end(), Visit{});
    }

    Finding summary()
    {
        const MessageArgument seen = words::count(std::count(m_ever.begin(), m_ever.end(), 1));
        const MessageArgument all = words::count(static_cast<std::int64_t>(m_ever.size()));
        m_finding.value = {LOCKSTEP_TEXT("Finding", "%1 of %2"), {seen, all}};
        if (m_finding.verdict == Verdict::fail) {
            m_finding.distance = static_cast<double>(m_beyond);
            const bool oneEpoch = m_trace.trainingSteps() <= m_rule.steps;
            m_finding.value = m_times > 0 && oneEpoch
                ? Message{LOCKSTEP_TEXT("Finding", "%1 of %2 seen, %3 times each"), {seen, all, words::count(m_times)}}
                : Message{
                    LOCKSTEP_TEXT("Finding", "%1 of %2 seen, %3 visits too many"), {seen, all, words::count(m_beyond)}};
        } else if (m_pads > 0) {
            m_finding.value
                = {LOCKSTEP_TEXT("Finding", "%1 of %2, %3 repeated as padding"), {seen, all, words::count(m_pads)}};
        }
        return m_finding;
    }

    static constexpr std::int64_t kManyOverlap = 8; ///< at least one in so many examples is had by several ranks

    const Trace& m_trace;
    EpochRule m_rule;
    std::vector<Visit> m_visits;      ///< of this epoch, by example
    std::vector<std::uint8_t> m_ever; ///< seen in the whole run
    std::int64_t m_drawn = 0;         ///< visits, this epoch
    std::int64_t m_surplus = 0;       ///< visits beyond the first, this epoch
    std::int64_t m_repeated = 0;      ///< examples with more than one visit, this epoch
    bool m_itself = false;            ///< a rank had an example twice in this epoch
    bool m_failedNow = false;         ///< the first failure lies in this epoch and may have more to say
    std::int64_t m_times = 0;         ///< all ranks drew the same: how often each example
    std::int64_t m_beyond = 0;        ///< of these, what padding does not explain, whole run
    std::int64_t m_pads = 0;          ///< surplus of all epochs
    Finding m_finding;
};

} // namespace

Finding findSamplesDisjoint(const Trace& trace)
{
    Finding finding = Counter(trace).find();
    finding.detector = DetectorId::samplesDisjoint;
    return finding;
}

} // namespace lockstep
