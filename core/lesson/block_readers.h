// The second pass: one function a kind of block, raw lines to meaning. Whole-lesson rules are in lesson_rules.h.
#pragma once

#include "core/lesson/raw_lesson.h"

namespace lockstep {

LessonBlock readPredict(const RawBlock& raw, ProblemList& problems);
LessonBlock readWorked(const RawBlock& raw, ProblemList& problems);
LessonBlock readExplain(const RawBlock& raw, ProblemList& problems);
LessonBlock readCheck(const RawBlock& raw, ProblemList& problems);
LessonBlock readSandbox(const RawBlock& raw, ProblemList& problems);

/// A `step` or `do` block: the stop with its own first block. `at` is left at step 0 when neither key nor action says.
LessonStop readStop(const RawBlock& raw, ProblemList& problems);

/// `known`: scenarios above this one, for `based-on`.
LessonScenario readScenario(const RawBlock& raw, const std::vector<LessonScenario>& known, ProblemList& problems);
/// Lines "quantity = value ~ tolerance"; `newest` is the scenario shown last.
std::vector<LessonExpectation> readExpect(const RawBlock& raw, const std::string& newest, ProblemList& problems);

} // namespace lockstep
