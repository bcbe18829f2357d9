// checkLesson: everything that is wrong with a lesson file, and, given a way to run a scenario, whether the engine
// gives the numbers that the lesson claims (E13). The engine is passed in: this folder does not know it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/trace/trace.h"

namespace lockstep {

using RunScenario = std::function<Result<Trace>(const RunConfig&)>;

/// `path` is a lesson folder or its lesson.md. Without `run` only the text is checked.
std::vector<LessonProblem> checkLesson(const std::string& path, const RunScenario& run = {});

struct LessonFolderReport {
    std::vector<std::string> files; ///< the lessons found, by name
    std::vector<LessonProblem> problems;
    int errors() const;
};

/// Checks every NN-name/lesson.md below `folder`, and that their numbers are those of their folders and differ.
/// Fails when the folder cannot be read or holds no lesson.
Result<LessonFolderReport> checkLessonFolder(const std::string& folder, const RunScenario& run = {});

/// The lesson files below `folder` in order, for lists of lessons.
std::vector<std::string> lessonFiles(const std::string& folder);

} // namespace lockstep
