// Menu: Qt paints it from a small style sheet made of theme colours.
#include "ui/widgets/menu.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

void dressMenu(QMenu& menu, const Theme& theme)
{
    const auto name = [&theme](const char* token) { return theme.color(token).name(); };
    menu.setPalette(paletteOf(theme));
    menu.setFont(theme.font(TextStyle::body));
    menu.setStyleSheet(QStringLiteral("QMenu { background: %1; border: 1px solid %2; padding: 4px; }"
                                      "QMenu::item { color: %3; padding: 6px 24px 6px 28px; border-radius: 4px; }"
                                      "QMenu::item:selected { background: %4; }"
                                      "QMenu::item:disabled { color: %5; }"
                                      "QMenu::icon { left: 8px; }"
                                      "QMenu::indicator { width: 0px; height: 0px; }"
                                      "QMenu::separator { height: 1px; background: %6; margin: 4px 8px; }")
                           .arg(name("surface.1"), name("border.default"), name("text.primary"), name("surface.2"),
                               name("text.disabled"), name("border.subtle")));
    for (QAction* action : menu.actions()) {
        if (QMenu* inner = action->menu())
            dressMenu(*inner, theme);
        if (action->isCheckable()) // the check mark is an icon of ours, in the theme's ink
            action->setIcon(action->isChecked() ? QIcon(iconPixmap(
                                QStringLiteral("check"), 16, theme.color("text.primary"), menu.devicePixelRatioF()))
                                                : QIcon());
    }
}

} // namespace lockstep::ui
