// Every hand-written gradient against central differences, for every model, loss and reduction.
#include <QtTest>

#include "core/backend/serial/serial_ops.h"
#include "core/base/rng.h"
#include "core/config/derived.h"
#include "core/model/model.h"

using namespace lockstep;

namespace {

struct Setting {
    RunConfig config;
    Dataset data;
};

/// Five examples: 64 inputs and ten classes for cross-entropy (shapes follow from the config, so it names the digits),
/// otherwise three inputs, or one for scalar, and targets in the config; 0 and 1 for binary cross-entropy.
Setting setting(ModelKind kind, LossKind loss, Reduction reduction, bool bias)
{
    Setting made;
    made.config.model = {kind, bias, {}};
    if (kind == ModelKind::mlp)
        made.config.model.hidden = {7, 4};
    made.config.loss = {loss, reduction};
    const bool classes = loss == LossKind::crossEntropy;
    const int features = classes ? 64 : kind == ModelKind::scalar ? 1 : 3, examples = 5;
    made.data.info.features = features;
    made.data.info.classes = classes ? 10 : 0;
    made.data.inputs.reshape({examples, features});
    std::mt19937 random = randomStream(3, 99);
    for (double& value : made.data.inputs.values())
        value = standardNormal(random);
    for (int i = 0; i < examples; ++i) {
        made.data.targets.push_back(loss == LossKind::binaryCrossEntropy ? (i * 2 + 1) % 3 % 2 : standardNormal(random));
        if (classes)
            made.data.labels.push_back((3 * i) % 10);
    }
    if (classes) {
        made.config.data.set = DataSet::digits;
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
        const LossKind squared[] = {LossKind::halfSquaredError, LossKind::meanSquaredError};
        const LossKind all[] = {LossKind::halfSquaredError, LossKind::meanSquaredError, LossKind::crossEntropy,
            LossKind::binaryCrossEntropy};
        const auto rows = [](ModelKind kind, const char* name, std::span<const LossKind> losses) {
            for (const LossKind loss : losses)
                for (const Reduction reduction : {Reduction::mean, Reduction::sum})
                    for (const bool bias : {true, false})
                        if (kind != ModelKind::scalar || !bias)
                            QTest::addRow("%s loss %d reduction %d bias %d", name, int(loss), int(reduction), int(bias))
                                << int(kind) << int(loss) << int(reduction) << bias;
        };
        rows(ModelKind::scalar, "scalar", squared);
        rows(ModelKind::linear, "linear", squared);
        rows(ModelKind::logistic, "logistic", std::span(all).last(1));
        rows(ModelKind::softmax, "softmax", std::span(all).subspan(2, 1));
        rows(ModelKind::mlp, "mlp", all);
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
        // The last layer first; in a layer the weight before the bias.
        std::vector<int> order;
        const int layer = bias && made.config.model.kind != ModelKind::scalar ? 2 : 1;
        for (int first = static_cast<int>(model.parameters().size()) - layer; first >= 0; first -= layer)
            for (int which = 0; which < layer; ++which)
                order.push_back(first + which);
        QVERIFY(announced == order);
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
        std::vector<double> parameters = {1, 0.1, -3e7}, none;
        const std::vector<double> gradient = {4, 0.3, 1.0 / 3}, before = parameters;
        SerialOps().sgdStep({0.1, 0, 0, false}, gradient, none, parameters);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(parameters[i] == before[i] - 0.1 * gradient[i]);
    }

    void momentumNesterovAndWeightDecayByHand()
    {
        // w = 1, gradients 4 and 3.6 (lesson 4's first steps), rate 0.1, momentum 0.9:
        // v = 4, w = 1 - 0.4 = 0.6; v = 0.9 * 4 + 3.6 = 7.2, w = 0.6 - 0.72 = -0.12.
        std::vector<double> w{1}, v{0};
        const auto step = [&](SgdFactors factors, double gradient) {
            SerialOps().sgdStep(factors, std::vector<double>{gradient}, v, w);
        };
        step({0.1, 0.9, 0, false}, 4);
        QVERIFY(std::abs(v[0] - 4) < 1e-15 && std::abs(w[0] - 0.6) < 1e-15);
        step({0.1, 0.9, 0, false}, 3.6);
        QVERIFY(std::abs(v[0] - 7.2) < 1e-15 && std::abs(w[0] + 0.12) < 1e-15);

        // Nesterov: v = 4, w = 1 - 0.1 (4 + 0.9 * 4) = 0.24; v = 7.2, w = 0.24 - 0.1 (3.6 + 0.9 * 7.2) = -0.768.
        w = {1};
        v = {0};
        step({0.1, 0.9, 0, true}, 4);
        QVERIFY(std::abs(w[0] - 0.24) < 1e-15);
        step({0.1, 0.9, 0, true}, 3.6);
        QVERIFY(std::abs(v[0] - 7.2) < 1e-15 && std::abs(w[0] + 0.768) < 1e-15);

        // Weight decay 0.5 joins the gradient before momentum: d = 4 + 0.5 * 1 = 4.5, w = 1 - 0.45 = 0.55;
        // d = 3.6 + 0.5 * 0.55 = 3.875, v = 0.9 * 4.5 + 3.875 = 7.925, w = 0.55 - 0.7925 = -0.2425.
        w = {1};
        v = {0};
        step({0.1, 0.9, 0.5, false}, 4);
        QVERIFY(std::abs(v[0] - 4.5) < 1e-15 && std::abs(w[0] - 0.55) < 1e-15);
        step({0.1, 0.9, 0.5, false}, 3.6);
        QVERIFY(std::abs(v[0] - 7.925) < 1e-15 && std::abs(w[0] + 0.2425) < 1e-15);
        // Without momentum: w = 1 - 0.1 (4 + 0.5) = 0.55, and the velocity is left alone.
        w = {1};
        v = {};
        step({0.1, 0, 0.5, false}, 4);
        QVERIFY(std::abs(w[0] - 0.55) < 1e-15);
    }

    void mlpParametersAreNamedAsInPyTorch()
    {
        RunConfig config;
        config.data.set = DataSet::digits;
        config.model = {ModelKind::mlp, true, {32, 16}};
        config.loss.kind = LossKind::crossEntropy;
        QStringList names;
        for (const ParameterInfo& parameter : parameterShapes(config)) {
            QString text = QString::fromStdString(parameter.name);
            for (const std::int64_t extent : parameter.shape)
                text += QStringLiteral(" %1").arg(extent);
            names.append(text);
        }
        QCOMPARE(names.join(", "),
            QString("0.weight 32 64, 0.bias 32, 2.weight 16 32, 2.bias 16, 4.weight 10 16, 4.bias 10"));
    }

    void theBinaryLossStaysFiniteFarOut()
    {
        // Log-odds of 800: e^800 overflows, the loss of the wrong target is 800 all the same.
        const std::vector<double> x{800, -800, 0}, target{0, 0, 1};
        std::vector<double> probability(3), loss(3);
        SerialOps().binaryCrossEntropy(x, target, probability, loss);
        QCOMPARE(loss[0], 800.0);
        QCOMPARE(loss[1], 0.0);
        QVERIFY(std::abs(loss[2] - std::log(2.0)) < 1e-15);
        QVERIFY((probability == std::vector<double>{1, 0, 0.5}));
    }
};

QTEST_APPLESS_MAIN(TestGradients)
#include "tst_gradients.moc"
