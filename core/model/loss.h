// Losses: from a model's outputs to one number per example, and back. Written once against Ops.
#pragma once

#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/tensor/ops.h"

namespace lockstep {

/// What the loss knows about each example after the forward pass.
struct Scores {
    Tensor losses;                   ///< each example's own loss [1 x examples]
    std::vector<double> predictions; ///< regression: the output; classification: probability of the right class
    std::int32_t correct = -1;       ///< classification: how many have the right class on top; -1 otherwise
};

class Loss {
public:
    virtual ~Loss() = default;

    /// outputs [examples x columns]. `slopes` [examples x columns] receives what backward needs.
    virtual void forward(
        const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes, Scores& scores) const = 0;

    /// Turns `slopes` into each example's own gradient by its outputs.
    virtual void backward(const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes) const = 0;
};

std::unique_ptr<Loss> makeLoss(LossKind kind);

} // namespace lockstep
