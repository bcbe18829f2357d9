// lockstep render: the same frames as in the window, without a window.
#pragma once

#include <span>
#include <string>

namespace lockstep::ui {

/// `args` are the words after "render":
///   (LESSON|TRACE|CONFIG) [--stop k [--answered] | --time t] [--theme light|dark] [--size WxH] [--scale s]
///   [--part window|stage|timeline] -o FILE.(png|svg|pdf)
/// Needs no display. Returns 0, or 2 after one sentence on stderr.
int renderMain(std::span<const std::string> args);

} // namespace lockstep::ui
