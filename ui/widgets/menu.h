// Menu: a pop-up list in the look of the window.
#pragma once

#include <QMenu>

#include "ui/widgets/theme.h"

namespace lockstep::ui {

/// Gives a menu (and the menus in it) the theme's colours, font and spacing. Call it after the entries are there.
void dressMenu(QMenu& menu, const Theme& theme);

} // namespace lockstep::ui
