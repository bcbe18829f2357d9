// A user's own files: CSV is read as RFC 4180 has it, columns are chosen by name, the split and the scaling know
// nothing of the examples held out, and IDX files of any size become images.
#include <QtTest>

#include <fstream>

#include "core/config/config_io.h"
#include "core/config/derived.h"
#include "core/data/csv.h"
#include "core/data/moment_of.h"
#include "core/data/records.h"
#include "core/trace/trace_io.h"
#include "tests/support/run_traces.h"

using namespace lockstep;

namespace {

using Cells = std::vector<std::string>;

/// All records, or the sentence of the first mistake as the only cell.
std::vector<Cells> csv(std::string_view text)
{
    CsvReader reader(text, "t.csv");
    CsvRecord record;
    std::vector<Cells> all;
    for (;;) {
        const auto more = reader.next(record);
        if (!more)
            return {{more.error().message}};
        if (!more.value())
            return all;
        all.push_back(record.cells);
    }
}

RunConfig records(const std::string& file = "r.csv")
{
    RunConfig config;
    config.data.set = DataSet::csv;
    config.data.file = file;
    config.data.inputColumns = {"b", "a"};
    config.data.targetColumn = "y";
    config.model.kind = ModelKind::linear;
    config.batch.perWorker = {1};
    config.steps = 2;
    return config;
}

void write(const QString& path, const std::string& bytes)
{
    std::ofstream(path.toStdString(), std::ios::binary) << bytes;
}

std::string idx(int dimensions, std::vector<int> sizes, std::vector<int> values)
{
    std::string bytes{'\0', '\0', '\x08', static_cast<char>(dimensions)};
    for (const int size : sizes)
        bytes += std::string(3, '\0') + static_cast<char>(size);
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

std::vector<double> inputsOf(const Dataset& set)
{
    return {set.inputs.values().begin(), set.inputs.values().end()};
}

} // namespace

class TestRecords : public QObject {
    Q_OBJECT

private slots:
    void csvIsReadAsTheStandardHasIt()
    {
        QVERIFY((csv("a,b\n1,2\n") == std::vector<Cells>{{"a", "b"}, {"1", "2"}}));
        QVERIFY((csv("\xef\xbb\xbf"
                     "a,b\r\n1,2")
            == std::vector<Cells>{{"a", "b"}, {"1", "2"}}));
        QVERIFY((csv("a,,\n") == std::vector<Cells>{{"a", "", ""}}));
        QVERIFY((csv("\"a,\"\"b\"\"\n\",c") == std::vector<Cells>{{"a,\"b\"\n", "c"}}));
        QVERIFY((csv("\"\"\n") == std::vector<Cells>{{""}}));
        QVERIFY((csv("\n\na\n\r\n\nb\n\n") == std::vector<Cells>{{"a"}, {"b"}}));
        QVERIFY(csv("").empty());
    }

    void linesAreCountedThroughQuotesAndEmptyLines()
    {
        CsvReader reader("a\n\"x\ny\r\nz\"\n\nb\n", "t.csv");
        CsvRecord record;
        std::vector<int> lines;
        while (reader.next(record).value())
            lines.push_back(record.line);
        QVERIFY((lines == std::vector<int>{1, 2, 6}));
        QVERIFY((csv("a\n\"x\ny\"z")
            == std::vector<Cells>{
                {"t.csv: line 3: text follows a closing quote; quotes inside a cell must be doubled."}}));
    }

    void datesAndTimesAreOrdered()
    {
        QCOMPARE(secondsOf("1970-01-01").value(), 0.0);
        QCOMPARE(secondsOf("2012-03-01").value() - secondsOf("2012-02-28").value(), 2 * 86400.0);
        QCOMPARE(secondsOf("2012-03-01T14:05").value() - secondsOf("2012-03-01").value(), 14 * 3600 + 5 * 60.0);
        QCOMPARE(secondsOf("2012-03-01 00:00:01.25").value() - secondsOf("2012-03-01").value(), 1.25);
        QCOMPARE(secondsOf("2012-03-01T02:00+02:00").value(), secondsOf("2012-03-01T00:00Z").value());
        QCOMPARE(secondsOf("2012-02-29T23:30:00-00:30").value(), secondsOf("2012-03-01").value());
        for (const char* wrong : {"", "2012", "2012-3-1", "2012-13-01", "2011-02-29", "2012-03-01T", "2012-03-01T24:00",
                 "2012-03-01T10:00:00.", "2012-03-01T10:00+2", "2012-03-01x", "01.03.2012", "-012-03-01"})
            QVERIFY2(!secondsOf(wrong), wrong);
    }

