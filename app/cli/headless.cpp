// Prints runs in full where there is no display.
#include "app/cli/headless.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/config_source.h"
#include "app/cli/execute.h"
#include "app/cli/report_text.h"
#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/config/config_io.h"
#include "core/lesson/lesson.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kMostSteps = 3;

/// The worked example as it stands in lesson 4, for a program that was installed without its lessons.
RunConfig workedExample()
{
    RunConfig config;
    config.name = "worked example";
    config.data.targets = {0, -2, -4, -6};
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.collective.algorithm = Algorithm::pairwise;
    config.steps = 1;
    return config;
}

int report(const RunConfig& config)
{
    const Result<Trace> run = execute(config);
    if (!run)
        return complain(run.error());
    const Trace& trace = run.value();
    printRunHead(trace, std::cout);
    printSteps(trace, kMostSteps, std::cout);
    printSummary(trace, std::cout);
    printFindings(diagnose(trace), std::cout);
    return trace.step(trace.stepCount() - 1).events.back().as<RunFailed>() ? kFoundFailures : kOk;
}

/// `why` is said once it is certain that there is something to print.
int reportLesson(const std::string& why, const std::string& path)
{
    const Result<Lesson> lesson = loadLesson(path);
    if (!lesson)
        return complain(lesson.error());
    std::cout << why << "\n\nlesson " << lesson.value().number << ": " << lesson.value().title << "\n";
    int worst = kOk;
    for (const LessonScenario& scenario : lesson.value().scenarios) {
        std::cout << "\n== scenario " << scenario.id << " ==\n";
        worst = std::max(worst, report(scenario.config));
    }
    return worst;
}

} // namespace

Result<std::string> lessonFolder(const std::string& number)
{
    const auto wanted = parseInteger(number);
    const auto lessons = findResource("lessons");
    if (!lessons)
        return lessons.error();
    std::string have;
    std::error_code ignored;
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(lessons.value(), ignored))
        if (entry.is_directory(ignored))
            folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const auto& folder : folders) {
        const std::string name = folder.filename().string();
        const auto its = parseInteger(name.substr(0, name.find('-')));
        if (its && its == wanted)
            return folder.string();
        if (its)
            have += (have.empty() ? "" : ", ") + std::to_string(*its);
    }
    return Error{"There is no lesson " + number + "; the lessons are " + (have.empty() ? "not installed" : have) + "."};
}

int runHeadless(const std::string& why, const std::string& path)
{
    if (path.empty()) {
        if (const auto lesson = lessonFolder("4"))
            return reportLesson(why, lesson.value());
        std::cout << why << "\n\n";
        return report(workedExample());
    }
    const Result<FileKind> kind = kindOfFile(path);
    if (!kind)
        return complain(kind.error());
    if (kind.value() == FileKind::lesson)
        return reportLesson(why, path);
    if (kind.value() == FileKind::trace)
        return complain(Error{path
            + ": a trace is shown in the window; without a display use \"lockstep trace print\" or"
              " \"lockstep diagnose\"."});
    const Result<RunConfig> config = loadConfig(path);
    if (!config)
        return complain(config.error());
    std::cout << why << "\n\n";
    return report(config.value());
}

} // namespace lockstep::cli
