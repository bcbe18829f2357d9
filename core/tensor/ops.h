// Ops: the operations a model needs, as an interface that backends implement.
// All operands of a call have one dtype, and it computes in that.
//
// f64: the order of additions is part of the contract: every sum starts from 0 and runs in ascending index order, every
// product is rounded before it is added (no fused multiply-add), exp and log are the C library's. So all backends give
// the same bits, and a faster kernel may only be faster, never different.
// f32: sums may be cut into lanes and products fused with additions; the same build gives the same bits for the same
// shapes, and backends agree to rounding (see tst_conformance). Sums that come back as a number are added in
// double, at most after lanes of short blocks.
#pragma once

#include <cstdint>
#include <span>

#include "core/tensor/tensor.h"

namespace lockstep {

/// Plain gradient descent with what PyTorch's torch.optim.SGD adds to it (dampening 0).
struct SgdFactors {
    double lr = 0;
    double momentum = 0;
    double weightDecay = 0;
    bool nesterov = false;
};

/// Shapes must match as stated; a mismatch is a broken invariant. Outputs never overlap inputs unless stated.
class Ops {
public:
    virtual ~Ops() = default;

    /// out[n x c] = a[n x k] b[k x c]; out(i,j) = sum over k of a(i,k) b(k,j).
    virtual void matmul(ConstTensorView a, ConstTensorView b, TensorView out) const = 0;
    /// out[n x c] = a[n x k] transpose(b[c x k]); out(i,j) = sum over k of a(i,k) b(j,k).
    virtual void matmulTransposedB(ConstTensorView a, ConstTensorView b, TensorView out) const = 0;
    /// out[k x c] = transpose(a[n x k]) b[n x c]; out(i,j) = sum over n of a(n,i) b(n,j). With n = 0 all zeros.
    virtual void matmulTransposedA(ConstTensorView a, ConstTensorView b, TensorView out) const = 0;
    /// matrix[n x c] += row[1 x c] in every row.
    virtual void addRow(ConstTensorView row, TensorView matrix) const = 0;
    /// out[1 x c] = sum over the rows of matrix[n x c].
    virtual void columnSums(ConstTensorView matrix, TensorView out) const = 0;

    /// out = x where x > 0 or x is not a number, otherwise 0. `out` may be the same memory as `x`.
    virtual void relu(ConstTensorView x, TensorView out) const = 0;
    /// out = slopes where activated > 0, otherwise 0; `activated` is what relu gave. `out` may be the same memory as
    /// `slopes`.
    virtual void reluGradient(ConstTensorView activated, ConstTensorView slopes, TensorView out) const = 0;

    /// Per row: probability(j) = exp(x(j) - max x) / sum, loss = log(sum) - (x(label) - max x), natural logarithm.
    /// logits, probabilities [n x c]; labels n; losses [1 x n].
    virtual void softmaxCrossEntropy(ConstTensorView logits, std::span<const std::int32_t> labels,
        TensorView probabilities, TensorView losses) const = 0;
    /// out[n x c] = probabilities, minus 1 at each row's label: the gradient of each row's own loss by its logits.
    /// `out` may be the same memory as `probabilities`.
    virtual void softmaxCrossEntropyGradient(
        ConstTensorView probabilities, std::span<const std::int32_t> labels, TensorView out) const = 0;
    /// Element by element, for log-odds x and a target t of 0 or 1, as PyTorch's binary_cross_entropy_with_logits:
    ///   loss = max(x, 0) - x * t + log1p(exp(-|x|));  probability = x >= 0 ? 1 / (1 + e) : e / (1 + e), e = exp(-|x|)
    /// The gradient of the loss by x is probability - t: squaredErrorGradient with the factor 1/2.
    virtual void binaryCrossEntropy(
        ConstTensorView logits, ConstTensorView targets, TensorView probabilities, TensorView losses) const = 0;
    /// losses(i) = factor * (prediction(i) - target(i))^2, as factor * (d * d).
    virtual void squaredError(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView losses) const = 0;
    /// out(i) = (2 factor) * (prediction(i) - target(i)). `out` may be the same memory as `predictions`.
    virtual void squaredErrorGradient(
        ConstTensorView predictions, ConstTensorView targets, double factor, TensorView out) const = 0;

    virtual void fill(double value, TensorView out) const = 0;
    virtual void copy(ConstTensorView from, TensorView to) const = 0;
    /// y = y + a * x, element by element.
    virtual void axpy(double a, ConstTensorView x, TensorView y) const = 0;
    /// x = x / a: a true division, which is not the product with 1 / a.
    virtual void divide(double a, TensorView x) const = 0;
    /// Element by element, in one pass, as PyTorch's torch.optim.SGD:
    ///   d = gradient + weightDecay * w;  with momentum: v = momentum * v + d, then d = nesterov ? d + momentum * v : v;
    ///   w = w + (-lr) * d
    /// `velocity` (v) starts as zeros, so that the first v is d; it is left alone, and may be empty, when momentum is 0.
    /// A term whose factor is 0 is left out.
    virtual void sgdStep(const SgdFactors& factors, ConstTensorView gradient, TensorView velocity,
        TensorView parameters) const = 0;
    /// The sum of all elements.
    virtual double sum(ConstTensorView x) const = 0;
    /// Euclidean length: the root of the sum of squares.
    virtual double norm(ConstTensorView x) const = 0;
};

} // namespace lockstep
