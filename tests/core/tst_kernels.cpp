// Kernels: every build of the table against loops that are plain enough to be right by reading.
#include <QtTest>

#include <QProcess>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cpu/kernels/load_kernels.h"
#include "core/base/cpu_features.h"

using namespace lockstep;

namespace {

constexpr std::int64_t kGap = 3; ///< between rows, filled with what must not be touched
constexpr double kUntouched = -77;

/// Differs for every (matrix, row, column), does not sum exactly.
template <class T>
T awkward(int which, std::int64_t i, std::int64_t j)
{
    const std::int64_t mixed = (i * 7919 + j * 104729 + which * 1299709 + 12345) % 2003;
    return static_cast<T>((static_cast<double>(mixed) - 1001) / 997.0 * (i % 3 == 1 ? 100 : 0.01));
}

template <class T>
struct Matrix {
    Matrix(int which, std::int64_t rowCount, std::int64_t columnCount, std::int64_t gap = kGap)
        : rows(rowCount)
        , columns(columnCount)
        , stride(columnCount + gap)
        , values(static_cast<std::size_t>(rowCount * stride + 1), static_cast<T>(kUntouched))
    {
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j)
                at(i, j) = awkward<T>(which, i, j);
    }
    T& at(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * stride + j)]; }

    std::int64_t rows, columns, stride;
    std::vector<T> values;
};

template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// f64: the same bits. f32: within `terms` roundings of `size`, the sum of the terms' magnitudes.
template <class T>
bool agree(T found, T wanted, double size, std::int64_t terms)
{
    if constexpr (std::is_same_v<T, double>)
        return std::memcmp(&found, &wanted, sizeof found) == 0;
    return std::abs(static_cast<double>(found) - static_cast<double>(wanted))
        <= size * static_cast<double>(terms + 1) * static_cast<double>(std::numeric_limits<float>::epsilon());
}

enum class Form { transposedB, transposedA, plain };

template <class T>
QString checkProduct(const KernelsOf<T>& kernels, Form form, std::int64_t m, std::int64_t n, std::int64_t k)
{
    Matrix<T> a(1, form == Form::transposedA ? k : m, form == Form::transposedA ? m : k);
    Matrix<T> b(2, form == Form::transposedB ? n : k, form == Form::transposedB ? k : n);
    Matrix<T> c(3, m, n);
    const auto multiply = form == Form::transposedB ? kernels.multiplyTransposedB
        : form == Form::transposedA                 ? kernels.multiplyTransposedA
                                                    : kernels.multiply;
    multiply(m, n, k, a.values.data(), a.stride, b.values.data(), b.stride, c.values.data(), c.stride);
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            T sum = 0;
            double size = 0;
            for (std::int64_t p = 0; p < k; ++p) {
                const T x = form == Form::transposedA ? a.at(p, i) : a.at(i, p);
                const T y = form == Form::transposedB ? b.at(j, p) : b.at(p, j);
                sum += x * y;
                size += std::abs(static_cast<double>(x) * static_cast<double>(y));
            }
            if (!agree(c.at(i, j), sum, size, k))
                return QString("form %1, %2 x %3 x %4: (%5, %6) is %7, wanted %8")
                    .arg(static_cast<int>(form)).arg(m).arg(n).arg(k).arg(i).arg(j).arg(c.at(i, j)).arg(sum);
        }
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = n; j < c.stride; ++j)
            if (c.at(i, j) != static_cast<T>(kUntouched))
                return QString("form %1, %2 x %3 x %4: wrote behind row %5")
                    .arg(static_cast<int>(form)).arg(m).arg(n).arg(k).arg(i);
    return {};
}

template <class T>
QString checkProducts(const KernelsOf<T>& kernels)
{
    const std::int64_t small[] = {0, 1, 2, 5, 6, 7, 8, 10, 12, 13, 16, 17, 33};
    const std::int64_t shapes[][3] = {{128, 10, 64}, {10, 256, 128}, {128, 48, 10}, {3, 3, 1100}, {37, 41, 1030},
        {260, 9, 70}, {9, 260, 70}, {130, 67, 515}, {7, 1100, 520}, {1100, 7, 520}, {2100, 19, 3}};
    for (const Form form : {Form::transposedB, Form::transposedA, Form::plain}) {
        for (const std::int64_t m : small)
            for (const std::int64_t n : small)
                for (const std::int64_t k : small)
                    if (const QString wrong = checkProduct(kernels, form, m, n, k); !wrong.isEmpty())
                        return wrong;
        for (const auto& [m, n, k] : shapes)
            if (const QString wrong = checkProduct(kernels, form, m, n, k); !wrong.isEmpty())
                return wrong;
    }
    return {};
}

template <class T>
std::vector<T> line(int which, std::int64_t n)
{
    std::vector<T> values;
    for (std::int64_t i = 0; i < n; ++i)
        values.push_back(awkward<T>(which, i, 5));
    return values;
}

