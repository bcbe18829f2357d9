// A run as a whole: equal traces for equal configs, causes and times of its events, faults, stopping, capture.
#include <QtTest>

#include <map>
#include <set>

#include "core/base/digest.h"
#include "core/collective/plan_check.h"
#include "core/trace/trace_io.h"
#include "tests/support/run_traces.h"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

/// Runs that between them use every key that changes what the engine does.
std::map<std::string, RunConfig> variety()
{
    std::map<std::string, RunConfig> configs;
    configs["lesson 4"] = lesson4(3);
    configs["lesson 7"] = lesson7(3, Combine::weighted);
    RunConfig digitsShuffled = digits(4, 6);
    digitsShuffled.sampler.shuffle = true;
    digitsShuffled.start.kind = StartKind::seeded;
    digitsShuffled.seed = 1234567890123;
    digitsShuffled.eval.every = 2;
    digitsShuffled.batch.perWorker = {90}; // the last step of each epoch is short
    configs["digits"] = digitsShuffled;
    RunConfig accumulated = digits(3, 2);
    accumulated.sampler.policy = SamplerPolicy::block;
    accumulated.batch.perWorker = {5, 1, 7};
    accumulated.batch.accumulate = 3;
    accumulated.combine = Combine::weighted;
    accumulated.collective.ringOrder = RingOrder::nccl;
    accumulated.buckets.mode = BucketMode::single;
    accumulated.bugs.unreducedParameter = "bias";
    configs["accumulated"] = accumulated;
    RunConfig linear = lesson4(4);
    linear.workers = 3;
    linear.batch.perWorker = {1};
    linear.model.kind = ModelKind::linear;
    linear.loss = {LossKind::meanSquaredError, Reduction::sum};
    linear.collective.algorithm = Algorithm::star;
    linear.start = {};
    linear.start.kind = StartKind::seeded;
    linear.start.broadcast = false;
    linear.start.perRankSeed = true;
    linear.faults.failRank = 1;
    linear.faults.failStep = 3;
    configs["linear that fails"] = linear;
    RunConfig overlapped = digits(4, 3);
    overlapped.buckets.overlap = true;
    overlapped.capture.chunks = true;
    configs["overlapped"] = overlapped;
    RunConfig capped = digits(3, 2);
    capped.buckets = {BucketMode::capped, 0.00001, 25, true};
    capped.collective.algorithm = Algorithm::star;
    capped.combine = Combine::weighted;
    capped.batch.accumulate = 2;
    configs["capped, overlapped"] = capped;
    RunConfig failing = digits(3, 3);
    failing.buckets.overlap = true;
    failing.faults.failRank = 2;
    failing.faults.failStep = 2;
    configs["overlapped that fails"] = failing;
    return configs;
}

Trace onBackend(RunConfig config, BackendKind kind)
{
    config.backend = kind;
    return run(config);
}

const Event& last(const Trace& trace)
{
    return trace.step(trace.stepCount() - 1).events.back();
}

} // namespace

class TestRun : public QObject {
    Q_OBJECT

private slots:
    void sameConfigGivesTheSameBytes()
    {
        for (const auto& [name, config] : variety())
            QVERIFY2(logicalBytes(run(config)) == logicalBytes(run(config)), name.c_str());
        RunConfig other = lesson4(3);
        other.optimizer.lr = 0.2;
        QVERIFY(logicalBytes(run(other)) != logicalBytes(run(lesson4(3))));
    }

    void serialAndCpuGiveTheSameBytes()
    {
        for (const auto& [name, config] : variety()) {
            const Trace serial = onBackend(config, BackendKind::serial), cpu = onBackend(config, BackendKind::cpu);
            QCOMPARE(serial.info().backend, std::string("serial"));
            QCOMPARE(cpu.info().backend, std::string("cpu"));
            QVERIFY2(logicalBytes(serial) == logicalBytes(cpu), name.c_str());
        }
    }

