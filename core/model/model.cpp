// scalar, linear, logistic and softmax are one dense layer; mlp puts hidden ones before it.
#include "core/model/model.h"

#include <utility>

#include "core/config/derived.h"
#include "core/tensor/values.h"

namespace lockstep {

Model::Model(const RunConfig& config, const DataInfo& data)
    : m_loss(makeLoss(config.loss.kind))
    , m_reduction(config.loss.reduction)
    , m_parameters(parameterShapes(config))
{
    m_offsets.push_back(0);
    for (const ParameterInfo& parameter : m_parameters)
        m_offsets.push_back(m_offsets.back() + static_cast<std::size_t>(parameter.elements()));

    const bool bias = config.model.kind != ModelKind::scalar && config.model.bias;
    std::int64_t inputs = data.features, offset = 0;
    std::int32_t parameter = 0;
    const auto add = [&](std::int64_t outputs) {
        m_layers.push_back({{inputs, outputs, bias}, offset, parameter});
        offset += m_layers.back().dense.elements();
        parameter += bias ? 2 : 1;
        inputs = outputs;
    };
    for (const int width : config.model.hidden)
        add(width);
    add(config.loss.kind == LossKind::crossEntropy ? data.classes : 1);
    LOCKSTEP_CHECK_EQ(static_cast<std::int64_t>(elements()), offset);
}

void Model::forward(
    const Ops& ops, ConstTensorView parameters, const Batch& batch, Activations& activations) const
{
    const std::int64_t examples = batch.examples();
    const std::size_t hidden = m_layers.size() - 1;
    activations.parameters = parameters;
    activations.hidden.resize(hidden);
    ConstTensorView x = batch.inputs;
    const auto run = [&](const Layer& layer, Tensor& y) {
        y.reshape({examples, layer.dense.outputs}, parameters.dtype);
        layer.dense.forward(ops, parameters.part(layer.offset, Shape{1, layer.dense.elements()}), x, y);
    };
    for (std::size_t i = 0; i < hidden; ++i) {
        Tensor& y = activations.hidden[i];
        run(m_layers[i], y);
        ops.relu(y, y);
        x = y;
    }
    run(m_layers.back(), activations.outputs);
    activations.slopes.reshape(activations.outputs.shape(), parameters.dtype);
    m_loss->forward(ops, activations.outputs, batch, activations.slopes, activations.scores);
}

void Model::backward(const Ops& ops, const Batch& batch, Activations& activations, TensorView gradient,
    Announce announce) const
{
    LOCKSTEP_CHECK_EQ(gradient.elements(), static_cast<std::int64_t>(elements()));
    m_loss->backward(ops, activations.outputs, batch, activations.slopes);
    // The mean's division: after the sum, as one does by hand; or of the few slopes that all sums are made of, which
    // rounds differently and saves a pass over the whole gradient.
    const double divisor
        = m_reduction == Reduction::mean && batch.examples() > 0 ? static_cast<double>(batch.examples()) : 1;
    const bool before = gradient.dtype == DType::f32;
    if (before)
        ops.divide(divisor, activations.slopes);
    activations.hiddenSlopes.resize(m_layers.size() - 1);
    TensorView dy = activations.slopes;
    for (std::size_t i = m_layers.size(); i-- > 0;) {
        const Layer& layer = m_layers[i];
        const Shape own{1, layer.dense.elements()};
        const ConstTensorView x = i == 0 ? batch.inputs.view() : std::as_const(activations.hidden[i - 1]).view();
        layer.dense.backward(ops, x, dy, gradient.part(layer.offset, own), [&](int which) {
            const ParameterId parameter{layer.parameter + which};
            const TensorView part = gradient.part(
                offsetOf(parameter), static_cast<std::size_t>(m_parameters[parameter.index()].elements()));
            if (!before)
                ops.divide(divisor, part);
            announce(parameter, part);
        });
        if (i == 0)
            break;
        Tensor& dx = activations.hiddenSlopes[i - 1];
        dx.reshape(x.shape, gradient.dtype);
        layer.dense.backwardInputs(ops, activations.parameters.part(layer.offset, own), dy, dx);
        ops.reluGradient(x, dx, dx);
        dy = dx;
    }
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