/// One result after another as the definitions say; `close` allows f32 a few roundings.
template <class T>
QString checkLoops(const KernelsOf<T>& kernels, std::int64_t n)
{
    const auto count = static_cast<std::size_t>(n);
    const std::vector<T> x = line<T>(1, n), y = line<T>(2, n);
    const auto each = [&](const char* name, const std::vector<T>& found, auto&& wanted) -> QString {
        for (std::size_t i = 0; i < count; ++i)
            if (!agree<T>(found[i], wanted(i), std::abs(static_cast<double>(wanted(i))) + 1e-3, 4))
                return QString("%1 of %2: element %3 is %4, wanted %5").arg(name).arg(n).arg(i).arg(found[i]).arg(wanted(i));
        return {};
    };
    const T a = static_cast<T>(-0.3);
    std::vector<T> out = y;
    kernels.add(n, x.data(), out.data());
    if (const QString wrong = each("add", out, [&](std::size_t i) { return y[i] + x[i]; }); !wrong.isEmpty())
        return wrong;
    out = y;
    kernels.axpy(n, a, x.data(), out.data());
    if (const QString wrong = each("axpy", out, [&](std::size_t i) { return y[i] + a * x[i]; }); !wrong.isEmpty())
        return wrong;
    out = x;
    kernels.scale(n, a, out.data());
    if (const QString wrong = each("scale", out, [&](std::size_t i) { return x[i] * a; }); !wrong.isEmpty())
        return wrong;
    for (const double divisor : {3.0, 4.0, -0.5, 0.1, 1.0}) {
        out = x;
        const T by = static_cast<T>(divisor);
        kernels.divide(n, by, out.data());
        if (const QString wrong = each("divide", out, [&](std::size_t i) { return x[i] / by; }); !wrong.isEmpty())
            return wrong;
    }
    out = y;
    kernels.fill(n, a, out.data());
    if (const QString wrong = each("fill", out, [&](std::size_t) { return a; }); !wrong.isEmpty())
        return wrong;
    kernels.copy(n, x.data(), out.data());
    if (!sameBits(out, x))
        return "copy";
    kernels.relu(n, x.data(), out.data());
    if (const QString wrong = each("relu", out, [&](std::size_t i) { return x[i] > 0 ? x[i] : T{0}; }); !wrong.isEmpty())
        return wrong;
    std::vector<T> slope = y;
    kernels.reluBackward(n, out.data(), slope.data(), slope.data());
    if (const QString wrong = each("reluBackward", slope, [&](std::size_t i) { return x[i] > 0 ? y[i] : T{0}; });
        !wrong.isEmpty())
        return wrong;
    kernels.squaredError(n, x.data(), y.data(), T{0.5}, out.data());
    if (const QString wrong = each("squaredError", out,
            [&](std::size_t i) { return T{0.5} * ((x[i] - y[i]) * (x[i] - y[i])); }); !wrong.isEmpty())
        return wrong;
    kernels.squaredErrorGradient(n, x.data(), y.data(), T{0.5}, out.data());
    if (const QString wrong = each("squaredErrorGradient", out, [&](std::size_t i) { return T{1} * (x[i] - y[i]); });
        !wrong.isEmpty())
        return wrong;

    double sum = 0, squares = 0, size = 0;
    for (const T value : x) {
        const double wide = static_cast<double>(value);
        sum += wide;
        squares += wide * wide;
        size += std::abs(wide);
    }
    const double foundSum = kernels.sum(n, x.data()), foundSquares = kernels.sumOfSquares(n, x.data());
    const bool exact = std::is_same_v<T, double>;
    if (exact ? foundSum != sum : std::abs(foundSum - sum) > 1e-6 * size)
        return QString("sum of %1").arg(n);
    if (exact ? foundSquares != squares : std::abs(foundSquares - squares) > 1e-6 * squares)
        return QString("sumOfSquares of %1").arg(n);
    return {};
}

