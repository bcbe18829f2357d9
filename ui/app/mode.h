// Mode: what the left panel and the stage are for.
#pragma once

namespace lockstep::ui {

enum class Mode { learn, explore };

} // namespace lockstep::ui
