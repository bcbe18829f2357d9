// Reads a config or a lesson's scenario and changes it as the command line says.
#include "app/cli/config_source.h"

#include <filesystem>
#include <fstream>

#include "core/base/files.h"
#include "core/base/spelling.h"
#include "core/config/bug_presets.h"
#include "core/config/config_io.h"
#include "core/data/dataset.h"
#include "core/interop/init.h"
#include "core/lesson/lesson.h"

namespace lockstep::cli {
namespace {

Result<RunConfig> scenarioOf(const std::string& path, const std::string& id)
{
    const Result<Lesson> lesson = loadLesson(path);
    if (!lesson)
        return lesson.error();
    const auto& scenarios = lesson.value().scenarios;
    if (scenarios.empty())
        return Error{path + ": this lesson has no scenario to run."};
    if (id.empty())
        return scenarios.front().config;
    if (const LessonScenario* found = lesson.value().scenario(id))
        return found->config;
    std::vector<std::string> ids;
    std::string list;
    for (const LessonScenario& scenario : scenarios) {
        ids.push_back(scenario.id);
        list += (list.empty() ? "" : ", ") + scenario.id;
    }
    return Error{path + ": there is no scenario " + id + "; the scenarios are " + list + "." + didYouMean(id, ids)};
}

Result<Done> applySetting(RunConfig& config, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
        return Error{"--set " + setting + ": write a key, an equals sign and a value, such as --set optimizer.lr=0.5."};
    auto done = setKey(config, setting.substr(0, equals), setting.substr(equals + 1));
    return done ? done : Error{"--set " + setting.substr(0, equals) + ": " + done.error().message};
}

} // namespace

Result<FileKind> kindOfFile(const std::string& path)
{
    std::error_code ignored;
    const std::filesystem::path file(path);
    if (!std::filesystem::exists(file, ignored))
        return Error{path + ": there is no such file or folder; check the name."};
    if (std::filesystem::is_directory(file, ignored)) {
        if (!std::filesystem::exists(file / "lesson.md", ignored))
            return Error{path + ": this folder holds no lesson.md; give a lesson folder or a file."};
        return FileKind::lesson;
    }
    if (!std::filesystem::is_regular_file(file, ignored))
        return Error{path + ": this is a device or a pipe; give a file."};
    if (file.extension() == ".md")
        return FileKind::lesson;
    if (file.extension() == ".json")
        return FileKind::config;
    std::ifstream in(file, std::ios::binary);
    char first = 0;
    while (in.get(first) && (first == ' ' || first == '\n' || first == '\r' || first == '\t'))
        ;
    return in && first == '{' ? FileKind::config : FileKind::trace;
}

Result<Done> applyChanges(RunConfig& config, const Arguments& arguments)
{
    for (const std::string& setting : arguments.values("--set"))
        if (auto done = applySetting(config, setting); !done)
            return done;
    if (arguments.has("--bug"))
        return applyBug(config, arguments.value("--bug"));
    return Done{};
}

Result<RunConfig> chosenConfig(const Arguments& arguments)
{
    const std::string& path = arguments.plain.front();
    const Result<FileKind> kind = kindOfFile(path);
    if (!kind)
        return kind.error();
    if (kind.value() == FileKind::trace)
        return Error{path + ": this is no config and no lesson; give a JSON file, a lesson folder or a lesson file."};
    const std::string scenario = arguments.value("--scenario");
    if (kind.value() == FileKind::config && !scenario.empty())
        return Error{path + ": --scenario chooses from a lesson, and this is a config; leave --scenario out."};

    RunConfig config;
    if (kind.value() == FileKind::lesson) {
        Result<RunConfig> read = scenarioOf(path, scenario);
        if (!read)
            return read.error();
        config = std::move(read.value());
    } else {
        const Result<std::string> text = readFile(path);
        if (!text)
            return text.error();
        Result<RunConfig> read = parseConfigKeys(text.value(), path);
        if (!read)
            return read.error();
        config = std::move(read.value());
        placeFiles(config, path);
    }
    if (auto done = applyChanges(config, arguments); !done)
        return done.error();
    if (auto done = validate(config); !done)
        return Error{path + ": " + done.error().message};
    if (arguments.has("--init")) {
        const Result<RunConfig> known = withFoundSizes(config); // the shapes of the parameters follow from the data
        if (!known)
            return known.error();
        config = known.value();
        if (auto done = startFromFolder(config, arguments.value("--init")); !done)
            return done.error();
    }
    return config;
}

} // namespace lockstep::cli
