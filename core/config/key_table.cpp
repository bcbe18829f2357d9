// The keys themselves: name, type, range, one sentence, and where in RunConfig the value lives.
#include "core/config/key_table.h"

#include <algorithm>

#include "core/base/spelling.h"

namespace lockstep {
namespace {

constexpr double kMost = 1e12;   // of targets, inputs, start values
constexpr double kLongest = 1e9; // of durations
constexpr double kMostSteps = 1e6;
constexpr double kMostExamples = 100000;
constexpr int kMostWorkers = 256;
constexpr double kMostMebibytes = 1e6;

// `at` maps a RunConfig, const or not, to the member.
template <class At>
KeySpec booleanKey(std::string name, At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = KeyType::boolean;
    key.doc = std::move(doc);
    key.get = [at](const RunConfig& config) { return KeyValue(at(config)); };
    key.set = [at](RunConfig& config, const KeyValue& value) { at(config) = std::get<bool>(value); };
    return key;
}

template <class At>
KeySpec integerKey(std::string name, double minimum, double maximum, At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = KeyType::integer;
    key.doc = std::move(doc);
    key.minimum = minimum;
    key.maximum = maximum;
    key.get = [at](const RunConfig& config) { return KeyValue(static_cast<std::int64_t>(at(config))); };
    key.set = [at](RunConfig& config, const KeyValue& value) {
        using Member = std::remove_reference_t<decltype(at(config))>;
        at(config) = static_cast<Member>(std::get<std::int64_t>(value));
    };
    return key;
}

template <class At>
KeySpec numberKey(std::string name, double minimum, double maximum, At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = KeyType::number;
    key.doc = std::move(doc);
    key.minimum = minimum;
    key.maximum = maximum;
    key.get = [at](const RunConfig& config) { return KeyValue(at(config)); };
    key.set = [at](RunConfig& config, const KeyValue& value) { at(config) = std::get<double>(value); };
    return key;
}

/// text, numbers, rows and texts: the member has the value's own type.
template <class At>
KeySpec plainKey(std::string name, KeyType type, At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = type;
    key.doc = std::move(doc);
    if (type == KeyType::numbers || type == KeyType::rows) {
        key.minimum = -kMost;
        key.maximum = kMost;
    }
    key.get = [at](const RunConfig& config) { return KeyValue(at(config)); };
    key.set = [at](RunConfig& config, const KeyValue& value) {
        at(config) = std::get<std::remove_cvref_t<decltype(at(config))>>(value);
    };
    return key;
}

/// `choices` name the enum's values in order.
template <class At>
KeySpec choiceKey(std::string name, std::vector<std::string> choices, At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = KeyType::choice;
    key.doc = std::move(doc);
    key.choices = std::move(choices);
    key.get = [at, names = key.choices](
                  const RunConfig& config) { return KeyValue(names.at(static_cast<std::size_t>(at(config)))); };
    key.set = [at, names = key.choices](RunConfig& config, const KeyValue& value) {
        using Member = std::remove_reference_t<decltype(at(config))>;
        const auto found = std::find(names.begin(), names.end(), std::get<std::string>(value));
        at(config) = static_cast<Member>(found - names.begin());
    };
    return key;
}

/// One whole number or a list of them; the member is a vector<int>.
template <class At>
KeySpec integersKey(std::string name, double minimum, double maximum, std::size_t leastItems, std::size_t mostItems,
    At at, std::string doc)
{
    KeySpec key;
    key.name = std::move(name);
    key.type = KeyType::integers;
    key.doc = std::move(doc);
    key.minimum = minimum;
    key.maximum = maximum;
    key.minimumItems = leastItems;
    key.maximumItems = mostItems;
    key.get = [at](const RunConfig& config) {
        return KeyValue(std::vector<std::int64_t>(at(config).begin(), at(config).end()));
    };
    key.set = [at](RunConfig& config, const KeyValue& value) {
        at(config).clear();
        for (const std::int64_t item : std::get<std::vector<std::int64_t>>(value))
            at(config).push_back(static_cast<int>(item));
    };
    return key;
}

/// Rows of sample indices.
KeySpec listsKey()
{
    const auto at = [](auto& config) -> auto& { return config.sampler.lists; };
    KeySpec key = plainKey("sampler.lists", KeyType::rows, at,
        "given: the examples of each rank, one row of whole numbers a rank, walked in order in every epoch.");
    key.minimum = 0;
    key.maximum = kMostExamples - 1;
    return key;
}

#define AT(member)                                                                                                     \
    [](auto& config) -> auto&                                                                                          \
    {                                                                                                                  \
        return config.member;                                                                                          \
    }

std::vector<KeySpec> makeTable()
{
    return {
        plainKey("name", KeyType::text, AT(name), "A name for people; it changes nothing."),
        integerKey("seed", 0, 9007199254740991., AT(seed), "Decides every random choice of the run."),
        integerKey("workers", 1, kMostWorkers, AT(workers),
            "Number of workers, the world size; their ranks are 0 to workers - 1."),
        choiceKey("backend", {"serial", "cpu"}, AT(backend),
            "Where it runs: all ranks in one thread (serial), or a thread a rank (cpu)."),
        choiceKey("isa", {"auto", "baseline", "x86-64-v3"}, AT(isa),
            "Instruction set of the kernels: the best this machine has (auto; the trace says which), the one every machine"
            " of its kind has (baseline), or that of x86 processors since about 2015 (x86-64-v3). f64 gives the same"
            " bits on all of them; f32 gives the same bits for the same set and backend."),
        choiceKey("precision", {"f64", "f32"}, AT(precision),
            "Number format of parameters, gradients and inputs: double precision, the same bits on every backend (f64),"
            " or single precision, the fast path (f32)."),

        choiceKey("data.set", {"toy", "digits", "photographs", "idx", "csv"}, AT(data.set),
            "The examples: targets written in the config (toy), 1,797 images of handwritten digits of 8 x 8 pixels (digits),"
            " 4,840 photographs of clothes of 28 x 28 pixels (photographs), your own images in IDX files as MNIST has them"
            " (idx), or your own records in a CSV file (csv)."),
        plainKey("data.targets", KeyType::numbers, AT(data.targets), "toy: one target per example, in order."),
        plainKey("data.inputs", KeyType::rows, AT(data.inputs),
            "toy: one row of inputs per example; left out, every example has the single input 1."),
        integerKey("data.train", 0, kMostExamples, AT(data.train),
            "Examples to train on, from the front of the set; 0 takes all that are not held out."
            " digits with data.train and data.held_out both 0: 1440 to train, 357 held out."),
        integerKey("data.held_out", 0, kMostExamples, AT(data.heldOut),
            "Examples held out for evaluation, from the back of the set; 0 takes the set's own: the 1,000 of photographs,"
            " or those of data.held_out_images."),
        plainKey("data.images", KeyType::text, AT(data.images),
            "idx: file of images (idx3-ubyte, not compressed); pixels are divided by 255. Names of files are looked up"
            " from the folder of the config."),
        plainKey("data.labels", KeyType::text, AT(data.labels),
            "idx: file of labels (idx1-ubyte), one per image; the classes are 0 to the largest."),
        plainKey("data.held_out_images", KeyType::text, AT(data.heldOutImages),
            "idx: file of images that are only held out; left out, data.held_out takes some from the back of data.images."),
        plainKey("data.held_out_labels", KeyType::text, AT(data.heldOutLabels),
            "idx: file of the labels of data.held_out_images."),
        plainKey("data.file", KeyType::text, AT(data.file),
            "csv: file of records; its first line names the columns."),
        plainKey("data.input_columns", KeyType::texts, AT(data.inputColumns),
            "csv: names of the columns to predict from, which hold numbers."),
        plainKey("data.target_column", KeyType::text, AT(data.targetColumn), "csv: name of the column to predict."),
        choiceKey("data.target_kind", {"number", "label"}, AT(data.targetKind),
            "csv: the target is a quantity (number) or names a class (label): any text; the classes are numbered in"
            " ascending order, whole numbers by value, other texts by their bytes."),
        choiceKey("data.split", {"rows", "time"}, AT(data.split),
            "csv: the order of the records, of which the last data.held_out are held out: as in the file (rows), or by"
            " data.time_column (time)."),
        plainKey("data.time_column", KeyType::text, AT(data.timeColumn),
            "csv, split time: name of a column of ISO dates (2012-03-01, 2012-03-01T14:05:00) or of numbers."),
        booleanKey("data.standardise", AT(data.standardise),
            "csv: shift and scale every input so that the examples to train on have mean 0 and standard deviation 1."),
        integersKey("data.found", 0, 1e9, 1, 4, AT(data.found),
            "idx and csv: what the files held: examples, those that may only be held out, inputs of an example, classes."
            " The run writes it; leave it out."),

        choiceKey("sampler.policy", {"distributed", "block", "replicate", "independent", "given"}, AT(sampler.policy),
            "Which rank gets which example: strided as PyTorch's DistributedSampler does (distributed), contiguous slices"
            " of the global batch in rank order (block), the whole set on every rank, the repeated-data bug (replicate), the"
            " whole set on every rank, each in a shuffle of its own from seed + rank + workers x epoch (independent), or the"
            " lists of sampler.lists (given)."),
        listsKey(),
        booleanKey("sampler.shuffle", AT(sampler.shuffle),
            "Shuffle the examples anew in every epoch, from seed + epoch."),
        booleanKey("sampler.set_epoch", AT(sampler.setEpoch),
            "Tell the sampler the number of each epoch; without it every epoch has the order of the first, which is a bug."),
        booleanKey(
            "sampler.drop_last", AT(sampler.dropLast), "Leave out the examples of an epoch that do not fill a batch."),

        integersKey("batch.per_worker", 1, kMostExamples, 1, kMostWorkers, AT(batch.perWorker),
            "Examples a rank takes in one micro-step: one number for all ranks, or one per rank."),
        integerKey("batch.accumulate", 1, 1000, AT(batch.accumulate),
            "Micro-steps whose gradients are added up before one update."),

        choiceKey("model.kind", {"scalar", "linear", "logistic", "softmax", "mlp"}, AT(model.kind),
            "One weight times one input (scalar), a weighted sum of the inputs (linear), the same as the log-odds of class 1"
            " (logistic), softmax regression (softmax), or layers with ReLU between them (mlp)."),
        booleanKey("model.bias", AT(model.bias), "Add a bias in every layer; scalar has none."),
        integersKey("model.hidden", 1, 1e5, 0, 32, AT(model.hidden),
            "mlp: widths of the hidden layers, from the inputs to the outputs, such as 512, 256; each is followed by ReLU."),

        choiceKey("loss.kind", {"half_squared_error", "mean_squared_error", "cross_entropy", "binary_cross_entropy"},
            AT(loss.kind),
            "Loss of one example: half the squared error, the squared error, the cross-entropy of the right class after"
            " softmax, or the cross-entropy of a target 0 or 1, whose log-odds the model gives (binary_cross_entropy)."),
        choiceKey("loss.reduction", {"mean", "sum"}, AT(loss.reduction),
            "How a rank reduces the losses, and so the gradients, of its own examples."),

        choiceKey("combine", {"mean", "sum", "weighted"}, AT(combine),
            "How the ranks' gradients become one: added and divided by the number of ranks (mean), added (sum), or"
            " weighted by each rank's number of examples (weighted)."),

        choiceKey("optimizer.kind", {"sgd"}, AT(optimizer.kind), "How the combined gradient changes the parameters."),
        numberKey("optimizer.lr", 0, 1e6, AT(optimizer.lr), "Learning rate."),
        numberKey("optimizer.momentum", 0, 1, AT(optimizer.momentum),
            "How much of the velocity stays: v = momentum * v + g, and the step is lr * v, as in PyTorch; 0 is plain descent."),
        booleanKey("optimizer.nesterov", AT(optimizer.nesterov),
            "With momentum: the step is lr * (g + momentum * v), Nesterov's way."),
        numberKey("optimizer.weight_decay", 0, 1e6, AT(optimizer.weightDecay),
            "Adds weight_decay * w to every gradient before momentum, which draws the parameters towards 0."),

        choiceKey("collective.algorithm", {"pairwise", "star", "ring"}, AT(collective.algorithm),
            "The all-reduce: two ranks exchange (pairwise), rank 0 adds and sends back (star), or chunks go round (ring)."),
        choiceKey("collective.ring_order", {"classic", "nccl"}, AT(collective.ringOrder),
            "ring: which chunk each rank sends first."),

        choiceKey("buckets.mode", {"per_parameter", "single", "capped"}, AT(buckets.mode),
            "One all-reduce per parameter (per_parameter), one for all parameters together (single), or PyTorch's buckets"
            " (capped): filled from the last parameter to the first, each closed once it holds its limit."),
        numberKey("buckets.first_cap_mb", 1e-6, kMostMebibytes, AT(buckets.firstCapMb),
            "capped: the limit of the first bucket, in MiB (1,048,576 bytes)."),
        numberKey(
            "buckets.cap_mb", 1e-6, kMostMebibytes, AT(buckets.capMb), "capped: the limit of all other buckets, in MiB."),
        booleanKey("buckets.overlap", AT(buckets.overlap),
            "Reduce each bucket as soon as all ranks have it, while backward goes on; otherwise after backward."
            " per_parameter then begins with the last parameter, whose gradient is ready first."),

        integerKey("steps", 0, kMostSteps, AT(steps), "Training steps; 0 when epochs says how long."),
        integerKey("epochs", 0, 100000, AT(epochs), "Passes over the training examples; 0 when steps says how long."),
        integerKey("eval.every", 0, kMostSteps, AT(eval.every),
            "Evaluate the held-out examples after every n-th step; 0 evaluates after the last step only."),

        choiceKey("start.kind", {"seeded", "zero", "values", "files"}, AT(start.kind),
            "First parameters: drawn from the seed (seeded), all 0 (zero), written here (values), or read from .npy files (files)."),
        plainKey("start.values", KeyType::rows, AT(start.values),
            "values: one row for all ranks, or one per rank; a row holds all parameters in order (layer by layer, weight, then bias)."),
        plainKey("start.files", KeyType::texts, AT(start.files), "files: one .npy file per parameter, in order; looked up from the folder of the config."),
        booleanKey("start.broadcast", AT(start.broadcast),
            "Copy rank 0's parameters to every rank before step 1; without it ranks may start different, which is a bug."),
        booleanKey("start.per_rank_seed", AT(start.perRankSeed), "seeded: every rank draws its own parameters."),

        choiceKey("cost.unit", {"tick", "ms", "us"}, AT(cost.unit), "Unit of all durations of the priced clock."),
        numberKey("cost.load_per_example", 0, kLongest, AT(cost.loadPerExample), "Time to load one example."),
        numberKey("cost.forward_per_example", 0, kLongest, AT(cost.forwardPerExample),
            "Time of the forward pass per example."),
        numberKey("cost.backward_per_example", 0, kLongest, AT(cost.backwardPerExample),
            "Time of the backward pass per example."),
        numberKey("cost.update", 0, kLongest, AT(cost.update), "Time of one update."),
        numberKey("cost.alpha", 0, kLongest, AT(cost.alpha), "Latency of one message."),
        numberKey("cost.bytes_per_unit", 0, 1e18, AT(cost.bytesPerUnit),
            "Bandwidth of a link: bytes per unit of time; 0 is unlimited."),
        integerKey("cost.gradient_bytes", 0, 1e15, AT(cost.gradientBytes),
            "Size that the whole gradient is said to have on the priced clock; 0 is the real size."),
        numberKey("cost.spread", 0, 3, AT(cost.spread),
            "Sigma of a log-normal factor on every compute duration, drawn from the seed; 0 is none."),

        plainKey("bugs.unreduced_parameter", KeyType::text, AT(bugs.unreducedParameter),
            "Name of a parameter whose gradient no collective ever reduces; empty is none."),

        integerKey(
            "faults.slow_rank", -1, kMostWorkers - 1, AT(faults.slowRank), "A rank that computes slowly; -1 is none."),
        numberKey("faults.slow_factor", 0.01, 1e4, AT(faults.slowFactor),
            "How many times as long its forward and backward passes take."),
        integerKey("faults.fail_rank", -1, kMostWorkers - 1, AT(faults.failRank),
            "A rank that stops in a backward pass; -1 is none."),
        integerKey("faults.fail_step", 1, kMostSteps, AT(faults.failStep), "The step in which it stops."),

        choiceKey("capture.level", {"statistics", "sampled", "full"}, AT(capture.level),
            "How much the trace keeps: digests, losses and gradient lengths only; the first 64 values of each array too; or all values of models of up to 4,096 parameters."),
        booleanKey("capture.chunks", AT(capture.chunks),
            "Measure and record every transfer of every collective; otherwise transfers are laid into the time of their"
            " collective when looked at."),
        booleanKey("check.oracle", AT(check.oracle),
            "Compute the gradient of a single worker on the union batch beside every step, to compare with."),
    };
}

#undef AT

/// What people who know other tools are likely to write, and our key.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"learning_rate", "optimizer.lr"},
    {"lr", "optimizer.lr"},
    {"momentum", "optimizer.momentum"},
    {"weight_decay", "optimizer.weight_decay"},
    {"hidden", "model.hidden"},
    {"batch_size", "batch.per_worker"},
    {"per_worker", "batch.per_worker"},
    {"shares", "batch.per_worker"},
    {"accumulation", "batch.accumulate"},
    {"world_size", "workers"},
    {"ranks", "workers"},
    {"init", "start.kind"},
    {"targets", "data.targets"},
    {"inputs", "data.inputs"},
    {"dataset", "data.set"},
    {"shuffle", "sampler.shuffle"},
    {"reduction", "loss.reduction"},
    {"algorithm", "collective.algorithm"},
    {"oracle", "check.oracle"},
    {"set_epoch", "sampler.set_epoch"},
    {"policy", "sampler.policy"},
    {"file", "data.file"},
    {"columns", "data.input_columns"},
    {"target", "data.target_column"},
    {"train", "data.train"},
    {"held_out", "data.held_out"},
    {"random_seed", "seed"},
    {"capture", "capture.level"},
};

} // namespace

