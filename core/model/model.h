// Model: layers with ReLU between them, and a loss. Forward gives predictions and losses, backward announces each parameter's gradient.
#pragma once

#include <memory>
#include <vector>

#include "core/base/ids.h"
#include "core/model/dense.h"
#include "core/model/loss.h"

namespace lockstep {

/// What one replica remembers between forward and backward.
struct Activations {
    ConstTensorView parameters; ///< those of the forward pass; they must stay until after backward
    std::vector<Tensor> hidden; ///< by hidden layer, after ReLU [examples x width]
    std::vector<Tensor> hiddenSlopes; ///< same shapes: gradient of each example's own loss by the layer's outputs
    Tensor outputs;                   ///< [examples x outputs]
    Tensor slopes;                    ///< same shape: gradient of each example's own loss by its outputs
    Scores scores;
};

/// Called when backward has finished a parameter; its elements are the parameter's part of the gradient buffer.
using Announce = FunctionRef<void(ParameterId, TensorView)>;

/// One model serves all replicas: it holds no values. Parameters and gradients are flat buffers that hold all
/// parameters in order: layer by layer, weight, then bias.
class Model {
public:
    Model(const RunConfig& config, const DataInfo& data);

    const std::vector<ParameterInfo>& parameters() const { return m_parameters; }
    /// Where a parameter's elements begin in the flat buffers.
    std::size_t offsetOf(ParameterId parameter) const { return m_offsets[parameter.index()]; }
    /// Elements of all parameters together.
    std::size_t elements() const { return m_offsets.back(); }
    Reduction reduction() const { return m_reduction; }

    /// Predictions and losses of the batch.
    void forward(
        const Ops& ops, ConstTensorView parameters, const Batch& batch, Activations& activations) const;

    /// Goes from the last layer to the first and announces each parameter as soon as its gradient is there.
    /// Writes the gradient of the batch's loss, reduced over its examples by loss.reduction, after forward on the same
    /// batch. The gradient of an empty batch is 0.
    void backward(const Ops& ops, const Batch& batch, Activations& activations, TensorView gradient,
        Announce announce) const;

    /// The batch's loss, reduced over its examples by loss.reduction.
    double reducedLoss(const Ops& ops, const Activations& activations) const;

private:
    struct Layer {
        Dense dense;
        std::int64_t offset;    ///< of its parameters in the flat buffers
        std::int32_t parameter; ///< id of its weight; the bias follows
    };
    std::vector<Layer> m_layers;
    std::unique_ptr<Loss> m_loss;
    Reduction m_reduction;
    std::vector<ParameterInfo> m_parameters;
    std::vector<std::size_t> m_offsets; ///< one per parameter, and the end
};

/// Each example's own gradient, row by row [examples x elements]: backward on one example at a time.
std::vector<double> exampleGradients(
    const Ops& ops, const Model& model, ConstTensorView parameters, const Batch& batch);

} // namespace lockstep
