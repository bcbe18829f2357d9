// Squared error (half or whole), and cross-entropy after softmax or of log-odds.
#include "core/model/loss.h"

#include "core/tensor/values.h"

namespace lockstep {
namespace {

std::int64_t firstLargest(ConstTensorView row)
{
    std::int64_t best = 0;
    for (std::int64_t j = 1; j < row.elements(); ++j)
        if (row.at(j) > row.at(best))
            best = j;
    return best;
}

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
        scores.losses.reshape({1, batch.examples()}, outputs.dtype);
        ops.squaredError(outputs, batch.targets, m_factor, scores.losses);
        scores.predictions.resize(batch.samples.size());
        convert(outputs, scores.predictions);
        scores.correct = -1;
    }

    void backward(const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes) const override
    {
        ops.squaredErrorGradient(outputs, batch.targets, m_factor, slopes);
    }

private:
    double m_factor;
};

/// The output is the log-odds of target 1. Between forward and backward `slopes` holds the probability of 1.
class BinaryCrossEntropy final : public Loss {
public:
    void forward(
        const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes, Scores& scores) const override
    {
        LOCKSTEP_CHECK_EQ(outputs.shape.columns, std::int64_t{1});
        scores.losses.reshape({1, batch.examples()}, outputs.dtype);
        ops.binaryCrossEntropy(outputs, batch.targets, slopes, scores.losses);
        scores.predictions.resize(batch.samples.size());
        scores.correct = 0;
        for (std::int64_t i = 0; i < batch.examples(); ++i) {
            const bool one = batch.targets.at(i, 0) > 0.5;
            const double probability = ConstTensorView(slopes).at(i);
            scores.predictions[static_cast<std::size_t>(i)] = one ? probability : 1 - probability;
            scores.correct += (ConstTensorView(outputs).at(i) > 0) == one ? 1 : 0;
        }
    }

    void backward(const Ops& ops, ConstTensorView, const Batch& batch, TensorView slopes) const override
    {
        ops.squaredErrorGradient(slopes, batch.targets, 0.5, slopes); // probability - target
    }
};

/// Softmax over the outputs, then -log of the right class's probability. Between forward and backward `slopes` holds
/// the probabilities.
class CrossEntropy final : public Loss {
public:
    void forward(
        const Ops& ops, ConstTensorView outputs, const Batch& batch, TensorView slopes, Scores& scores) const override
    {
        const std::int64_t examples = batch.examples(), classes = outputs.shape.columns;
        scores.losses.reshape({1, examples}, outputs.dtype);
        ops.softmaxCrossEntropy(outputs, batch.labels, slopes, scores.losses);
        scores.predictions.resize(batch.labels.size());
        scores.correct = 0;
        for (std::int64_t i = 0; i < examples; ++i) {
            const ConstTensorView row = slopes.part(i * classes, Shape{1, classes});
            const std::int32_t label = batch.labels[static_cast<std::size_t>(i)];
            scores.predictions[static_cast<std::size_t>(i)] = row.at(label);
            scores.correct += firstLargest(row) == label ? 1 : 0;
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
    case LossKind::binaryCrossEntropy:
        return std::make_unique<BinaryCrossEntropy>();
    case LossKind::crossEntropy:
        break;
    }
    return std::make_unique<CrossEntropy>();
}

} // namespace lockstep
