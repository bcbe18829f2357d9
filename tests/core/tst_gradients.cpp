// Every hand-written gradient against central differences, for every model, loss and reduction.
#include <QtTest>

#include "core/backend/serial/serial_ops.h"
#include "core/base/rng.h"
#include "core/model/model.h"
#include "core/model/optimizer.h"

using namespace lockstep;

namespace {

struct Setting {
    RunConfig config;
    Dataset data;
};

Setting setting(ModelKind kind, LossKind loss, Reduction reduction, bool bias)
{
    Setting made;
    made.config.model = {kind, bias};
    made.config.loss = {loss, reduction};
    const int features = kind == ModelKind::scalar ? 1 : 3, examples = 5;
    made.data.info.features = features;
    made.data.inputs.reshape({examples, features});
    std::mt19937 random = randomStream(3, 99);
    for (double& value : made.data.inputs.values())
        value = standardNormal(random);
    for (int i = 0; i < examples; ++i) {
        made.data.targets.push_back(standardNormal(random));
        if (kind == ModelKind::softmax)
            made.data.labels.push_back((3 * i) % 10);
    }
    if (kind == ModelKind::softmax) { // shapes follow from the config: use the digits' shape, 64 inputs and 10 classes
        made.config.data.set = DataSet::digits;
        made.data.info.features = 64;
        made.data.info.classes = 10;
        made.data.inputs.reshape({examples, 64});
        for (double& value : made.data.inputs.values())
            value = standardNormal(random);
    } else {
        made.config.data.targets = made.data.targets;
        made.config.data.inputs.assign(examples, Numbers(static_cast<std::size_t>(features), 0.0));
    }
    return made;
}

} // namespace

class TestGradients : public QObject {
    Q_OBJECT

private slots:
    void gradientsMatchCentralDifferences_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("loss");
        QTest::addColumn<int>("reduction");
        QTest::addColumn<bool>("bias");
        for (const auto& [kind, name] :
            {std::pair{ModelKind::scalar, "scalar"}, {ModelKind::linear, "linear"}, {ModelKind::softmax, "softmax"}})
            for (const LossKind loss : {LossKind::halfSquaredError, LossKind::meanSquaredError, LossKind::crossEntropy})
                for (const Reduction reduction : {Reduction::mean, Reduction::sum})
                    for (const bool bias : {true, false})
                        if ((kind == ModelKind::softmax) == (loss == LossKind::crossEntropy)
                            && (kind != ModelKind::scalar || !bias))
                            QTest::addRow("%s loss %d reduction %d bias %d", name, int(loss), int(reduction), int(bias))
                                << int(kind) << int(loss) << int(reduction) << bias;
    }
    void gradientsMatchCentralDifferences()
    {
        QFETCH(int, kind);
        QFETCH(int, loss);
        QFETCH(int, reduction);
        QFETCH(bool, bias);
        const Setting made = setting(
            static_cast<ModelKind>(kind), static_cast<LossKind>(loss), static_cast<Reduction>(reduction), bias);
        const SerialOps ops;
        const Model model(made.config, made.data.info);
        Batch batch;
        loadBatch(made.data, std::vector<std::int32_t>{4, 0, 2, 1}, DType::f64, batch);
        std::mt19937 random = randomStream(5, 99);
        std::vector<double> parameters(model.elements()), gradient(model.elements());
        for (double& value : parameters)
            value = standardNormal(random);
        Activations activations;
        const auto lossAt = [&] {
            model.forward(ops, parameters, batch, activations);
            return model.reducedLoss(ops, activations);
        };

        lossAt();
        std::vector<int> announced;
        model.backward(ops, batch, activations, gradient, [&](ParameterId parameter, TensorView part) {
            announced.push_back(parameter.value);
            QCOMPARE(part.f64(), gradient.data() + model.offsetOf(parameter));
        });
        QCOMPARE(announced.size(), model.parameters().size());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const double kept = parameters[i], h = 1e-5;
            parameters[i] = kept + h;
            const double above = lossAt();
            parameters[i] = kept - h;
            const double below = lossAt();
            parameters[i] = kept;
            const double difference = (above - below) / (2 * h);
            QVERIFY2(std::abs(difference - gradient[i]) < 1e-7 * std::max(1.0, std::abs(difference)),
                qPrintable(QString("element %1: %2 against %3").arg(i).arg(gradient[i]).arg(difference)));
        }

        // Each example's own gradients add up to the batch's.
        const std::vector<double> rows = exampleGradients(ops, model, parameters, batch);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            double sum = 0;
            for (std::size_t row = 0; row < 4; ++row)
                sum += rows[row * parameters.size() + i];
            if (reduction == int(Reduction::mean))
                sum /= 4;
            QVERIFY(std::abs(sum - gradient[i]) < 1e-12 * std::max(1.0, std::abs(sum)));
        }
    }

    void theGradientOfNoExamplesIsZero()
    {
        const Setting made = setting(ModelKind::linear, LossKind::halfSquaredError, Reduction::mean, true);
        const SerialOps ops;
        const Model model(made.config, made.data.info);
        Batch batch;
        loadBatch(made.data, {}, DType::f64, batch);
        Activations activations;
        std::vector<double> gradient(model.elements(), 7.0);
        model.forward(ops, std::vector<double>(model.elements(), 1.0), batch, activations);
        model.backward(ops, batch, activations, gradient, [](ParameterId, TensorView) {});
        QVERIFY(gradient == std::vector<double>(model.elements(), 0.0));
        QCOMPARE(model.reducedLoss(ops, activations), 0.0);
    }

    void sgdIsOneProductAndOneSubtraction()
    {
        std::vector<double> parameters = {1, 0.1, -3e7};
        const std::vector<double> gradient = {4, 0.3, 1.0 / 3}, before = parameters;
        applySgd(SerialOps(), 0.1, gradient, parameters);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(parameters[i] == before[i] - 0.1 * gradient[i]);
    }
};

QTEST_APPLESS_MAIN(TestGradients)
#include "tst_gradients.moc"
