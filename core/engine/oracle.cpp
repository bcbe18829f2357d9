// One batch, one worker, plain loops.
#include "core/engine/oracle.h"

#include <cmath>
#include <limits>

namespace lockstep {
namespace {

double meanLoss(const Ops& ops, const Activations& activations)
{
    const Tensor& losses = activations.scores.losses;
    return losses.elements() == 0 ? 0 : ops.sum(losses) / static_cast<double>(losses.elements());
}

} // namespace

ReferenceGradient referenceGradient(const Run& run, ConstTensorView parameters)
{
    std::vector<std::int32_t> samples;
    for (const Deal& deal : run.deals)
        for (const auto& share : deal)
            samples.insert(samples.end(), share.begin(), share.end());
    const Ops& ops = run.oracle->ops();
    Batch batch;
    Activations activations;
    const std::vector<double> start = doublesOf(parameters);
    std::vector<double> gradient(run.model.elements());
    loadBatch(run.data, samples, DType::f64, batch);
    run.model.forward(ops, start, batch, activations);
    ReferenceGradient reference;
    reference.loss = meanLoss(ops, activations);
    run.model.backward(ops, batch, activations, gradient, [](ParameterId, TensorView) {});
    reference.norm = ops.norm(gradient);
    reference.values = run.capture.valuesOf(gradient);
    double largest = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        largest = std::max(largest, std::abs(gradient[i]));
        for (RankId rank{0}; rank.value < run.config.workers; ++rank.value) {
            const double difference = std::abs(run.reducer.gradient(rank).at(static_cast<std::int64_t>(i)) - gradient[i]);
            reference.maxDifference = std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                                             : std::max(reference.maxDifference, difference);
        }
    }
    if (reference.maxDifference > 0) {
        const double relative = reference.maxDifference / largest; // not a number when both have overflowed
        reference.relativeDifference = std::isnan(relative) ? std::numeric_limits<double>::infinity() : relative;
    }
    return reference;
}

Evaluated evaluate(const Run& run)
{
    const Ops& ops = run.backend->ops();
    Batch batch;
    Activations activations;
    loadBatch(run.data, heldOutSamples(run.data), run.dtype(), batch);
    run.model.forward(ops, run.workers.front().parameters, batch, activations);
    return {run.data.info.heldOut, activations.scores.correct, meanLoss(ops, activations)};
}

} // namespace lockstep
