// Themed: the walk that hands a theme to a widget tree.
#include "ui/widgets/themed.h"

namespace lockstep::ui {

void Themed::setTheme(const Theme& theme)
{
    m_theme = theme;
    themeChanged();
}

void Themed::themeChanged()
{
    if (auto* widget = dynamic_cast<QWidget*>(this))
        widget->update();
}

void applyTheme(QWidget& root, const Theme& theme)
{
    root.setPalette(root.isWindow() ? paletteOf(theme) : QPalette()); // parts take their window's
    if (auto* themed = dynamic_cast<Themed*>(&root))
        themed->setTheme(theme);
    for (QWidget* widget : root.findChildren<QWidget*>())
        if (auto* themed = dynamic_cast<Themed*>(widget))
            themed->setTheme(theme);
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.color("surface.1"));
    palette.setColor(QPalette::WindowText, theme.color("text.primary"));
    palette.setColor(QPalette::Base, theme.color("surface.1"));
    palette.setColor(QPalette::AlternateBase, theme.color("surface.2"));
    palette.setColor(QPalette::Text, theme.color("text.primary"));
    palette.setColor(QPalette::PlaceholderText, theme.color("text.tertiary"));
    palette.setColor(QPalette::Button, theme.color("surface.1"));
    palette.setColor(QPalette::ButtonText, theme.color("text.primary"));
    palette.setColor(QPalette::BrightText, theme.color("status.bad"));
    palette.setColor(QPalette::Highlight, theme.color("action.fill"));
    palette.setColor(QPalette::HighlightedText, theme.color("action.onFill"));
    palette.setColor(QPalette::Link, theme.color("text.primary"));
    palette.setColor(QPalette::LinkVisited, theme.color("text.primary"));
    palette.setColor(QPalette::ToolTipBase, theme.color("text.primary"));
    palette.setColor(QPalette::ToolTipText, theme.color("text.inverse"));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.color("text.disabled"));
    return palette;
}

} // namespace lockstep::ui
