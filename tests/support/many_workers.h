// Configs of image runs and of many workers for tests of the stage and the timeline.
#pragma once

#include "tests/support/run_traces.h"

namespace lockstep::testing {

/// Digits dealt by `policy`, `batch` a worker, softmax, one thread for all ranks.
inline RunConfig imageRun(int workers, int batch, SamplerPolicy policy, int steps = 2)
{
    RunConfig config = digits(1, steps);
    config.workers = workers;
    config.backend = BackendKind::serial;
    config.batch.perWorker = {batch};
    config.sampler.policy = policy;
    config.sampler.shuffle = true;
    config.seed = 1234;
    return config;
}

/// One target a rank, every rank at its own pace, one of them `slow` times slower; on the priced clock.
inline RunConfig manyWorkers(int workers, int slowRank = -1, double slow = 1.6)
{
    RunConfig config = lesson4(2);
    config.workers = workers;
    config.backend = BackendKind::serial;
    config.collective.algorithm = Algorithm::ring;
    config.batch.perWorker = {1};
    config.data.targets.clear();
    for (int i = 0; i < workers; ++i)
        config.data.targets.push_back(0.5 + 0.25 * i);
    config.cost.unit = TimeUnit::millisecond;
    config.cost.loadPerExample = 8;
    config.cost.forwardPerExample = 28;
    config.cost.backwardPerExample = 54;
    config.cost.alpha = 0.1;
    config.cost.update = 3;
    config.cost.spread = 0.03;
    config.faults.slowRank = slowRank;
    config.faults.slowFactor = slow;
    return config;
}

} // namespace lockstep::testing
