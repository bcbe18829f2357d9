// Weights match counts: what the combine rule makes of one example on each rank.
#include <algorithm>
#include <cmath>

#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"
#include "core/trace/step_index.h"

namespace lockstep {
namespace {

/// Examples dealt in one step.
struct Counts {
    std::vector<std::int64_t> byRank;
    std::vector<std::int64_t> byMicro; ///< all (rank, micro-step) pairs
    std::int64_t total = 0;
    bool shortBatch = false; ///< the epoch ended before all shares were full
};

Counts countsOf(const RunConfig& config, const StepIndex& index)
{
    Counts counts;
    for (std::size_t r = 0; r < index.ranks.size(); ++r) {
        const std::int64_t share = config.batchOf(static_cast<int>(r));
        std::int64_t sum = 0;
        for (const MicroEvents& micro : index.ranks[r].micros) {
            if (!micro.assigned)
                continue;
            counts.byMicro.push_back(static_cast<std::int64_t>(micro.assigned->as<BatchAssigned>()->samples.size()));
            counts.shortBatch = counts.shortBatch || counts.byMicro.back() < share;
            sum += counts.byMicro.back();
        }
        counts.byRank.push_back(sum);
        counts.total += sum;
    }
    return counts;
}

/// A mean of means is the mean of all examples only when all the parts are equally large. Sums and weighted means take
/// every example once.
bool everyExampleCountsTheSame(const RunConfig& config, const Counts& counts)
{
    if (config.combine == Combine::weighted || config.loss.reduction == Reduction::sum)
        return true;
    return std::all_of(
        counts.byMicro.begin(), counts.byMicro.end(), [&](std::int64_t n) { return n == counts.byMicro.front(); });
}

/// Weights of the ranks as the combine rule gives them.
std::vector<MessageArgument> usedWeights(const RunConfig& config, const Counts& counts)
{
    std::vector<MessageArgument> weights;
    const bool byCount = config.combine == Combine::weighted || config.loss.reduction == Reduction::sum;
    for (const std::int64_t n : counts.byRank)
        weights.push_back(byCount ? words::fraction(n, counts.total) : words::fraction(1, config.workers));
    return weights;
}

Message shown(const std::vector<MessageArgument>& weights)
{
    if (weights.size() == 2)
        return {LOCKSTEP_TEXT("Finding", "%1 and %2"), weights};
    if (std::all_of(
            weights.begin(), weights.end(), [&](const MessageArgument& weight) { return weight == weights.front(); }))
        return {LOCKSTEP_TEXT("Finding", "%1 each"), {weights.front()}};
    return {LOCKSTEP_TEXT("Finding", "%1"), {words::list(weights, 4)}};
}

/// The shares are equal but in the last batch of an epoch, which has too few examples for them.
Message causeOfShortBatch(const std::vector<MessageArgument>& weights, const Counts& counts, std::size_t favoured,
    std::size_t slighted, int step)
{
    std::vector<MessageArgument> numbers;
    for (const std::int64_t n : counts.byRank)
        numbers.push_back(words::count(n));
    const MessageArgument s = words::count(step), few = words::rank(static_cast<std::int64_t>(favoured));
    if (counts.byMicro.size() > counts.byRank.size())
        return {LOCKSTEP_TEXT("Finding",
                    "Step %1 ends with the short last batch of its epoch: its micro-steps have different numbers of"
                    " examples, but each counts the same."),
            {s}};
    if (counts.byRank[favoured] == 0)
        return {LOCKSTEP_TEXT("Finding",
                    "Step %1 is the short last batch of its epoch: %2 has no example, but its empty gradient has"
                    " the weight %3; the counts are %4."),
            {s, few, weights[favoured], words::list(numbers)}};
    const double ratio = static_cast<double>(counts.byRank[slighted]) / static_cast<double>(counts.byRank[favoured]);
    return {LOCKSTEP_TEXT("Finding",
                "Step %1 is the short last batch of its epoch: the counts are %2, but every rank has the weight %3, so"
                " an example on %4 counts %5 times as much as one on %6."),
        {s, words::list(numbers), weights.front(), few, words::amount(ratio),
            words::rank(static_cast<std::int64_t>(slighted))}};
}

Message causeOf(const std::vector<MessageArgument>& weights, const Counts& counts, std::size_t favoured,
    std::size_t slighted, int step)
{
    std::vector<MessageArgument> numbers;
    for (const std::int64_t n : counts.byRank)
        numbers.push_back(words::count(n));
    const MessageArgument s = words::count(step);
    if (counts.byRank[favoured] == counts.byRank[slighted])
        return {LOCKSTEP_TEXT("Finding",
                    "The micro-steps of step %1 have different numbers of examples, but each counts the same."),
            {s}};
    const MessageArgument few = words::rank(static_cast<std::int64_t>(favoured)),
                          many = words::rank(static_cast<std::int64_t>(slighted));
    if (counts.byRank[favoured] == 0)
        return {LOCKSTEP_TEXT("Finding",
                    "In step %1 %2 has no example, but its empty gradient has the weight %3; the counts are %4."),
            {s, few, weights[favoured], words::list(numbers)}};
    const double ratio = static_cast<double>(counts.byRank[slighted]) / static_cast<double>(counts.byRank[favoured]);
    if (weights.size() == 2)
        return {LOCKSTEP_TEXT("Finding",
                    "Used %1 and %2. The counts are %3 and %4, so from step %5 on an example on %6 counts %7 times"
                    " as much as one on %8."),
            {weights[0], weights[1], numbers[0], numbers[1], s, few, words::amount(ratio), many}};
    return {LOCKSTEP_TEXT("Finding",
                "Used %1 for every rank. The counts are %2, so from step %3 on an example on %4 counts %5 times as"
                " much as one on %6."),
        {weights.front(), words::list(numbers), s, few, words::amount(ratio), many}};
}

void fail(Finding& finding, const Trace& trace, std::size_t step, const StepIndex& index, const Counts& counts)
{
    const RunConfig& config = trace.config();
    const std::vector<MessageArgument> weights = usedWeights(config, counts);
    const auto [fewest, most] = std::minmax_element(counts.byRank.begin(), counts.byRank.end());
    const auto favoured = static_cast<std::size_t>(fewest - counts.byRank.begin());
    const auto slighted = static_cast<std::size_t>(most - counts.byRank.begin());
    finding.verdict = Verdict::fail;
    finding.title = {LOCKSTEP_TEXT("Finding", "Weights do not match counts"), {}};
    finding.value = shown(weights);
    if (counts.shortBatch && config.equalShares()) {
        finding.cause = causeOfShortBatch(weights, counts, favoured, slighted, static_cast<int>(step));
        finding.remedy
            = {LOCKSTEP_TEXT("Finding",
                   "Weight each rank’s mean by its number of examples: set combine to weighted; or leave short"
                   " batches out: set sampler.drop_last to true."),
                {}};
    } else {
        finding.cause = causeOf(weights, counts, favoured, slighted, static_cast<int>(step));
        finding.remedy
            = {LOCKSTEP_TEXT("Finding", "Weight each rank’s mean by its number of examples: set combine to weighted."),
                {}};
    }
    finding.fix = {{"combine", "weighted"}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Weight ranks by their counts"), {}};
    finding.step = StepId{static_cast<std::int32_t>(step)};
    finding.rank = RankId{static_cast<std::int32_t>(favoured)};
    for (const Event* reduced : index.ranks[favoured].reduced)
        if (reduced && finding.event == kNoEvent)
            finding.event = reduced->id;
    for (const std::int64_t n : counts.byRank)
        finding.distance = std::max(finding.distance,
            std::abs(1.0 / config.workers
                - static_cast<double>(n) / static_cast<double>(std::max<std::int64_t>(1, counts.total))));
}

} // namespace

Finding findWeightsMatchCounts(const Trace& trace)
{
    Finding finding;
    finding.detector = DetectorId::weightsMatchCounts;
    finding.title = {LOCKSTEP_TEXT("Finding", "Weights match counts"), {}};
    for (std::size_t step = 1; step < trace.stepCount(); ++step) {
        const StepIndex index = indexStep(trace.header(), trace.step(step));
        if (!index.finished) // a step that failed combined nothing
            continue;
        const Counts counts = countsOf(trace.config(), index);
        if (!everyExampleCountsTheSame(trace.config(), counts)) {
            fail(finding, trace, step, index, counts);
            return finding;
        }
        if (step == 1)
            finding.value = shown(usedWeights(trace.config(), counts));
    }
    if (finding.value.empty())
        finding.value = {LOCKSTEP_TEXT("Finding", "nothing combined"), {}};
    return finding;
}

} // namespace lockstep
