// Optimisers: how a gradient changes the parameters.
#pragma once

#include "core/config/run_config.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// Plain gradient descent: w - lr * g, element by element (one product, one subtraction).
inline void applySgd(const Ops& ops, double lr, ConstTensorView gradient, TensorView parameters)
{
    ops.axpy(-lr, gradient, parameters); // w + (-lr) g has the same bits as w - lr g
}

} // namespace lockstep
