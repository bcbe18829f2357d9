// WindowLayout: where the areas of the window lie. A pure function of the window's size and what the user opened.
#pragma once

#include <optional>

#include <QRect>
#include <QSize>

namespace lockstep::ui {

/// panel: beside the stage. overlay: a panel laid over the stage. rail: 40 px with the worst status. button: only in
/// the top bar.
enum class InspectorForm { panel, overlay, rail, button };
enum class TimelineForm { panel, strip };
/// panel: beside the stage. closedDrawer: not there, its button in the top bar is. openDrawer: laid over the stage.
enum class LeftForm { none, panel, closedDrawer, openDrawer };

struct WindowWish {
    QSize size;
    bool hasLesson = true; ///< there is a left panel
    std::optional<bool> inspectorOpen = {}; ///< the user's choice; empty: the width decides
    std::optional<bool> timelineOpen = {};  ///< likewise the height
    bool explores = false;                  ///< the left panel is that of Explore
    bool drawerOpen = false;                ///< where it is a drawer
};

struct WindowLayout {
    QRect topBar, left, stage, inspector, timeline; ///< left and inspector may be empty
    InspectorForm inspectorForm = InspectorForm::panel;
    TimelineForm timelineForm = TimelineForm::panel;
    LeftForm leftForm = LeftForm::none;
};

inline constexpr QSize kSmallestWindow{1000, 620};

/// DESIGN section 2. Below 1280 wide the inspector starts as a rail, below 1100 as a button; opened there, it lies over
/// the stage. Below 800 high the timeline starts as a strip. Learn is 312 wide, below 1180 it is 272.
/// Explore is 312 wide, below 1180 it is a drawer over the stage that leaves the timeline free.
WindowLayout layoutWindow(const WindowWish& wish);

/// Two sizes with the same class start with the same panels; a choice of the user holds within a class.
int widthClass(int width);
int heightClass(int height);

} // namespace lockstep::ui