    void replicasStayBitIdentical()
    {
        for (const char* name : {"lesson 4", "lesson 7", "digits"}) {
            const Trace trace = run(variety().at(name));
            for (int step = 1; step <= trace.trainingSteps(); ++step)
                for (int rank = 1; rank < trace.ranks(); ++rank) {
                    QCOMPARE(
                        find<ReplicaDigest>(trace, step, rank)->digest, find<ReplicaDigest>(trace, step, 0)->digest);
                    QCOMPARE(
                        find<BucketReduced>(trace, step, rank)->digest, find<BucketReduced>(trace, step, 0)->digest);
                }
        }
    }

    void oneStepOfLesson4IsThisChainOfCauses()
    {
        const Trace trace = run(lesson4(1));
        const auto causes = [&](const Event* event) {
            QStringList names;
            for (const EventId id : event->deps) {
                const Event& cause = trace.event(id);
                names << QString(payloadName(cause.payload)) + " " + QString::number(cause.rank.value);
            }
            return names.join(", ");
        };
        QCOMPARE(trace.step(0).events.size(), std::size_t(4));
        QCOMPARE(causes(findEvent<ParametersBroadcast>(trace, 0, -1)), QString("RunStarted -1"));
        QCOMPARE(causes(findEvent<ReplicaDigest>(trace, 0, 1)), QString("ParametersBroadcast -1"));
        QCOMPARE(causes(findEvent<BatchAssigned>(trace, 1, 1)), QString("ReplicaDigest 1"));
        QCOMPARE(causes(findEvent<Loaded>(trace, 1, 1)), QString("BatchAssigned 1"));
        QCOMPARE(causes(findEvent<ForwardDone>(trace, 1, 1)), QString("Loaded 1"));
        QCOMPARE(causes(findEvent<GradientReady>(trace, 1, 1)), QString("ForwardDone 1"));
        QCOMPARE(causes(findEvent<ExampleValues>(trace, 1, 1)), QString("GradientReady 1"));
        QCOMPARE(causes(findEvent<BucketReady>(trace, 1, 1)), QString("GradientReady 1"));
        QCOMPARE(causes(findEvent<CollectiveStarted>(trace, 1, 1)), QString("BucketReady 1"));
        QCOMPARE(causes(findEvent<BucketReduced>(trace, 1, 1)), QString("CollectiveStarted 0, CollectiveStarted 1"));
        QCOMPARE(causes(findEvent<OptimizerApplied>(trace, 1, 1)), QString("BucketReduced 1"));
        QCOMPARE(causes(findEvent<ReplicaDigest>(trace, 1, 1)), QString("OptimizerApplied 1"));
        QCOMPARE(causes(findEvent<StepFinished>(trace, 1, -1)), QString("ReplicaDigest 0, ReplicaDigest 1"));
        QCOMPARE(causes(findEvent<RunFinished>(trace, 1, -1)), QString("StepFinished -1"));
        QVERIFY(last(trace).as<RunFinished>());
        QCOMPARE(last(trace).as<RunFinished>()->steps, 1);
        const ExampleValues& examples = *find<ExampleValues>(trace, 1, 1);
        QVERIFY((examples.target == std::vector<double>{-4, -6} && examples.prediction == std::vector<double>{1, 1}));
        QVERIFY((examples.gradient == std::vector<double>{5, 7} && examples.loss == std::vector<double>{12.5, 24.5}));
    }

    void overlapGivesTheSameNumbers()
    {
        for (const BackendKind kind : {BackendKind::serial, BackendKind::cpu})
            for (const BucketMode mode : {BucketMode::perParameter, BucketMode::single, BucketMode::capped})
                for (const Precision precision : {Precision::f64, Precision::f32}) {
                    RunConfig config = digits(4, 3);
                    config.precision = precision;
                    config.buckets.mode = mode;
                    config.buckets.firstCapMb = 0.00001;
                    const Trace after = onBackend(config, kind);
                    config.buckets.overlap = true;
                    config.capture.chunks = true;
                    const Trace beside = onBackend(config, kind);
                    for (int step = 0; step <= 3; ++step)
                        for (int rank = 0; rank < 4; ++rank)
                            QCOMPARE(find<ReplicaDigest>(beside, step, rank)->digest,
                                find<ReplicaDigest>(after, step, rank)->digest);
                }
    }

