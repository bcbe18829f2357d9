// WindowLayout: the collapse rules as numbers.
#include "ui/app/window_layout.h"

namespace lockstep::ui {

namespace {

constexpr int kTopBar = 48;
constexpr int kLearnWide = 312, kLearnNarrow = 272, kExplore = 312, kLeftNarrowBelow = 1180;
constexpr int kInspector = 296, kRail = 40;
constexpr int kRailBelow = 1280, kButtonBelow = 1100;
constexpr int kTimeline = 184, kStrip = 52, kStripBelow = 800;

InspectorForm inspectorForm(int width, std::optional<bool> open)
{
    if (width >= kRailBelow)
        return open.value_or(true) ? InspectorForm::panel : InspectorForm::rail;
    if (open.value_or(false))
        return InspectorForm::overlay;
    return width >= kButtonBelow ? InspectorForm::rail : InspectorForm::button;
}

} // namespace

int widthClass(int width)
{
    return width >= kRailBelow ? 2 : width >= kButtonBelow ? 1 : 0;
}

int heightClass(int height)
{
    return height >= kStripBelow ? 1 : 0;
}

WindowLayout layoutWindow(const WindowWish& wish)
{
    const int width = wish.size.width();
    const int height = wish.size.height();
    WindowLayout layout;
    layout.inspectorForm = inspectorForm(width, wish.inspectorOpen);
    layout.timelineForm = wish.timelineOpen.value_or(height >= kStripBelow) ? TimelineForm::panel : TimelineForm::strip;

    layout.topBar = QRect(0, 0, width, kTopBar);
    const bool narrow = width < kLeftNarrowBelow;
    const int timeline = layout.timelineForm == TimelineForm::panel ? kTimeline : kStrip;
    int left = 0; // taken from the stage
    if (wish.hasLesson && wish.explores && narrow) {
        layout.leftForm = wish.drawerOpen ? LeftForm::openDrawer : LeftForm::closedDrawer;
        layout.left = QRect(0, kTopBar, wish.drawerOpen ? kExplore : 0, height - kTopBar - timeline);
    } else if (wish.hasLesson) {
        layout.leftForm = LeftForm::panel;
        left = wish.explores ? kExplore : narrow ? kLearnNarrow : kLearnWide;
        layout.left = QRect(0, kTopBar, left, height - kTopBar);
    } else {
        layout.left = QRect(0, kTopBar, 0, height - kTopBar);
    }
    layout.timeline = QRect(left, height - timeline, width - left, timeline);

    const int middle = height - kTopBar - timeline;
    int beside = 0; // taken from the stage at its right
    if (layout.inspectorForm == InspectorForm::panel)
        beside = kInspector;
    else if (layout.inspectorForm == InspectorForm::rail
        || (layout.inspectorForm == InspectorForm::overlay && width >= kButtonBelow))
        beside = kRail; // an overlay hides the rail but does not move the stage
    layout.stage = QRect(left, kTopBar, width - left - beside, middle);
    const int inspector = layout.inspectorForm == InspectorForm::button ? 0
        : layout.inspectorForm == InspectorForm::rail                   ? kRail
                                                                        : kInspector;
    layout.inspector = QRect(width - inspector, kTopBar, inspector, middle);
    return layout;
}

} // namespace lockstep::ui
