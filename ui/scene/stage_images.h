// The images of a trace's data set, for the tiles of the stage.
#pragma once

#include <memory>

#include "core/trace/trace.h"
#include "ui/scene/marks.h"

namespace lockstep::ui {

/// Null when the run's examples are not images, or when the data set cannot be read (the lanes then show none).
std::shared_ptr<const StageImages> loadStageImages(const TraceHeader& header);

} // namespace lockstep::ui
