// lockstep sampler: what PyTorch's DistributedSampler deals, one line a rank.
#include <iostream>
#include <numeric>
#include <optional>

#include "app/cli/command.h"
#include "core/base/numbers.h"
#include "core/base/rng.h"
#include "core/data/sampler.h"

namespace lockstep::cli {
namespace {

constexpr std::int64_t kMostExamples = 10000000, kMostReplicas = 65536;
constexpr std::int64_t kLargestSeed = 9007199254740991, kMostEpochs = 1000000000;

/// The option's value, or `otherwise`; a sentence when it is no whole number in the range.
Result<std::int64_t> wholeNumber(const Arguments& arguments, const std::string& option, std::int64_t least,
    std::int64_t most, std::optional<std::int64_t> otherwise = {})
{
    if (!arguments.has(option) && otherwise)
        return *otherwise;
    if (!arguments.has(option))
        return Error{"lockstep sampler needs " + option + "; \"lockstep sampler --help\" explains it."};
    const auto value = parseInteger(arguments.value(option));
    if (value && *value >= least && *value <= most)
        return *value;
    return Error{"lockstep sampler: " + option + " is " + arguments.value(option) + ", but a whole number from "
        + std::to_string(least) + " to " + std::to_string(most) + " is needed."};
}

void printLine(const std::vector<std::int32_t>& indices)
{
    std::string line;
    for (const std::int32_t index : indices) {
        if (!line.empty())
            line += ' ';
        line += std::to_string(index);
    }
    std::cout << line << '\n';
}

} // namespace

int runSamplerCommand(const Arguments& arguments)
{
    const auto examples = wholeNumber(arguments, "--dataset-size", 0, kMostExamples);
    if (!examples)
        return complain(examples.error());
    const auto replicas = wholeNumber(arguments, "--replicas", 1, kMostReplicas);
    if (!replicas)
        return complain(replicas.error());
    const auto rank = wholeNumber(arguments, "--rank", 0, replicas.value() - 1, -1);
    if (!rank)
        return complain(rank.error());
    const auto seed = wholeNumber(arguments, "--seed", 0, kLargestSeed, 0);
    if (!seed)
        return complain(seed.error());
    const auto epoch = wholeNumber(arguments, "--epoch", 0, kMostEpochs, 0);
    if (!epoch)
        return complain(epoch.error());

    const auto count = static_cast<std::int32_t>(examples.value());
    std::vector<std::int32_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    if (!arguments.has("--no-shuffle"))
        order = torchRandperm(count, static_cast<std::uint64_t>(seed.value() + epoch.value()));
    const bool one = rank.value() >= 0;
    const std::int64_t first = one ? rank.value() : 0, last = one ? rank.value() : replicas.value() - 1;
    for (std::int64_t r = first; r <= last && std::cout; ++r)
        printLine(distributedIndices(
            order, static_cast<int>(replicas.value()), static_cast<int>(r), arguments.has("--drop-last")));
    return kOk;
}

} // namespace lockstep::cli
