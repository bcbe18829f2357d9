// Writes the layout as patterns, so that the manifest of a long run stays short; reads with one sentence a mistake.
#include "core/interop/manifest.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "lockstep-dump";
constexpr int kVersion = 1;
constexpr std::size_t kMostTensors = 10000;
constexpr std::size_t kMostText = std::size_t{16} << 20;

/// The files of a dump. {step} counts from 1, {rank} from 0, {parameter} is a name of the list of parameters.
Json filePatterns()
{
    return Json::array({
        {{"path", "initial/{parameter}.npy"}, {"what", "parameters before step 1"}},
        {{"path", "step-{step}/rank-{rank}/samples.npy"},
            {"what", "examples dealt to the rank, as indices into the training set, micro-step after micro-step"}},
        {{"path", "step-{step}/rank-{rank}/gradient/{parameter}.npy"},
            {"what", "the rank's own gradient, as it goes into the all-reduce"}},
        {{"path", "step-{step}/combined/{parameter}.npy"},
            {"what", "combined gradient that rank 0 applies, after the all-reduce and the combine rule"}},
        {{"path", "step-{step}/parameters/{parameter}.npy"}, {"what", "parameters of rank 0 after the update"}},
        {{"path", "step-{step}/rank-{rank}/combined/{parameter}.npy"},
            {"what", "combined gradient of a rank, only for the pairs in differing_replicas"}},
        {{"path", "step-{step}/rank-{rank}/parameters/{parameter}.npy"},
            {"what", "parameters of a rank, only for the pairs in differing_replicas (step 0: before step 1)"}},
    });
}

std::optional<std::string> textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return std::nullopt;
    return found->get<std::string>();
}

/// A whole number from 0 to `most`.
std::optional<std::int64_t> countOf(const Json& value, std::int64_t most)
{
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(most))
        return std::nullopt;
    return value.get<std::int64_t>();
}

/// A path that cannot lead out of the folder.
bool staysInside(const std::string& file)
{
    const std::filesystem::path path(file);
    if (file.empty() || file.find('\0') != std::string::npos || path.is_absolute())
        return false;
    for (const auto& part : path)
        if (part == "..")
            return false;
    return path.has_filename();
}

Result<ManifestTensor> parseTensor(const Json& json, const std::string& where)
{
    ManifestTensor tensor;
    if (!json.is_object())
        return Error{where + " is no object; write name, shape, dtype and file."};
    const auto name = textOf(json, "name");
    if (!name || name->empty())
        return Error{where + ".name is missing or no text; write the parameter's name, such as \"0.weight\"."};
    if (name->find('/') != std::string::npos || name->find('\0') != std::string::npos)
        return Error{where + ".name holds a slash, and files have the names of their parameters; write it without."};
    tensor.name = *name;
    const auto shape = json.find("shape");
    if (shape == json.end() || !shape->is_array() || shape->size() > 8)
        return Error{where + ".shape is missing or no list; write the extents of " + *name + ", such as [512, 784]."};
    for (const Json& extent : *shape) {
        const auto size = countOf(extent, std::int64_t{1} << 31);
        if (!size)
            return Error{where + ".shape of " + *name + " holds " + extent.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 20)
                + ", which is no extent; write whole numbers of at least 0."};
        tensor.shape.push_back(*size);
    }
    const auto dtype = textOf(json, "dtype");
    if (!dtype || (*dtype != "<f8" && *dtype != "<f4"))
        return Error{where + ".dtype of " + *name + " is missing or none of the two known ones; write \"<f8\" or \"<f4\"."};
    tensor.dtype = *dtype;
    const auto file = textOf(json, "file");
    if (!file)
        return Error{where + ".file of " + *name + " is missing or no text; write the name of its .npy file."};
    if (!staysInside(*file))
        return Error{where + ".file of " + *name
            + " leads out of the folder; put the .npy file beside the manifest and write its name."};
    tensor.file = *file;
    return tensor;
}

Result<Done> parseParameters(const Json& json, const std::string& source, Manifest& manifest)
{
    const auto parameters = json.find("parameters");
    if (parameters == json.end() || !parameters->is_array() || parameters->empty()
        || parameters->size() > kMostTensors)
        return Error{source + ": parameters is missing or no list of tensors; write one object a parameter with name,"
                              " shape, dtype and file."};
    std::set<std::string> names;
    for (std::size_t i = 0; i < parameters->size(); ++i) {
        Result<ManifestTensor> tensor
            = parseTensor((*parameters)[i], source + ": parameters[" + std::to_string(i) + "]");
        if (!tensor)
            return tensor.error();
        if (!names.insert(tensor.value().name).second)
            return Error{source + ": parameters[" + std::to_string(i) + "].name is " + tensor.value().name
                + ", which stands there twice; give every parameter one entry."};
        manifest.parameters.push_back(std::move(tensor).value());
    }
    return Done{};
}

} // namespace

std::string manifestToJson(const Manifest& manifest)
{
    Json json{{"format", kFormat}, {"version", kVersion}, {"lockstep", manifest.lockstep},
        {"state", manifest.state}, {"steps", manifest.steps}, {"ranks", manifest.ranks},
        {"backend", manifest.backend}, {"isa", manifest.isa}, {"precision", manifest.precision},
        {"parameters", Json::array()}, {"differing_replicas", Json::array()}, {"files", filePatterns()},
        {"config", Json::parse(manifest.config, nullptr, false)}};
    for (const ManifestTensor& tensor : manifest.parameters)
        json["parameters"].push_back(
            {{"name", tensor.name}, {"shape", tensor.shape}, {"dtype", tensor.dtype}, {"file", tensor.file}});
    for (const auto& [step, rank] : manifest.differing)
        json["differing_replicas"].push_back({step, rank});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Manifest> parseManifest(std::string_view text, const std::string& source)
{
    if (text.size() > kMostText)
        return Error{source + ": a manifest of more than 16 MiB cannot be read; list the parameters only."};
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object())
        return Error{source + ": this is no JSON object; write it with json.dump, without NaN or Infinity."};
    const auto format = textOf(json, "format");
    if (format != kFormat)
        return Error{source + ": format is missing or is not \"" + kFormat
            + "\"; give a folder written by lockstep run --dump, or add the key."};
    const auto version = json.find("version");
    const auto number = version == json.end() ? std::nullopt : countOf(*version, 1000000);
    if (!number)
        return Error{source + ": version is missing or no whole number; write 1."};
    if (*number != kVersion)
        return Error{source + ": version is " + std::to_string(*number)
            + ", and this Lockstep reads version 1; use the Lockstep that wrote it."};
    Manifest manifest;
    manifest.lockstep = textOf(json, "lockstep").value_or("");
    manifest.state = textOf(json, "state").value_or("complete");
    if (const auto steps = json.find("steps"); steps != json.end()) {
        const auto count = countOf(*steps, std::numeric_limits<std::int32_t>::max());
        if (!count)
            return Error{source + ": steps is no whole number of at least 0; write how many steps the folder holds."};
        manifest.steps = static_cast<int>(*count);
    }
    if (const auto done = parseParameters(json, source, manifest); !done)
        return done.error();
    return manifest;
}

std::string stepFile(int step, const std::string& part, const std::string& name)
{
    return "step-" + std::to_string(step) + "/" + part + "/" + name + ".npy";
}

std::string rankFile(int step, int rank, const std::string& part, const std::string& name)
{
    return stepFile(step, "rank-" + std::to_string(rank) + "/" + part, name);
}

} // namespace lockstep
