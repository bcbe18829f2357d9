// One matrix product each way.
#include "core/model/dense.h"

namespace lockstep {

void Dense::forward(const Ops& ops, std::span<const double> parameters, ConstTensorView x, TensorView y) const
{
    ops.matmulTransposedB(x, viewOf(parameters.first(weightElements()), {outputs, inputs}), y);
    if (bias)
        ops.addRow(rowOf(parameters.subspan(weightElements())), y);
}

void Dense::backward(const Ops& ops, ConstTensorView x, ConstTensorView dy, std::span<double> gradient,
    const std::function<void(int)>& ready) const
{
    ops.matmulTransposedA(dy, x, viewOf(gradient.first(weightElements()), {outputs, inputs}));
    ready(0);
    if (bias) {
        ops.columnSums(dy, rowOf(gradient.subspan(weightElements())));
        ready(1);
    }
}

} // namespace lockstep