    void columnsAreChosenByNameInTheOrderOfTheConfig()
    {
        const auto set = parseRecords("day,a,y,b\nmonday,1,10,2\ntuesday, 3 ,-20,\"4e1\"\n", "r.csv", records());
        QVERIFY2(set.ok(), set.ok() ? "" : set.error().message.c_str());
        QVERIFY((inputsOf(set.value()) == std::vector<double>{2, 1, 40, 3}));
        QVERIFY((set.value().targets == std::vector<double>{10, -20}));
        QVERIFY(set.value().labels.empty() && set.value().info.classes == 0 && set.value().info.features == 2);
        QVERIFY((set.value().found == std::vector<int>{2, 0, 2, 0}));
    }

    void timeSplitsPutTheLatestRecordsLast()
    {
        RunConfig config = records();
        config.data.split = SplitKind::time;
        config.data.timeColumn = "t";
        const auto targets
            = [&](const std::string& text) { return parseRecords(text, "r.csv", config).value().targets; };
        QVERIFY((targets("t,a,b,y\n2012-03-01,0,0,1\n2011-12-31,0,0,2\n2012-02-29,0,0,3\n2011-12-31,0,0,4\n")
            == std::vector<double>{2, 4, 3, 1}));
        QVERIFY((targets("t,a,b,y\n10,0,0,1\n9,0,0,2\n-1.5,0,0,3\n") == std::vector<double>{3, 2, 1}));
    }

    void labelsBecomeClassesInAscendingOrder()
    {
        RunConfig config = records();
        config.data.targetKind = TargetKind::label;
        const auto labels = [&](const std::string& text) { return parseRecords(text, "r.csv", config).value().labels; };
        QVERIFY((labels("a,b,y\n0,0,sun\n0,0,rain\n0,0, sun\n0,0,fog\n") == std::vector<std::int32_t>{2, 1, 2, 0}));
        QVERIFY((labels("a,b,y\n0,0,10\n0,0,9\n0,0,-1\n0,0,10\n") == std::vector<std::int32_t>{2, 1, 0, 2}));
        const Dataset set = parseRecords("a,b,y\n0,0,x\n0,0,z\n", "r.csv", config).value();
        QVERIFY(set.info.classes == 2 && set.targets[1] == 1);
    }

    void standardisingLooksAtTheTrainingExamplesOnly()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("r.csv");
        write(file, "a,b,y\n5,1,0\n5,3,0\n5,5,0\n7,100,1\n");
        RunConfig config = records(file.toStdString());
        config.data.heldOut = 1;
        config.data.standardise = true;
        const auto set = loadDataset(config);
        QVERIFY2(set.ok(), set.ok() ? "" : set.error().message.c_str());
        const double deviation = std::sqrt(8 / 3.0); // of 1, 3, 5
        const std::vector<double> expected{
            -2 / deviation, 0, 0, 0, 2 / deviation, 0, 97 / deviation, 2}; // b, then a, which never changes
        QVERIFY(inputsOf(set.value()) == expected);
        config.data.standardise = false;
        QVERIFY((inputsOf(loadDataset(config).value()) == std::vector<double>{1, 5, 3, 5, 5, 5, 100, 7}));
    }