    void overlapLaunchesBeforeBackwardIsOver()
    {
        RunConfig config = digits(2, 2);
        config.buckets.overlap = true; // bucket 0 is the bias, whose gradient is last in this model, so look at causes
        const Trace trace = run(config);
        for (const int rank : {0, 1}) {
            const Event* first = findEvent<CollectiveStarted>(trace, 1, rank);
            QCOMPARE(first->as<CollectiveStarted>()->bucket.value, 0);
            const Event* ready = findEvent<BucketReady>(trace, 1, rank, 1);
            QVERIFY((first->deps == std::vector<EventId>{ready->id}));
            QCOMPARE(trace.header().buckets[0].parameters.front().value, 1);
        }
    }

    void measuredTransfersAreThoseOfThePlan()
    {
        RunConfig config = digits(3, 2);
        config.capture.chunks = true;
        const Trace trace = run(config);
        const Track track = measuredTrack(trace);
        for (int step = 1; step <= 2; ++step) {
            std::set<std::tuple<int, int, int>> seen;
            for (const Event& event : trace.step(static_cast<std::size_t>(step)).events)
                if (const auto* transfer = event.as<TransferSeen>()) {
                    const BucketInfo& bucket = trace.header().buckets[transfer->bucket.index()];
                    const Plan plan = makePlan(trace.header().plans[bucket.plan.index()]).value();
                    const Transfer& planned = plan.rounds.at(transfer->round).at(transfer->transfer);
                    QCOMPARE(event.rank.value, planned.destination.value);
                    QCOMPARE(event.lane, Lane::comm);
                    std::set<int> started; // both ends have arrived
                    for (const EventId cause : event.deps)
                        if (trace.event(cause).as<CollectiveStarted>())
                            started.insert(trace.event(cause).rank.value);
                    QVERIFY((started == std::set<int>{planned.source.value, planned.destination.value}));
                    const Span reduced = track.of(
                        findEvent<BucketReduced>(trace, step, event.rank.value, transfer->bucket.value)->id);
                    QVERIFY(track.of(event.id).end <= reduced.end);
                    QVERIFY(seen.emplace(transfer->bucket.value, transfer->round, transfer->transfer).second);
                }
            QCOMPARE(seen.size(), std::size_t(2 * 4 * 3)); // two buckets, 2 (p - 1) rounds of p transfers
        }
    }

