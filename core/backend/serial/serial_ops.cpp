// Plain loops, written the way the formulas in ops.h read.
#include "core/backend/serial/serial_ops.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

/// Row-major indexing: element (row, column) of a matrix.
double get(const ConstTensorView& matrix, std::int64_t row, std::int64_t column)
{
    return matrix.f64()[row * matrix.shape.columns + column];
}
double& put(const TensorView& matrix, std::int64_t row, std::int64_t column)
{
    return matrix.f64()[row * matrix.shape.columns + column];
}

} // namespace

void SerialOps::matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.columns);
    LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.rows}));
    for (std::int64_t i = 0; i < out.shape.rows; ++i) {
        for (std::int64_t j = 0; j < out.shape.columns; ++j) {
            double total = 0;
            for (std::int64_t k = 0; k < a.shape.columns; ++k)
                total += get(a, i, k) * get(b, j, k);
            put(out, i, j) = total;
        }
    }
}

void SerialOps::matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(a.shape.rows, b.shape.rows);
    LOCKSTEP_CHECK((out.shape == Shape{a.shape.columns, b.shape.columns}));
    for (std::int64_t i = 0; i < out.shape.rows; ++i) {
        for (std::int64_t j = 0; j < out.shape.columns; ++j) {
            double total = 0;
            for (std::int64_t n = 0; n < a.shape.rows; ++n)
                total += get(a, n, i) * get(b, n, j);
            put(out, i, j) = total;
        }
    }
}

void SerialOps::addRow(ConstTensorView row, TensorView matrix) const
{
    LOCKSTEP_CHECK_EQ(row.shape.elements(), matrix.shape.columns);
    for (std::int64_t i = 0; i < matrix.shape.rows; ++i)
        for (std::int64_t j = 0; j < matrix.shape.columns; ++j)
            put(matrix, i, j) += row.f64()[j];
}

void SerialOps::columnSums(ConstTensorView matrix, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(out.shape.elements(), matrix.shape.columns);
    for (std::int64_t j = 0; j < matrix.shape.columns; ++j) {
        double total = 0;
        for (std::int64_t i = 0; i < matrix.shape.rows; ++i)
            total += get(matrix, i, j);
        out.f64()[j] = total;
    }
}

void SerialOps::softmaxCrossEntropy(
    ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities, TensorView losses) const
{
    LOCKSTEP_CHECK(probabilities.shape == logits.shape);
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), logits.shape.rows);
    LOCKSTEP_CHECK_EQ(losses.shape.elements(), logits.shape.rows);
    const std::int64_t classes = logits.shape.columns;
    for (std::int64_t i = 0; i < logits.shape.rows; ++i) {
        double largest = get(logits, i, 0);
        for (std::int64_t j = 1; j < classes; ++j)
            largest = std::max(largest, get(logits, i, j));
        double total = 0;
        for (std::int64_t j = 0; j < classes; ++j) {
            put(probabilities, i, j) = std::exp(get(logits, i, j) - largest);
            total += put(probabilities, i, j);
        }
        for (std::int64_t j = 0; j < classes; ++j)
            put(probabilities, i, j) /= total;
        const std::int32_t label = labels[static_cast<std::size_t>(i)];
        losses.f64()[i] = std::log(total) - (get(logits, i, label) - largest);
    }
}

void SerialOps::softmaxCrossEntropyGradient(
    ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const
{
    LOCKSTEP_CHECK(probabilities.shape == out.shape);
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), out.shape.rows);
    for (std::int64_t i = 0; i < out.shape.rows; ++i)
        for (std::int64_t j = 0; j < out.shape.columns; ++j)
            put(out, i, j) = get(probabilities, i, j) - (labels[static_cast<std::size_t>(i)] == j ? 1.0 : 0.0);
}

void SerialOps::squaredError(
    ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const
{
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), losses.shape.elements());
    for (std::int64_t i = 0; i < losses.shape.elements(); ++i) {
        const double distance = predictions.f64()[i] - targets.f64()[i];
        losses.f64()[i] = factor * (distance * distance);
    }
}

void SerialOps::squaredErrorGradient(
    ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const
{
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
    LOCKSTEP_CHECK_EQ(predictions.shape.elements(), out.shape.elements());
    for (std::int64_t i = 0; i < out.shape.elements(); ++i)
        out.f64()[i] = (2 * factor) * (predictions.f64()[i] - targets.f64()[i]);
}

void SerialOps::fill(double value, TensorView out) const
{
    for (std::int64_t i = 0; i < out.shape.elements(); ++i)
        out.f64()[i] = value;
}

void SerialOps::copy(ConstTensorView from, TensorView to) const
{
    LOCKSTEP_CHECK_EQ(from.shape.elements(), to.shape.elements());
    for (std::int64_t i = 0; i < to.shape.elements(); ++i)
        to.f64()[i] = from.f64()[i];
}

void SerialOps::axpy(double a, ConstTensorView x, TensorView y) const
{
    LOCKSTEP_CHECK_EQ(x.shape.elements(), y.shape.elements());
    for (std::int64_t i = 0; i < y.shape.elements(); ++i)
        y.f64()[i] += a * x.f64()[i];
}

void SerialOps::divide(double a, TensorView x) const
{
    for (std::int64_t i = 0; i < x.shape.elements(); ++i)
        x.f64()[i] = x.f64()[i] / a;
}

double SerialOps::sum(ConstTensorView x) const
{
    double total = 0;
    for (std::int64_t i = 0; i < x.shape.elements(); ++i)
        total += x.f64()[i];
    return total;
}

double SerialOps::norm(ConstTensorView x) const
{
    double total = 0;
    for (std::int64_t i = 0; i < x.shape.elements(); ++i)
        total += x.f64()[i] * x.f64()[i];
    return std::sqrt(total);
}

} // namespace lockstep
