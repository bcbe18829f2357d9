// What each rank puts into a collective, from the captured local gradients and the combine rule.
#include "core/replay/parts.h"

namespace lockstep::replay {
namespace {

std::int32_t examplesOf(const MicroEvents& micro)
{
    return micro.assigned ? static_cast<std::int32_t>(micro.assigned->as<BatchAssigned>()->samples.size()) : 0;
}

std::int64_t examplesOf(const RankEvents& rank)
{
    std::int64_t sum = 0;
    for (const MicroEvents& micro : rank.micros)
        sum += examplesOf(micro);
    return sum;
}

/// The leading elements of the bucket that `micro` holds: whole parameters, and the captured front of the next one.
std::vector<double> capturedFront(const MicroEvents& micro, const BucketInfo& bucket)
{
    std::vector<double> front;
    for (const ParameterId parameter : bucket.parameters) {
        const Event* event = micro.gradients[parameter.index()];
        if (!event)
            break;
        const auto& gradient = *event->as<GradientReady>();
        front.insert(front.end(), gradient.values.begin(), gradient.values.end());
        if (static_cast<std::int64_t>(gradient.values.size()) < gradient.elements)
            break;
    }
    return front;
}

/// The rank's micro-steps added up as train_step does it, so that the bits agree: weighted by examples, or plainly and
/// then divided by the number of micro-steps when the loss is a mean.
std::vector<double> accumulated(const RunConfig& config, const RankEvents& rank, const BucketInfo& bucket)
{
    const bool weighted = config.combine == Combine::weighted;
    std::vector<double> sum;
    for (std::size_t micro = 0; micro < rank.micros.size(); ++micro) {
        const std::vector<double> local = capturedFront(rank.micros[micro], bucket);
        if (micro > 0 && local.size() != sum.size())
            return {};
        sum.resize(local.size(), 0);
        const double weight = weighted ? static_cast<double>(examplesOf(rank.micros[micro])) : 1;
        for (std::size_t i = 0; i < local.size(); ++i)
            sum[i] += weight * local[i];
    }
    if (!weighted && config.loss.reduction == Reduction::mean)
        for (double& value : sum)
            value /= static_cast<double>(rank.micros.size());
    return sum;
}

} // namespace

std::vector<std::vector<double>> sentValues(const StepView& view, BucketId bucket)
{
    const BucketInfo& info = view.trace.header().buckets[bucket.index()];
    std::vector<std::vector<double>> sent;
    for (const RankEvents& rank : view.index.ranks) {
        sent.push_back(accumulated(view.trace.config(), rank, info));
        if (sent.back().empty() || sent.back().size() != sent.front().size())
            return {};
    }
    return sent;
}

double combineDivisor(const StepView& view)
{
    switch (view.trace.config().combine) {
    case Combine::sum:
        return 1;
    case Combine::mean:
        return static_cast<double>(view.index.ranks.size());
    case Combine::weighted:
        break;
    }
    std::int64_t examples = 0;
    for (const RankEvents& rank : view.index.ranks)
        examples += examplesOf(rank);
    return examples > 0 ? static_cast<double>(examples) : 1;
}

} // namespace lockstep::replay
