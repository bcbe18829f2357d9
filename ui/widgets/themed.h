// Themed: how widgets get the theme. A theme is a value handed down the widget tree; nothing is global.
#pragma once

#include <QPalette>
#include <QWidget>

#include "ui/widgets/theme.h"

namespace lockstep::ui {

/// Mixed into every widget that paints itself: `class Card : public QWidget, public Themed`.
class Themed {
public:
    virtual ~Themed() = default;
    const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme);

protected:
    Themed()
        : m_theme(Theme::light())
    {
    }
    /// Called after every change; repaints the widget. Override to set fonts, palettes or sizes, then call this.
    virtual void themeChanged();

private:
    Theme m_theme;
};

/// Gives the theme to `root` and everything below it, and the palette to plain Qt widgets. A widget that makes
/// children later calls this on them with its own theme().
void applyTheme(QWidget& root, const Theme& theme);

/// The theme as a Qt palette (menus, tool tips, text selection).
QPalette paletteOf(const Theme& theme);

} // namespace lockstep::ui