    void aFaultBeyondTheEndIsRefused()
    {
        RunConfig config = digits(2, 0);
        config.epochs = 1; // 15 steps
        config.faults.failRank = 1;
        config.faults.failStep = 16;
        const Result<Trace> refused = runTraining(config);
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.error().message),
            QString("faults.fail_step is 16, but the run has 15 steps; lower faults.fail_step."));
        config.faults.failStep = 15;
        QVERIFY(runTraining(config).ok());
    }

    void theSecondBucketWaitsForTheFirst()
    {
        const Trace trace = run(digits(2, 1));
        const Event* second = findEvent<CollectiveStarted>(trace, 1, 1, 1);
        QCOMPARE(second->as<CollectiveStarted>()->bucket.value, 1);
        std::set<std::string> names;
        for (const EventId id : second->deps)
            names.insert(payloadName(trace.event(id).payload));
        QVERIFY((names == std::set<std::string>{"BucketReady", "BucketReduced"}));
        QCOMPARE(findEvent<OptimizerApplied>(trace, 1, 1)->deps.size(), std::size_t(2));
    }

    void measuredSpansFollowEachOtherAndCausesEndBeforeEffects()
    {
        for (const BackendKind kind : {BackendKind::serial, BackendKind::cpu})
            for (const auto& [name, config] : variety()) {
                const Trace trace = onBackend(config, kind);
                const Track track = measuredTrack(trace);
                for (std::int64_t i = 0; i < trace.eventCount(); ++i) {
                    const Event& event = trace.event(EventId{i});
                    QCOMPARE(event.id.value, i);
                    QVERIFY(track.of(event.id).end >= track.of(event.id).begin);
                    for (const EventId cause : event.deps) {
                        QVERIFY(cause < event.id);
                        QVERIFY2(track.of(cause).end <= track.of(event.id).end, payloadName(event.payload));
                        if (!event.as<BucketReduced>())
                            QVERIFY2(track.of(cause).end <= track.of(event.id).begin, payloadName(event.payload));
                    }
                }
                for (std::size_t step = 1; step < track.stepSpans.size(); ++step)
                    QVERIFY(track.stepSpans[step - 1].end <= track.stepSpans[step].begin);
                for (int step = 1; step < trace.trainingSteps(); ++step)
                    for (int rank = 0; rank < trace.ranks(); ++rank) {
                        const auto spanOf = [&](const Event* event) { return track.of(event->id); };
                        const Span reduced = spanOf(findEvent<BucketReduced>(trace, step, rank));
                        double lastArrival = 0;
                        for (int other = 0; other < trace.ranks(); ++other)
                            lastArrival
                                = std::max(lastArrival, spanOf(findEvent<CollectiveStarted>(trace, step, other)).end);
                        QCOMPARE(reduced.begin, lastArrival);
                        QCOMPARE(spanOf(findEvent<BatchAssigned>(trace, step, rank)).length(), 0.0);
                        QCOMPARE(spanOf(findEvent<Loaded>(trace, step, rank)).end,
                            spanOf(findEvent<ForwardDone>(trace, step, rank)).begin);
                        if (const Event* second = findEvent<GradientReady>(trace, step, rank, 1);
                            second && second->micro == 0) {
                            const double first = spanOf(findEvent<GradientReady>(trace, step, rank)).end;
                            if (config.buckets.overlap) // what the rank did in a collective meanwhile is not backward
                                QVERIFY(first <= spanOf(second).begin);
                            else
                                QCOMPARE(first, spanOf(second).begin);
                        }
                    }
            }
    }

    void keyframesCarryTheStateBeforeTheStep()
    {
        const Trace trace = run(variety().at("digits"));
        QVERIFY(std::isnan(trace.step(1).before.lastLoss));
        QCOMPARE(trace.step(1).before.lastCorrect, -1);
        QCOMPARE(trace.step(1).before.examplesSeen, std::int64_t(0));
        for (int step = 2; step <= 6; ++step) {
            const Keyframe& before = trace.step(static_cast<std::size_t>(step)).before;
            QCOMPARE(before.lastLoss, find<StepFinished>(trace, step - 1, -1)->loss);
            for (int rank = 0; rank < 4; ++rank) {
                QCOMPARE(before.digests.at(rank), find<ReplicaDigest>(trace, step - 1, rank)->digest);
                QCOMPARE(before.parameters.at(rank), find<OptimizerApplied>(trace, step - 1, rank)->parameters);
                QCOMPARE(before.digests.at(rank), digestOf(before.parameters.at(rank)));
            }
        }
        // One epoch of 1,440 is four steps of 360: each example was visited once, and by the fifth step some twice.
        const Keyframe& epoch = trace.step(5).before;
        QVERIFY(epoch.visits == std::vector<std::uint16_t>(1440, 1));
        QCOMPARE(epoch.examplesSeen, std::int64_t(1440));
        QCOMPARE(std::count(trace.step(6).before.visits.begin(), trace.step(6).before.visits.end(), 2), 360);
        QCOMPARE(epoch.lastCorrect, find<Evaluated>(trace, 4, -1)->correct);
        QVERIFY(!find<Evaluated>(trace, 3, -1));
    }

    void plansInTheHeaderAreTheOnesThatRan()
    {
        const Trace trace = run(variety().at("accumulated"));
        const TraceHeader& header = trace.header();
        QCOMPARE(header.buckets.size(), std::size_t(2));
        QCOMPARE(header.buckets[0].elements, std::int64_t(640));
        QVERIFY(!header.buckets[1].reduced);
        QCOMPARE(header.plans.at(header.buckets[0].plan.index()).ranks, 3);
        QVERIFY(checkPlan(makePlan(header.plans[0]).value()).correct);
        QCOMPARE(header.data.imageWidth, 8);
        QVERIFY((header.parameters[0].shape == std::vector<std::int64_t>{10, 64}));
    }

    void aFailingRankEndsTheTraceAndNobodyHangs_data()
    {
        QTest::addColumn<int>("backend");
        QTest::newRow("serial") << int(BackendKind::serial);
        QTest::newRow("cpu") << int(BackendKind::cpu);
    }
    void aFailingRankEndsTheTraceAndNobodyHangs()
    {
        QFETCH(int, backend);
        const Trace trace = onBackend(variety().at("linear that fails"), static_cast<BackendKind>(backend));
        QCOMPARE(trace.trainingSteps(), 3);
        QVERIFY(trace.finished());
        const RunFailed* failed = last(trace).as<RunFailed>();
        QVERIFY(failed);
        QVERIFY2(QString::fromStdString(failed->reason).startsWith("Rank 1 failed in step 3"), failed->reason.c_str());
        QCOMPARE(find<FaultInjected>(trace, 3, 1)->kind, std::string("fail"));
        QVERIFY(!find<GradientReady>(trace, 3, 1) && find<ForwardDone>(trace, 3, 1));
        QVERIFY(find<CollectiveStarted>(trace, 3, 0) && find<CollectiveStarted>(trace, 3, 2));
        QVERIFY(!find<BucketReduced>(trace, 3, 0) && !find<StepFinished>(trace, 3, -1));
    }

    void aSlowRankReallyTakesLonger()
    {
        RunConfig config = digits(2, 5);
        config.backend = BackendKind::serial; // one after the other, so that ranks do not share a core
        config.faults.slowRank = 1;
        config.faults.slowFactor = 20;
        const Trace trace = run(config);
        const Track track = measuredTrack(trace);
        double forward[2] = {}, backward[2] = {};
        for (int step = 1; step <= 5; ++step)
            for (int rank = 0; rank < 2; ++rank) {
                forward[rank] += track.of(findEvent<ForwardDone>(trace, step, rank)->id).length();
                for (int i = 0; i < 2; ++i)
                    backward[rank] += track.of(findEvent<GradientReady>(trace, step, rank, i)->id).length();
            }
        QVERIFY2(forward[1] > 5 * forward[0], qPrintable(QString("%1 %2").arg(forward[0]).arg(forward[1])));
        QVERIFY(backward[1] > 5 * backward[0]);
        QCOMPARE(find<FaultInjected>(trace, 2, 1)->kind, std::string("slow"));
        config.faults.slowRank = -1;
        QCOMPARE(find<ReplicaDigest>(run(config), 5, 0)->digest, find<ReplicaDigest>(trace, 5, 0)->digest);
    }

    void stoppingKeepsWholeSteps()
    {
        std::stop_source stop;
        RunOptions options;
        options.stop = stop.get_token();
        std::vector<std::size_t> sizes;
        options.onStep = [&](const Trace& soFar) {
            sizes.push_back(soFar.stepCount());
            if (soFar.stepCount() == 8)
                stop.request_stop();
        };
        const Trace trace = run(digits(2, 500), options);
        QVERIFY(last(trace).as<RunFinished>());
        QVERIFY(last(trace).as<RunFinished>()->stopped);
        QCOMPARE(trace.trainingSteps(), 8);
        QCOMPARE(last(trace).as<RunFinished>()->steps, 8);
        QVERIFY(find<Evaluated>(trace, 8, -1) && find<StepFinished>(trace, 8, -1));
        QCOMPARE(sizes.size(), std::size_t(9));
        QCOMPARE(sizes.front(), std::size_t(1));

        const Trace atOnce = run(digits(2, 5), options);
        QCOMPARE(atOnce.trainingSteps(), 0);
        QVERIFY(last(atOnce).as<RunFinished>()->stopped);
    }

    void twoSnapshotsThatGoOnDifferentlyKeepApart()
    {
        const Trace whole = run(lesson4(5));
        Trace left, right;
        for (std::size_t step = 0; step < 3; ++step)
            left.append(whole.sharedStep(step));
        right = left;
        left.append(whole.sharedStep(3));
        right.append(whole.sharedStep(4));
        left.append(whole.sharedStep(5));
        QCOMPARE(left.stepCount(), std::size_t(5));
        QCOMPARE(right.stepCount(), std::size_t(4));
        QCOMPARE(left.step(2).step.value, 2);
        QCOMPARE(left.step(3).step.value, 3);
        QCOMPARE(left.step(4).step.value, 5);
        QCOMPARE(right.step(2).step.value, 2);
        QCOMPARE(right.step(3).step.value, 4);
    }

    void snapshotsDoNotChangeWhenTheRunGoesOn()
    {
        std::vector<Trace> snapshots;
        RunOptions options;
        options.onStep = [&](const Trace& soFar) { snapshots.push_back(soFar); };
        run(lesson4(300), options);
        QCOMPARE(snapshots.size(), std::size_t(301));
        for (std::size_t i = 0; i < snapshots.size(); ++i) {
            QCOMPARE(snapshots[i].stepCount(), i + 1);
            QCOMPARE(snapshots[i].finished(), i == 300);
        }
    }

    void captureLevelsKeepWhatTheySay()
    {
        RunConfig config = digits(2, 1);
        const auto sizes = [](const Trace& trace) {
            return std::array{find<GradientReady>(trace, 1, 0)->values.size(),
                find<GradientReady>(trace, 1, 0, 1)->values.size(), find<BucketReduced>(trace, 1, 0)->values.size(),
                find<OptimizerApplied>(trace, 1, 0)->parameters.size(),
                find<ReferenceGradient>(trace, 1, -1)->values.size(),
                trace.step(1).before.parameters.empty() ? std::size_t(0) : trace.step(1).before.parameters[0].size()};
        };
        using Sizes = std::array<std::size_t, 6>;
        QVERIFY((sizes(run(config)) == Sizes{640, 10, 640, 650, 650, 650}));
        config.capture.level = CaptureLevel::sampled;
        QVERIFY((sizes(run(config)) == Sizes{64, 10, 64, 64, 64, 0}));
        config.capture.level = CaptureLevel::statistics;
        const Trace bare = run(config);
        QVERIFY((sizes(bare) == Sizes{}));
        QVERIFY(find<GradientReady>(bare, 1, 0)->norm > 0);
        QCOMPARE(find<GradientReady>(bare, 1, 0)->elements, std::int64_t(640));
        QVERIFY(!find<ExampleValues>(run(digits(2, 1)), 1, 0)); // 48 x 650 values are too many
        config = digits(4, 1);
        config.batch.perWorker = {6};
        const Trace trace = run(config);
        QCOMPARE(find<ExampleValues>(trace, 1, 3)->gradient.size(), std::size_t(6 * 650));
        QVERIFY(std::abs(find<ExampleValues>(trace, 1, 3)->prediction[0] - 0.1) < 1e-12);
    }

    void theOracleCanBeSwitchedOff()
    {
        RunConfig config = lesson4(2);
        config.check.oracle = false;
        QVERIFY(!find<ReferenceGradient>(run(config), 1, -1));
    }

    void badConfigsFailBeforeTheFirstStep()
    {
        RunConfig config = lesson4(1);
        config.workers = 3;
        bool called = false;
        RunOptions options;
        options.onStep = [&](const Trace&) { called = true; };
        const Result<Trace> trace = runTraining(config, options);
        QVERIFY(!trace.ok() && !called);
        QVERIFY(trace.error().message.ends_with("."));
    }

    void digestsSeeEveryBitAndEveryPlace()
    {
        std::set<std::uint64_t> seen;
        std::vector<double> values(19, 1.0);
        seen.insert(digestOf(values));
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::vector<double> changed = values;
            changed[i] = std::nextafter(1.0, 2.0);
            seen.insert(digestOf(changed));
        }
        for (std::size_t size = 0; size < 19; ++size)
            seen.insert(digestOf(std::span(values).first(size)));
        seen.insert(digestOf(std::vector<double>{0.0}));
        seen.insert(digestOf(std::vector<double>{-0.0}));
        QCOMPARE(seen.size(), std::size_t(1 + 19 + 19 + 2));
    }
};

QTEST_APPLESS_MAIN(TestRun)
#include "tst_run.moc"
