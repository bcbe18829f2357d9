// Checks shapes, then hands raw pointers to the kernels of the operands' dtype.
#include "core/backend/cpu/kernels/cpu_ops.h"

#include <algorithm>
#include <cmath>

namespace lockstep {
namespace {

class CpuOps final : public Ops {
    /// Calls work with the kernels for what the tag says.
    template <class Work>
    auto withKernels(DType dtype, const Work& work) const
    {
        return dtype == DType::f32 ? work(m_kernels.f32) : work(m_kernels.f64);
    }

public:
    explicit CpuOps(const KernelTable& kernels)
        : m_kernels(kernels)
    {
    }

    void matmul(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.rows);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.columns}));
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.multiply(out.shape.rows, out.shape.columns, a.shape.columns, a.as<T>(), a.shape.columns, b.as<T>(),
                b.shape.columns, out.as<T>(), out.shape.columns);
        });
    }

    void matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.columns, b.shape.columns);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.rows, b.shape.rows}));
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.multiplyTransposedB(out.shape.rows, out.shape.columns, a.shape.columns, a.as<T>(), a.shape.columns,
                b.as<T>(), b.shape.columns, out.as<T>(), out.shape.columns);
        });
    }

    void matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(a.shape.rows, b.shape.rows);
        LOCKSTEP_CHECK((out.shape == Shape{a.shape.columns, b.shape.columns}));
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.multiplyTransposedA(out.shape.rows, out.shape.columns, a.shape.rows, a.as<T>(), a.shape.columns,
                b.as<T>(), b.shape.columns, out.as<T>(), out.shape.columns);
        });
    }

    void addRow(ConstTensorView row, TensorView matrix) const override
    {
        LOCKSTEP_CHECK_EQ(row.elements(), matrix.shape.columns);
        withKernels(matrix.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.addRow(matrix.shape.rows, matrix.shape.columns, row.as<T>(), matrix.as<T>());
        });
    }

    void columnSums(ConstTensorView matrix, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(out.elements(), matrix.shape.columns);
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.columnSums(matrix.shape.rows, matrix.shape.columns, matrix.as<T>(), out.as<T>());
        });
    }

    void relu(ConstTensorView x, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(x.elements(), out.elements());
        withKernels(out.dtype,
            [&]<class T>(const KernelsOf<T>& kernels) { kernels.relu(out.elements(), x.as<T>(), out.as<T>()); });
    }

    void reluGradient(ConstTensorView activated, ConstTensorView slopes, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(activated.elements(), out.elements());
        LOCKSTEP_CHECK_EQ(slopes.elements(), out.elements());
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.reluBackward(out.elements(), activated.as<T>(), slopes.as<T>(), out.as<T>());
        });
    }

    void softmaxCrossEntropy(ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities,
        TensorView losses) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == logits.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), logits.shape.rows);
        LOCKSTEP_CHECK_EQ(losses.elements(), logits.shape.rows);
        withKernels(logits.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.softmaxCrossEntropy(logits.shape.rows, logits.shape.columns, logits.as<T>(), labels.data(),
                probabilities.as<T>(), losses.as<T>());
        });
    }

    void softmaxCrossEntropyGradient(
        ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const override
    {
        LOCKSTEP_CHECK(probabilities.shape == out.shape);
        LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(labels.size()), out.shape.rows);
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.softmaxCrossEntropyGradient(
                out.shape.rows, out.shape.columns, probabilities.as<T>(), labels.data(), out.as<T>());
        });
    }

    void binaryCrossEntropy(ConstTensorView logits, ConstTensorView targets, TensorView probabilities,
        TensorView losses) const override
    {
        LOCKSTEP_CHECK_EQ(logits.elements(), targets.elements());
        LOCKSTEP_CHECK_EQ(logits.elements(), probabilities.elements());
        LOCKSTEP_CHECK_EQ(logits.elements(), losses.elements());
        withKernels(logits.dtype, [&]<class T>(const KernelsOf<T>&) { // one number an example: not worth a kernel
            const T *x = logits.as<T>(), *target = targets.as<T>();
            T *probability = probabilities.as<T>(), *loss = losses.as<T>();
            for (std::int64_t i = 0; i < logits.elements(); ++i) {
                const T e = std::exp(-std::abs(x[i]));
                loss[i] = std::max(x[i], T{0}) - x[i] * target[i] + std::log1p(e);
                probability[i] = (x[i] >= 0 ? T{1} : e) / (1 + e);
            }
        });
    }

    void squaredError(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.elements(), targets.elements());
        LOCKSTEP_CHECK_EQ(predictions.elements(), losses.elements());
        withKernels(losses.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.squaredError(losses.elements(), predictions.as<T>(), targets.as<T>(), static_cast<T>(factor),
                losses.as<T>());
        });
    }

    void squaredErrorGradient(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const override
    {
        LOCKSTEP_CHECK_EQ(predictions.elements(), targets.elements());
        LOCKSTEP_CHECK_EQ(predictions.elements(), out.elements());
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.squaredErrorGradient(
                out.elements(), predictions.as<T>(), targets.as<T>(), static_cast<T>(factor), out.as<T>());
        });
    }

    void fill(double value, TensorView out) const override
    {
        withKernels(out.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.fill(out.elements(), static_cast<T>(value), out.as<T>());
        });
    }

    void copy(ConstTensorView from, TensorView to) const override
    {
        LOCKSTEP_CHECK_EQ(from.elements(), to.elements());
        withKernels(to.dtype,
            [&]<class T>(const KernelsOf<T>& kernels) { kernels.copy(to.elements(), from.as<T>(), to.as<T>()); });
    }

    void axpy(double a, ConstTensorView x, TensorView y) const override
    {
        LOCKSTEP_CHECK_EQ(x.elements(), y.elements());
        withKernels(y.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.axpy(y.elements(), static_cast<T>(a), x.as<T>(), y.as<T>());
        });
    }

    void divide(double a, TensorView x) const override
    {
        withKernels(x.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.divide(x.elements(), static_cast<T>(a), x.as<T>());
        });
    }

    void sgdStep(const SgdFactors& factors, ConstTensorView gradient, TensorView velocity,
        TensorView parameters) const override
    {
        LOCKSTEP_CHECK_EQ(gradient.elements(), parameters.elements());
        if (factors.momentum != 0)
            LOCKSTEP_CHECK_EQ(velocity.elements(), parameters.elements());
        withKernels(parameters.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            kernels.sgd(parameters.elements(), static_cast<T>(factors.lr), static_cast<T>(factors.momentum),
                static_cast<T>(factors.weightDecay), factors.nesterov, gradient.as<T>(),
                factors.momentum != 0 ? velocity.as<T>() : nullptr, parameters.as<T>());
        });
    }

    double sum(ConstTensorView x) const override
    {
        return withKernels(
            x.dtype, [&]<class T>(const KernelsOf<T>& kernels) { return kernels.sum(x.elements(), x.as<T>()); });
    }

    double norm(ConstTensorView x) const override
    {
        return withKernels(x.dtype, [&]<class T>(const KernelsOf<T>& kernels) {
            return std::sqrt(kernels.sumOfSquares(x.elements(), x.as<T>()));
        });
    }

private:
    const KernelTable& m_kernels;
};

} // namespace

std::unique_ptr<Ops> makeCpuOps(const KernelTable& kernels)
{
    return std::make_unique<CpuOps>(kernels);
}

} // namespace lockstep
