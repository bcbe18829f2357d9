// The window as a program: lockstep [LESSON|TRACE|CONFIG] or lockstep --lesson NUMBER.
#pragma once

namespace lockstep::ui {

/// Opens a lesson (4 unless something else is given), a trace or a configuration in the window and runs until it is
/// closed. A thing that cannot be opened is one sentence on stderr and exit code 2.
int guiMain(int argc, char** argv);

} // namespace lockstep::ui
