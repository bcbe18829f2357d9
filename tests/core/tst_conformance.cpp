// One suite for all backends: the same bits from every operation, and every rank gets its turns.
#include <QtTest>

#include <atomic>
#include <cstring>
#include <deque>
#include <set>
#include <stdexcept>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "core/backend/backend.h"
#include "core/base/rng.h"
#include "core/collective/executor.h"
#include "core/tensor/values.h"

using namespace lockstep;

Q_DECLARE_METATYPE(BackendKind)

namespace {

Tensor randomTensor(Shape shape, std::uint32_t index)
{
    Tensor tensor(shape);
    std::mt19937 random = randomStream(11, 77, index);
    for (double& value : tensor.values())
        value = standardNormal(random) * (random() % 3 == 0 ? 1e6 : 1e-3); // so that the order of additions shows
    return tensor;
}

Tensor rounded(const Tensor& tensor)
{
    Tensor result(tensor.shape(), DType::f32);
    convert(tensor, result);
    return result;
}

/// Largest difference, relative to the largest element.
double relativeDifference(ConstTensorView a, ConstTensorView b)
{
    double largest = 0, difference = 0;
    for (std::int64_t i = 0; i < b.elements(); ++i) {
        largest = std::max(largest, std::abs(b.at(i)));
        difference = std::max(difference, std::abs(a.at(i) - b.at(i)));
    }
    return difference == 0 ? 0 : difference / largest;
}

/// How far f32 may be from f64 on the same inputs, relative to the largest element of the result: 24 bits of precision
/// (6e-8), sums of up to 64 terms and one exponential.
constexpr double kSinglePrecision = 2e-5;

bool sameBits(std::span<const double> a, std::span<const double> b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

void addBackends()
{
    QTest::addColumn<BackendKind>("kind");
    QTest::newRow("serial") << BackendKind::serial;
    QTest::newRow("cpu") << BackendKind::cpu;
}

} // namespace

class TestConformance : public QObject {
    Q_OBJECT

private slots:
    void operationsGiveTheOraclesBits()
    {
        const auto serial = makeBackend(BackendKind::serial, 1), cpu = makeBackend(BackendKind::cpu, 1);
        const Ops &a = serial->ops(), &b = cpu->ops();
        std::uint32_t index = 0;
        std::deque<Tensor> copies;
        bool single = false; // whether operations take their operands in f32
        for (const std::int64_t n : {0, 1, 2, 5, 24, 33})
            for (const std::int64_t k : {1, 3, 8, 64})
                for (const std::int64_t c : {1, 2, 7, 10}) {
                    const auto compare = [&](const char* name, Shape shape, auto&& operation) {
                        Tensor x = randomTensor(shape, index), y = x;
                        operation(a, x);
                        operation(b, y);
                        const QString what = QString("%1 with %2 x %3 x %4").arg(name).arg(n).arg(k).arg(c);
                        QVERIFY2(sameBits(x.values(), y.values()), qPrintable(what));
                        // f32: both backends near the oracle's f64, and the same bytes when asked again.
                        single = true;
                        const Tensor start = rounded(randomTensor(shape, index));
                        Tensor low = start, high = start, again = start;
                        operation(a, low);
                        operation(b, high);
                        operation(b, again);
                        single = false;
                        QVERIFY2(relativeDifference(low, x) <= kSinglePrecision, qPrintable(what + " in f32"));
                        QVERIFY2(relativeDifference(high, x) <= kSinglePrecision, qPrintable(what + " in f32 on cpu"));
                        QVERIFY2(high.elements() == 0
                                || std::memcmp(high.floats().data(), again.floats().data(), high.floats().size_bytes())
                                    == 0,
                            qPrintable(what));
                        ++index;
                    };
                    const Tensor examples = randomTensor({n, k}, ++index), weights = randomTensor({c, k}, ++index);
                    const Tensor slopes = randomTensor({n, c}, ++index), row = randomTensor({1, c}, ++index);
                    const Tensor column = randomTensor({n, 1}, ++index), targets = randomTensor({n, 1}, ++index);
                    Tensor logits = randomTensor({n, c}, ++index);
                    for (double& value : logits.values())
                        value = std::fmod(value, 30);
                    const auto in = [&](const Tensor& tensor) { // f32 copies are kept as long as the operands
                        if (!single)
                            return ConstTensorView(tensor);
                        copies.push_back(rounded(tensor));
                        return ConstTensorView(copies.back());
                    };
                    const auto zeros = [&](Shape shape) { return Tensor(shape, single ? DType::f32 : DType::f64); };
                    Tensor binary({n, 1});
                    for (std::int64_t i = 0; i < n; ++i)
                        binary.at(i, 0) = static_cast<double>(i % 3 % 2);
                    std::vector<std::int32_t> labels;
                    for (std::int64_t i = 0; i < n; ++i)
                        labels.push_back(static_cast<std::int32_t>((i * 3) % c));
                    compare("matmul", {n, k},
                        [&](const Ops& ops, Tensor& out) { ops.matmul(in(slopes), in(weights), out); });
                    compare("matmulTransposedB", {n, c},
                        [&](const Ops& ops, Tensor& out) { ops.matmulTransposedB(in(examples), in(weights), out); });
                    compare("matmulTransposedA", {c, k},
                        [&](const Ops& ops, Tensor& out) { ops.matmulTransposedA(in(slopes), in(examples), out); });
                    compare("addRow", {n, c}, [&](const Ops& ops, Tensor& out) { ops.addRow(in(row), out); });
                    compare(
                        "columnSums", {1, c}, [&](const Ops& ops, Tensor& out) { ops.columnSums(in(slopes), out); });
                    compare("relu", {n, c}, [&](const Ops& ops, Tensor& out) { ops.relu(in(slopes), out); });
                    compare("reluGradient", {n, c},
                        [&](const Ops& ops, Tensor& out) { ops.reluGradient(in(logits), in(slopes), out); });
                    compare("softmaxCrossEntropy", {n, c + 1}, [&](const Ops& ops, Tensor& out) {
                        Tensor probabilities = zeros({n, c}), losses = zeros({1, n});
                        ops.softmaxCrossEntropy(in(logits), labels, probabilities, losses);
                        convert(losses, out.view().part(0, Shape{1, n}));
                        convert(probabilities, out.view().part(n, Shape{n, c}));
                    });
                    compare("softmaxCrossEntropyGradient", {n, c},
                        [&](const Ops& ops, Tensor& out) { ops.softmaxCrossEntropyGradient(in(slopes), labels, out); });
                    compare("binaryCrossEntropy", {2, n}, [&](const Ops& ops, Tensor& out) {
                        Tensor odds({n, 1});
                        for (std::int64_t i = 0; i < n; ++i)
                            odds.at(i, 0) = std::as_const(logits).at(i, 0);
                        ops.binaryCrossEntropy(in(odds), in(binary), out.view().part(0, Shape{1, n}),
                            out.view().part(n, Shape{1, n}));
                    });
                    compare("squaredError", {n, 1},
                        [&](const Ops& ops, Tensor& out) { ops.squaredError(in(column), in(targets), 0.5, out); });
                    compare("squaredErrorGradient", {n, 1}, [&](const Ops& ops, Tensor& out) {
                        ops.squaredErrorGradient(in(column), in(targets), 0.5, out);
                    });
                    compare("fill", {n, c}, [&](const Ops& ops, Tensor& out) { ops.fill(-0.3, out); });
                    compare("copy", {n, c}, [&](const Ops& ops, Tensor& out) { ops.copy(in(slopes), out); });
                    compare("axpy", {n, c}, [&](const Ops& ops, Tensor& out) { ops.axpy(-0.1, in(slopes), out); });
                    compare("divide", {n, c}, [&](const Ops& ops, Tensor& out) { ops.divide(3, out); });
                    for (const SgdFactors& factors : {SgdFactors{0.1, 0, 0, false}, SgdFactors{0.1, 0.9, 0, false},
                             SgdFactors{0.1, 0.9, 0, true}, SgdFactors{0.1, 0.9, 0.01, true},
                             SgdFactors{0.1, 0, 0.01, false}})
                        compare("sgdStep", {2, n * c}, [&](const Ops& ops, Tensor& out) {
                            const TensorView velocity = out.view().part(0, Shape{1, n * c});
                            const TensorView parameters = out.view().part(n * c, Shape{1, n * c});
                            ops.sgdStep(factors, in(slopes), velocity, parameters);
                        });
                    compare("sum and norm", {1, 2}, [&](const Ops& ops, Tensor& out) {
                        const std::vector<double> numbers{ops.sum(in(examples)), ops.norm(in(examples))};
                        convert(numbers, out);
                    });
                    copies.clear();
                }
    }

