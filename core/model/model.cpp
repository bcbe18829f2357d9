// scalar is a dense layer with one input, one output and no bias; linear has many inputs; softmax has many outputs.
#include "core/model/model.h"

#include "core/config/derived.h"
#include "core/tensor/values.h"

namespace lockstep {

Model::Model(const RunConfig& config, const DataInfo& data)
    : m_layer{data.features, config.model.kind == ModelKind::softmax ? data.classes : 1,
        config.model.kind != ModelKind::scalar && config.model.bias}
    , m_loss(makeLoss(config.loss.kind))
    , m_reduction(config.loss.reduction)
{
    m_offsets.push_back(0);
    for (const ParameterShape& shape : parameterShapes(config)) {
        m_parameters.push_back({shape.name, shape.shape});
        m_offsets.push_back(m_offsets.back() + static_cast<std::size_t>(shape.elements()));
    }
    LOCKSTEP_CHECK_EQ(
        elements(), m_layer.weightElements() + static_cast<std::size_t>(m_layer.bias ? m_layer.outputs : 0));
}

void Model::forward(
    const Ops& ops, ConstTensorView parameters, const Batch& batch, Activations& activations) const
{
    activations.outputs.reshape({batch.examples(), m_layer.outputs}, parameters.dtype);
    activations.slopes.reshape({batch.examples(), m_layer.outputs}, parameters.dtype);
    m_layer.forward(ops, parameters, batch.inputs, activations.outputs);
    m_loss->forward(ops, activations.outputs, batch, activations.slopes, activations.scores);
}

void Model::backward(const Ops& ops, const Batch& batch, Activations& activations, TensorView gradient, Announce announce) const
{
    LOCKSTEP_CHECK_EQ(gradient.elements(), static_cast<std::int64_t>(elements()));
    m_loss->backward(ops, activations.outputs, batch, activations.slopes);
    m_layer.backward(ops, batch.inputs, activations.slopes, gradient, [&](int which) {
        const ParameterId parameter{which};
        const TensorView part = gradient.part(
            offsetOf(parameter), static_cast<std::size_t>(m_parameters[parameter.index()].elements()));
        if (m_reduction == Reduction::mean && batch.examples() > 0)
            ops.divide(static_cast<double>(batch.examples()), part); // after the sum, as one does by hand
        announce(parameter, part);
    });
}

double Model::reducedLoss(const Ops& ops, const Activations& activations) const
{
    const Tensor& losses = activations.scores.losses;
    const double total = ops.sum(losses), examples = static_cast<double>(losses.elements());
    return m_reduction == Reduction::mean && examples > 0 ? total / examples : total;
}

std::vector<double> exampleGradients(
    const Ops& ops, const Model& model, ConstTensorView parameters, const Batch& batch)
{
    std::vector<double> rows(batch.samples.size() * model.elements());
    Batch one;
    Activations activations;
    Tensor gradient(rowShape(model.elements()), parameters.dtype);
    for (std::size_t i = 0; i < batch.samples.size(); ++i) {
        const std::int64_t row = static_cast<std::int64_t>(i), features = batch.inputs.shape().columns;
        one.samples = {batch.samples[i]};
        one.inputs.reshape({1, features}, parameters.dtype);
        ops.copy(batch.inputs.view().part(row * features, Shape{1, features}), one.inputs);
        one.targets.reshape({1, 1}, parameters.dtype);
        ops.copy(batch.targets.view().part(row, Shape{1, 1}), one.targets);
        if (!batch.labels.empty())
            one.labels = {batch.labels[i]};
        model.forward(ops, parameters, one, activations);
        model.backward(ops, one, activations, gradient, [](ParameterId, TensorView) {});
        convert(gradient, std::span(rows).subspan(i * model.elements(), model.elements()));
    }
    return rows;
}

} // namespace lockstep
