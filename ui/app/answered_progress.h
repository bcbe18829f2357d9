// What a learner's progress looks like on a page of a lesson when everything before it was answered right.
#pragma once

#include "core/lesson/player.h"

namespace lockstep::ui {

/// Page `stop` (from 0) is open and every question of the pages before it is revealed as answered right; with
/// `pageToo` those of the page as well.
LessonProgress answeredProgress(const Lesson& lesson, int stop, bool pageToo);

} // namespace lockstep::ui
