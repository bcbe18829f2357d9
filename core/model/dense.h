// Dense layer: outputs = inputs transpose(weight) + bias, with its backward written by hand.
#pragma once

#include "core/base/function_ref.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// Shape of the layer; its parameters lie one after another: weight [outputs x inputs], then bias [outputs] if any.
struct Dense {
    std::int64_t inputs = 1;
    std::int64_t outputs = 1;
    bool bias = true;

    Shape weightShape() const { return {outputs, inputs}; }
    Shape biasShape() const { return {1, outputs}; }
    std::int64_t elements() const { return inputs * outputs + (bias ? outputs : 0); }

    /// x [n x inputs] to y [n x outputs].
    void forward(const Ops& ops, ConstTensorView parameters, ConstTensorView x, TensorView y) const;

    /// dy [n x outputs] to the gradient, summed over the n examples:
    /// d weight(o,i) = sum over n of dy(n,o) x(n,i), then d bias(o) = sum over n of dy(n,o).
    /// Calls ready(0) after the weight and ready(1) after the bias.
    void backward(const Ops& ops, ConstTensorView x, ConstTensorView dy, TensorView gradient,
        FunctionRef<void(int)> ready) const;

    /// dy [n x outputs] to the slope by the inputs: dx(n,i) = sum over o of dy(n,o) weight(o,i).
    void backwardInputs(const Ops& ops, ConstTensorView parameters, ConstTensorView dy, TensorView dx) const;
};

} // namespace lockstep
