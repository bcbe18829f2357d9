// SerialOps: the obviously right loops. Every other implementation of Ops is compared with this one, bit for bit.
#pragma once

#include "core/tensor/ops.h"

namespace lockstep {

class SerialOps final : public Ops {
public:
    void matmul(ConstTensorView a, ConstTensorView b, TensorView out) const override;
    void matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const override;
    void matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const override;
    void addRow(ConstTensorView row, TensorView matrix) const override;
    void columnSums(ConstTensorView matrix, TensorView out) const override;
    void relu(ConstTensorView x, TensorView out) const override;
    void reluGradient(ConstTensorView activated, ConstTensorView slopes, TensorView out) const override;
    void softmaxCrossEntropy(ConstTensorView logits, std::span<const std::int32_t> labels, TensorView probabilities,
        TensorView losses) const override;
    void softmaxCrossEntropyGradient(
        ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const override;
    void binaryCrossEntropy(
        ConstTensorView logits, ConstTensorView targets, TensorView probabilities, TensorView losses) const override;
    void squaredError(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const override;
    void squaredErrorGradient(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const override;
    void fill(double value, TensorView out) const override;
    void copy(ConstTensorView from, TensorView to) const override;
    void axpy(double a, ConstTensorView x, TensorView y) const override;
    void divide(double a, TensorView x) const override;
    void sgdStep(const SgdFactors& factors, ConstTensorView gradient, TensorView velocity,
        TensorView parameters) const override;
    double sum(ConstTensorView x) const override;
    double norm(ConstTensorView x) const override;
};

} // namespace lockstep
