// Theme: every colour, size and font of the design, from resources/design/tokens.json. The only source of colours.
#pragma once

#include <memory>

#include <QColor>
#include <QFont>
#include <QString>

#include "core/replay/world.h"

namespace lockstep::ui {

enum class ThemeMode { light, dark };

/// Text styles of the design (type.* in the tokens).
enum class TextStyle {
    caption,
    label,
    body,
    bodyStrong,
    bodyLarge,
    value,
    valueLarge,
    title,
    display,
    hero,
    badge,
    mono
};

/// A plain value, cheap to copy (shared data).
class Theme {
public:
    static Theme light();
    static Theme dark();
    static Theme of(ThemeMode mode) { return mode == ThemeMode::light ? light() : dark(); }

    ThemeMode mode() const { return m_mode; }
    /// By token name without the theme: "surface.0", "phase.load.ink", "text.primary", "heat.3". Unknown names abort.
    QColor color(const char* token) const;
    QColor phase(Phase phase) const;     ///< solid hue
    QColor phaseOn(Phase phase) const;   ///< text on the solid hue
    QColor phaseInk(Phase phase) const;  ///< text in the hue on a surface
    QColor phaseTint(Phase phase) const; ///< weak fill

    /// The font of a style in logical pixels times `scale` (the user's text scale).
    QFont font(TextStyle style, double scale = 1) const;
    /// Distance of two baselines of wrapped text in that style.
    double lineHeight(TextStyle style, double scale = 1) const;

private:
    struct Data;
    ThemeMode m_mode = ThemeMode::light;
    std::shared_ptr<const Data> m_data;
};

/// A font of the interface (or display) family at `pixels` with `weight` 400, 500, 600 or 700, for sizes no style has.
QFont uiFont(double pixels, int weight = 400, bool display = false);

/// Loads the bundled fonts once per process; called by the application and by test set-ups.
void loadBundledFonts();

} // namespace lockstep::ui
