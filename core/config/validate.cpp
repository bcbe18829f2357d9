// Combinations of keys that make no sense together, each with its own sentence and remedy.
#include "core/config/config_io.h"

#include <cmath>

#include "core/base/spelling.h"
#include "core/config/derived.h"
#include "core/config/key_table.h"
#include "core/config/validate_data.h"

namespace lockstep {
namespace {

using Check = Result<Done> (*)(const RunConfig&);

std::string number(std::int64_t value)
{
    return std::to_string(value);
}
std::string text(const RunConfig& config, const char* key)
{
    return keyText(config, key);
}

Error problem(const std::string& sentence)
{
    return Error{sentence};
}

Result<Done> everyKeyInRange(const RunConfig& config)
{
    for (const KeySpec& key : keyTable())
        if (auto done = checkValue(key, key.get(config)); !done)
            return done;
    return Done{};
}

Result<Done> length(const RunConfig& config)
{
    if (config.steps == 0 && config.epochs == 0)
        return problem("steps and epochs are both 0; set steps or epochs to at least 1.");
    if (config.steps > 0 && config.epochs > 0)
        return problem("steps is " + number(config.steps) + " and epochs is " + number(config.epochs)
            + ", but only one of them can say how long the run is; set the other to 0.");
    return Done{};
}

/// What each model can be trained with.
Result<Done> lossFits(const RunConfig& config)
{
    const ModelKind model = config.model.kind;
    const LossKind loss = config.loss.kind;
    const int classes = hasClasses(config) ? dataSizes(config).classes : 0;
    const bool squared = loss == LossKind::halfSquaredError || loss == LossKind::meanSquaredError;
    if (model == ModelKind::softmax && loss != LossKind::crossEntropy)
        return problem("loss.kind is " + text(config, "loss.kind") + ", but model.kind softmax needs cross_entropy.");
    if (model == ModelKind::logistic && loss != LossKind::binaryCrossEntropy)
        return problem(
            "loss.kind is " + text(config, "loss.kind") + ", but model.kind logistic needs binary_cross_entropy.");
    if ((model == ModelKind::scalar || model == ModelKind::linear) && !squared)
        return problem("loss.kind is " + text(config, "loss.kind") + ", but model.kind " + text(config, "model.kind")
            + " predicts a number; set loss.kind to half_squared_error or mean_squared_error.");
    if (hasClasses(config) && squared)
        return problem("loss.kind is " + text(config, "loss.kind") + ", but data.set " + text(config, "data.set")
            + " has classes; set loss.kind to cross_entropy.");
    if (!hasClasses(config) && loss == LossKind::crossEntropy)
        return problem("loss.kind is cross_entropy, but data.set " + text(config, "data.set")
            + " has targets instead of classes; set loss.kind to half_squared_error, mean_squared_error or, for targets"
              " 0 and 1, binary_cross_entropy.");
    if (classes > 0 && classes != 2 && loss == LossKind::binaryCrossEntropy)
        return problem("loss.kind is binary_cross_entropy, which knows two classes, but data.set "
            + text(config, "data.set") + " has " + number(classes) + "; set loss.kind to cross_entropy"
            + (model == ModelKind::logistic ? " and model.kind to softmax." : "."));
    if (loss == LossKind::binaryCrossEntropy && config.data.set == DataSet::csv && !hasClasses(config))
        return problem("loss.kind is binary_cross_entropy, which tells two classes apart, but data.target_kind is number;"
                       " set data.target_kind to label.");
    if (loss == LossKind::binaryCrossEntropy)
        for (std::size_t i = 0; i < config.data.targets.size(); ++i)
            if (const double target = config.data.targets[i]; target != 0 && target != 1)
                return problem("data.targets[" + number(static_cast<std::int64_t>(i)) + "] is " + exactNumber(target)
                    + ", but loss.kind binary_cross_entropy needs 0 or 1.");
    return Done{};
}

Result<Done> modelAndLoss(const RunConfig& config)
{
    const ModelKind kind = config.model.kind;
    const bool classes = hasClasses(config);
    if (classes && (kind == ModelKind::scalar || kind == ModelKind::linear))
        return problem("model.kind is " + text(config, "model.kind") + ", but data.set " + text(config, "data.set")
            + " has classes; set model.kind to softmax or mlp.");
    if (kind == ModelKind::softmax && config.data.set == DataSet::csv && !classes)
        return problem("model.kind is softmax, but data.target_kind is number; set data.target_kind to label, or"
                       " model.kind to linear.");
    if (kind == ModelKind::softmax && !classes)
        return problem(
            "model.kind is softmax, but data.set toy has targets instead of classes; set model.kind to scalar or"
            " linear, or data.set to digits.");
    if (kind == ModelKind::mlp && config.model.hidden.empty())
        return problem("model.hidden is empty, but model.kind mlp needs at least one hidden layer; set model.hidden to"
                       " its width, such as 32.");
    if (kind != ModelKind::mlp && !config.model.hidden.empty())
        return problem("model.hidden is " + text(config, "model.hidden") + ", but model.kind "
            + text(config, "model.kind") + " has no hidden layers; set model.kind to mlp or leave model.hidden out.");
    if (auto done = lossFits(config); !done)
        return done;
    if (config.optimizer.nesterov && config.optimizer.momentum == 0)
        return problem("optimizer.nesterov is true, but optimizer.momentum is 0; set optimizer.momentum, for example to"
                       " 0.9.");
    const int features = dataSizes(config).features;
    if (config.model.kind == ModelKind::scalar && features != 1)
        return problem(std::string("model.kind is scalar, but ")
            + (config.data.set == DataSet::csv ? "data.input_columns" : "data.inputs") + " has " + number(features)
            + " numbers a row and scalar takes one; set model.kind to linear.");
    if (config.combine == Combine::weighted && config.loss.reduction == Reduction::sum)
        return problem(
            "combine is weighted, but loss.reduction is sum and sums carry their weight already; set loss.reduction"
            " to mean, or combine to sum.");
    return Done{};
}

Result<Done> shares(const RunConfig& config)
{
    const std::size_t listed = config.batch.perWorker.size();
    if (listed != 1 && listed != static_cast<std::size_t>(config.workers))
        return problem("batch.per_worker lists " + number(static_cast<std::int64_t>(listed)) + " numbers for "
            + number(config.workers) + " workers; write one number for all, or one per worker.");
    const bool given = config.sampler.policy == SamplerPolicy::given;
    if (!config.equalShares() && config.sampler.policy != SamplerPolicy::block && !given)
        return problem("sampler.policy is " + text(config, "sampler.policy")
            + ", which deals equal shares, but batch.per_worker is " + text(config, "batch.per_worker")
            + "; set sampler.policy to block, or make the shares equal.");

    if (!sizesKnown(config) || given)
        return Done{};
    const int train = dataSizes(config).train;
    const bool replicate = config.sampler.policy == SamplerPolicy::replicate
        || config.sampler.policy == SamplerPolicy::independent; // every rank walks the whole set
    const std::int64_t batch
        = (replicate ? std::int64_t{config.batchOf(0)} : std::int64_t{config.microBatch()}) * config.batch.accumulate;
    if (batch > train)
        return problem("batch.per_worker is " + text(config, "batch.per_worker") + ", so one step takes "
            + number(batch) + " examples" + (replicate ? " a rank" : "") + ", but there are only " + number(train)
            + " to train on; lower batch.per_worker," + (replicate ? "" : " workers")
            + " or batch.accumulate, or add examples.");
    return Done{};
}

Result<Done> collective(const RunConfig& config)
{
    if (config.collective.algorithm == Algorithm::pairwise && config.workers != 2)
        return problem("collective.algorithm is pairwise, which needs exactly two workers, but workers is "
            + number(config.workers) + "; set collective.algorithm to star or ring.");
    return Done{};
}

Result<Done> cost(const RunConfig& config)
{
    constexpr double kSlowestLink = 1e-9; // far slower, and the priced times are no longer finite
    if (config.cost.bytesPerUnit > 0 && config.cost.bytesPerUnit < kSlowestLink)
        return problem("cost.bytes_per_unit is " + exactNumber(config.cost.bytesPerUnit)
            + ", too slow to be priced; give at least " + exactNumber(kSlowestLink) + ", or 0 for unlimited.");
    return Done{};
}

Result<Done> start(const RunConfig& config)
{
    const auto& begin = config.start;
    const std::vector<ParameterInfo> shapes = parameterShapes(config);
    const std::int64_t count = parameterCount(config);
    const auto rows = static_cast<std::int64_t>(begin.values.size());
    if (begin.kind != StartKind::values && rows != 0)
        return problem(
            "start.values is given, but start.kind is " + text(config, "start.kind") + "; set start.kind to values.");
    if (begin.kind != StartKind::files && !begin.files.empty())
        return problem(
            "start.files is given, but start.kind is " + text(config, "start.kind") + "; set start.kind to files.");
    if (begin.kind != StartKind::seeded && begin.perRankSeed)
        return problem("start.per_rank_seed is true, but start.kind is " + text(config, "start.kind")
            + " and draws nothing; set start.kind to seeded.");
    if (begin.kind == StartKind::values && rows != 1 && rows != config.workers)
        return problem("start.values has " + number(rows) + " rows for " + number(config.workers)
            + " workers; write one row for all, or one per worker.");
    for (std::size_t row = 0; sizesKnown(config) && row < begin.values.size(); ++row)
        if (static_cast<std::int64_t>(begin.values[row].size()) != count) {
            std::string parts;
            for (const ParameterInfo& shape : shapes)
                parts += (parts.empty() ? "" : ", ") + shape.name + " " + number(shape.elements());
            return problem("start.values[" + number(static_cast<std::int64_t>(row)) + "] has "
                + number(static_cast<std::int64_t>(begin.values[row].size())) + " numbers, but model.kind "
                + text(config, "model.kind") + " has " + number(count) + " parameters (" + parts + ").");
        }
    if (begin.kind == StartKind::files && begin.files.size() != shapes.size())
        return problem("start.files has " + number(static_cast<std::int64_t>(begin.files.size()))
            + " names, but model.kind " + text(config, "model.kind") + " has "
            + number(static_cast<std::int64_t>(shapes.size())) + " parameter arrays; write one file for each.");
    return Done{};
}

Result<Done> bugsAndFaults(const RunConfig& config)
{
    if (const std::string& name = config.bugs.unreducedParameter; !name.empty()) {
        std::vector<std::string> names;
        std::string list;
        for (const ParameterInfo& shape : parameterShapes(config)) {
            names.push_back(shape.name);
            list += (list.empty() ? "" : ", ") + shape.name;
        }
        if (std::find(names.begin(), names.end(), name) == names.end())
            return problem("bugs.unreduced_parameter is " + quotedText(name) + ", but model.kind "
                + text(config, "model.kind") + " has the parameters " + list + "." + didYouMean(name, names));
    }
    for (const auto& [key, rank] :
        {std::pair("faults.slow_rank", config.faults.slowRank), std::pair("faults.fail_rank", config.faults.failRank)})
        if (rank >= config.workers)
            return problem(std::string(key) + " is " + number(rank) + ", but the ranks of " + number(config.workers)
                + " workers are 0 to " + number(config.workers - 1) + ".");
    if (config.faults.failRank >= 0 && config.steps > 0 && config.faults.failStep > config.steps)
        return problem("faults.fail_step is " + number(config.faults.failStep) + ", but the run has "
            + number(config.steps) + " steps; lower faults.fail_step.");
    return Done{};
}

/// The trace is kept in memory; an upper estimate of its size keeps a slip of the pen from filling the machine.
Result<Done> memory(const RunConfig& config)
{
    if (!sizesKnown(config))
        return Done{};
    constexpr double kLargestTrace = 4e9, kBytesAnEvent = 240, kEventsARank = 12, kMostValues = 4096, kPrefix = 64;
    const DataSizes sizes = dataSizes(config);
    const auto parameters = static_cast<double>(parameterCount(config));
    const bool all = config.capture.level == CaptureLevel::full && parameters <= kMostValues;
    const double captured = all ? parameters : std::min(parameters, kPrefix);
    const double batch = config.globalBatch();
    const double perEpoch = std::max(1.0, std::ceil(sizes.train / batch));
    const double steps = config.steps > 0 ? config.steps : config.epochs * perEpoch;
    const double micros = config.batch.accumulate; // each keeps a gradient; beside them sum, update and keyframe
    const double aStep = config.workers * (kEventsARank * micros * kBytesAnEvent + (micros + 3) * 8 * captured)
        + 8 * batch + 2.0 * sizes.train;
    if (steps * aStep <= kLargestTrace)
        return Done{};
    return problem("steps, workers and capture.level together would make a trace of about "
        + exactNumber(std::ceil(steps * aStep / 1e9))
        + " GB, and 4 GB is the limit; lower steps or workers, or set capture.level to statistics.");
}

} // namespace

Result<Done> validate(const RunConfig& config)
{
    for (const Check check :
        {everyKeyInRange, length, validateData, modelAndLoss, shares, validateSampler, collective, cost, start, bugsAndFaults, memory})
        if (auto done = check(config); !done)
            return done;
    return Done{};
}

} // namespace lockstep