const std::vector<KeySpec>& keyTable()
{
    static const std::vector<KeySpec> table = makeTable();
    return table;
}

const KeySpec* findKey(std::string_view name)
{
    for (const KeySpec& key : keyTable())
        if (key.name == name)
            return &key;
    return nullptr;
}

bool isKeyGroup(std::string_view name)
{
    return std::any_of(keyTable().begin(), keyTable().end(), [&](const KeySpec& key) {
        return key.name.size() > name.size() && key.name.starts_with(name) && key.name[name.size()] == '.';
    });
}

Error unknownKey(std::string_view name)
{
    const std::string quoted = quotedText(name);
    const std::string shown = name.empty() ? quoted : quoted.substr(1, quoted.size() - 2);
    for (const auto& [other, ours] : kOtherNames)
        if (name == other)
            return Error{shown + " is not a key; did you mean " + std::string(ours) + "?"};

    if (isKeyGroup(name)) {
        std::string members;
        for (const KeySpec& key : keyTable())
            if (key.name.starts_with(std::string(name) + "."))
                members += (members.empty() ? "" : ", ") + key.name;
        return Error{shown + " is a group of keys, not a key; write one of " + members + "."};
    }

    std::vector<std::string> names;
    for (const KeySpec& key : keyTable()) {
        names.push_back(key.name);
        const std::size_t dot = key.name.find('.');
        if (dot != std::string::npos && isKeyGroup(key.name.substr(0, dot)))
            names.push_back(key.name.substr(0, dot));
    }
    const std::string nearest = nearestSpelling(name, names);
    return Error{shown + " is not a key; "
        + (nearest.empty() ? "\"lockstep schema --markdown\" lists all keys." : "did you mean " + nearest + "?")};
}

} // namespace lockstep