    void aRunOnRecordsRecordsWhatItFound()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("r.csv");
        write(file, "a,b,y\n1,2,3\n2,3,5\n3,4,7\n4,5,9\n");
        RunConfig config = records(file.toStdString());
        config.data.heldOut = 1;
        config.data.found = {77, 0, 2, 0}; // of an older file: not believed
        const Trace trace = testing::run(config);
        QVERIFY((trace.config().data.found == std::vector<int>{4, 0, 2, 0}));
        QVERIFY(trace.header().data.train == 3 && trace.header().data.heldOut == 1);
        QCOMPARE(parameterCount(trace.config()), std::int64_t(3));
        const auto back = parseTrace(traceToBytes(trace), "t");
        QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
        QVERIFY(back.value().trace.config() == trace.config());
        config.data.heldOut = 4;
        const std::string said = runTraining(config).error().message;
        QVERIFY2(QString::fromStdString(said).endsWith("r.csv has 4 examples and at least one must be left to train on;"
                                                       " lower data.held_out."),
            said.c_str());
        config.data.heldOut = 0;
        config.batch.perWorker = {3};
        QVERIFY(QString::fromStdString(runTraining(config).error().message).contains("there are only 4 to train on"));
    }

    void configsOnFilesAreCheckedBeforeTheyAreRead()
    {
        const auto said = [](const RunConfig& config) {
            const auto done = validate(config);
            return done ? QString() : QString::fromStdString(done.error().message);
        };
        QCOMPARE(said(records()), QString()); // there is no such file, but nobody asked for it yet
        QVERIFY(!sizesKnown(records()));
        RunConfig config = records();
        config.model.kind = ModelKind::scalar;
        QVERIFY(said(config).contains("data.input_columns has 2"));
        config = records();
        config.data.inputColumns = {"a", "a"};
        QVERIFY(said(config).contains("names \"a\" twice"));
        config = records();
        config.data.split = SplitKind::time;
        QVERIFY(said(config).contains("data.time_column is empty"));
        config = records();
        config.data.timeColumn = "day";
        QVERIFY(said(config).contains("set data.split to time"));
        config = records();
        config.data.found = {100000, 0, 100000, 0}; // more than any file may hold
        QVERIFY(said(config).contains("the run writes it"));
    }

    void filesAreLookedUpFromTheFolderOfTheConfig()
    {
        RunConfig config = records();
        config.start.files = {"w.npy", "/b.npy"};
        placeFiles(config, "some/where/run.json");
        QCOMPARE(config.data.file, std::string("some/where/r.csv"));
        QVERIFY((config.start.files == std::vector<std::string>{"some/where/w.npy", "/b.npy"}));
        QVERIFY(config.data.images.empty());
        placeFiles(config, "run.json");
        QCOMPARE(config.data.file, std::string("some/where/r.csv"));
    }

    void ownImagesMayComeWithTheirOwnPartToHoldOut()
    {
        const QTemporaryDir folder;
        const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
        write(folder.filePath("i"), idx(3, {3, 1, 2}, {0, 255, 51, 102, 5, 10}));
        write(folder.filePath("l"), idx(1, {3}, {0, 3, 1}));
        write(folder.filePath("hi"), idx(3, {2, 1, 2}, {255, 255, 0, 51}));
        write(folder.filePath("hl"), idx(1, {2}, {4, 0}));
        RunConfig config;
        config.data.set = DataSet::idx;
        config.data.images = path("i");
        config.data.labels = path("l");
        config.model.kind = ModelKind::softmax;
        config.loss.kind = LossKind::crossEntropy;
        config.batch.perWorker = {1};
        config.steps = 1;
        Dataset set = loadDataset(config).value();
        QVERIFY(set.info.train == 3 && set.info.heldOut == 0 && set.info.classes == 4);
        QVERIFY(set.info.imageWidth == 2 && set.info.imageHeight == 1);
        QVERIFY((inputsOf(set) == std::vector<double>{0, 1, 51 / 255.0, 102 / 255.0, 5 / 255.0, 10 / 255.0}));
        config.data.heldOut = 1;
        QCOMPARE(loadDataset(config).value().info.train, 2);
        config.data.heldOut = 0;
        config.data.heldOutImages = path("hi");
        config.data.heldOutLabels = path("hl");
        set = loadDataset(config).value();
        QVERIFY(set.info.train == 3 && set.info.heldOut == 2 && set.info.classes == 5);
        QVERIFY((set.found == std::vector<int>{5, 2, 2, 5}));
        QVERIFY((set.labels == std::vector<std::int32_t>{0, 3, 1, 4, 0}));
        const auto known = withFoundSizes(config);
        QVERIFY(known.ok() && parameterCount(known.value()) == 15);
        config.data.train = 4;
        QVERIFY(QString::fromStdString(loadDataset(config).error().message).contains("has 3 examples to train on"));
    }
};

QTEST_APPLESS_MAIN(TestRecords)
#include "tst_records.moc"
