// How local gradients become one: what each rank puts in, and what the sum is divided by.
#include "core/engine/combine_rule.h"

namespace lockstep {

void accumulate(Run& run, RankId rank, ParameterId parameter, ConstTensorView gradient, std::size_t micro)
{
    const Ops& ops = run.backend->ops();
    const TensorView sum = run.reducer.gradient(rank, parameter);
    if (sum.data == gradient.data)
        return; // the only micro-step: backward wrote it where it belongs
    if (micro == 0)
        ops.fill(0, sum);
    ops.axpy(run.weighted() ? static_cast<double>(run.worker(rank).batch.examples()) : 1.0, gradient, sum);
    if (micro + 1 == run.deals.size() && !run.weighted() && run.model.reduction() == Reduction::mean)
        ops.divide(static_cast<double>(run.deals.size()), sum);
}

TensorView combine(Run& run, RankId rank, BucketId bucket)
{
    const Ops& ops = run.backend->ops();
    const TensorView sum = run.reducer.values(rank, bucket);
    if (run.config.combine == Combine::mean)
        ops.divide(run.config.workers, sum);
    if (run.weighted())
        ops.divide(static_cast<double>(run.examplesOfStep()), sum);
    run.reducer.settle(rank, bucket);
    return sum;
}

} // namespace lockstep
