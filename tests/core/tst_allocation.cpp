// After the first steps a rank's thread takes no memory for computing or reducing. What it still takes belongs to the
// trace: at capture level statistics that is one list of example ids a micro-step, and this test counts exactly those.
// Not counted is the engine's own thread, which deals the examples and seals the step while no rank is at work.
#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/support/run_traces.h"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

std::atomic<std::int64_t> takenByRanks = 0;
thread_local bool isEngine = false; ///< the thread that calls runTraining; all others are ranks

void* counted(std::size_t size, std::size_t alignment)
{
    if (!isEngine)
        takenByRanks.fetch_add(1, std::memory_order_relaxed);
    const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, whole);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

} // namespace

void* operator new(std::size_t size)
{
    return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace {

/// Memory taken by all ranks' threads in each step.
std::vector<std::int64_t> takenByStep(const RunConfig& config)
{
    std::vector<std::int64_t> taken;
    std::int64_t before = 0;
    RunOptions options;
    options.onStep = [&](const Trace&) {
        const std::int64_t now = takenByRanks.load();
        taken.push_back(now - before);
        before = now;
    };
    isEngine = true;
    run(config, options);
    isEngine = false;
    return taken;
}

} // namespace

class TestAllocation : public QObject {
    Q_OBJECT

private slots:
    void ranksTakeNoMemoryAfterTheFirstSteps_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("f32");
        QTest::addColumn<bool>("overlap");
        QTest::addColumn<int>("accumulate");
        for (const char* model : {"softmax", "mlp", "linear"})
            for (const bool f32 : {false, true})
                for (const bool overlap : {false, true})
                    for (const int accumulate : {1, 2})
                        QTest::addRow("%s %s%s x%d", model, f32 ? "f32" : "f64", overlap ? " overlap" : "", accumulate)
                            << model << f32 << overlap << accumulate;
    }
    void ranksTakeNoMemoryAfterTheFirstSteps()
    {
        QFETCH(QString, model);
        QFETCH(bool, f32);
        QFETCH(bool, overlap);
        QFETCH(int, accumulate);
        RunConfig config = digits(3, 8);
        if (model == "linear") {
            config.data = {};
            config.model.kind = ModelKind::linear;
            config.loss.kind = LossKind::halfSquaredError;
            for (int i = 0; i < 600; ++i) {
                config.data.targets.push_back(0.01 * i);
                config.data.inputs.push_back({1.0 / (i + 1), 0.5, 0.001 * i});
            }
        }
        if (model == "mlp") {
            config.model.kind = ModelKind::mlp;
            config.model.hidden = {32, 16};
            config.start.kind = StartKind::seeded;
            config.optimizer.momentum = 0.9;
        }
        config.batch.perWorker = {12};
        config.batch.accumulate = accumulate;
        config.precision = f32 ? Precision::f32 : Precision::f64;
        config.buckets.overlap = overlap;
        config.backend = BackendKind::cpu;
        config.capture.level = CaptureLevel::statistics;
        config.check.oracle = false;
        const std::vector<std::int64_t> taken = takenByStep(config);
        QCOMPARE(taken.size(), std::size_t(9));
        QVERIFY(taken[1] > 3 * accumulate); // the first step does take memory: the test can see it
        for (std::size_t step = 3; step < taken.size(); ++step)
            QCOMPARE(taken[step], std::int64_t(3 * accumulate)); // the lists of example ids, one a rank and micro-step
    }
};

QTEST_APPLESS_MAIN(TestAllocation)
#include "tst_allocation.moc"
