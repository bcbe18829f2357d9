// The stage for assistive technology: a table with a row a worker and a cell a phase, in words.
#pragma once

namespace lockstep::ui {

/// Makes StageWidget expose its rows and cells. May be called often.
void installStageAccessibility();

} // namespace lockstep::ui
