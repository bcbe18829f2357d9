// Document: what the window or `render` was asked to show: a lesson, a trace file or a configuration.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/trace/trace_io.h"

namespace lockstep::ui {

/// Exactly one member is filled.
struct Document {
    std::optional<Lesson> lesson;
    std::optional<LoadedTrace> trace;
    std::optional<RunConfig> config;
    std::string name; ///< of the file or folder, without the path
};

/// `what` is a lesson folder, its lesson.md, the number of a lesson that comes with Lockstep ("4"), a trace file or a
/// configuration (JSON). Fails with one sentence.
Result<Document> openDocument(const std::string& what);

/// The folders of the lessons that come with Lockstep, by number.
std::vector<std::string> lessonFolders();

/// The folder of the lesson that comes after lesson `number`, or nothing.
std::optional<std::string> lessonAfter(int number);

} // namespace lockstep::ui
