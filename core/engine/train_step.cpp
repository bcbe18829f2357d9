// THE main path: one training step, top to bottom.
//
// Every rank has its own replica of the parameters and its own share of the examples. A step makes one gradient out of
// all shares, and every replica makes the same move with it: that is why the replicas stay equal. Begin at trainStep,
// at the end of the file.
#include "core/engine/train_step.h"

#include "core/engine/faults.h"
#include "core/engine/step_end.h"
#include "core/model/optimizer.h"

namespace lockstep {
namespace {

/// What a rank puts into the buckets: its micro-steps' gradients added up, and then
///   mean, sum   loss.reduction mean: divided by the number of micro-steps; sum: as they are
///   weighted    each micro-step's mean times its number of examples, so that every example counts the same
ConstTensorView accumulate(
    Run& run, Worker& worker, ParameterId parameter, ConstTensorView gradient, std::size_t micro)
{
    const Ops& ops = run.backend->ops();
    const TensorView sum = worker.accumulated.view().part(run.model.offsetOf(parameter), gradient.shape);
    if (micro == 0)
        ops.fill(0, sum);
    ops.axpy(run.weighted() ? static_cast<double>(worker.batch.examples()) : 1.0, gradient, sum);
    if (micro + 1 == run.deals.size() && !run.weighted() && run.model.reduction() == Reduction::mean)
        ops.divide(static_cast<double>(run.deals.size()), sum);
    return sum;
}

/// 2 to 4: the rank loads its examples, predicts, and announces gradients to the reducer while it goes backward.
Result<Done> computeGradient(Run& run, RankId rank, StepId step)
{
    Worker& worker = run.worker(rank);
    const Ops& ops = run.backend->ops();
    worker.log.beginStep();
    worker.examples = 0;
    worker.lossSum = 0;
    for (std::size_t micro = 0; micro < run.deals.size(); ++micro) {
        const std::vector<std::int32_t>& samples = run.deals[micro][rank.index()];
        worker.log.batchAssigned(static_cast<int>(micro), samples);
        loadBatch(run.data, samples, run.dtype(), worker.batch);
        worker.log.loaded(worker.batch.examples());
        if (rank.value == run.config.faults.slowRank)
            worker.log.faultInjected("slow");

        run.model.forward(ops, worker.parameters, worker.batch, worker.activations);
        dawdle(run, rank, worker.log.mark());
        const Scores& scores = worker.activations.scores;
        worker.log.forwardDone(run.model.reducedLoss(ops, worker.activations), worker.batch.examples(), scores.correct);
        worker.examples += worker.batch.examples();
        worker.lossSum += ops.sum(scores.losses);

        if (failsNow(run, rank, step)) {
            worker.log.faultInjected("fail");
            return Error{"faults.fail_rank stops it on purpose"};
        }
        const auto announce = [&](ParameterId parameter, TensorView gradient) {
            dawdle(run, rank, worker.log.mark());
            worker.log.gradientReady(parameter, gradient, ops.norm(gradient));
            const ConstTensorView sum = accumulate(run, worker, parameter, gradient, micro);
            if (micro + 1 < run.deals.size())
                return; // a later micro-step adds to this gradient before anyone sees it
            if (const auto bucket = run.reducer.announce(rank, parameter, sum))
                worker.log.bucketReady(*bucket);
        };
        run.model.backward(ops, worker.batch, worker.activations, worker.gradient, announce);
        if (run.capture.exampleValues(samples.size()))
            worker.log.exampleValues(worker.batch.targets, scores,
                exampleGradients(ops, run.model, worker.parameters, worker.batch));
    }
    run.backend->ops().copy(worker.accumulated, worker.combined); // stays so for a parameter that no collective reduces
    if (const auto bucket = run.reducer.next(rank))
        worker.log.collectiveStarted(*bucket);
    return Done{};
}

/// 6: the combine rule's division. The sum over ranks becomes the gradient that every rank applies.
void combine(Run& run, RankId rank, BucketId bucket)
{
    Worker& worker = run.worker(rank);
    const Ops& ops = run.backend->ops();
    const TensorView sum = run.reducer.values(rank, bucket);
    if (run.config.combine == Combine::mean)
        ops.divide(run.config.workers, sum);
    if (run.weighted())
        ops.divide(static_cast<double>(run.examplesOfStep()), sum);
    for (const ParameterId parameter : run.header->buckets[bucket.index()].parameters) {
        const ConstTensorView part = run.reducer.values(rank, bucket, parameter);
        ops.copy(part, worker.combined.view().part(run.model.offsetOf(parameter), part.shape));
    }
    worker.log.bucketReduced(bucket, sum, ops.norm(sum), run.logs);
}

/// 5: one move in the all-reduce of the rank's next bucket. Buckets go in index order on every rank.
Advance allReduce(Run& run, RankId rank)
{
    const std::optional<BucketId> bucket = run.reducer.next(rank);
    if (!bucket)
        return Advance::done;
    if (const Advance outcome = run.reducer.advance(rank); outcome != Advance::done)
        return outcome;
    combine(run, rank, *bucket);
    if (const auto following = run.reducer.next(rank))
        run.worker(rank).log.collectiveStarted(*following);
    return Advance::moved;
}

/// 7 and 8: the same gradient moves every replica the same way; the digest says whether they are still equal.
Result<Done> update(Run& run, RankId rank)
{
    Worker& worker = run.worker(rank);
    worker.log.beginUpdate();
    applySgd(run.backend->ops(), run.config.optimizer.lr, worker.combined, worker.parameters);
    worker.log.optimizerApplied(run.config.optimizer.lr, worker.parameters);
    worker.digest = bitsDigest(worker.parameters);
    worker.log.replicaDigest(worker.digest);
    return Done{};
}

} // namespace

std::optional<RankFailure> trainStep(Run& run, StepId step, const std::function<bool()>& last)
{
    // 1. The sampler deals: who gets which examples. Everything of this step follows from the deals.
    run.deals = run.dealer.nextStep();
    run.reducer.beginStep();
    const Tensor before = run.workers.front().parameters;

    // 2 - 4. Every rank by itself: load, forward, backward.
    if (const auto failure = run.backend->forEachRank([&](RankId rank) { return computeGradient(run, rank, step); }))
        return failure;

    // 5 and 6. All ranks together: the all-reduce, bucket by bucket, and the combine rule.
    if (const auto failure = run.backend->complete([&](RankId rank) { return allReduce(run, rank); }))
        return failure;

    // 7 and 8. Every rank by itself again: the same update everywhere, then the digest.
    if (const auto failure = run.backend->forEachRank([&](RankId rank) { return update(run, rank); }))
        return failure;

    // Outside the measured time: compare with the oracle, evaluate, finish.
    recordEnd(run, step, before, last());
    return std::nullopt;
}

} // namespace lockstep
