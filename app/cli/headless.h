// What `lockstep` does where no window can open: it runs the lesson or config and prints every number.
#pragma once

#include <string>

#include "core/base/result.h"

namespace lockstep::cli {

/// The folder of the lesson with that number, e.g. "4" or "04".
Result<std::string> lessonFolder(const std::string& number);

/// Runs every scenario of a lesson, or a config, and prints each number of the first steps. `path` may be empty: then
/// the worked example. `why` is the sentence that says why there is no window.
int runHeadless(const std::string& why, const std::string& path);

} // namespace lockstep::cli
