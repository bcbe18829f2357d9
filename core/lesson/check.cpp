// Checks lessons against their own rules and against the engine.
#include "core/lesson/check.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/lesson/quantities.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

fs::path lessonFileOf(const std::string& path)
{
    fs::path file = path;
    if (std::error_code ignored; fs::is_directory(file, ignored))
        file /= "lesson.md";
    return file;
}

/// Runs each scenario once and compares every expectation.
void checkExpectations(const Lesson& lesson, const RunScenario& run, std::vector<LessonProblem>& problems)
{
    std::map<std::string, Result<Trace>> traces;
    for (const LessonScenario& scenario : lesson.scenarios) {
        const auto [entry, isNew] = traces.emplace(scenario.id, run(scenario.config));
        if (isNew && !entry->second)
            problems.push_back({lesson.file, scenario.place, "E13", "scenario " + scenario.id + " does not run",
                entry->second.error().message});
    }
    for (const LessonExpectation& expected : lesson.expectations) {
        const auto trace = traces.find(expected.scenario);
        if (trace == traces.end() || !trace->second)
            continue;
        const auto got = evaluateQuantity(trace->second.value(), expected.afterStep, expected.quantity);
        const std::string name
            = expected.quantity + " after step " + std::to_string(expected.afterStep) + " of " + expected.scenario;
        if (!got) {
            problems.push_back({lesson.file, expected.place, "E13", name + " cannot be read", got.error().message});
            continue;
        }
        const double difference = got.value() - expected.value;
        if (!(std::abs(difference) <= expected.tolerance))
            problems.push_back({lesson.file, expected.place, "E13",
                name + ": wanted " + formatNumber(expected.value) + ", got " + formatNumber(got.value())
                    + ", difference " + formatNumber(difference, 3),
                "correct the number here and in the prose, or the scenario"});
    }
}

/// The number a folder's name begins with, or nothing.
std::optional<int> folderNumber(const fs::path& folder)
{
    const std::string name = folder.filename().string();
    const auto number = parseInteger(name.substr(0, name.find('-')));
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

struct CheckedLesson {
    Lesson lesson;
    std::vector<LessonProblem> problems;
};

CheckedLesson checkFile(const fs::path& file, const RunScenario& run)
{
    const auto text = readFile(file);
    if (!text)
        return {{}, {{file.string(), {}, "E01", "the lesson cannot be read", text.error().message}}};
    ParsedLesson parsed = parseLesson(text.value(), file.string());
    if (run && parsed.usable())
        checkExpectations(parsed.lesson, run, parsed.problems);
    std::ranges::stable_sort(parsed.problems, {}, [](const LessonProblem& problem) { return problem.place.line; });
    return {std::move(parsed.lesson), std::move(parsed.problems)};
}

} // namespace

std::vector<LessonProblem> checkLesson(const std::string& path, const RunScenario& run)
{
    return checkFile(lessonFileOf(path), run).problems;
}

int LessonFolderReport::errors() const
{
    return static_cast<int>(std::ranges::count_if(problems, &LessonProblem::isError));
}

std::vector<std::string> lessonFiles(const std::string& folder)
{
    std::vector<std::string> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        const fs::path file = at->path() / "lesson.md";
        if (std::error_code ignored; fs::is_regular_file(file, ignored))
            files.push_back(file.string());
    }
    std::ranges::sort(files);
    return files;
}

Result<LessonFolderReport> checkLessonFolder(const std::string& folder, const RunScenario& run)
{
    LessonFolderReport report;
    std::error_code ignored;
    const fs::path own = lessonFileOf(folder);
    if (fs::is_regular_file(own, ignored))
        report.files = {own.string()};
    else
        report.files = lessonFiles(folder);
    if (report.files.empty())
        return Error{"\"" + folder + "\" holds no lessons; name a folder with NN-name/lesson.md in it"};
    std::map<int, std::string> numbers;
    for (const std::string& file : report.files) {
        const CheckedLesson checked = checkFile(file, run);
        report.problems.insert(report.problems.end(), checked.problems.begin(), checked.problems.end());
        const int number = checked.lesson.number;
        if (number == 0)
            continue;
        if (const auto named = folderNumber(fs::path(file).parent_path()); named && *named != number)
            report.problems.push_back({file, {}, "E01",
                "the lesson's number is " + std::to_string(number) + ", its folder's is " + std::to_string(*named),
                "make them equal"});
        if (const auto [first, isNew] = numbers.emplace(number, file); !isNew)
            report.problems.push_back(
                {file, {}, "E01", "lesson " + std::to_string(number) + " is also in " + first->second,
                    "give one of them another number"});
    }
    return report;
}

} // namespace lockstep
