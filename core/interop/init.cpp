// Finds every parameter's file, and reads it once to say clearly what does not fit.
#include "core/interop/init.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/base/spelling.h"
#include "core/config/config_io.h"
#include "core/config/derived.h"
#include "core/data/npy.h"
#include "core/interop/manifest.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Place {
    fs::path folder;
    std::string moment; ///< what stands behind the @: empty, "last" or a number
};

/// A folder that exists is taken as it is, whatever its name.
Place placeOf(const std::string& where)
{
    std::error_code ignored;
    const std::size_t at = where.rfind('@');
    if (at == std::string::npos || fs::is_directory(where, ignored))
        return {where, {}};
    return {where.substr(0, at), where.substr(at + 1)};
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text;
    for (const std::int64_t extent : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text.empty() ? "a single number" : text;
}

/// The step to take the parameters after; 0 for the initial ones.
Result<int> stepOf(const Place& place, const Manifest& manifest, const std::string& where)
{
    if (place.moment.empty())
        return 0;
    if (manifest.steps == 0)
        return Error{where + ": the folder holds no steps, only first parameters; give it without the @."};
    if (place.moment == "last")
        return manifest.steps;
    const auto step = parseInteger(place.moment);
    if (!step || *step < 0 || *step > manifest.steps)
        return Error{where + ": " + place.moment + " is no step of this folder; write a number from 0 to "
            + std::to_string(manifest.steps) + ", or last."};
    return static_cast<int>(*step);
}

Result<Done> checkTensor(const RunConfig& config, const ParameterInfo& wanted, const ManifestTensor& given,
    const fs::path& file, const std::string& source)
{
    if (given.shape != wanted.shape)
        return Error{source + ": the shape of " + wanted.name + " is " + shapeText(given.shape)
            + ", but the model of this config needs " + shapeText(wanted.shape)
            + "; take a folder of the same model, or change model.*."};
    if (given.dtype == "<f8" && keyText(config, "precision") == "f32")
        return Error{source + ": " + wanted.name
            + " is stored in 64 bits, but precision is f32 and would round it; save it with array.astype('<f4'), or set"
              " precision to f64."};
    const Result<NpyArray> array = readNpy(file);
    if (!array)
        return array.error();
    if (array.value().shape != given.shape)
        return Error{file.string() + ": the file holds " + shapeText(array.value().shape) + ", but the manifest says "
            + shapeText(given.shape) + "; write the two anew together."};
    if ((array.value().valueBytes == 8) != (given.dtype == "<f8"))
        return Error{file.string() + ": the file holds values of " + std::to_string(8 * array.value().valueBytes)
            + " bits, but the manifest says " + given.dtype + "; write the two anew together."};
    for (std::size_t i = 0; i < array.value().values.size(); ++i)
        if (!std::isfinite(array.value().values[i]))
            return Error{file.string() + ": value " + std::to_string(i) + " of " + wanted.name + " is "
                + formatNumber(array.value().values[i]) + "; a run starts from finite numbers only, correct the file."};
    return Done{};
}

const ManifestTensor* findTensor(const Manifest& manifest, const std::string& name)
{
    for (const ManifestTensor& tensor : manifest.parameters)
        if (tensor.name == name)
            return &tensor;
    return nullptr;
}

} // namespace

Result<Done> startFromFolder(RunConfig& config, const std::string& where)
{
    const RunConfig::Start& start = config.start;
    if (start.perRankSeed || start.values.size() > 1)
        return Error{"--init gives every rank the same first parameters, but "
            + std::string(start.perRankSeed ? "start.per_rank_seed is true" : "start.values has a row for each rank")
            + "; leave one of the two out."};
    const Place place = placeOf(where);
    std::error_code ignored;
    if (!fs::is_directory(place.folder, ignored))
        return Error{place.folder.string() + ": there is no such folder; give one that lockstep run --dump has written."};
    const fs::path path = place.folder / kManifestName;
    if (!fs::exists(path, ignored))
        return Error{place.folder.string() + ": this folder holds no manifest.json; give one that lockstep run --dump has"
                                             " written, or add the manifest."};
    const Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    const Result<Manifest> manifest = parseManifest(text.value(), path.string());
    if (!manifest)
        return manifest.error();
    const Result<int> step = stepOf(place, manifest.value(), where);
    if (!step)
        return step.error();

    const std::vector<ParameterInfo> shapes = parameterShapes(config);
    std::vector<std::string> names, files;
    for (const ParameterInfo& shape : shapes)
        names.push_back(shape.name);
    for (const ManifestTensor& tensor : manifest.value().parameters)
        if (std::find(names.begin(), names.end(), tensor.name) == names.end())
            return Error{path.string() + ": the model of this config has no parameter " + tensor.name
                + "; take a folder of the same model, or change model.*." + didYouMean(tensor.name, names)};
    for (const ParameterInfo& shape : shapes) {
        const ManifestTensor* tensor = findTensor(manifest.value(), shape.name);
        if (!tensor)
            return Error{path.string() + ": the parameter " + shape.name
                + " is missing; take a folder of the same model, or add it."};
        const fs::path file
            = place.folder / (step.value() == 0 ? tensor->file : stepFile(step.value(), "parameters", tensor->name));
        if (!fs::exists(file, ignored))
            return Error{file.string() + ": this file of the parameter " + shape.name
                + " is missing; copy the whole folder again."};
        if (auto done = checkTensor(config, shape, *tensor, file, path.string()); !done)
            return done;
        files.push_back(file.string());
    }
    config.start.kind = StartKind::files;
    config.start.values.clear();
    config.start.files = std::move(files);
    return Done{};
}

} // namespace lockstep
