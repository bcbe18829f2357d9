// Document: tells lessons, traces and configurations apart by name and first bytes.
#include "ui/app/document.h"

#include <algorithm>
#include <filesystem>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/config/config_io.h"

namespace lockstep::ui {

namespace {

namespace fs = std::filesystem;

Result<Document> openLesson(const std::string& path, const std::string& name)
{
    Result<Lesson> lesson = loadLesson(path);
    if (!lesson)
        return lesson.error();
    Document document;
    document.lesson = std::move(lesson).value();
    document.name = name;
    return document;
}

/// The number that a lesson's folder begins with.
std::optional<std::int64_t> numberOf(const std::string& folder)
{
    const std::string name = fs::path(folder).filename().string();
    return parseInteger(name.substr(0, name.find('-')));
}

/// The shipped lesson with that number: its folder begins with the number in two digits.
Result<Document> openNumbered(std::int64_t number)
{
    std::string known;
    for (const std::string& folder : lessonFolders()) {
        const auto here = numberOf(folder);
        if (here == number)
            return openLesson(folder, fs::path(folder).filename().string());
        known += (known.empty() ? "" : ", ") + formatNumber(static_cast<double>(here.value_or(0)));
    }
    return Error{"There is no lesson " + std::to_string(number)
        + "; the lessons here are: " + (known.empty() ? "none" : known) + "."};
}

} // namespace

std::vector<std::string> lessonFolders()
{
    std::vector<std::string> folders;
    const auto root = findResource("lessons");
    if (!root)
        return folders;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(root.value(), failure))
        if (fs::exists(entry.path() / "lesson.md", failure))
            folders.push_back(entry.path().string());
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::optional<std::string> lessonAfter(int number)
{
    for (const std::string& folder : lessonFolders()) // by number
        if (numberOf(folder).value_or(0) > number)
            return folder;
    return std::nullopt;
}

Result<Document> openDocument(const std::string& what)
{
    std::error_code failure;
    const fs::path path = what;
    if (!fs::exists(path, failure)) {
        if (const auto number = parseInteger(what))
            return openNumbered(*number);
        return Error{"'" + what
            + "' does not exist; give a lesson (its number or folder), a trace file or a configuration (JSON)."};
    }
    const std::string name = path.filename().string();
    if (fs::is_directory(path, failure)) {
        if (!fs::exists(path / "lesson.md", failure))
            return Error{"The folder '" + what
                + "' holds no lesson.md; give a lesson folder, a trace file or a configuration (JSON)."};
        return openLesson(what, name);
    }
    if (path.extension() == ".md")
        return openLesson(what, name);

    Result<std::string> bytes = readFile(path);
    if (!bytes)
        return bytes.error();
    Document document;
    document.name = name;
    const std::size_t first = bytes.value().find_first_not_of(" \t\r\n");
    if (path.extension() == ".json" || (first != std::string::npos && bytes.value()[first] == '{')) {
        Result<RunConfig> config = parseConfigJson(bytes.value(), what);
        if (!config)
            return config.error();
        document.config = std::move(config).value();
        placeFiles(*document.config, what);
        return document;
    }
    Result<LoadedTrace> trace = parseTrace(bytes.value(), what);
    if (!trace)
        return trace.error();
    document.trace = std::move(trace).value();
    document.trace->trace.info().imported = true;
    return document;
}

} // namespace lockstep::ui
