// One matrix product each way, and one for the inputs.
#include "core/model/dense.h"

namespace lockstep {

void Dense::forward(const Ops& ops, ConstTensorView parameters, ConstTensorView x, TensorView y) const
{
    ops.matmulTransposedB(x, parameters.part(0, weightShape()), y);
    if (bias)
        ops.addRow(parameters.part(inputs * outputs, biasShape()), y);
}

void Dense::backward(const Ops& ops, ConstTensorView x, ConstTensorView dy, TensorView gradient,
    FunctionRef<void(int)> ready) const
{
    ops.matmulTransposedA(dy, x, gradient.part(0, weightShape()));
    ready(0);
    if (bias) {
        ops.columnSums(dy, gradient.part(inputs * outputs, biasShape()));
        ready(1);
    }
}

void Dense::backwardInputs(const Ops& ops, ConstTensorView parameters, ConstTensorView dy, TensorView dx) const
{
    ops.matmul(dy, parameters.part(0, weightShape()), dx);
}

} // namespace lockstep
