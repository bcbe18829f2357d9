// What each rank puts into a collective, from the captured local gradients and the combine rule.
#include <algorithm>

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

} // namespace

std::vector<std::vector<double>> sentValues(const StepView& view, BucketId bucket)
{
    const RunConfig& config = view.trace.config();
    const BucketInfo& info = view.trace.header().buckets[bucket.index()];
    std::vector<std::vector<double>> sent;
    for (const RankEvents& rank : view.index.ranks) {
        const bool byExamples = config.combine == Combine::weighted && config.loss.reduction == Reduction::mean;
        std::vector<double> sum;
        for (std::size_t micro = 0; micro < rank.micros.size(); ++micro) {
            std::vector<double> local = capturedFront(rank.micros[micro], info);
            if (micro > 0 && local.size() != sum.size())
                return {};
            sum.resize(local.size(), 0);
            for (std::size_t i = 0; i < local.size(); ++i)
                sum[i] += local[i];
        }
        const double factor = byExamples ? static_cast<double>(examplesOf(rank)) / static_cast<double>(rank.micros.size())
                                         : (config.loss.reduction == Reduction::mean ? 1.0 / static_cast<double>(rank.micros.size()) : 1.0);
        for (double& value : sum)
            value *= factor;
        if (sum.empty() || (!sent.empty() && sent.front().size() != sum.size()))
            return {};
        sent.push_back(std::move(sum));
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