    void sumsRunInAscendingOrder_data() { addBackends(); }
    void sumsRunInAscendingOrder()
    {
        QFETCH(BackendKind, kind);
        const auto backend = makeBackend(kind, 1);
        Tensor ones({1, 4}), big({1, 4}), out({1, 1});
        for (std::int64_t i = 0; i < 4; ++i) {
            ones.at(0, i) = 1;
            big.at(0, i) = std::vector<double>{1e16, 1, 1, -1e16}[static_cast<std::size_t>(i)];
        }
        // ((1e16 + 1) + 1) - 1e16 is 0 in this order; adding the two ones first would give 2.
        backend->ops().matmulTransposedB(big, ones, out);
        QCOMPARE(out.at(0, 0), 0.0);
        QCOMPARE(backend->ops().sum(big), 0.0);
    }

    void everyRankWorksOnceAndAllAreWaitedFor_data() { addBackends(); }
    void everyRankWorksOnceAndAllAreWaitedFor()
    {
        QFETCH(BackendKind, kind);
        const auto backend = makeBackend(kind, 5);
        for (int repeat = 0; repeat < 50; ++repeat) {
            std::vector<int> calls(5, 0);
            const auto failure = backend->forEachRank([&](RankId rank) -> Result<Done> {
                if (rank.value == repeat % 5)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++calls[rank.index()];
                return Done{};
            });
            QVERIFY(!failure);
            QVERIFY(calls == std::vector<int>(5, 1));
        }
    }

