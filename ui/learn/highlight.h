// What a lesson's page points at, as the object that is outlined on the stage.
#pragma once

#include "core/lesson/lesson.h"
#include "ui/app/view.h"

namespace lockstep::ui {

/// The object of the page's first target that has one in a run of `workers`; none when no target has.
ObjectRef highlightOf(const LessonStop& stop, int workers);

} // namespace lockstep::ui
