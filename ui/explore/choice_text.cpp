// ChoiceText: one line a choice; choices unknown here are written as they are, with spaces.
#include "ui/explore/choice_text.h"

#include <algorithm>
#include <numeric>

#include <QCoreApplication>

#include "core/config/config_io.h"
#include "core/config/derived.h"
#include "core/config/key_table.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Explore)
};

QString plainWords(const std::string& choice)
{
    QString words = QString::fromStdString(choice);
    words.replace(u'_', u' ');
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

/// "64 → 10", with the hidden layers between for an MLP.
QString sizes(const RunConfig& config, bool hidden)
{
    const DataSizes data = dataSizes(config);
    QString text = QString::number(data.features);
    if (hidden && findKey("model.hidden"))
        for (const QString& layer : QString::fromStdString(keyText(config, "model.hidden")).split(u',', Qt::SkipEmptyParts))
            text += QStringLiteral(" → ") + layer.trimmed();
    return text + QStringLiteral(" → ") + QString::number(std::max(1, data.classes));
}

} // namespace

QString choiceText(const std::string& key, const std::string& choice, const RunConfig& config)
{
    const auto is = [&](const char* k, const char* c) { return key == k && choice == c; };
    if (is("loss.reduction", "mean") || is("combine", "mean"))
        return Text::tr("Mean");
    if (is("data.set", "toy"))
        return Text::tr("Numbers by hand");
    if (is("data.set", "digits"))
        return Text::tr("Digits, 8 × 8");
    if (is("data.set", "photographs"))
        return Text::tr("Photographs");
    if (is("data.set", "idx"))
        return Text::tr("Image files (IDX)");
    if (is("data.set", "csv"))
        return Text::tr("Table (CSV)");
    if (is("data.split", "rows"))
        return Text::tr("Row");
    if (is("model.kind", "scalar"))
        return Text::tr("One weight");
    if (is("model.kind", "linear"))
        return Text::tr("Linear");
    if (is("model.kind", "logistic"))
        return Text::tr("Logistic");
    if (is("model.kind", "softmax"))
        return dataSizes(config).classes > 0 ? Text::tr("Softmax %1").arg(sizes(config, false)) : Text::tr("Softmax");
    if (is("model.kind", "mlp"))
        return keyText(config, "model.kind") == "mlp" ? Text::tr("MLP %1").arg(sizes(config, true)) : Text::tr("MLP");
    if (is("combine", "weighted"))
        return Text::tr("Weighted by examples");
    if (is("sampler.policy", "distributed"))
        return Text::tr("Strided, as PyTorch");
    if (is("sampler.policy", "block"))
        return Text::tr("Slices of the batch");
    if (is("sampler.policy", "replicate"))
        return Text::tr("All the same");
    if (is("sampler.policy", "independent"))
        return Text::tr("Each its own shuffle");
    if (is("sampler.policy", "given"))
        return Text::tr("Given lists");
    if (is("buckets.mode", "per_parameter"))
        return Text::tr("One a parameter");
    if (is("buckets.mode", "single"))
        return Text::tr("One for all");
    if (is("buckets.mode", "capped"))
        return Text::tr("Capped, as PyTorch");
    if (is("backend", "serial"))
        return Text::tr("One thread");
    if (is("backend", "cpu"))
        return Text::tr("A thread a rank");
    if (is("precision", "f32"))
        return Text::tr("32 bits");
    if (is("precision", "f64"))
        return Text::tr("64 bits");
    if (is("isa", "baseline"))
        return Text::tr("Baseline");
    if (is("isa", "x86-64-v3"))
        return QStringLiteral("x86-64-v3");
    if (is("start.kind", "seeded"))
        return Text::tr("Drawn from the seed");
    if (is("start.kind", "zero"))
        return Text::tr("All 0");
    if (is("start.kind", "values"))
        return Text::tr("Given values");
    if (is("start.kind", "files"))
        return Text::tr("Files (.npy)");
    if (is("loss.kind", "cross_entropy"))
        return Text::tr("Cross-entropy");
    if (is("loss.kind", "binary_cross_entropy"))
        return Text::tr("Binary cross-entropy");
    if (is("capture.level", "statistics"))
        return Text::tr("Statistics");
    if (is("capture.level", "sampled"))
        return Text::tr("First 64 values");
    if (is("capture.level", "full"))
        return Text::tr("All values");
    if (is("cost.unit", "tick"))
        return Text::tr("Ticks");
    if (key == "cost.unit")
        return choice == "us" ? QStringLiteral("µs") : QString::fromStdString(choice);
    if (is("optimizer.kind", "sgd"))
        return QStringLiteral("SGD");
    if (is("collective.ring_order", "nccl"))
        return QStringLiteral("NCCL");
    return plainWords(choice);
}

std::vector<int> choiceOrder(const std::string& key, const std::vector<std::string>& choices)
{
    std::vector<int> order(choices.size());
    std::iota(order.begin(), order.end(), 0);
    if (key == "collective.algorithm") { // the one that scales first
        const std::vector<std::string> first = {"ring", "tree", "star", "pairwise"};
        std::ranges::stable_sort(order, {}, [&](int place) {
            return std::ranges::find(first, choices[static_cast<std::size_t>(place)]) - first.begin();
        });
    }
    return order;
}

} // namespace lockstep::ui
