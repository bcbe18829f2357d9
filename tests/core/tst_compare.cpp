// Curves and comparisons of runs, with the numbers of the repeated sampler on the digits.
#include <QTest>

#include <cmath>

#include "core/config/config_io.h"
#include "core/diagnose/finding.h"
#include "core/replay/compare.h"
#include "core/replay/curves.h"
#include "tests/support/run_traces.h"

using namespace lockstep;

namespace {

std::vector<int> correctOf(const Curves& curves)
{
    std::vector<int> list;
    for (const CurvePoint& point : curves.correct)
        list.push_back(static_cast<int>(point.value));
    return list;
}

/// A trace without the captured parameters of some steps.
template <class Leave>
Trace withoutParameters(const Trace& trace, Leave leave)
{
    Trace other(std::make_shared<TraceHeader>(trace.header()), trace.info());
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        auto record = std::make_shared<StepRecord>(trace.step(i));
        if (leave(i))
            for (Event& event : record->events)
                if (auto* applied = std::get_if<OptimizerApplied>(&event.payload))
                    applied->parameters.clear();
        if (leave(0) && i == 1)
            record->before.parameters.clear();
        other.append(record);
    }
    return other;
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT
private slots:
    void theRepeatedSamplerAndItsFix()
    {
        RunConfig config = testing::digits(4, 75);
        config.sampler.policy = SamplerPolicy::replicate;
        config.eval.every = 15;
        const Trace repeated = testing::run(config);
        const Finding finding = diagnose(repeated).front();
        const Result<RunConfig> fixed = withFix(config, finding);
        QVERIFY(fixed);
        const Trace shared = testing::run(fixed.value());
        const Curves a = curvesOf(repeated), b = curvesOf(shared);
        QCOMPARE(correctOf(a), (std::vector<int>{225, 280, 302, 307, 306}));
        QCOMPARE(correctOf(b), (std::vector<int>{294, 303, 308, 309, 311}));
        QCOMPARE(a.heldOut, 357);
        QCOMPARE(a.accuracy.front().value, 225.0 / 357);
        QVERIFY(std::abs(a.trainLoss.front().value - std::log(10.0)) < 1e-12);
        QVERIFY(std::abs(b.heldOutLoss.back().value - 0.638199) < 5e-7);
        QVERIFY(std::abs(a.heldOutLoss.back().value - 0.624276) < 5e-7);
        QCOMPARE(a.trainLoss.size(), std::size_t{75});
        QCOMPARE(a.correct[1].step, 30);
        QCOMPARE(a.correct[1].examples, std::int64_t{30 * 96});

        const Comparison comparison = compareTraces(repeated, shared);
        QCOMPARE(comparison.keys.size(), std::size_t{1});
        QCOMPARE(comparison.keys[0].key, std::string("sampler.policy"));
        QCOMPARE(comparison.keys[0].a, std::string("replicate"));
        QCOMPARE(comparison.keys[0].b, std::string("distributed"));
        QVERIFY(!comparison.keys[0].defaultA && !comparison.keys[0].defaultB);
        QCOMPARE(*comparison.firstDifference, 1);
        QCOMPARE(comparison.distances.size(), std::size_t{76});
        QCOMPARE(comparison.distances[0].l2, 0.0);
        QVERIFY(comparison.distances[1].l2 > comparison.distances[1].max && comparison.distances[1].max > 0);
        QCOMPARE(comparison.captured, std::int64_t{650});
        QVERIFY(comparison.note.empty());
    }

    void fourRepeatingWorkersAreOneWorker()
    {
        RunConfig config = testing::digits(4, 15);
        config.sampler.policy = SamplerPolicy::replicate;
        RunConfig alone = testing::digits(1, 15);
        alone.batch.perWorker = {24};
        const Comparison comparison = compareTraces(testing::run(config), testing::run(alone));
        QVERIFY(comparison.distances.back().max < 1e-12); // four times the work, the result of one
        std::vector<std::string> keys;
        for (const KeyDifference& key : comparison.keys)
            keys.push_back(key.key);
        QCOMPARE(keys, (std::vector<std::string>{"workers", "sampler.policy"}));
        QVERIFY(!comparison.keys[0].defaultA);
    }

    void equalRunsDoNotDiffer()
    {
        RunConfig config = testing::lesson4(3);
        const Trace a = testing::run(config);
        config.name = "another name";
        const Comparison comparison = compareTraces(a, testing::run(config));
        QVERIFY(comparison.keys.empty() && !comparison.firstDifference);
        QCOMPARE(comparison.distances.back().max, 0.0);
        QCOMPARE(comparison.compared, 3);
    }

