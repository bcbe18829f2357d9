// Every mistake in the options is one sentence before anything is measured.
#include "app/cli/bench_plan.h"

#include <algorithm>

#include "app/cli/bench_machine.h"
#include "app/cli/config_source.h"
#include "core/base/numbers.h"
#include "core/config/config_io.h"
#include "core/config/derived.h"

namespace lockstep::cli {
namespace {

constexpr const char* kModel = "784-512-256-10";
constexpr const char* kBatch = "128";

/// A whole number option within a range.
Result<int> countOption(
    const Arguments& arguments, const std::string& command, const std::string& option, int otherwise, int most)
{
    if (!arguments.has(option))
        return otherwise;
    const auto value = parseInteger(arguments.value(option));
    if (!value || *value < 1 || *value > most)
        return Error{command + ": " + option + " " + arguments.value(option) + " is no whole number from 1 to "
            + std::to_string(most) + "."};
    return static_cast<int>(*value);
}

/// "1,2,4"
Result<std::vector<int>> workersOption(const Arguments& arguments, const std::string& command, std::vector<int> otherwise)
{
    if (!arguments.has("--workers"))
        return otherwise;
    std::vector<int> workers;
    std::string rest = arguments.value("--workers") + ",";
    for (std::size_t comma = rest.find(','); comma != std::string::npos; comma = rest.find(',')) {
        const auto count = parseInteger(rest.substr(0, comma));
        if (!count || *count < 1 || *count > 256)
            return Error{command + ": --workers " + arguments.value("--workers")
                + " is no list of worker counts from 1 to 256; write them with commas, such as 1,2."};
        workers.push_back(static_cast<int>(*count));
        rest.erase(0, comma + 1);
    }
    std::sort(workers.begin(), workers.end());
    workers.erase(std::unique(workers.begin(), workers.end()), workers.end());
    return workers;
}

/// Layer sizes joined by '-' to a config on the data set whose examples fit the first of them.
Result<RunConfig> syntheticConfig(const std::string& model, const std::string& command)
{
    std::vector<std::int64_t> sizes;
    std::string rest = model + "-";
    for (std::size_t dash = rest.find('-'); dash != std::string::npos; dash = rest.find('-')) {
        const auto size = parseInteger(rest.substr(0, dash));
        if (!size || *size < 1 || *size > 65536)
            return Error{command + ": --model " + model
                + " is no list of layer sizes; write inputs, hidden layers and classes with dashes, such as "
                + kModel + "."};
        sizes.push_back(*size);
        rest.erase(0, dash + 1);
    }
    if (sizes.size() < 2 || sizes.back() != 10 || (sizes.front() != 784 && sizes.front() != 64))
        return Error{command + ": --model " + model
            + " fits no shipped data; begin with 784 (photographs) or 64 (digits) inputs and end with 10 classes."};
    std::string hidden;
    for (std::size_t i = 1; i + 1 < sizes.size(); ++i)
        hidden += (hidden.empty() ? "" : ", ") + std::to_string(sizes[i]);
    // The recipe that peers are measured with: SGD with momentum 0.9 at rate 0.01.
    std::vector<std::pair<std::string, std::string>> keys{{"name", "MLP " + model},
        {"data.set", sizes.front() == 784 ? "photographs" : "digits"}, {"sampler.policy", "distributed"},
        {"model.kind", hidden.empty() ? "softmax" : "mlp"}, {"loss.kind", "cross_entropy"}, {"optimizer.lr", "0.01"},
        {"optimizer.momentum", "0.9"}, {"start.kind", "seeded"}, {"batch.per_worker", kBatch}, {"steps", "1"}};
    if (!hidden.empty())
        keys.emplace_back("model.hidden", hidden);
    RunConfig config;
    for (const auto& [key, value] : keys)
        if (const Result<Done> done = setKey(config, key, value); !done)
            return done.error();
    return config;
}

Result<RunConfig> baseConfig(const Arguments& arguments, const std::string& command)
{
    if (!arguments.plain.empty()) {
        for (const char* option : {"--model", "--batch"})
            if (arguments.has(option))
                return Error{command + ": " + option + " describes a model, and " + arguments.plain.front()
                    + " holds one already; leave one of them out, or change the config with --set."};
        return chosenConfig(arguments);
    }
    if (arguments.has("--scenario"))
        return Error{command + ": --scenario chooses from a lesson, but no lesson is given; name one or leave it out."};
    Result<RunConfig> config = syntheticConfig(arguments.value("--model", kModel), command);
    if (!config)
        return config;
    if (arguments.has("--batch"))
        if (auto done = setKey(config.value(), "batch.per_worker", arguments.value("--batch")); !done)
            return Error{command + ": --batch: " + done.error().message};
    if (auto done = applyChanges(config.value(), arguments); !done)
        return done.error();
    return config;
}

bool isSet(const Arguments& arguments, const std::string& key)
{
    for (const std::string& setting : arguments.values("--set"))
        if (setting.starts_with(key + "="))
            return true;
    return false;
}

} // namespace

std::vector<OptionSpec> benchRunOptions()
{
    return {
        {"--model", "SIZES", "measure an MLP with these layers instead of CONFIG (784-512-256-10)"},
        {"--batch", "B", "examples a worker and step, with --model (128)"},
        {"--precision", "P", "f32 or f64 (of CONFIG; f32 with --model)"},
        {"--workers", "LIST", "worker counts to measure, such as 1,2"},
        {"--repeats", "N", "rounds; every contestant runs once in each (5)"},
        {"--steps", "N", "measured steps a run"},
        {"--seconds", "S", "or: how long a run is to last (1)"},
    };
}

Result<BenchPlan> benchPlan(const Arguments& arguments, const std::string& command)
{
    BenchPlan plan;
    if (arguments.has("--json") && arguments.has("--csv"))
        return Error{command + ": --json and --csv are two forms of the same answer; keep one of them."};
    if (arguments.has("--steps") && arguments.has("--seconds"))
        return Error{command + ": --steps and --seconds both say how long a run is; keep one of them."};
    Result<RunConfig> config = baseConfig(arguments, command);
    if (!config)
        return config.error();
    plan.config = std::move(config).value();
    if (arguments.has("--precision") || arguments.plain.empty())
        if (auto done = setKey(plan.config, "precision", arguments.value("--precision", "f32")); !done)
            return Error{command + ": " + done.error().message};

    const Result<int> repeats = countOption(arguments, command, "--repeats", plan.repeats, 1000);
    if (!repeats)
        return repeats.error();
    plan.repeats = repeats.value();
    const Result<int> steps = countOption(arguments, command, "--steps", 0, 10000);
    if (!steps)
        return steps.error();
    plan.steps = steps.value();
    if (arguments.has("--seconds")) {
        const auto seconds = parseNumber(arguments.value("--seconds"));
        if (!seconds || !(*seconds >= 0.01 && *seconds <= 600))
            return Error{command + ": --seconds " + arguments.value("--seconds") + " is no number from 0.01 to 600."};
        plan.seconds = *seconds;
    }
    std::vector<int> counts{plan.config.workers};
    if (arguments.plain.empty()) {
        counts = {1};
        for (int workers = 2; workers <= std::min(usableCores(), 4); workers *= 2)
            counts.push_back(workers);
    }
    Result<std::vector<int>> workers = workersOption(arguments, command, counts);
    if (!workers)
        return workers.error();
    plan.workers = std::move(workers).value();

    // What a run does beside training is not to be measured.
    if (!isSet(arguments, "check.oracle"))
        plan.config.check.oracle = false;
    if (!isSet(arguments, "eval.every"))
        plan.config.eval.every = 0;
    plan.config.epochs = 0;
    plan.config.steps = 1;
    for (const int each : plan.workers)
        if (const Result<RunConfig> sound = withWorkers(plan, each); !sound)
            return sound.error();
    plan.model = plan.config.name + (plan.config.name.empty() ? "" : ", ") + keyText(plan.config, "model.kind")
        + " with " + std::to_string(parameterCount(plan.config)) + " parameters";
    return plan;
}

Result<RunConfig> withWorkers(const BenchPlan& plan, int workers)
{
    RunConfig config = plan.config;
    config.workers = workers;
    if (auto done = validate(config); !done)
        return Error{"With " + workersText(workers) + ": " + done.error().message};
    return config;
}

std::vector<std::pair<std::string, std::string>> aboutPlan(const BenchPlan& plan, int steps)
{
    const RunConfig& config = plan.config;
    return {{"model", plan.model}, {"data", keyText(config, "data.set")},
        {"batch", keyText(config, "batch.per_worker") + " a worker"}, {"precision", keyText(config, "precision")},
        {"isa", keyText(config, "isa")}, {"backend", keyText(config, "backend")},
        {"collective", keyText(config, "collective.algorithm")}, {"buckets", keyText(config, "buckets.mode")},
        {"capture", keyText(config, "capture.level")},
        {"rounds", std::to_string(plan.repeats) + ", interleaved"},
        {"steps a run", std::to_string(steps) + " after a warm-up, recording included"}};
}

std::string workersText(int workers)
{
    return std::to_string(workers) + (workers == 1 ? " worker" : " workers");
}

} // namespace lockstep::cli
