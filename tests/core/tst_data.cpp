// Data: the digits are what they should be; malformed IDX and .npy files are refused with one clear sentence.
#include <QtTest>

#include <cstring>
#include <fstream>
#include <limits>

#include "core/base/files.h"
#include "core/config/config_io.h"
#include "core/data/dataset.h"
#include "core/data/idx.h"
#include "core/data/npy.h"
#include "tests/support/run_traces.h"

using namespace lockstep;

namespace {

std::string idx(std::vector<int> head, std::vector<std::uint32_t> sizes, std::size_t values)
{
    std::string bytes;
    for (const int byte : head)
        bytes.push_back(static_cast<char>(byte));
    for (const std::uint32_t size : sizes)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<char>(size >> shift));
    for (std::size_t i = 0; i < values; ++i)
        bytes.push_back(static_cast<char>(i % 10));
    return bytes;
}

std::string npy(const std::string& header, std::size_t values)
{
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes.push_back(static_cast<char>(header.size()));
    bytes.push_back('\0');
    bytes += header;
    for (std::size_t i = 0; i < values; ++i) {
        const double value = 0.5 + static_cast<double>(i);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return bytes;
}

void write(const QString& path, const std::string& bytes)
{
    std::ofstream(path.toStdString(), std::ios::binary) << bytes;
}

/// One sentence: it names the source, ends with a full stop and holds no line break.
bool isSentence(const std::string& message, const std::string& source)
{
    return message.starts_with(source) && message.ends_with(".") && message.find('\n') == std::string::npos;
}

} // namespace

class TestData : public QObject {
    Q_OBJECT

private slots:
    void digitsAreSplitAndScaled()
    {
        const Result<Dataset> digits = loadDataset(testing::digits(2, 1));
        QVERIFY(digits.ok());
        const Dataset& set = digits.value();
        QCOMPARE(set.info.train, 1440);
        QCOMPARE(set.info.heldOut, 357);
        QCOMPARE(set.info.imageWidth, 8);
        QCOMPARE(set.inputs.shape().rows, std::int64_t(1797));
        QCOMPARE(set.inputs.at(0, 2), 5 / 16.0);
        QCOMPARE(set.labels.front(), 0);
        const auto [low, high] = std::minmax_element(set.inputs.values().begin(), set.inputs.values().end());
        QVERIFY(*low == 0 && *high == 1);
        QCOMPARE(heldOutSamples(set).front(), 1440);
    }

    void photographsHaveAPartOfTheirOwnToHoldOut()
    {
        RunConfig config = testing::digits(2, 1);
        config.data = {};
        config.data.set = DataSet::photographs;
        const Result<Dataset> photographs = loadDataset(config);
        QVERIFY2(photographs.ok(), photographs.ok() ? "" : photographs.error().message.c_str());
        const Dataset& set = photographs.value();
        QVERIFY(set.info.train == 3840 && set.info.heldOut == 1000 && set.info.classes == 10);
        QVERIFY(set.info.imageWidth == 28 && set.info.imageHeight == 28 && set.info.features == 784);
        QVERIFY((set.inputs.shape() == Shape{4840, 784}));
        const auto [low, high] = std::minmax_element(set.inputs.values().begin(), set.inputs.values().end());
        QVERIFY(*low == 0 && *high == 1);
        std::vector<int> trained(10), heldOut(10);
        for (std::size_t i = 0; i < 4840; ++i)
            ++(i < 3840 ? trained : heldOut)[static_cast<std::size_t>(set.labels[i])];
        QVERIFY(trained == std::vector<int>(10, 384) && heldOut == std::vector<int>(10, 100));
        config.data.train = 64; // fewer, but never the ones that are held out
        const Dataset few = loadDataset(config).value();
        QVERIFY(few.info.train == 64 && few.info.heldOut == 1000);
        QCOMPARE(few.labels[64], set.labels[3840]);
        QCOMPARE(few.inputs.at(64, 300), set.inputs.at(3840, 300));
        config.data.train = 3841;
        QVERIFY(QString::fromStdString(validate(config).error().message).contains("has 3840 examples to train on"));
        config.data.train = 0;
        config.data.heldOut = 1001;
        QVERIFY(QString::fromStdString(validate(config).error().message).contains("has 1000 examples to hold out"));
    }

