// Dumps: NumPy files that hold exactly what the engine computed, and runs that start from them.
#include <QtTest>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/files.h"
#include "core/data/npy.h"
#include "core/interop/dump.h"
#include "core/interop/init.h"
#include "core/interop/npy_write.h"
#include "tests/support/run_traces.h"

using namespace lockstep;
using namespace lockstep::testing;

namespace {

namespace fs = std::filesystem;

std::vector<double> values(const fs::path& file)
{
    const Result<NpyArray> array = readNpy(file);
    if (!array.ok())
        qFatal("%s", array.error().message.c_str());
    return array.value().values;
}

std::vector<std::int64_t> integers(const fs::path& file)
{
    const std::string bytes = readFile(file).value();
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(bytes[8])) + 256u * static_cast<unsigned char>(bytes[9]);
    std::vector<std::int64_t> numbers((bytes.size() - 10 - length) / 8);
    std::memcpy(numbers.data(), bytes.data() + 10 + length, numbers.size() * 8);
    return numbers;
}

void take(DumpWriter& writer, const Trace& trace, const std::vector<RankValues>& all)
{
    std::vector<DumpRank> ranks;
    for (const RankValues& each : all) {
        ranks.push_back({{}, each.gradient, each.combined, each.parameters});
        for (const auto& micro : each.samples)
            ranks.back().samples.insert(ranks.back().samples.end(), micro.begin(), micro.end());
    }
    const Result<Done> done = trace.trainingSteps() == 0 ? writer.begin(trace.header(), trace.info(), ranks)
                                                         : writer.step(trace.trainingSteps(), ranks);
    if (!done.ok())
        qFatal("%s", done.error().message.c_str());
}

/// Runs and dumps as `lockstep run --dump` does; asks for a stop after step `last`.
Trace dumped(const RunConfig& config, const fs::path& folder, int last = -1)
{
    Result<DumpWriter> writer = DumpWriter::create(folder);
    if (!writer.ok())
        qFatal("%s", writer.error().message.c_str());
    std::stop_source stop;
    RunOptions options;
    options.stop = stop.get_token();
    options.onValues = [&](const Trace& trace, const std::vector<RankValues>& all) {
        take(writer.value(), trace, all);
        if (trace.trainingSteps() == last)
            stop.request_stop();
    };
    const Trace trace = testing::run(config, options);
    if (const auto done = writer.value().finish(last < 0 ? "complete" : "stopped"); !done)
        qFatal("%s", done.error().message.c_str());
    return trace;
}

Manifest manifestOf(const fs::path& folder)
{
    const Result<Manifest> manifest
        = parseManifest(readFile(folder / kManifestName).value(), (folder / kManifestName).string());
    if (!manifest.ok())
        qFatal("%s", manifest.error().message.c_str());
    return manifest.value();
}

} // namespace