    void distancesOfTheScalarModelByHand()
    {
        // Rates 0.1 and 0.2 on the gradient 4: w = 1 becomes 0.6 and 0.2.
        RunConfig config = testing::lesson4(2);
        const Trace a = testing::run(config);
        config.optimizer.lr = 0.2;
        config.steps = 1;
        const Comparison comparison = compareTraces(a, testing::run(config));
        QCOMPARE(comparison.keys.size(), std::size_t{2});
        QCOMPARE(comparison.keys[0].key, std::string("optimizer.lr"));
        QVERIFY(comparison.keys[0].defaultA && !comparison.keys[0].defaultB);
        QCOMPARE(comparison.keys[1].key, std::string("steps"));
        QCOMPARE(comparison.distances.size(), std::size_t{2}); // the start and the one step that both have
        QVERIFY(std::abs(comparison.distances[1].max - 0.4) < 1e-12);
        QCOMPARE(comparison.distances[1].l2, comparison.distances[1].max);
        QCOMPARE(*comparison.firstDifference, 1);
    }

    void whatWasNotCapturedIsSaid()
    {
        const Trace a = testing::run(testing::lesson4(4));
        const Trace none = withoutParameters(a, [](std::size_t) { return true; });
        const Comparison nothing = compareTraces(a, none);
        QVERIFY(nothing.distances.empty() && !nothing.firstDifference);
        QVERIFY(nothing.note.english().find("capture.level") != std::string::npos);
        const Trace some = withoutParameters(a, [](std::size_t step) { return step == 2; });
        const Comparison fewer = compareTraces(a, some);
        QCOMPARE(fewer.distances.size(), std::size_t{4});
        QCOMPARE(fewer.note.english(), std::string("Parameters were captured in both runs after 4 of 5 steps."));
        RunConfig config = testing::digits(1, 1);
        config.batch.perWorker = {24};
        const Trace all = testing::run(config);
        config.capture.level = CaptureLevel::sampled;
        const Comparison part = compareTraces(all, testing::run(config));
        QVERIFY(part.captured < part.parameters);
        QVERIFY(part.note.english().starts_with("The distance is over the "));
        const Comparison other = compareTraces(a, all);
        QVERIFY(other.distances.empty() && other.note.english().find("different parameters") != std::string::npos);
    }

    void oneClockForTwoRuns()
    {
        Curves a, b;
        for (int step = 1; step <= 6; ++step)
            a.trainLoss.push_back({step, step, step * 1.0, 0});
        for (int step = 1; step <= 3; ++step)
            b.trainLoss.push_back({step, step, step * 1.75, 0});
        QCOMPARE(matchingStep(a, b, 0, SharedClock::step), std::int64_t{0});
        QCOMPARE(matchingStep(a, b, 2, SharedClock::step), std::int64_t{2});
        QCOMPARE(matchingStep(a, b, 5, SharedClock::step), std::int64_t{3});
        QCOMPARE(matchingStep(a, b, 1, SharedClock::seconds), std::int64_t{0});
        QCOMPARE(matchingStep(a, b, 2, SharedClock::seconds), std::int64_t{1});
        QCOMPARE(matchingStep(a, b, 4, SharedClock::seconds), std::int64_t{2});
        QCOMPARE(matchingStep(a, b, 6, SharedClock::seconds), std::int64_t{3});
        QCOMPARE(matchingStep(a, {}, 4, SharedClock::step), std::int64_t{0});
    }

    void curvesGrowWithTheRun()
    {
        const Trace whole = testing::run(testing::digits(2, 6));
        Trace half(std::make_shared<TraceHeader>(whole.header()), whole.info());
        for (std::size_t i = 0; i < 4; ++i)
            half.append(whole.sharedStep(i));
        CurveWalk walk;
        QCOMPARE(walk.of(half).trainLoss.size(), std::size_t{3});
        const Curves& grown = walk.of(whole);
        QCOMPARE(grown.trainLoss.size(), std::size_t{6});
        double before = 0;
        for (const CurvePoint& point : grown.trainLoss) {
            QVERIFY(point.seconds > before);
            before = point.seconds;
        }
        QVERIFY(before <= measuredTrack(whole).end() / 1e6);
        QCOMPARE(grown.trainLoss.back().examples, std::int64_t{6 * 96});
        QCOMPARE(pointAt(grown.trainLoss, 0), std::ptrdiff_t{-1});
        QCOMPARE(pointAt(grown.trainLoss, 4), std::ptrdiff_t{3});
        QCOMPARE(pointAt(grown.correct, 5), std::ptrdiff_t{-1});
        QVERIFY(walk.of(Trace{}).trainLoss.empty());
    }
};

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
