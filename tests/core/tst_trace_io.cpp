// Trace files: what is written comes back, equal runs have equal logical bytes, and no damaged file does harm.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cstdlib>
#include <sstream>

#include <sys/stat.h>

#include "core/base/files.h"
#include "core/cost/price.h"
#include "core/diagnose/finding.h"
#include "core/engine/engine.h"
#include "core/replay/world.h"
#include "core/trace/byte_io.h"
#include "core/trace/trace_io.h"
#include "tests/support/hand_trace.h"
#include "tests/support/trace_bytes.h"

using namespace lockstep;
using namespace lockstep::test;

namespace {

std::string printed(const Trace& trace, bool withTimes = false)
{
    std::ostringstream out;
    printTrace(trace, out, withTimes);
    return out.str();
}

/// Walks every reader over a trace that came through the checks.
void readEverywhere(const Trace& trace)
{
    for (const Track& track : {price(trace), measuredTrack(trace)}) {
        for (std::size_t step = 0; step < trace.stepCount(); ++step) {
            waits(trace, track, step);
            for (const TrackTime time : moments(trace, track, step))
                worldAt(trace, track, time);
        }
        for (int i = 0; i <= 4; ++i) {
            const World world = worldAt(trace, track, track.end() * i / 4);
            nextMoment(trace, track, world.time);
            previousMoment(trace, track, world.time);
        }
    }
    diagnose(trace);
    printed(trace, true);
}

bool isOneSentence(const std::string& text)
{
    return !text.empty() && text.back() == '.' && text.find('\n') == std::string::npos;
}

} // namespace

class TestTraceIo : public QObject {
    Q_OBJECT
private slots:
    void checksumIsCrc32() { QCOMPARE(crc32("123456789"), 0xCBF43926u); }

