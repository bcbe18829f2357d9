// Theme: reads the tokens and the bundled fonts from the program's resources.
#include "ui/widgets/theme.h"

#include <array>
#include <string>
#include <unordered_map>

#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/check.h"

namespace lockstep::ui {

namespace {

constexpr int kStyleCount = 12;

struct StyleToken {
    double pixels = 14;
    double line = 22;
    int weight = 400;
    double tracking = 0; ///< em
};

/// The token of a style; bodyStrong and mono are variants of others.
const char* tokenName(TextStyle style)
{
    switch (style) {
    case TextStyle::caption:
        return "caption";
    case TextStyle::label:
        return "label";
    case TextStyle::body:
        return "body";
    case TextStyle::bodyStrong:
        return "body";
    case TextStyle::bodyLarge:
        return "bodyLarge";
    case TextStyle::value:
        return "value";
    case TextStyle::valueLarge:
        return "valueLarge";
    case TextStyle::title:
        return "title";
    case TextStyle::display:
        return "display";
    case TextStyle::hero:
        return "hero";
    case TextStyle::badge:
        return "badge";
    case TextStyle::mono:
        return "label";
    }
    return "body";
}

QFont baseFont(const QStringList& families, double pixels, int weight)
{
    QFont font(families);
    font.setPixelSize(qMax(1, qRound(pixels)));
    font.setWeight(static_cast<QFont::Weight>(weight));
    // Unhinted outlines: the same widths at every scale and on every machine.
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferAntialias);
    return font;
}

QStringList uiFamilies(bool display)
{
    return display
        ? QStringList{QStringLiteral("Inter Display"), QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")}
        : QStringList{QStringLiteral("Inter"), QStringLiteral("DejaVu Sans"), QStringLiteral("sans-serif")};
}

const char* phaseName(Phase phase)
{
    static constexpr std::array<const char*, kPhaseCount> kNames
        = {"load", "forward", "backward", "allreduce", "update"};
    return kNames.at(static_cast<std::size_t>(phase));
}

QJsonObject readTokens()
{
    QFile file(QStringLiteral(":/design/tokens.json"));
    LOCKSTEP_CHECK(file.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(file.readAll()).object();
}

} // namespace

struct Theme::Data {
    std::unordered_map<std::string, QColor> colors;
    std::array<StyleToken, kStyleCount> styles;

    explicit Data(const char* mode)
    {
        const QJsonObject tokens = readTokens();
        const QJsonObject values = tokens[u"color"][QLatin1StringView(mode)].toObject();
        for (auto it = values.begin(); it != values.end(); ++it)
            colors.emplace(it.key().toStdString(), QColor(it.value().toString()));
        LOCKSTEP_CHECK(!colors.empty());
        const QJsonArray heat = values[u"heat"].toArray(); // a ramp: heat.0 .. heat.5
        for (int index = 0; index < heat.size(); ++index)
            colors.emplace("heat." + std::to_string(index), QColor(heat.at(index).toString()));
        colors.erase("heat");
        for (int index = 0; index < kStyleCount; ++index) {
            const auto style = static_cast<TextStyle>(index);
            const QJsonArray token = tokens[u"type"][QLatin1StringView(tokenName(style))].toArray();
            StyleToken& entry = styles.at(static_cast<std::size_t>(index));
            entry = {token.at(0).toDouble(), token.at(1).toDouble(), token.at(2).toInt(), token.at(3).toDouble()};
            if (style == TextStyle::bodyStrong)
                entry = {entry.pixels, 20, 600, entry.tracking};
            if (style == TextStyle::mono)
                entry.weight = 400;
        }
    }
};

Theme Theme::light()
{
    static const auto kData = std::make_shared<const Data>("light");
    Theme theme;
    theme.m_mode = ThemeMode::light;
    theme.m_data = kData;
    return theme;
}

Theme Theme::dark()
{
    static const auto kData = std::make_shared<const Data>("dark");
    Theme theme;
    theme.m_mode = ThemeMode::dark;
    theme.m_data = kData;
    return theme;
}

QColor Theme::color(const char* token) const
{
    const auto found = m_data->colors.find(token);
    if (found == m_data->colors.end())
        LOCKSTEP_CHECK_EQ(std::string(token), "a color of design/tokens.json");
    return found->second;
}

QColor Theme::phase(Phase phase) const
{
    return color((std::string("phase.") + phaseName(phase)).c_str());
}

QColor Theme::phaseOn(Phase phase) const
{
    return color((std::string("phase.") + phaseName(phase) + ".on").c_str());
}

QColor Theme::phaseInk(Phase phase) const
{
    return color((std::string("phase.") + phaseName(phase) + ".ink").c_str());
}

QColor Theme::phaseTint(Phase phase) const
{
    return color((std::string("phase.") + phaseName(phase) + ".tint").c_str());
}

QFont Theme::font(TextStyle style, double scale) const
{
    const StyleToken& token = m_data->styles.at(static_cast<std::size_t>(style));
    if (style == TextStyle::mono)
        return baseFont(
            {QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")}, token.pixels * scale, token.weight);
    QFont font = baseFont(uiFamilies(token.pixels >= 20), token.pixels * scale, token.weight);
    if (token.tracking != 0)
        font.setLetterSpacing(QFont::AbsoluteSpacing, token.tracking * token.pixels * scale);
    return font;
}

double Theme::lineHeight(TextStyle style, double scale) const
{
    return m_data->styles.at(static_cast<std::size_t>(style)).line * scale;
}

QFont uiFont(double pixels, int weight, bool display)
{
    QFont font = baseFont(uiFamilies(display), pixels, weight);
    if (display && pixels >= 20)
        font.setLetterSpacing(QFont::AbsoluteSpacing, (pixels >= 40 ? -0.02 : pixels >= 28 ? -0.015 : -0.01) * pixels);
    return font;
}

void loadBundledFonts()
{
    static const bool kLoaded = [] {
        for (const char* name : {"Inter-Regular.otf", "Inter-Italic.otf", "Inter-Medium.otf", "Inter-MediumItalic.otf",
                 "Inter-SemiBold.otf", "Inter-Bold.otf", "InterDisplay-SemiBold.otf", "JetBrainsMono-Regular.ttf"}) {
            const int id = QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1StringView(name));
            LOCKSTEP_CHECK(id >= 0);
        }
        return true;
    }();
    static_cast<void>(kLoaded);
}

} // namespace lockstep::ui
