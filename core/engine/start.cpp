// Zero, drawn from the seed, written in the config, or read from files.
#include "core/engine/start.h"

#include <cmath>
#include <span>

#include "core/base/rng.h"
#include "core/config/key_table.h"
#include "core/data/npy.h"

namespace lockstep {
namespace {

constexpr std::uint32_t kStartStream = 1; ///< purpose number of the random stream
constexpr double kStartScale = 0.01;

/// Uniform in [-bound, bound) with bound = 1 / sqrt(inputs of the layer), weights and biases alike: the distribution of
/// PyTorch's nn.Linear (torch/nn/modules/linear.py, reset_parameters), not its random numbers.
void drawLayers(const std::vector<ParameterInfo>& parameters, std::mt19937& random, std::span<double> values)
{
    double bound = 1;
    std::size_t at = 0;
    for (const ParameterInfo& parameter : parameters) {
        if (parameter.shape.size() == 2) // a weight [outputs x inputs]; its bias follows
            bound = 1 / std::sqrt(static_cast<double>(parameter.shape[1]));
        for (std::int64_t i = 0; i < parameter.elements(); ++i)
            values[at++] = bound * (2 * uniformUnit(random) - 1);
    }
}

void drawStart(Run& run)
{
    std::vector<double> drawn(run.model.elements());
    for (RankId rank{0}; rank.value < run.config.workers; ++rank.value) {
        if (rank.value == 0 || run.config.start.perRankSeed) { // one stream for all is drawn once
            std::mt19937 random = randomStream(run.config.seed, kStartStream, static_cast<std::uint32_t>(rank.value));
            if (run.config.model.kind == ModelKind::mlp)
                drawLayers(run.model.parameters(), random, drawn);
            else
                for (double& value : drawn)
                    value = kStartScale * standardNormal(random);
        }
        convert(drawn, run.worker(rank).parameters); // f32 starts from the rounded f64 draw
    }
}

Result<Done> readStart(Run& run)
{
    std::vector<double> all;
    for (std::size_t i = 0; i < run.header->parameters.size(); ++i) {
        const std::string& file = run.config.start.files[i];
        const ParameterInfo& parameter = run.header->parameters[i];
        const Result<NpyArray> array = readNpy(file);
        if (!array.ok())
            return array.error();
        if (array.value().shape != parameter.shape) {
            const auto text = [](const std::vector<std::int64_t>& shape) {
                std::string extents;
                for (const std::int64_t extent : shape)
                    extents += (extents.empty() ? "" : " x ") + std::to_string(extent);
                return extents.empty() ? std::string("a single number") : extents;
            };
            return Error{file + ": the parameter " + parameter.name + " has the shape " + text(parameter.shape)
                + " and the file holds " + text(array.value().shape) + "; give an array of the right shape."};
        }
        const KeySpec& range = *findKey("start.values"); // the same range, wherever the values stand
        for (std::size_t k = 0; k < array.value().values.size(); ++k)
            if (const double value = array.value().values[k]; !(value >= range.minimum && value <= range.maximum))
                return Error{file + ": value " + std::to_string(k) + " is " + exactNumber(value) + ", but numbers from "
                    + exactNumber(range.minimum) + " to " + exactNumber(range.maximum)
                    + " are needed; correct the file."};
        all.insert(all.end(), array.value().values.begin(), array.value().values.end());
    }
    for (Worker& worker : run.workers)
        convert(all, worker.parameters);
    return Done{};
}

} // namespace

Result<Done> chooseStart(Run& run)
{
    const RunConfig::Start& start = run.config.start;
    if (start.kind == StartKind::files) {
        if (const Result<Done> read = readStart(run); !read.ok())
            return read;
    }
    if (start.kind == StartKind::seeded)
        drawStart(run);
    for (std::size_t rank = 0; rank < run.workers.size(); ++rank) {
        if (start.kind == StartKind::values)
            convert(start.values.size() == 1 ? start.values.front() : start.values.at(rank), run.workers[rank].parameters);
        run.workers[rank].digest = bitsDigest(run.workers[rank].parameters);
    }
    return Done{};
}

std::vector<EventHandle> recordStart(Run& run)
{
    const auto begin = Recorder::Clock::now();
    EventHandle cause = run.recorder.record(kNoRank, 0, Lane::compute, {}, RunStarted{}, begin, begin);
    if (run.config.start.broadcast && run.workers.size() > 1) {
        for (Worker& worker : run.workers)
            worker.parameters = run.workers.front().parameters;
        cause = run.recorder.record(
            kNoRank, 0, Lane::comm, {cause}, ParametersBroadcast{RankId{0}}, begin, Recorder::Clock::now());
    }
    std::vector<EventHandle> digests;
    for (Worker& worker : run.workers) {
        worker.log.resume();
        worker.digest = bitsDigest(worker.parameters);
        digests.push_back(worker.log.startDigest(worker.digest, cause));
    }
    return digests;
}

} // namespace lockstep
