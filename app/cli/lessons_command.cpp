// lockstep lessons check DIR
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/report_text.h"
#include "core/engine/engine.h"
#include "core/lesson/check.h"

namespace lockstep::cli {
namespace {

constexpr const char* kExpectationNotMet = "E13";

/// One lesson (its folder or file) or a folder of lessons.
Result<LessonFolderReport> checked(const std::string& path, const RunScenario& run)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error{path + ": there is no such file or folder; check the name."};
    const bool folder = std::filesystem::is_directory(path, ignored);
    if (folder && !std::filesystem::exists(std::filesystem::path(path) / "lesson.md", ignored))
        return checkLessonFolder(path, run);
    LessonFolderReport report;
    report.files = {path};
    report.problems = checkLesson(path, run);
    return report;
}

} // namespace

int runLessonsCheckCommand(const Arguments& arguments)
{
    RunScenario run;
    if (arguments.has("--run"))
        run = [](const RunConfig& config) { return runTraining(config); };
    const Result<LessonFolderReport> result = checked(arguments.plain.front(), run);
    if (!result)
        return complain(result.error());
    const LessonFolderReport& report = result.value();
    for (const LessonProblem& problem : report.problems)
        std::cerr << problem.line() << "\n";

    const auto errors = static_cast<std::size_t>(std::count_if(
        report.problems.begin(), report.problems.end(), [](const LessonProblem& p) { return p.isError(); }));
    std::cout << counted(report.files.size(), "lesson") << ", " << counted(errors, "error") << ", "
              << counted(report.problems.size() - errors, "warning")
              << (run ? ", numbers compared with the engine" : "") << "\n";
    if (errors == 0)
        return kOk;
    const bool wrongText = std::any_of(report.problems.begin(), report.problems.end(),
        [](const LessonProblem& p) { return p.isError() && p.code != kExpectationNotMet; });
    return wrongText ? kBadInput : kFoundFailures;
}

} // namespace lockstep::cli
