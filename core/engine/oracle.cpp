// One batch, one worker, plain loops.
#include "core/engine/oracle.h"

#include <cmath>
#include <limits>

namespace lockstep {
namespace {

double meanLoss(const Ops& ops, const Activations& activations)
{
    const std::vector<double>& losses = activations.scores.losses;
    return losses.empty() ? 0 : ops.sum(rowOf(losses)) / static_cast<double>(losses.size());
}

} // namespace

ReferenceGradient referenceGradient(const Run& run, std::span<const double> parameters)
{
    std::vector<std::int32_t> samples;
    for (const Deal& deal : run.deals)
        for (const auto& share : deal)
            samples.insert(samples.end(), share.begin(), share.end());
    const Ops& ops = run.oracle->ops();
    Batch batch;
    Activations activations;
    std::vector<double> gradient(run.model.elements());
    loadBatch(run.data, samples, batch);
    run.model.forward(ops, parameters, batch, activations);
    ReferenceGradient reference;
    reference.loss = meanLoss(ops, activations);
    run.model.backward(ops, batch, activations, gradient, [](ParameterId, std::span<double>) {});
    reference.norm = ops.norm(rowOf(gradient));
    reference.values = run.capture.valuesOf(gradient);
    double largest = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        largest = std::max(largest, std::abs(gradient[i]));
        for (const Worker& worker : run.workers) {
            const double difference = std::abs(worker.combined[i] - gradient[i]);
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
    const Ops& ops = run.oracle->ops();
    Batch batch;
    Activations activations;
    loadBatch(run.data, heldOutSamples(run.data), batch);
    run.model.forward(ops, run.workers.front().parameters, batch, activations);
    return {run.data.info.heldOut, activations.scores.correct, meanLoss(ops, activations)};
}

} // namespace lockstep