    void roundTripIsExact()
    {
        for (const RunConfig& config : {lesson4Config(3), lesson7Config(2)}) {
            const Trace trace = handTrace(config);
            const std::string bytes = traceToBytes(trace);
            const Result<LoadedTrace> loaded = parseTrace(bytes, "memory");
            QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().message.c_str());
            QVERIFY(loaded.value().damage.empty());
            const Trace& again = loaded.value().trace;
            QVERIFY(traceToBytes(again) == bytes);
            QVERIFY(printed(again, true) == printed(trace, true));
            QVERIFY(again.config() == trace.config());
            QCOMPARE(again.header().parameters.at(0).name, trace.header().parameters.at(0).name);
            QVERIFY(again.info().imported && !trace.info().imported);
            QVERIFY(again.finished());
            QCOMPARE(price(again).spans, price(trace).spans);
        }
    }

    void logicalBytesIgnoreWhereAndWhenItRan()
    {
        RunConfig config = lesson4Config(2);
        const std::string reference = logicalBytes(handTrace(config));
        config.backend = BackendKind::serial;
        config.name = "another";
        Trace other = handTrace(config);
        other.info().cores = 77;
        QVERIFY(logicalBytes(other) == reference);
        Trace later(std::make_shared<TraceHeader>(other.header()), other.info());
        for (std::size_t i = 0; i < other.stepCount(); ++i) {
            auto record = std::make_shared<StepRecord>(other.step(i));
            for (Span& span : record->measured)
                span = {span.begin + 5, span.end + 6};
            later.append(record);
        }
        QVERIFY(logicalBytes(later) == reference);
        QVERIFY(traceToBytes(later) != traceToBytes(other));
        config.optimizer.lr = 0.2;
        QVERIFY(logicalBytes(handTrace(config)) != reference);
    }

    void writerStreamsAndRenamesAtTheEnd()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("run.trace").toStdString();
        const Trace trace = handTrace(lesson4Config(2));
        QVERIFY(writeTrace(handTrace(lesson7Config()), path));
        Result<TraceWriter> writer = TraceWriter::create(path, trace.header(), trace.info());
        QVERIFY(writer);
        QVERIFY(writer.value().append(trace.step(0)));
        QVERIFY(writer.value().append(trace.step(1)));

        const Result<LoadedTrace> growing = readTrace(path.string() + ".partial");
        QVERIFY(growing);
        QCOMPARE(growing.value().trace.stepCount(), std::size_t{2});
        QVERIFY(QString::fromStdString(growing.value().damage).contains("without its end mark; shown up to step 1"));
        QVERIFY(readTrace(path).value().trace.config() == lesson7Config()); // the older file is still there

        QVERIFY(writer.value().append(trace.step(2)));
        QVERIFY(writer.value().finish());
        QVERIFY(readFile(path).value() == traceToBytes(trace));
        QVERIFY(!QFile::exists(folder.filePath("run.trace.partial")));
    }

    void writingFailsWithASentence()
    {
        const QTemporaryDir folder;
        const Trace trace = handTrace(lesson4Config());
        const auto writer
            = TraceWriter::create(folder.filePath("no/such/x.trace").toStdString(), trace.header(), trace.info());
        QVERIFY(!writer);
        QVERIFY(QString::fromStdString(writer.error().message).contains("x.trace: cannot be written"));
        QVERIFY(!TraceWriter::create(folder.path().toStdString(), trace.header(), trace.info()));
    }

    void onlyTracesAreReplacedByTraces()
    {
        const QTemporaryDir folder;
        const Trace trace = handTrace(lesson4Config());
        const auto create = [&](const char* name) {
            const auto writer = TraceWriter::create(folder.filePath(name).toStdString(), trace.header(), trace.info());
            return writer ? QString() : QString::fromStdString(writer.error().message);
        };
        QVERIFY(writeFileAtomically(folder.filePath("run.json").toStdString(), "{ \"steps\": 1 }"));
        QVERIFY(create("run.json").contains("run.json: there is already a file of this name that is no trace"));
        QVERIFY(writeFileAtomically(folder.filePath("empty").toStdString(), ""));
        QCOMPARE(create("empty"), QString());
        QVERIFY(writeTrace(trace, folder.filePath("run.trace").toStdString()));
        QCOMPARE(create("run.trace"), QString());

        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(create("pipe").contains("pipe: this is a device or a pipe"));
        const auto written = writeTrace(trace, pipe);
        QVERIFY(!written && QString::fromStdString(written.error().message).contains("this is a device or a pipe"));
        QVERIFY(!QFile::exists(folder.filePath("pipe.partial")));
    }

    void readingFoldersAndMissingFilesFailsWithASentence()
    {
        const QTemporaryDir folder;
        const auto asFolder = readTrace(folder.path().toStdString());
        QVERIFY(!asFolder && QString::fromStdString(asFolder.error().message).contains("folder"));
        const auto missing = readTrace(folder.filePath("missing.trace").toStdString());
        QVERIFY(!missing && QString::fromStdString(missing.error().message).contains("missing.trace"));
    }

    void badTracesAreRefusedWithTheirSentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        for (const BadTrace& bad : badTraces(traceToBytes(handTrace(lesson4Config(2)))))
            QTest::newRow(bad.name.c_str())
                << QByteArray::fromStdString(bad.bytes) << QString::fromStdString(bad.expected);
    }
    void badTracesAreRefusedWithTheirSentence()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const auto loaded = parseTrace(bytes.toStdString(), "bad.trace");
        QVERIFY(!loaded.ok());
        const std::string& message = loaded.error().message;
        QVERIFY2(message.starts_with("bad.trace: ") && isOneSentence(message), message.c_str());
        QVERIFY2(QString::fromStdString(message).contains(expected), message.c_str());
    }

    /// Writes the fixtures when LOCKSTEP_WRITE_FIXTURES is set; otherwise reads them back.
    void storedBadTracesAreRefused()
    {
        const QString folder = qEnvironmentVariable("LOCKSTEP_FIXTURES") + "/bad_traces";
        if (qEnvironmentVariable("LOCKSTEP_FIXTURES").isEmpty())
            QSKIP("LOCKSTEP_FIXTURES is not set; run through ctest");
        if (qEnvironmentVariableIsSet("LOCKSTEP_WRITE_FIXTURES")) {
            QDir().mkpath(folder);
            for (const BadTrace& bad : badTraces(traceToBytes(handTrace(lesson4Config(2)))))
                QVERIFY(writeFileAtomically((folder + "/" + bad.name.c_str() + ".trace").toStdString(), bad.bytes));
        }
        const QStringList files = QDir(folder).entryList({"*.trace"});
        QVERIFY(files.size() >= 25);
        for (const QString& file : files) {
            const auto loaded = readTrace((folder + "/" + file).toStdString());
            QVERIFY2(!loaded.ok(), qPrintable(file));
            QVERIFY2(isOneSentence(loaded.error().message), loaded.error().message.c_str());
        }
    }

    void everyTruncationOpensUpToItsLastWholeStep()
    {
        const Trace trace = handTrace(lesson4Config(3));
        const std::string bytes = traceToBytes(trace);
        std::size_t previous = 0;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto loaded = parseTrace(std::string_view(bytes).substr(0, size), "cut.trace");
            if (!loaded) {
                QVERIFY(isOneSentence(loaded.error().message));
                QCOMPARE(previous, std::size_t{0});
                continue;
            }
            QVERIFY2(isOneSentence(loaded.value().damage), loaded.value().damage.c_str());
            QVERIFY(loaded.value().trace.stepCount() >= previous);
            previous = loaded.value().trace.stepCount();
            if (size % 97 == 0)
                readEverywhere(loaded.value().trace);
        }
        QCOMPARE(previous, std::size_t{4});
    }

    void everyFlippedByteIsNoticedOrHarmless()
    {
        const Trace trace = handTrace(lesson4Config(2));
        const std::string bytes = traceToBytes(trace);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (const int flip : {0x01, 0x80, 0xff}) {
                std::string flipped = bytes;
                flipped[i] = static_cast<char>(flipped[i] ^ flip);
                const auto loaded = parseTrace(flipped, "flipped.trace");
                if (!loaded) {
                    QVERIFY2(isOneSentence(loaded.error().message), loaded.error().message.c_str());
                    continue;
                }
                if (loaded.value().damage.empty()) // only the minor version may change without notice
                    QVERIFY2(i >= 10 && i < 12 && traceToBytes(loaded.value().trace) == bytes,
                        qPrintable(QString::number(i)));
            }
        }
    }

    void everyChangeBehindARightChecksumIsNoticedOrHarmless()
    {
        const RawTrace sound = takeApart(traceToBytes(handTrace(lesson4Config(2))));
        int accepted = 0, refused = 0;
        for (std::size_t record = 0; record < sound.records.size(); ++record) {
            for (std::size_t i = 0; i < sound.records[record].payload.size(); ++i) {
                for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
                    RawTrace raw = sound;
                    if (raw.records[record].payload[i] == static_cast<char>(value))
                        continue;
                    raw.records[record].payload[i] = static_cast<char>(value);
                    const auto loaded = parseTrace(putTogether(raw), "changed.trace");
                    if (!loaded) {
                        QVERIFY2(isOneSentence(loaded.error().message), loaded.error().message.c_str());
                        ++refused;
                    } else {
                        readEverywhere(loaded.value().trace);
                        ++accepted;
                    }
                }
            }
        }
        qInfo("%d refused, %d accepted and read", refused, accepted);
        QVERIFY(refused > 1000 && accepted > 100);
    }

    void newFieldsOfANewerMinorVersionAreSkipped()
    {
        const Trace trace = handTrace(lesson4Config(2));
        RawTrace raw = takeApart(traceToBytes(trace));
        raw.start[10] = 9;
        for (RawRecord& record : raw.records)
            record.payload += "new field";
        raw.records.insert(raw.records.begin() + 2, {55, "a new kind of record"});
        const auto loaded = parseTrace(putTogether(raw), "newer.trace");
        QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().message.c_str());
        QVERIFY(traceToBytes(loaded.value().trace) == traceToBytes(trace));
        raw.start[10] = 0;
        QVERIFY(!parseTrace(putTogether(raw), "same.trace"));
    }

    /// Files of every format version that was ever released stay readable, with the same text.
    void storedFormatsStayReadable()
    {
        const QString folder = qEnvironmentVariable("LOCKSTEP_FIXTURES") + "/traces";
        if (qEnvironmentVariable("LOCKSTEP_FIXTURES").isEmpty())
            QSKIP("LOCKSTEP_FIXTURES is not set; run through ctest");
        const std::string file = (folder + "/format-1.0.trace").toStdString(),
                          text = (folder + "/format-1.0.txt").toStdString();
        if (qEnvironmentVariableIsSet("LOCKSTEP_WRITE_FIXTURES")
            && !std::filesystem::exists(file)) { // never a second time
            QDir().mkpath(folder);
            const Trace trace = runTraining(lesson7Config(2)).value();
            QVERIFY(writeTrace(trace, file) && writeFileAtomically(text, printed(trace)));
        }
        const auto loaded = readTrace(file);
        QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().message.c_str());
        QVERIFY(loaded.value().damage.empty());
        QCOMPARE(QString::fromStdString(printed(loaded.value().trace)), QString::fromStdString(readFile(text).value()));
        readEverywhere(loaded.value().trace);
    }

    void lesson4IsTheGoldenTrace()
    {
        const QString folder = qEnvironmentVariable("LOCKSTEP_FIXTURES") + "/golden";
        if (qEnvironmentVariable("LOCKSTEP_FIXTURES").isEmpty())
            QSKIP("LOCKSTEP_FIXTURES is not set; run through ctest");
        const std::string file = (folder + "/lesson4.txt").toStdString();
        for (const BackendKind backend : {BackendKind::serial, BackendKind::cpu}) {
            RunConfig config = lesson4Config(3);
            config.backend = backend;
            const Result<Trace> trace = runTraining(config);
            QVERIFY(trace.ok());
            const std::string text = printed(trace.value());
            if (qEnvironmentVariableIsSet("LOCKSTEP_WRITE_FIXTURES")) {
                QDir().mkpath(folder);
                QVERIFY(writeFileAtomically(file, text));
            }
            const Result<std::string> golden = readFile(file);
            QVERIFY2(golden.ok(), golden ? "" : golden.error().message.c_str());
            QCOMPARE(QString::fromStdString(text), QString::fromStdString(golden.value()));
        }
    }

    void serialAndCpuHaveTheSameLogicalBytes()
    {
        for (RunConfig config : {lesson4Config(3), lesson7Config(3)}) {
            config.backend = BackendKind::serial;
            const std::string serial = logicalBytes(runTraining(config).value());
            config.backend = BackendKind::cpu;
            for (int repeat = 0; repeat < 5; ++repeat)
                QVERIFY(logicalBytes(runTraining(config).value()) == serial);
        }
    }

    void realTracesComeBackExactly()
    {
        RunConfig digits;
        digits.data.set = DataSet::digits;
        digits.model.kind = ModelKind::softmax;
        digits.loss.kind = LossKind::crossEntropy;
        digits.batch.perWorker = {24};
        digits.workers = 4;
        digits.steps = 2;
        RunConfig failing = lesson4Config(3);
        failing.faults.failRank = 1;
        failing.faults.failStep = 2;
        for (const RunConfig& config : {digits, failing, lesson7Config(5)}) {
            const Result<Trace> run = runTraining(config);
            QVERIFY2(run.ok(), run ? "" : run.error().message.c_str());
            const std::string bytes = traceToBytes(run.value());
            const auto loaded = parseTrace(bytes, "real.trace");
            QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().message.c_str());
            QVERIFY(traceToBytes(loaded.value().trace) == bytes);
            QVERIFY(logicalBytes(loaded.value().trace) == logicalBytes(run.value()));
            readEverywhere(loaded.value().trace);
        }
    }

    void printIsOneLinePerEvent()
    {
        const Trace trace = handTrace(lesson4Config());
        const std::string text = printed(trace);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), trace.eventCount());
        QVERIFY(QString::fromStdString(text).contains(
            "step=1 rank=0 compute GradientReady parameter=0 elements=1 norm=2 values=[2]"));
        QVERIFY(QString::fromStdString(text).contains("OptimizerApplied lr=0.1 parameters=[0.6]"));
    }
};

QTEST_APPLESS_MAIN(TestTraceIo)
#include "tst_trace_io.moc"