template <class T>
QString checkSgd(const KernelsOf<T>& kernels, std::int64_t n)
{
    for (const double momentum : {0.0, 0.9})
        for (const bool nesterov : {false, true})
            for (const double decay : {0.0, 0.01}) {
                std::vector<T> w = line<T>(1, n), velocity(static_cast<std::size_t>(n), T{0}), wantedW = w,
                               wantedV = velocity;
                for (int step = 1; step <= 3; ++step) {
                    const std::vector<T> gradient = line<T>(step + 4, n);
                    const T lr = static_cast<T>(0.1), mu = static_cast<T>(momentum), lambda = static_cast<T>(decay);
                    kernels.sgd(n, lr, mu, lambda, nesterov, gradient.data(), momentum == 0 ? nullptr : velocity.data(),
                        w.data());
                    for (std::size_t i = 0; i < w.size(); ++i) {
                        T d = gradient[i];
                        if (decay != 0)
                            d += lambda * wantedW[i];
                        if (momentum != 0) {
                            wantedV[i] = mu * wantedV[i] + d;
                            d = nesterov ? d + mu * wantedV[i] : wantedV[i];
                        }
                        wantedW[i] += -lr * d;
                    }
                }
                for (std::size_t i = 0; i < w.size(); ++i)
                    if (!agree<T>(w[i], wantedW[i], std::abs(static_cast<double>(wantedW[i])) + 100, 10)
                        || !agree<T>(velocity[i], wantedV[i], std::abs(static_cast<double>(wantedV[i])) + 100, 10))
                        return QString("sgd of %1, momentum %2, nesterov %3, decay %4, element %5")
                            .arg(n).arg(momentum).arg(nesterov).arg(decay).arg(i);
            }
    return {};
}

template <class T>
QString checkRows(const KernelsOf<T>& kernels, std::int64_t rows, std::int64_t columns)
{
    Matrix<T> matrix(1, rows, columns, 0);
    const std::vector<T> row = line<T>(2, columns);
    std::vector<T> sums(static_cast<std::size_t>(columns), T{-1});
    kernels.columnSums(rows, columns, matrix.values.data(), sums.data());
    for (std::int64_t j = 0; j < columns; ++j) {
        T sum = 0;
        for (std::int64_t i = 0; i < rows; ++i)
            sum += matrix.at(i, j);
        if (!agree<T>(sums[static_cast<std::size_t>(j)], sum, 200.0 * static_cast<double>(rows), rows))
            return QString("columnSums %1 x %2").arg(rows).arg(columns);
    }
    Matrix<T> added = matrix;
    kernels.addRow(rows, columns, row.data(), added.values.data());
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            if (added.at(i, j) != matrix.at(i, j) + row[static_cast<std::size_t>(j)])
                return QString("addRow %1 x %2").arg(rows).arg(columns);
    if (columns == 0)
        return {};
    std::vector<std::int32_t> labels;
    for (std::int64_t i = 0; i < rows; ++i)
        labels.push_back(static_cast<std::int32_t>((i * 3 + 1) % columns));
    std::vector<T> losses(static_cast<std::size_t>(rows));
    Matrix<T> found = matrix; // in place: probabilities over logits
    kernels.softmaxCrossEntropy(rows, columns, found.values.data(), labels.data(), found.values.data(), losses.data());
    for (std::int64_t i = 0; i < rows; ++i) {
        T largest = matrix.at(i, 0), total = 0;
        for (std::int64_t j = 0; j < columns; ++j)
            largest = std::max(largest, matrix.at(i, j));
        for (std::int64_t j = 0; j < columns; ++j)
            total += std::exp(matrix.at(i, j) - largest);
        const std::int32_t label = labels[static_cast<std::size_t>(i)];
        const T loss = std::log(total) - (matrix.at(i, label) - largest);
        if (!agree<T>(losses[static_cast<std::size_t>(i)], loss, 200, 4))
            return QString("softmaxCrossEntropy %1 x %2: loss of row %3").arg(rows).arg(columns).arg(i);
        for (std::int64_t j = 0; j < columns; ++j)
            if (!agree<T>(found.at(i, j), std::exp(matrix.at(i, j) - largest) / total, 1, 4))
                return QString("softmaxCrossEntropy %1 x %2: row %3").arg(rows).arg(columns).arg(i);
    }
    Matrix<T> slopes = found;
    kernels.softmaxCrossEntropyGradient(rows, columns, slopes.values.data(), labels.data(), slopes.values.data());
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            if (slopes.at(i, j) != found.at(i, j) - (j == labels[static_cast<std::size_t>(i)] ? T{1} : T{0}))
                return QString("softmaxCrossEntropyGradient %1 x %2").arg(rows).arg(columns);
    return {};
}

template <class T>
QString checkAll(const KernelsOf<T>& kernels)
{
    QString wrong = checkProducts(kernels);
    for (const std::int64_t n : {0, 1, 2, 3, 7, 8, 15, 31, 64, 100, 511, 512, 513, 1029})
        if (wrong.isEmpty())
            wrong = checkLoops(kernels, n);
    for (const std::int64_t n : {0, 1, 5, 16, 77})
        if (wrong.isEmpty())
            wrong = checkSgd(kernels, n);
    for (const std::int64_t rows : {0, 1, 3, 4, 5, 9})
        for (const std::int64_t columns : {0, 1, 2, 10, 33})
            if (wrong.isEmpty())
                wrong = checkRows(kernels, rows, columns);
    return wrong;
}

