// The only home of Eigen. Matrix products add whole rows, one term after another: each element of the result still
// sums its terms in ascending order, and the row is what the vector unit works on. Sums over one row (softmax, norm)
// stay scalar loops, because a vectorised reduction would change the order.
#include "core/backend/cpu/kernels/cpu_ops.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>

namespace lockstep {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Map = Eigen::Map<Matrix>;
using ConstMap = Eigen::Map<const Matrix>;
using Vector = Eigen::Map<Eigen::ArrayXd>;
using ConstVector = Eigen::Map<const Eigen::ArrayXd>;

Map matrixOf(const TensorView& view)
{
    return {view.f64(), view.shape.rows, view.shape.columns};
}
ConstMap matrixOf(const ConstTensorView& view)
{
    return {view.f64(), view.shape.rows, view.shape.columns};
}
Vector vectorOf(const TensorView& view)
{
    return {view.f64(), view.shape.elements()};
}
ConstVector vectorOf(const ConstTensorView& view)
{
    return {view.f64(), view.shape.elements()};
}

class CpuOps final : public Ops {
public:
    void matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.columns);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.rows}));
        const ConstMap left = matrixOf(a);
        const Matrix right = matrixOf(b).transpose(); // b is small (parameters); its columns become rows to add
        Map result = matrixOf(out);
        result.setZero();
        for (Eigen::Index i = 0; i < result.rows(); ++i)
            for (Eigen::Index k = 0; k < left.cols(); ++k)
                result.row(i) += left(i, k) * right.row(k);
    }

    void matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.rows, b.shape.rows);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.columns, b.shape.columns}));
        const ConstMap left = matrixOf(a), right = matrixOf(b);
        Map result = matrixOf(out);
        result.setZero();
        for (Eigen::Index n = 0; n < left.rows(); ++n)
            for (Eigen::Index i = 0; i < result.rows(); ++i)
                result.row(i) += left(n, i) * right.row(n);
    }

    void addRow(ConstTensorView row, TensorView matrix) const override
    {
        LOCKSTEP_CHECK_EQ(row.shape.elements(), matrix.shape.columns);
        const Eigen::Map<const Eigen::RowVectorXd> addend(row.f64(), matrix.shape.columns);
        matrixOf(matrix).rowwise() += addend;
    }

    void columnSums(ConstTensorView matrix, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(out.shape.elements(), matrix.shape.columns);
        const ConstMap rows = matrixOf(matrix);
        Eigen::Map<Eigen::RowVectorXd> sums(out.f64(), matrix.shape.columns);
        sums.setZero();
        for (Eigen::Index i = 0; i < rows.rows(); ++i)
            sums += rows.row(i);
    }

    void softmaxCrossEntropy(ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities,
        TensorView losses) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == logits.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), logits.shape.rows);
        LOCKSTEP_CHECK_EQ(losses.shape.elements(), logits.shape.rows);
        const std::int64_t classes = logits.shape.columns;
        for (std::int64_t i = 0; i < logits.shape.rows; ++i) {
            const double* in = logits.f64() + i * classes;
            double* out = probabilities.f64() + i * classes;
            const double largest = *std::max_element(in, in + classes);
            double total = 0;
            for (std::int64_t j = 0; j < classes; ++j) {
                out[j] = std::exp(in[j] - largest);
                total += out[j];
            }
            Eigen::Map<Eigen::ArrayXd>(out, classes) /= total;
            losses.f64()[i] = std::log(total) - (in[labels[static_cast<std::size_t>(i)]] - largest);
        }
    }

    void softmaxCrossEntropyGradient(
        ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == out.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), out.shape.rows);
        vectorOf(out) = vectorOf(probabilities);
        for (std::int64_t i = 0; i < out.shape.rows; ++i)
            out.f64()[i * out.shape.columns + labels[static_cast<std::size_t>(i)]] -= 1.0;
    }

    void squaredError(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), losses.shape.elements());
        vectorOf(losses) = factor * (vectorOf(predictions) - vectorOf(targets)).square();
    }

    void squaredErrorGradient(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), out.shape.elements());
        vectorOf(out) = (2 * factor) * (vectorOf(predictions) - vectorOf(targets));
    }

    void fill(double value, TensorView out) const override { vectorOf(out).setConstant(value); }

    void copy(ConstTensorView from, TensorView to) const override
    {
        LOCKSTEP_CHECK_EQ(from.shape.elements(), to.shape.elements());
        vectorOf(to) = vectorOf(from);
    }

    void axpy(double a, ConstTensorView x, TensorView y) const override
    {
        LOCKSTEP_CHECK_EQ(x.shape.elements(), y.shape.elements());
        vectorOf(y) += a * vectorOf(x);
    }

    void divide(double a, TensorView x) const override { vectorOf(x) /= a; }

    double sum(ConstTensorView x) const override
    {
        double total = 0;
        for (std::int64_t i = 0; i < x.shape.elements(); ++i)
            total += x.f64()[i];
        return total;
    }

    double norm(ConstTensorView x) const override
    {
        double total = 0;
        for (std::int64_t i = 0; i < x.shape.elements(); ++i)
            total += x.f64()[i] * x.f64()[i];
        return std::sqrt(total);
    }
};

} // namespace

std::unique_ptr<Ops> makeCpuOps()
{
    return std::make_unique<CpuOps>();
}

} // namespace lockstep
