// THE main path: one training step, top to bottom.
//
// Every rank has its own replica of the parameters and its own share of the examples. A step makes one gradient out of
// all shares, and every replica makes the same move with it: that is why the replicas stay equal. Begin at trainStep,
// at the end of the file.
#include "core/engine/train_step.h"

#include "core/engine/combine_rule.h"
#include "core/engine/faults.h"
#include "core/engine/step_end.h"
#include "core/model/optimizer.h"

namespace lockstep {
namespace {

/// Buckets go in index order on every rank: the rank arrives at its next one when that is ready.
void arrive(Run& run, RankId rank)
{
    if (const auto bucket = run.reducer.arrive(rank))
        run.worker(rank).log.collectiveStarted(*bucket);
}

/// 5: one move in the all-reduce of the rank's next bucket.
Advance allReduce(Run& run, RankId rank)
{
    const std::optional<BucketId> bucket = run.reducer.next(rank);
    if (!bucket)
        return Advance::done;
    if (const Advance outcome = run.reducer.advance(rank); outcome != Advance::done)
        return outcome;
    const ConstTensorView combined = combine(run, rank, *bucket); // 6: the combine rule
    run.worker(rank).log.bucketReduced(*bucket, combined, run.logs, run.reducer.timedTransfers(rank, *bucket));
    arrive(run, rank);
    return Advance::moved;
}

/// Backward has finished a parameter: into the bucket with it, which may begin its all-reduce while backward goes on.
void announce(Run& run, RankId rank, ParameterId parameter, ConstTensorView gradient, std::size_t micro)
{
    Worker& worker = run.worker(rank);
    dawdle(run, rank, worker.log.mark());
    worker.log.gradientReady(parameter, gradient);
    accumulate(run, rank, parameter, gradient, micro);
    if (micro + 1 < run.deals.size())
        return; // a later micro-step adds to this gradient before anyone sees it
    run.keepOwn(rank, parameter);
    if (const auto bucket = run.reducer.announce(rank, parameter))
        worker.log.bucketReady(*bucket);
    if (!run.config.buckets.overlap)
        return;
    arrive(run, rank);
    while (allReduce(run, rank) == Advance::moved) { } // never waits: what is left comes after backward
    worker.log.resume();
}

/// 2 to 4: the rank loads its examples, predicts, and announces gradients to the reducer while it goes backward.
Result<Done> computeGradient(Run& run, RankId rank, StepId step)
{
    Worker& worker = run.worker(rank);
    const Ops& ops = run.backend->ops();
    worker.log.beginStep(step);
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
        run.model.backward(ops, worker.batch, worker.activations, run.localGradient(rank),
            [&](ParameterId parameter, TensorView gradient) { announce(run, rank, parameter, gradient, micro); });
        if (run.capture.exampleValues(samples.size()))
            worker.log.exampleValues(worker.batch.targets, scores,
                exampleGradients(ops, run.model, worker.parameters, worker.batch));
    }
    arrive(run, rank);
    return Done{};
}

/// 7 and 8: the same gradient moves every replica the same way; the digest says whether they are still equal.
Result<Done> update(Run& run, RankId rank)
{
    Worker& worker = run.worker(rank);
    worker.log.resume();
    run.backend->ops().sgdStep(
        sgdFactors(run.config.optimizer), run.reducer.gradient(rank), worker.velocity, worker.parameters);
    worker.log.optimizerApplied(run.config.optimizer.lr, worker.parameters);
    worker.digest = worker.log.replicaDigest(worker.parameters);
    return Done{};
}

} // namespace

std::optional<RankFailure> trainStep(Run& run, StepId step, FunctionRef<bool()> last)
{
    // 1. The sampler deals: who gets which examples. Everything of this step follows from the deals.
    run.deals = run.dealer.nextStep();
    run.reducer.beginStep();
    const Tensor before = run.config.check.oracle ? run.workers.front().parameters : Tensor();

    const auto failure = run.backend->work({
        // 2 - 4. Every rank by itself: load, forward, backward.
        [&](RankId rank) { return computeGradient(run, rank, step); },
        // 5 and 6. All ranks together: the all-reduce, bucket by bucket, and the combine rule.
        [&](RankId rank) { return allReduce(run, rank); },
        // 7 and 8. Every rank by itself again: the same update everywhere, then the digest.
        [&](RankId rank) { return update(run, rank); },
    });
    if (failure)
        return failure;

    // Outside the measured time: compare with the oracle, evaluate, finish.
    recordEnd(run, step, before, last());
    return std::nullopt;
}

} // namespace lockstep
