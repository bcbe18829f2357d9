// Helpers for tests that train: the lessons' configs, run, and look up an event of a step.
#pragma once

#include <QtGlobal>

#include "core/engine/engine.h"

namespace lockstep::testing {

/// Lesson 4: two ranks, two examples each, w = 1, rate 0.1.
inline RunConfig lesson4(int steps)
{
    RunConfig config;
    config.data.targets = {0, -2, -4, -6};
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.collective.algorithm = Algorithm::pairwise;
    config.steps = steps;
    return config;
}

/// Lesson 7: one example against three.
inline RunConfig lesson7(int steps, Combine combine)
{
    RunConfig config = lesson4(steps);
    config.data.targets = {-1, -3, -5, -7};
    config.batch.perWorker = {1, 3};
    config.combine = combine;
    return config;
}

/// Lesson 11: softmax on the digits from zero, global batch 96, rate 0.5.
inline RunConfig digits(int workers, int steps)
{
    RunConfig config;
    config.workers = workers;
    config.data.set = DataSet::digits;
    config.data.train = 1440;
    config.data.heldOut = 357;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.sampler.policy = SamplerPolicy::distributed;
    config.batch.perWorker = {96 / workers};
    config.optimizer.lr = 0.5;
    config.steps = steps;
    return config;
}

inline Trace run(const RunConfig& config, const RunOptions& options = {})
{
    Result<Trace> trace = runTraining(config, options);
    if (!trace.ok())
        qFatal("%s", trace.error().message.c_str());
    return std::move(trace).value();
}

/// The `skip`-th event of that kind in a step's record on a rank (-1: the engine); null if there is none.
template <class T>
const Event* findEvent(const Trace& trace, int step, int rank, int skip = 0)
{
    for (const Event& event : trace.step(static_cast<std::size_t>(step)).events)
        if (event.rank.value == rank && event.as<T>() && skip-- == 0)
            return &event;
    return nullptr;
}

template <class T>
const T* find(const Trace& trace, int step, int rank, int skip = 0)
{
    const Event* event = findEvent<T>(trace, step, rank, skip);
    return event ? event->as<T>() : nullptr;
}

/// First parameter after the step.
inline double w(const Trace& trace, int step, int rank)
{
    return find<OptimizerApplied>(trace, step, rank)->parameters.at(0);
}
/// First value of the first local and combined gradient.
inline double local(const Trace& trace, int step, int rank)
{
    return find<GradientReady>(trace, step, rank)->values.at(0);
}
inline double combined(const Trace& trace, int step, int rank = 0)
{
    return find<BucketReduced>(trace, step, rank)->values.at(0);
}

} // namespace lockstep::testing

#define NEAR(a, b) QVERIFY2(std::abs((a) - (b)) <= 1e-12, qPrintable(QString::number(a, 'g', 17)))