    void examplesBetweenTrainAndHeldOutAreLeftOut()
    {
        RunConfig config;
        config.data.targets = {10, 11, 12, 13, 14};
        config.data.inputs = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 0}};
        config.data.train = 2;
        config.data.heldOut = 1;
        const Dataset set = loadDataset(config).value();
        QVERIFY((set.targets == std::vector<double>{10, 11, 14}));
        Batch batch;
        loadBatch(set, std::vector<std::int32_t>{2, 0}, DType::f64, batch);
        QVERIFY((std::vector<double>(batch.inputs.values().begin(), batch.inputs.values().end())
            == std::vector<double>{9, 0, 1, 2}));
        QCOMPARE(batch.targets.at(0, 0), 14.0);
    }

    void malformedIdxIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(says);
        };
        row("empty", "", "not an IDX file");
        row("text", "P5 8 8 255 what is this", "not an IDX file");
        row("gzip", "\x1f\x8b\x08" + std::string(40, 'x'), "uncompressed");
        row("floats", idx({0, 0, 13, 3}, {1, 2, 2}, 4), "type 13");
        row("labels as images", idx({0, 0, 8, 1}, {4}, 4), "1 dimensions and 3 are needed");
        row("header cut", idx({0, 0, 8, 3}, {1, 2}, 0), "inside its header");
        row("values cut", idx({0, 0, 8, 3}, {2, 2, 2}, 7), "announces 8 values and the file holds 7");
        row("values left over", idx({0, 0, 8, 3}, {2, 2, 2}, 9), "holds 9");
        row("absurd sizes", idx({0, 0, 8, 3}, {0xffffffff, 0xffffffff, 0xffffffff}, 9), "more than 2 GiB");
    }
    void malformedIdxIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const Result<IdxArray> array = parseIdx(bytes.toStdString(), "digits.idx", 3);
        QVERIFY(!array.ok());
        QVERIFY2(isSentence(array.error().message, "digits.idx"), array.error().message.c_str());
        QVERIFY2(QString::fromStdString(array.error().message).contains(says), array.error().message.c_str());
    }

    void imagesAndLabelsMustBelongTogether()
    {
        QTemporaryDir folder;
        const QString images = folder.filePath("i"), labels = folder.filePath("l");
        const auto readBoth = [&] { return readLabelledImages(images.toStdString(), labels.toStdString(), 10); };
        write(images, idx({0, 0, 8, 3}, {3, 2, 2}, 12));
        QVERIFY(QString::fromStdString(readBoth().error().message).contains("cannot be read"));
        write(labels, idx({0, 0, 8, 1}, {4}, 4));
        QVERIFY(QString::fromStdString(readBoth().error().message).contains("4 labels for 3 images"));
        write(labels, idx({0, 0, 8, 1}, {3}, 2) + '\x0b');
        QVERIFY(QString::fromStdString(readBoth().error().message).contains("label 2 is 11"));
        write(labels, idx({0, 0, 8, 1}, {3}, 3));
        QVERIFY(readBoth().ok());
        QCOMPARE(readBoth().value().labels[2], std::uint8_t(2));
        write(images, idx({0, 0, 8, 3}, {3, 0, 0}, 0));
        QVERIFY(QString::fromStdString(readBoth().error().message).contains("0 x 0 pixels"));
    }

    void digitsOfAnotherSizeAreRefused()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("data/digits"));
        write(folder.filePath("data/digits/images.idx3-ubyte"), idx({0, 0, 8, 3}, {5, 3, 3}, 45));
        write(folder.filePath("data/digits/labels.idx1-ubyte"), idx({0, 0, 8, 1}, {5}, 5));
        qputenv("LOCKSTEP_RESOURCES", folder.path().toUtf8());
        const auto run = runTraining(testing::digits(1, 1));
        qunsetenv("LOCKSTEP_RESOURCES");
        QVERIFY(!run.ok());
        QVERIFY(
            QString::fromStdString(run.error().message).contains("5 images of 3 x 3 pixels instead of 1797 of 8 x 8"));
    }

    void devicesAreNotRead()
    {
        const auto bytes = readFile("/dev/zero"); // has no end
        QVERIFY(!bytes.ok());
        QCOMPARE(QString::fromStdString(bytes.error().message),
            QString("/dev/zero: this is a device or a pipe; give a file."));
    }

    void npyRoundTrip()
    {
        const Result<NpyArray> array
            = parseNpy(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", 6), "w.npy");
        QVERIFY2(array.ok(), array.ok() ? "" : array.error().message.c_str());
        QVERIFY((array.value().shape == std::vector<std::int64_t>{2, 3}));
        QCOMPARE(array.value().values[5], 5.5);
        QVERIFY((parseNpy(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", 1), "w").value().shape
            == std::vector<std::int64_t>{1}));
        QVERIFY(parseNpy(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }", 1), "w").value().shape.empty());
    }

    void singlePrecisionIsWidened()
    {
        const float values[] = {0.1f, -3.5f};
        std::string bytes = npy("{'shape': (2,), 'descr': '<f4', 'fortran_order': False}", 1);
        std::memcpy(bytes.data() + bytes.size() - sizeof values, values, sizeof values);
        const Result<NpyArray> array = parseNpy(bytes, "w.npy");
        QVERIFY2(array.ok(), array.ok() ? "" : array.error().message.c_str());
        QCOMPARE(array.value().valueBytes, 4);
        QVERIFY((array.value().values == std::vector<double>{static_cast<double>(0.1f), -3.5}));
    }

    void malformedNpyIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(says);
        };
        row("empty", "", "not a .npy file");
        row("zip", "PK\x03\x04" + std::string(20, 'x'), "not a .npy file");
        row("header cut", npy("{'descr': '<f8'", 0).substr(0, 14), "inside its header");
        row("half precision", npy("{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }", 1), "of type <f2");
        row("objects", npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", 1), "Python objects");
        row("single precision", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 1), "not 4 bytes");
        row("fortran", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (1,), }", 1), "Fortran order");
        row("no shape", npy("{'descr': '<f8', 'fortran_order': False, }", 1), "no readable shape");
        row("bad shape", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }", 1), "no readable shape");
        row("too few", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 1), "announces 2 values");
        row("absurd", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2000000000, 2000000000), }", 1),
            "16 GiB");
    }
    void malformedNpyIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const Result<NpyArray> array = parseNpy(bytes.toStdString(), "w.npy");
        QVERIFY(!array.ok());
        QVERIFY2(isSentence(array.error().message, "w.npy"), array.error().message.c_str());
        QVERIFY2(QString::fromStdString(array.error().message).contains(says), array.error().message.c_str());
    }

    void aRunStartsFromFiles()
    {
        QTemporaryDir folder;
        const QString weight = folder.filePath("weight.npy");
        RunConfig config = testing::lesson4(1);
        config.start = {};
        config.start.kind = StartKind::files;
        config.start.files = {weight.toStdString()};
        QVERIFY(QString::fromStdString(runTraining(config).error().message).contains("cannot be read"));
        write(weight, npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 2));
        QVERIFY(
            QString::fromStdString(runTraining(config).error().message).contains("the shape 1 and the file holds 2"));
        const std::string one = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", 1);
        for (const double value :
            {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 1e300}) {
            std::string bytes = one;
            std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
            write(weight, bytes);
            QVERIFY(QString::fromStdString(runTraining(config).error().message).contains("weight.npy: value 0 is "));
        }
        write(weight, one);
        const Trace trace = testing::run(config);
        QCOMPARE(testing::local(trace, 1, 0), 1.5);
    }
};

QTEST_APPLESS_MAIN(TestData)
#include "tst_data.moc"
