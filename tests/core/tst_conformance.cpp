// One suite for all backends: the same bits from every operation, and every rank gets its turns.
#include <QtTest>

#include <atomic>
#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "core/backend/backend.h"
#include "core/base/rng.h"
#include "core/collective/executor.h"

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
        for (const std::int64_t n : {0, 1, 2, 5, 24, 33})
            for (const std::int64_t k : {1, 3, 8, 64})
                for (const std::int64_t c : {1, 2, 7, 10}) {
                    const auto compare = [&](const char* name, Shape shape, auto&& operation) {
                        Tensor x = randomTensor(shape, index), y = x;
                        operation(a, x);
                        operation(b, y);
                        QVERIFY2(sameBits(x.values(), y.values()),
                            qPrintable(QString("%1 with %2 x %3 x %4").arg(name).arg(n).arg(k).arg(c)));
                        ++index;
                    };
                    const Tensor examples = randomTensor({n, k}, ++index), weights = randomTensor({c, k}, ++index);
                    const Tensor slopes = randomTensor({n, c}, ++index), row = randomTensor({1, c}, ++index);
                    const Tensor column = randomTensor({n, 1}, ++index), targets = randomTensor({n, 1}, ++index);
                    Tensor logits = randomTensor({n, c}, ++index);
                    for (double& value : logits.values())
                        value = std::fmod(value, 30);
                    std::vector<std::int32_t> labels;
                    for (std::int64_t i = 0; i < n; ++i)
                        labels.push_back(static_cast<std::int32_t>((i * 3) % c));
                    compare("matmulTransposedB", {n, c},
                        [&](const Ops& ops, Tensor& out) { ops.matmulTransposedB(examples, weights, out); });
                    compare("matmulTransposedA", {c, k},
                        [&](const Ops& ops, Tensor& out) { ops.matmulTransposedA(slopes, examples, out); });
                    compare("addRow", {n, c}, [&](const Ops& ops, Tensor& out) { ops.addRow(row, out); });
                    compare("columnSums", {1, c}, [&](const Ops& ops, Tensor& out) { ops.columnSums(slopes, out); });
                    compare("softmaxCrossEntropy", {n, c + 1}, [&](const Ops& ops, Tensor& out) {
                        Tensor probabilities({n, c}), losses({1, n});
                        ops.softmaxCrossEntropy(logits, labels, probabilities, losses);
                        std::copy(losses.values().begin(), losses.values().end(), out.values().begin());
                        std::copy(
                            probabilities.values().begin(), probabilities.values().end(), out.values().begin() + n);
                    });
                    compare("softmaxCrossEntropyGradient", {n, c},
                        [&](const Ops& ops, Tensor& out) { ops.softmaxCrossEntropyGradient(slopes, labels, out); });
                    compare("squaredError", {n, 1},
                        [&](const Ops& ops, Tensor& out) { ops.squaredError(column, targets, 0.5, out); });
                    compare("squaredErrorGradient", {n, 1},
                        [&](const Ops& ops, Tensor& out) { ops.squaredErrorGradient(column, targets, 0.5, out); });
                    compare("fill", {n, c}, [&](const Ops& ops, Tensor& out) { ops.fill(-0.3, out); });
                    compare("copy", {n, c}, [&](const Ops& ops, Tensor& out) { ops.copy(slopes, out); });
                    compare("axpy", {n, c}, [&](const Ops& ops, Tensor& out) { ops.axpy(-0.1, slopes, out); });
                    compare("divide", {n, c}, [&](const Ops& ops, Tensor& out) { ops.divide(3, out); });
                    compare("sum and norm", {1, 2}, [&](const Ops& ops, Tensor& out) {
                        out.at(0, 0) = ops.sum(examples);
                        out.at(0, 1) = ops.norm(examples);
                    });
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
