// The only home of Eigen. Matrix products add whole rows, one term after another: each element of the result still
// sums its terms in ascending order, and the row is what the vector unit works on. Sums over one row (softmax, norm)
// stay scalar loops, because a vectorised reduction would change the order.
#include "core/backend/cpu/kernels/cpu_ops.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Core>

namespace lockstep {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
template <class T>
using Row = Eigen::Matrix<T, 1, Eigen::Dynamic>;

template <class T>
Eigen::Map<Matrix<T>> matrixOf(const TensorView& view)
{
    return {view.as<T>(), view.shape.rows, view.shape.columns};
}
template <class T>
Eigen::Map<const Matrix<T>> matrixOf(const ConstTensorView& view)
{
    return {view.as<T>(), view.shape.rows, view.shape.columns};
}
template <class T>
Eigen::Map<Array<T>> vectorOf(const TensorView& view)
{
    return {view.as<T>(), view.shape.elements()};
}
template <class T>
Eigen::Map<const Array<T>> vectorOf(const ConstTensorView& view)
{
    return {view.as<T>(), view.shape.elements()};
}

/// Calls work(T{}) with T as the tag says.
template <class Work>
auto withType(DType dtype, const Work& work)
{
    return dtype == DType::f32 ? work(float{}) : work(double{});
}

/// Adds rows of `b`, whole ones, in ascending order.
template <class T, class Left, class Right>
void multiply(const Left& left, const Right& right, const TensorView& out)
{
    Eigen::Map<Matrix<T>> result = matrixOf<T>(out);
    result.setZero();
    for (Eigen::Index i = 0; i < result.rows(); ++i)
        for (Eigen::Index k = 0; k < left.cols(); ++k)
            result.row(i) += left(i, k) * right.row(k);
}

class CpuOps final : public Ops {
public:
    void matmul(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.rows);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.columns}));
        withType(out.dtype, [&]<class T>(T) { multiply<T>(matrixOf<T>(a), matrixOf<T>(b), out); });
    }

    void matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.columns);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.rows}));
        withType(out.dtype, [&]<class T>(T) {
            const Matrix<T> right = matrixOf<T>(b).transpose(); // its columns become rows to add
            multiply<T>(matrixOf<T>(a), right, out);
        });
    }

    void matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.rows, b.shape.rows);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.columns, b.shape.columns}));
        withType(out.dtype, [&]<class T>(T) {
            const auto left = matrixOf<T>(a), right = matrixOf<T>(b);
            auto result = matrixOf<T>(out);
            result.setZero();
            for (Eigen::Index n = 0; n < left.rows(); ++n)
                for (Eigen::Index i = 0; i < result.rows(); ++i)
                    result.row(i) += left(n, i) * right.row(n);
        });
    }

    void addRow(ConstTensorView row, TensorView matrix) const override
    {
        LOCKSTEP_CHECK_EQ(row.shape.elements(), matrix.shape.columns);
        withType(matrix.dtype, [&]<class T>(T) {
            const Eigen::Map<const Row<T>> addend(row.as<T>(), matrix.shape.columns);
            matrixOf<T>(matrix).rowwise() += addend;
        });
    }

    void columnSums(ConstTensorView matrix, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(out.shape.elements(), matrix.shape.columns);
        withType(out.dtype, [&]<class T>(T) {
            const auto rows = matrixOf<T>(matrix);
            Eigen::Map<Row<T>> sums(out.as<T>(), matrix.shape.columns);
            sums.setZero();
            for (Eigen::Index i = 0; i < rows.rows(); ++i)
                sums += rows.row(i);
        });
    }

    void relu(ConstTensorView x, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(x.elements(), out.elements());
        withType(out.dtype, [&]<class T>(T) {
            const T* from = x.as<T>();
            std::transform(from, from + x.elements(), out.as<T>(), [](T value) { return value <= 0 ? T{0} : value; });
        });
    }

    void reluGradient(ConstTensorView activated, ConstTensorView slopes, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(activated.elements(), out.elements());
        LOCKSTEP_CHECK_EQ(slopes.elements(), out.elements());
        withType(out.dtype, [&]<class T>(T) {
            const T* value = activated.as<T>();
            std::transform(value, value + out.elements(), slopes.as<T>(), out.as<T>(),
                [](T active, T slope) { return active > 0 ? slope : T{0}; });
        });
    }

    void softmaxCrossEntropy(ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities,
        TensorView losses) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == logits.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), logits.shape.rows);
        LOCKSTEP_CHECK_EQ(losses.shape.elements(), logits.shape.rows);
        const std::int64_t classes = logits.shape.columns;
        withType(logits.dtype, [&]<class T>(T) {
            for (std::int64_t i = 0; i < logits.shape.rows; ++i) {
                const T* in = logits.as<T>() + i * classes;
                T* out = probabilities.as<T>() + i * classes;
                const T largest = *std::max_element(in, in + classes);
                T total = 0;
                for (std::int64_t j = 0; j < classes; ++j) {
                    out[j] = std::exp(in[j] - largest);
                    total += out[j];
                }
                Eigen::Map<Array<T>>(out, classes) /= total;
                losses.as<T>()[i] = std::log(total) - (in[labels[static_cast<std::size_t>(i)]] - largest);
            }
        });
    }

    void softmaxCrossEntropyGradient(
        ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == out.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), out.shape.rows);
        withType(out.dtype, [&]<class T>(T) {
            vectorOf<T>(out) = vectorOf<T>(probabilities);
            for (std::int64_t i = 0; i < out.shape.rows; ++i)
                out.as<T>()[i * out.shape.columns + labels[static_cast<std::size_t>(i)]] -= T{1};
        });
    }

    void squaredError(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), losses.shape.elements());
        withType(losses.dtype, [&]<class T>(T) {
            vectorOf<T>(losses)
                = static_cast<T>(factor) * (vectorOf<T>(predictions) - vectorOf<T>(targets)).square();
        });
    }

    void squaredErrorGradient(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), targets.shape.elements());
        LOCKSTEP_CHECK_EQ(predictions.shape.elements(), out.shape.elements());
        withType(out.dtype, [&]<class T>(T) {
            vectorOf<T>(out) = static_cast<T>(2 * factor) * (vectorOf<T>(predictions) - vectorOf<T>(targets));
        });
    }

    void fill(double value, TensorView out) const override
    {
        withType(out.dtype, [&]<class T>(T) { vectorOf<T>(out).setConstant(static_cast<T>(value)); });
    }

    void copy(ConstTensorView from, TensorView to) const override
    {
        LOCKSTEP_CHECK_EQ(from.shape.elements(), to.shape.elements());
        withType(to.dtype, [&]<class T>(T) { vectorOf<T>(to) = vectorOf<T>(from); });
    }

    void axpy(double a, ConstTensorView x, TensorView y) const override
    {
        LOCKSTEP_CHECK_EQ(x.shape.elements(), y.shape.elements());
        withType(y.dtype, [&]<class T>(T) { vectorOf<T>(y) += static_cast<T>(a) * vectorOf<T>(x); });
    }

    void divide(double a, TensorView x) const override
    {
        withType(x.dtype, [&]<class T>(T) { vectorOf<T>(x) /= static_cast<T>(a); });
    }

    void sgdStep(const SgdFactors& factors, ConstTensorView gradient, TensorView velocity,
        TensorView parameters) const override
    {
        LOCKSTEP_CHECK_EQ(gradient.elements(), parameters.elements());
        if (factors.momentum != 0)
            LOCKSTEP_CHECK_EQ(velocity.elements(), parameters.elements());
        withType(parameters.dtype, [&]<class T>(T) {
            const T rate = static_cast<T>(-factors.lr), momentum = static_cast<T>(factors.momentum);
            const T decay = static_cast<T>(factors.weightDecay);
            const T* g = gradient.as<T>();
            T* w = parameters.as<T>();
            T* v = momentum != 0 ? velocity.as<T>() : nullptr;
            for (std::int64_t i = 0; i < parameters.elements(); ++i) {
                T d = decay != 0 ? g[i] + decay * w[i] : g[i];
                if (v) {
                    v[i] = momentum * v[i] + d;
                    d = factors.nesterov ? d + momentum * v[i] : v[i];
                }
                w[i] += rate * d;
            }
        });
    }

    double sum(ConstTensorView x) const override
    {
        return withType(x.dtype, [&]<class T>(T) {
            const T* values = x.as<T>();
            return std::accumulate(values, values + x.elements(), 0.0);
        });
    }

    double norm(ConstTensorView x) const override
    {
        return withType(x.dtype, [&]<class T>(T) {
            const T* values = x.as<T>();
            double total = 0;
            for (std::int64_t i = 0; i < x.elements(); ++i)
                total += static_cast<double>(values[i]) * static_cast<double>(values[i]);
            return std::sqrt(total);
        });
    }
};

} // namespace

std::unique_ptr<Ops> makeCpuOps()
{
    return std::make_unique<CpuOps>();
}

} // namespace lockstep