class TestDump : public QObject {
    Q_OBJECT

private slots:
    void npyFilesAreReadBackBitForBit()
    {
        const std::vector<double> numbers{0.1, -0.0, 1e-310, 3, 1e300, -7.25, 42};
        const Result<NpyArray> array = parseNpy(npyFile(ConstTensorView(std::span(numbers)), 1, {2, 3}), "a.npy");
        QVERIFY2(array.ok(), array.ok() ? "" : array.error().message.c_str());
        QVERIFY((array.value().shape == std::vector<std::int64_t>{2, 3}));
        QCOMPARE(std::memcmp(array.value().values.data(), numbers.data() + 1, 48), 0);
        for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {1}, {1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}}) {
            const std::string file = npyFile(ConstTensorView(std::span(numbers)), 6, shape);
            QCOMPARE(file.size() % 64, std::size_t(8)); // the header ends on a multiple of 64
            const Result<NpyArray> one = parseNpy(file, "a.npy");
            QVERIFY2(one.ok(), one.ok() ? "" : one.error().message.c_str());
            QVERIFY(one.value().shape == shape);
            QCOMPARE(one.value().values.front(), 42.0);
        }
    }

    void aDumpHoldsWhatTheEngineComputed()
    {
        QTemporaryDir place;
        const fs::path folder = fs::path(place.path().toStdString()) / "dump";
        RunConfig config = digits(4, 3);
        config.sampler.shuffle = true;
        config.batch.accumulate = 2;
        config.batch.perWorker = {7};
        const Trace trace = dumped(config, folder);
        const Manifest manifest = manifestOf(folder);
        QCOMPARE(manifest.steps, 3);
        QCOMPARE(manifest.state, std::string("complete"));
        QVERIFY(manifest.differing.empty());
        QCOMPARE(manifest.parameters.size(), std::size_t(2));
        QVERIFY((manifest.parameters[0].shape == std::vector<std::int64_t>{10, 64})); // out x in
        for (int step = 1; step <= 3; ++step) {
            const fs::path at = folder / ("step-" + std::to_string(step));
            std::vector<double> mean(640, 0);
            for (int rank = 0; rank < 4; ++rank) {
                const fs::path its = at / ("rank-" + std::to_string(rank));
                std::vector<std::int64_t> samples;
                for (int micro = 0; micro < 2; ++micro)
                    for (const std::int32_t sample : find<BatchAssigned>(trace, step, rank, micro)->samples)
                        samples.push_back(sample);
                QCOMPARE(samples.size(), std::size_t(14));
                QVERIFY(integers(its / "samples.npy") == samples);
                const std::vector<double> gradient = values(its / "gradient" / "weight.npy");
                for (std::size_t i = 0; i < mean.size(); ++i)
                    mean[i] += gradient[i] / 4;
            }
            const std::vector<double> combined = values(at / "combined" / "weight.npy");
            const std::vector<double>& captured = find<BucketReduced>(trace, step, 0)->values;
            QVERIFY(captured.size() == combined.size());
            QVERIFY(captured == combined);
            for (std::size_t i = 0; i < mean.size(); ++i)
                NEAR(mean[i], combined[i]);
            std::vector<double> after = values(at / "parameters" / "weight.npy");
            for (const double bias : values(at / "parameters" / "bias.npy"))
                after.push_back(bias);
            QVERIFY(after == find<OptimizerApplied>(trace, step, 0)->parameters);
        }
        QVERIFY(!fs::exists(folder / "step-4"));
    }

    void replicasThatDifferGetFilesOfTheirOwn()
    {
        QTemporaryDir place;
        const fs::path folder = fs::path(place.path().toStdString()) / "dump";
        RunConfig config = lesson4(2);
        config.start.values = {{1}, {3}};
        config.start.broadcast = false;
        dumped(config, folder);
        QCOMPARE(values(folder / "initial" / "weight.npy").front(), 1.0);
        QCOMPARE(values(folder / rankFile(0, 1, "parameters", "weight")).front(), 3.0);
        QVERIFY(fs::exists(folder / rankFile(2, 1, "parameters", "weight")));
        QVERIFY(QString::fromStdString(readFile(folder / kManifestName).value()).contains("differing_replicas"));
    }

    /// Every step of this run takes all examples, so that a run from the middle deals the same ones.
    void aRunFromTheMiddleEndsWhereTheUnbrokenOneDoes_data()
    {
        QTest::addColumn<int>("precision");
        QTest::newRow("f64") << int(Precision::f64);
        QTest::newRow("f32") << int(Precision::f32);
    }
    void aRunFromTheMiddleEndsWhereTheUnbrokenOneDoes()
    {
        QFETCH(int, precision);
        QTemporaryDir place;
        const fs::path folder = fs::path(place.path().toStdString()) / "dump";
        const auto lesson = [&](int steps) {
            RunConfig config = lesson4(steps);
            config.precision = static_cast<Precision>(precision);
            config.optimizer.lr = 0.1;
            config.start.values = {{0.3}};
            return config;
        };
        const Trace whole = dumped(lesson(9), folder);
        QCOMPARE(manifestOf(folder).parameters.front().dtype,
            std::string(static_cast<Precision>(precision) == Precision::f32 ? "<f4" : "<f8"));
        for (const auto& [where, done] : {std::pair("@4", 4), {"", 0}, {"@0", 0}, {"@8", 8}}) {
            RunConfig rest = lesson(9 - done);
            const Result<Done> init = startFromFolder(rest, folder.string() + where);
            QVERIFY2(init.ok(), init.ok() ? "" : init.error().message.c_str());
            const Trace trace = testing::run(rest);
            for (int step = 1; step <= rest.steps; ++step)
                QCOMPARE(find<ReplicaDigest>(trace, step, 1)->digest, find<ReplicaDigest>(whole, step + done, 1)->digest);
        }
        RunConfig rest = lesson(1);
        QVERIFY(startFromFolder(rest, folder.string() + "@last").ok());
        QCOMPARE(find<ReplicaDigest>(testing::run(rest), 0, 0)->digest, find<ReplicaDigest>(whole, 9, 0)->digest);
    }

    void aStoppedRunKeepsItsWholeSteps()
    {
        QTemporaryDir place;
        const fs::path folder = fs::path(place.path().toStdString()) / "dump";
        const Trace trace = dumped(lesson4(50), folder, 3);
        QVERIFY(trace.trainingSteps() < 50);
        const Manifest manifest = manifestOf(folder);
        QCOMPARE(manifest.state, std::string("stopped"));
        QCOMPARE(manifest.steps, trace.trainingSteps());
        QVERIFY(fs::exists(folder / stepFile(manifest.steps, "parameters", "weight")));
        QVERIFY(!fs::exists(folder / stepFile(manifest.steps + 1, "parameters", "weight")));
    }

    void whatHoldsFilesIsNotTouched()
    {
        QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        std::ofstream(folder / "precious.txt") << "mine";
        const auto refused = DumpWriter::create(folder);
        QVERIFY(!refused.ok());
        QVERIFY(QString::fromStdString(refused.error().message).contains("holds files already"));
        QVERIFY(!DumpWriter::create(folder / "precious.txt").ok());
        QVERIFY(!DumpWriter::create(folder / "no" / "where").ok());
        QCOMPARE(readFile(folder / "precious.txt").value(), std::string("mine"));
        QVERIFY(DumpWriter::create(folder / "new").ok());
        QVERIFY(DumpWriter::create(folder / "new").ok()); // empty
    }
};

QTEST_APPLESS_MAIN(TestDump)
#include "tst_dump.moc"
