// RenderOptions: the words of `lockstep render` as a value.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <QSize>

#include "core/base/result.h"
#include "ui/app/view.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

enum class RenderPart { window, stage, timeline };
enum class RenderFormat { png, svg, pdf };

struct RenderOptions {
    std::string what;           ///< lesson, trace or configuration; may be empty in Explore
    bool explore = false;       ///< the window in Explore
    std::string preset;         ///< id of Explore's scenario; empty: what was opened, or the first
    std::optional<int> stop;    ///< page of the lesson, from 1
    bool answered = false;      ///< the questions of that page too
    std::optional<double> time; ///< on the track shown
    ThemeMode theme = ThemeMode::light;
    QSize size;       ///< logical pixels; empty: the part's usual size
    double scale = 1; ///< PNG pixels per logical pixel
    RenderPart part = RenderPart::window;
    StagePage page = StagePage::step; ///< in the stage's place
    std::string second; ///< a trace, a configuration, or "fix": the run beside the first
    RenderFormat format = RenderFormat::png;
    std::string output;
};

/// Fails with one sentence that names the word that is wrong. Sizes are checked against the part.
Result<RenderOptions> parseRenderOptions(std::span<const std::string> args);

/// 1440 x 900 for the window, 832 x 668 for the stage, 1128 x 184 for the timeline.
QSize usualSize(RenderPart part);
/// Smaller than this a part would be cut.
QSize smallestSize(RenderPart part);

std::string renderHelp();

} // namespace lockstep::ui