    void failuresAndExceptionsComeBackAndTheOthersFinish_data() { addBackends(); }
    void failuresAndExceptionsComeBackAndTheOthersFinish()
    {
        QFETCH(BackendKind, kind);
        const auto backend = makeBackend(kind, 4);
        std::atomic<int> finished{0};
        const auto failure = backend->forEachRank([&](RankId rank) -> Result<Done> {
            if (rank.value == 3)
                return Error{"rank 3 is out of paper"};
            if (rank.value == 1)
                throw std::runtime_error("rank 1 fell over");
            ++finished;
            return Done{};
        });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->rank.value, 1);
        QCOMPARE(failure->error.message, std::string("rank 1 fell over"));
        QCOMPARE(finished.load(), 2);
        QVERIFY(!backend->forEachRank([](RankId) -> Result<Done> { return Done{}; }));
    }

    void collectivesAreDrivenToTheirEnd_data() { addBackends(); }
    void collectivesAreDrivenToTheirEnd()
    {
        QFETCH(BackendKind, kind);
        for (int ranks = 1; ranks <= 9; ++ranks)
            for (const Algorithm algorithm : {Algorithm::star, Algorithm::ring}) {
                const auto backend = makeBackend(kind, ranks);
                std::vector<std::vector<double>> buffers;
                for (int rank = 0; rank < ranks; ++rank)
                    buffers.push_back({1.0 + rank, 100.0 * rank, -7.0 * rank * rank});
                std::vector<double> wanted(3, 0.0);
                for (const auto& buffer : buffers)
                    for (std::size_t i = 0; i < 3; ++i)
                        wanted[i] += buffer[i];
                Executor executor(makePlan({algorithm, RingOrder::classic, ranks, 3}).value(),
                    std::vector<TensorView>(buffers.begin(), buffers.end()));
                QVERIFY(!backend->complete([&](RankId rank) { return executor.advance(rank); }));
                for (const auto& buffer : buffers)
                    QVERIFY(buffer == wanted);
            }
    }

