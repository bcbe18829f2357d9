// Collects a step's numbers from a World.
#include "ui/inspect/step_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/config/derived.h"

namespace lockstep::ui {

namespace {

std::int64_t parameterCount(const Trace& trace)
{
    std::int64_t count = 0;
    for (const ParameterInfo& info : trace.header().parameters)
        count += info.elements();
    return count;
}

/// The sum, once every value is known. Nothing for no values.
std::optional<double> sumOf(const std::vector<Shown>& values)
{
    if (values.empty())
        return std::nullopt;
    double sum = 0;
    for (const Shown& value : values) {
        if (!value.value)
            return std::nullopt;
        sum += *value.value;
    }
    return sum;
}

RankNumbers rankNumbers(const Trace& trace, const RankWorld& rank, const RevealMask& hidden, bool scalar)
{
    const RunConfig& config = trace.config();
    RankNumbers numbers;
    numbers.examples = rank.examples.empty() ? config.batchOf(rank.rank.value) * config.batch.accumulate
                                             : static_cast<int>(rank.examples.size());
    for (const ExampleWorld& example : rank.examples) {
        numbers.gradients.push_back({example.gradient, hidden.localGradients});
        numbers.losses.push_back({example.loss, hidden.loss});
    }
    numbers.loss = {rank.loss, hidden.loss};
    numbers.local.hidden = numbers.sum.hidden = numbers.norm.hidden = numbers.sent.hidden = hidden.localGradients;

    const bool ready = !rank.gradients.empty()
        && std::all_of(rank.gradients.begin(), rank.gradients.end(), [](const GradientWorld& g) { return g.ready; });
    if (ready && config.batch.accumulate == 1) {
        double squares = 0;
        bool taken = true;
        for (const GradientWorld& gradient : rank.gradients) {
            squares += gradient.norm * gradient.norm;
            taken = taken && gradient.norm != kNoLength;
        }
        if (taken)
            numbers.norm.value = std::sqrt(squares);
    }
    if (!scalar)
        return numbers;

    const double count = numbers.examples;
    const bool mean = config.loss.reduction == Reduction::mean;
    numbers.sum.value = sumOf(numbers.gradients);
    if (ready && config.batch.accumulate == 1 && !rank.gradients.front().values.empty())
        numbers.local.value = rank.gradients.front().values.front();
    else if (numbers.sum.value)
        numbers.local.value = mean ? *numbers.sum.value / count : *numbers.sum.value;
    if (!numbers.sum.value && numbers.local.value)
        numbers.sum.value = mean ? *numbers.local.value * count : *numbers.local.value;
    if (!rank.before.empty())
        numbers.before.value = rank.before.front();
    if (rank.updated && !rank.now.empty())
        numbers.after.value = rank.now.front();
    numbers.after.hidden = hidden.update;
    return numbers;
}

/// Length of the combined gradient once every bucket is done; buckets that are not exchanged have none.
std::optional<double> combinedNorm(const World& world)
{
    if (world.collectives.empty() || !world.record)
        return std::nullopt;
    for (const CollectiveWorld& collective : world.collectives)
        if (collective.progress != Progress::done)
            return std::nullopt;
    double squares = 0;
    for (const Event& event : world.record->events)
        if (const auto* reduced = event.as<BucketReduced>(); reduced && event.rank.value == 0) {
            if (reduced->norm == kNoLength)
                return std::nullopt;
            squares += reduced->norm * reduced->norm;
        }
    return std::sqrt(squares);
}

} // namespace

QString shownText(const Shown& shown, const QString& ahead)
{
    if (shown.hidden)
        return QStringLiteral("?");
    return shown.value ? numberText(*shown.value) : ahead;
}

QString bracketed(const Shown& shown, const QString& ahead)
{
    const QString text = shownText(shown, ahead);
    return shown.visible() && *shown.value < 0 ? u'(' + text + u')' : text;
}

StepNumbers stepNumbers(const Trace& trace, const World& world, const RevealMask& hidden)
{
    const RunConfig& config = trace.config();
    StepNumbers step;
    step.scalar = parameterCount(trace) == 1;
    step.rate = config.optimizer.lr;
    for (const RankWorld& rank : world.ranks) {
        step.ranks.push_back(rankNumbers(trace, rank, hidden, step.scalar));
        step.examples += step.ranks.back().examples;
    }
    step.combined.hidden = step.sum.hidden = step.right.hidden = step.norm.hidden = hidden.combined;
    step.loss = {world.globalLoss, hidden.loss};
    step.norm.value = combinedNorm(world);
    step.exchanged = std::any_of(trace.header().buckets.begin(), trace.header().buckets.end(),
        [](const BucketInfo& bucket) { return bucket.reduced; });
    if (!step.scalar)
        return step;

    if (!world.collectives.empty()) {
        const CollectiveWorld& collective = world.collectives.front();
        for (std::size_t rank = 0; rank < std::min(collective.sent.size(), step.ranks.size()); ++rank)
            if (!collective.sent[rank].empty())
                step.ranks[rank].sent.value = collective.sent[rank].front();
        if (!collective.combined.empty())
            step.combined.value = collective.combined.front();
    }
    std::vector<Shown> sums;
    for (const RankNumbers& rank : step.ranks)
        sums.push_back(rank.sum);
    step.sum.value = sumOf(sums);
    if (step.sum.value)
        step.right.value = config.loss.reduction == Reduction::mean ? *step.sum.value / step.examples : *step.sum.value;
    if (step.combined.value && step.right.value)
        step.wrong
            = std::abs(*step.combined.value - *step.right.value) > roundingTolerance(config) * std::max(1.0, std::abs(*step.right.value));
    return step;
}

} // namespace lockstep::ui
