// A learner's progress as a small JSON text. Writing the file (atomically) is the caller's.
#pragma once

#include <string>
#include <string_view>

#include "core/lesson/player.h"

namespace lockstep {

std::string progressToJson(const LessonProgress& progress);

/// Reads what progressToJson wrote; `source` names the file in errors. Answers that were locked in while the stage was
/// playing come back revealed.
Result<LessonProgress> progressFromJson(std::string_view text, std::string_view source);

/// Fits stored progress to a lesson that may have changed since: answers to blocks that are gone are dropped, and the
/// page is the farthest one at or before the stored page that is open.
LessonProgress fitProgress(const Lesson& lesson, LessonProgress progress);

} // namespace lockstep