    void collectivesAddSinglePrecisionInThePlansOrder_data() { addBackends(); }
    void collectivesAddSinglePrecisionInThePlansOrder()
    {
        QFETCH(BackendKind, kind);
        for (int ranks = 1; ranks <= 5; ++ranks) {
            const auto backend = makeBackend(kind, ranks);
            std::vector<std::vector<float>> buffers;
            std::vector<float> wanted(3, 0.0f);
            for (int rank = 0; rank < ranks; ++rank) {
                const float r = static_cast<float>(rank);
                buffers.push_back({1.1f + r, 0.3f * r, -7e6f * r});
                for (std::size_t i = 0; i < 3; ++i)
                    wanted[i] = rank == 0 ? buffers[0][i] : wanted[i] + buffers.back()[i];
            }
            Executor executor(makePlan({Algorithm::star, RingOrder::classic, ranks, 3}).value(),
                std::vector<TensorView>(buffers.begin(), buffers.end()));
            QVERIFY(!backend->complete([&](RankId rank) { return executor.advance(rank); }));
            for (const auto& buffer : buffers)
                QVERIFY(buffer == wanted);
        }
    }

    void aRankThatThrowsInACollectiveStopsTheOthers_data() { addBackends(); }
    void aRankThatThrowsInACollectiveStopsTheOthers()
    {
        QFETCH(BackendKind, kind);
        const auto backend = makeBackend(kind, 3);
        const auto failure = backend->complete([&](RankId rank) -> Advance {
            if (rank.value == 1)
                throw std::runtime_error("no memory left");
            return Advance::blocked;
        });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->rank.value, 1);
        QCOMPARE(failure->error.message, std::string("no memory left"));
    }

    void cpuGivesEveryRankItsOwnThread()
    {
        const auto backend = makeBackend(BackendKind::cpu, 3);
        std::vector<std::thread::id> threads(3), again(3);
        backend->forEachRank([&](RankId rank) -> Result<Done> {
            threads[rank.index()] = std::this_thread::get_id();
            return Done{};
        });
        backend->forEachRank([&](RankId rank) -> Result<Done> {
            again[rank.index()] = std::this_thread::get_id();
            return Done{};
        });
        QVERIFY(threads == again);
        QCOMPARE(std::set<std::thread::id>(threads.begin(), threads.end()).size(), std::size_t(3));
        QVERIFY(threads[0] != std::this_thread::get_id());
    }

    void cpuKeepsEveryRankOnACoreOfItsOwnWhereThereAreEnough()
    {
#if defined(__linux__)
        cpu_set_t allowed;
        QCOMPARE(sched_getaffinity(0, sizeof allowed, &allowed), 0);
        const int cores = CPU_COUNT(&allowed);
        for (const int ranks : {1, cores, cores + 1}) {
            const auto backend = makeBackend(BackendKind::cpu, ranks);
            std::vector<cpu_set_t> sets(static_cast<std::size_t>(ranks));
            for (int repeat = 0; repeat < 2; ++repeat) // a thread may have begun before it was told its core
                backend->forEachRank([&](RankId rank) -> Result<Done> {
                    sched_getaffinity(0, sizeof(cpu_set_t), &sets[rank.index()]);
                    return Done{};
                });
            cpu_set_t together;
            CPU_ZERO(&together);
            for (const cpu_set_t& set : sets) {
                QCOMPARE(CPU_COUNT(&set), ranks <= cores ? 1 : cores);
                CPU_OR(&together, &together, &set);
            }
            QCOMPARE(CPU_COUNT(&together), std::min(ranks, cores));
        }
#endif
    }
};

QTEST_APPLESS_MAIN(TestConformance)
#include "tst_conformance.moc"
