// The menu of the window: open, lessons, time, motion, keyboard, quit. Every entry works.
#pragma once

class QMenu;
class QPoint;

namespace lockstep::ui {

class Workspace;

/// Fills `menu` for the workspace as it is now.
void fillMenu(QMenu& menu, Workspace& workspace);

} // namespace lockstep::ui
