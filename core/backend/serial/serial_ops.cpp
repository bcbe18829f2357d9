// Plain loops, written the way the formulas in ops.h read; once for both dtypes.
#include "core/backend/serial/serial_ops.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

/// Row-major indexing of a matrix whose elements are T; T is const when they are only read.
template <class T>
struct Matrix {
    template <class View>
    explicit Matrix(const View& view)
        : values(view.template as<std::remove_const_t<T>>())
        , rows(view.shape.rows)
        , columns(view.shape.columns)
    {
    }
    T& operator()(std::int64_t row, std::int64_t column) const { return values[row * columns + column]; }
    T& operator[](std::int64_t i) const { return values[i]; }
    std::int64_t elements() const { return rows * columns; }

    T* values;
    std::int64_t rows, columns;
};

template <class T>
using In = Matrix<const T>;
template <class T>
using Out = Matrix<T>;

/// Calls work(T{}) with T as the tag says: the body names the type and is compiled for both.
template <class Work>
auto withType(DType dtype, const Work& work)
{
    return dtype == DType::f32 ? work(float{}) : work(double{});
}

} // namespace

void SerialOps::matmul(ConstTensorView a, ConstTensorView b, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.rows);
    LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.columns}));
    withType(out.dtype, [&]<class T>(T) {
        const In<T> left(a), right(b);
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.rows; ++i) {
            for (std::int64_t j = 0; j < result.columns; ++j) {
                T total = 0;
                for (std::int64_t k = 0; k < left.columns; ++k)
                    total += left(i, k) * right(k, j);
                result(i, j) = total;
            }
        }
    });
}

void SerialOps::matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.columns);
    LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.rows}));
    withType(out.dtype, [&]<class T>(T) {
        const In<T> left(a), right(b);
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.rows; ++i) {
            for (std::int64_t j = 0; j < result.columns; ++j) {
                T total = 0;
                for (std::int64_t k = 0; k < left.columns; ++k)
                    total += left(i, k) * right(j, k);
                result(i, j) = total;
            }
        }
    });
}

void SerialOps::matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(a.shape.rows, b.shape.rows);
    LOCKSTEP_CHECK((out.shape == Shape{a.shape.columns, b.shape.columns}));
    withType(out.dtype, [&]<class T>(T) {
        const In<T> left(a), right(b);
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.rows; ++i) {
            for (std::int64_t j = 0; j < result.columns; ++j) {
                T total = 0;
                for (std::int64_t n = 0; n < left.rows; ++n)
                    total += left(n, i) * right(n, j);
                result(i, j) = total;
            }
        }
    });
}

void SerialOps::addRow(ConstTensorView row, TensorView matrix) const
{
    LOCKSTEP_CHECK_EQ(row.shape.elements(), matrix.shape.columns);
    withType(matrix.dtype, [&]<class T>(T) {
        const In<T> addend(row);
        const Out<T> sum(matrix);
        for (std::int64_t i = 0; i < sum.rows; ++i)
            for (std::int64_t j = 0; j < sum.columns; ++j)
                sum(i, j) += addend[j];
    });
}

void SerialOps::columnSums(ConstTensorView matrix, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(out.shape.elements(), matrix.shape.columns);
    withType(out.dtype, [&]<class T>(T) {
        const In<T> terms(matrix);
        const Out<T> sums(out);
        for (std::int64_t j = 0; j < terms.columns; ++j) {
            T total = 0;
            for (std::int64_t i = 0; i < terms.rows; ++i)
                total += terms(i, j);
            sums[j] = total;
        }
    });
}

void SerialOps::relu(ConstTensorView x, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(x.elements(), out.elements());
    withType(out.dtype, [&]<class T>(T) {
        const In<T> values(x);
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.elements(); ++i)
            result[i] = values[i] <= 0 ? T{0} : values[i];
    });
}

void SerialOps::reluGradient(ConstTensorView activated, ConstTensorView slopes, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(activated.elements(), out.elements());
    LOCKSTEP_CHECK_EQ(slopes.elements(), out.elements());
    withType(out.dtype, [&]<class T>(T) {
        const In<T> values(activated), above(slopes);
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.elements(); ++i)
            result[i] = values[i] > 0 ? above[i] : T{0};
    });
}

void SerialOps::softmaxCrossEntropy(
    ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities, TensorView losses) const
{
    LOCKSTEP_CHECK(probabilities.shape == logits.shape);
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), logits.shape.rows);
    LOCKSTEP_CHECK_EQ(losses.shape.elements(), logits.shape.rows);
    withType(logits.dtype, [&]<class T>(T) {
        const In<T> x(logits);
        const Out<T> probability(probabilities), loss(losses);
        for (std::int64_t i = 0; i < x.rows; ++i) {
            T largest = x(i, 0);
            for (std::int64_t j = 1; j < x.columns; ++j)
                largest = std::max(largest, x(i, j));
            T total = 0;
            for (std::int64_t j = 0; j < x.columns; ++j) {
                probability(i, j) = std::exp(x(i, j) - largest);
                total += probability(i, j);
            }
            for (std::int64_t j = 0; j < x.columns; ++j)
                probability(i, j) /= total;
            loss[i] = std::log(total) - (x(i, labels[static_cast<std::size_t>(i)]) - largest);
        }
    });
}