void addBuilds()
{
    QTest::addColumn<Isa>("isa");
    QTest::newRow("baseline") << Isa::baseline;
    if (loadKernels(Isa::x8664V3))
        QTest::newRow("x86-64-v3") << Isa::x8664V3;
}

const KernelTable& table(Isa isa)
{
    return *loadKernels(isa).value();
}

} // namespace

Q_DECLARE_METATYPE(Isa)

class TestKernels : public QObject {
    Q_OBJECT
private slots:
    void f64GivesTheBitsOfPlainLoops_data() { addBuilds(); }
    void f64GivesTheBitsOfPlainLoops()
    {
        QFETCH(Isa, isa);
        QCOMPARE(checkAll(table(isa).f64), QString());
    }

    void f32StaysWithinItsRoundings_data() { addBuilds(); }
    void f32StaysWithinItsRoundings()
    {
        QFETCH(Isa, isa);
        QCOMPARE(checkAll(table(isa).f32), QString());
    }

    void f32GivesTheSameBitsTwice_data() { addBuilds(); }
    void f32GivesTheSameBitsTwice()
    {
        QFETCH(Isa, isa);
        // From other places in memory: nothing may depend on how far an array is from the next cache line.
        std::vector<std::vector<float>> results;
        for (std::size_t shift = 0; shift < 3; ++shift) {
            std::vector<float> a(shift, 0), b(2 * shift, 0), c(70 * 37);
            for (std::int64_t i = 0; i < 70 * 600; ++i)
                a.push_back(awkward<float>(1, i, 0));
            for (std::int64_t i = 0; i < 37 * 600; ++i)
                b.push_back(awkward<float>(2, i, 0));
            table(isa).f32.multiplyTransposedB(70, 37, 600, a.data() + shift, 600, b.data() + 2 * shift, 600, c.data(), 37);
            c.push_back(static_cast<float>(table(isa).f32.sumOfSquares(70 * 600, a.data() + shift)));
            results.push_back(c);
        }
        QVERIFY(sameBits(results[0], results[1]));
        QVERIFY(sameBits(results[0], results[2]));
    }

    void notANumberGoesThroughRelu_data() { addBuilds(); }
    void notANumberGoesThroughRelu()
    {
        QFETCH(Isa, isa);
        const std::vector<float> x(19, std::numeric_limits<float>::quiet_NaN());
        std::vector<float> out(19, 0);
        table(isa).f32.relu(19, x.data(), out.data());
        for (const float value : out)
            QVERIFY(std::isnan(value));
    }

    void tinyNumbersCountAsZeroInF32AndOnlyThere_data() { addBuilds(); }
    void tinyNumbersCountAsZeroInF32AndOnlyThere()
    {
        QFETCH(Isa, isa);
#if defined(__SSE2__)
        std::vector<float> tiny(40, 1e-40f), sum(40, 0);
        table(isa).f32.add(40, tiny.data(), sum.data());
        QVERIFY(sum[0] == 0); // QCOMPARE takes tiny for zero
        volatile float outside = 1e-40f;
        QVERIFY(outside * 2 > 0); // the caller's arithmetic is as before
        std::vector<double> tinyWide(40, 1e-310), sumWide(40, 0);
        table(isa).f64.add(40, tinyWide.data(), sumWide.data());
        QVERIFY(sumWide[0] == 1e-310);
#endif
    }

    void autoIsTheBestThatCanBeHad()
    {
        const auto best = loadKernels(Isa::automatic);
        QVERIFY(best);
        const bool modern = missingForX8664V3().empty();
        QCOMPARE(std::string(best.value()->isa), std::string(modern ? "x86-64-v3" : "baseline"));
        QCOMPARE(resolveIsa(BackendKind::cpu, Isa::automatic).value(), modern ? Isa::x8664V3 : Isa::baseline);
        QCOMPARE(resolveIsa(BackendKind::cpu, Isa::baseline).value(), Isa::baseline);
        QCOMPARE(resolveIsa(BackendKind::serial, Isa::automatic).value(), Isa::baseline);
        QVERIFY(QString::fromStdString(resolveIsa(BackendKind::serial, Isa::x8664V3).error().message)
                    .contains("set isa to auto or baseline"));
    }

    void theSharedObjectShowsOneFunction()
    {
        const QString object = QCoreApplication::applicationDirPath() + "/liblockstep_kernels_v3.so";
        if (!QFile::exists(object))
            QSKIP("there is no build for x86-64-v3 on this kind of machine");
        QProcess nm;
        nm.start("nm", {"-D", "--defined-only", object});
        QVERIFY2(nm.waitForFinished(), "nm, of binutils, is needed");
        const QStringList lines = QString::fromUtf8(nm.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1);
        QVERIFY2(lines.front().endsWith(" T lockstepKernels"), qPrintable(lines.front()));
    }
};

QTEST_GUILESS_MAIN(TestKernels)
#include "tst_kernels.moc"
