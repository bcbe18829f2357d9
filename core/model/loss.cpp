// Squared error (half or whole) and softmax with cross-entropy.
#include "core/model/loss.h"

#include <algorithm>

namespace lockstep {
namespace {

/// factor * (prediction - target)^2, one output per example.
class SquaredError final : public Loss {
public:
    explicit SquaredError(double factor)
        : m_factor(factor)
    {
    }

    void forward(const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView, Scores& scores) const override
    {
        LOCKSTEP_CHECK_EQ(outputs.shape.columns, std::int64_t{1});
        scores.losses.resize(static_cast<std::size_t>(batch.examples()));
        ops.squaredError(outputs, batch.targets, m_factor, rowOf(scores.losses));
        scores.predictions.assign(outputs.f64(), outputs.f64() + batch.examples());
        scores.correct = -1;
    }

    void backward(const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes) const override
    {
        ops.squaredErrorGradient(outputs, batch.targets, m_factor, slopes);
    }

private:
    double m_factor;
};

/// Softmax over the outputs, then -log of the right class's probability. Between forward and backward `slopes` holds
/// the probabilities.
class CrossEntropy final : public Loss {
public:
    void forward(
        const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes, Scores& scores) const override
    {
        const std::size_t examples = batch.labels.size();
        const std::int64_t classes = outputs.shape.columns;
        scores.losses.resize(examples);
        ops.softmaxCrossEntropy(outputs, batch.labels, slopes, rowOf(scores.losses));
        scores.predictions.resize(examples);
        scores.correct = 0;
        for (std::size_t i = 0; i < examples; ++i) {
            const double* row = slopes.f64() + static_cast<std::int64_t>(i) * classes;
            scores.predictions[i] = row[batch.labels[i]];
            scores.correct += std::max_element(row, row + classes) - row == batch.labels[i] ? 1 : 0;
        }
    }

    void backward(const Ops& ops, ConstTensorView, const Batch& batch, TensorView slopes) const override
    {
        ops.softmaxCrossEntropyGradient(slopes, batch.labels, slopes);
    }
};

} // namespace

std::unique_ptr<Loss> makeLoss(LossKind kind)
{
    switch (kind) {
    case LossKind::halfSquaredError:
        return std::make_unique<SquaredError>(0.5);
    case LossKind::meanSquaredError:
        return std::make_unique<SquaredError>(1.0);
    case LossKind::crossEntropy:
        break;
    }
    return std::make_unique<CrossEntropy>();
}

} // namespace lockstep