void SerialOps::softmaxCrossEntropyGradient(
    ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const
{
    LOCKSTEP_CHECK(probabilities.shape == out.shape);
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), out.shape.rows);
    withType(out.dtype, [&]<class T>(T) {
        const In<T> probability(probabilities);
        const Out<T> slope(out);
        for (std::int64_t i = 0; i < slope.rows; ++i)
            for (std::int64_t j = 0; j < slope.columns; ++j)
                slope(i, j) = probability(i, j) - (labels[static_cast<std::size_t>(i)] == j ? T{1} : T{0});
    });
}

void SerialOps::binaryCrossEntropy(
    ConstTensorView logits, ConstTensorView targets, TensorView probabilities, TensorView losses) const
{
    LOCKSTEP_CHECK_EQ(logits.elements(), targets.elements());
    LOCKSTEP_CHECK_EQ(logits.elements(), probabilities.elements());
    LOCKSTEP_CHECK_EQ(logits.elements(), losses.elements());
    withType(logits.dtype, [&]<class T>(T) {
        const In<T> x(logits), target(targets);
        const Out<T> probability(probabilities), loss(losses);
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const T e = std::exp(-std::abs(x[i]));
            loss[i] = std::max(x[i], T{0}) - x[i] * target[i] + std::log1p(e);
            probability[i] = (x[i] >= 0 ? T{1} : e) / (1 + e);
        }
    });
}

void SerialOps::squaredError(
    ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const
{
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), losses.shape.elements());
    withType(losses.dtype, [&]<class T>(T) {
        const In<T> prediction(predictions), target(targets);
        const Out<T> loss(losses);
        for (std::int64_t i = 0; i < loss.elements(); ++i) {
            const T distance = prediction[i] - target[i];
            loss[i] = static_cast<T>(factor) * (distance * distance);
        }
    });
}

void SerialOps::squaredErrorGradient(
    ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), out.shape.elements());
    withType(out.dtype, [&]<class T>(T) {
        const In<T> prediction(predictions), target(targets);
        const Out<T> slope(out);
        for (std::int64_t i = 0; i < slope.elements(); ++i)
            slope[i] = static_cast<T>(2 * factor) * (prediction[i] - target[i]);
    });
}

void SerialOps::fill(double value, TensorView out) const
{
    withType(out.dtype, [&]<class T>(T) {
        const Out<T> result(out);
        for (std::int64_t i = 0; i < result.elements(); ++i)
            result[i] = static_cast<T>(value);
    });
}

void SerialOps::copy(ConstTensorView from, TensorView to) const
{
    LOCKSTEP_CHECK_EQ(from.shape.elements(), to.shape.elements());
    withType(to.dtype, [&]<class T>(T) {
        const In<T> source(from);
        const Out<T> result(to);
        for (std::int64_t i = 0; i < result.elements(); ++i)
            result[i] = source[i];
    });
}

void SerialOps::axpy(double a, ConstTensorView x, TensorView y) const
{
    LOCKSTEP_CHECK_EQ(x.shape.elements(), y.shape.elements());
    withType(y.dtype, [&]<class T>(T) {
        const In<T> addend(x);
        const Out<T> sum(y);
        for (std::int64_t i = 0; i < sum.elements(); ++i)
            sum[i] += static_cast<T>(a) * addend[i];
    });
}

void SerialOps::divide(double a, TensorView x) const
{
    withType(x.dtype, [&]<class T>(T) {
        const Out<T> values(x);
        for (std::int64_t i = 0; i < values.elements(); ++i)
            values[i] = values[i] / static_cast<T>(a);
    });
}

void SerialOps::sgdStep(
    const SgdFactors& factors, ConstTensorView gradient, TensorView velocity, TensorView parameters) const
{
    LOCKSTEP_CHECK_EQ(gradient.elements(), parameters.elements());
    if (factors.momentum != 0)
        LOCKSTEP_CHECK_EQ(velocity.elements(), parameters.elements());
    withType(parameters.dtype, [&]<class T>(T) {
        const T rate = static_cast<T>(-factors.lr), momentum = static_cast<T>(factors.momentum);
        const T decay = static_cast<T>(factors.weightDecay);
        const In<T> g(gradient);
        const Out<T> w(parameters);
        for (std::int64_t i = 0; i < w.elements(); ++i) {
            T d = g[i];
            if (decay != 0)
                d += decay * w[i];
            if (momentum != 0) {
                T& v = velocity.as<T>()[i];
                v = momentum * v + d;
                d = factors.nesterov ? d + momentum * v : v;
            }
            w[i] += rate * d;
        }
    });
}

double SerialOps::sum(ConstTensorView x) const
{
    return withType(x.dtype, [&]<class T>(T) {
        const In<T> values(x);
        double total = 0;
        for (std::int64_t i = 0; i < values.elements(); ++i)
            total += values[i];
        return total;
    });
}

double SerialOps::norm(ConstTensorView x) const
{
    return withType(x.dtype, [&]<class T>(T) {
        const In<T> values(x);
        double total = 0;
        for (std::int64_t i = 0; i < values.elements(); ++i)
            total += static_cast<double>(values[i]) * static_cast<double>(values[i]);
        return std::sqrt(total);
    });
}

} // namespace lockstep
