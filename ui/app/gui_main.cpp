// The window as a program: application-wide look, settings, first document.
#include "ui/app/gui_main.h"

#include <cstdio>
#include <string>

#include <QApplication>
#include <QSettings>
#include <QToolTip>

#include "ui/app/workspace.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

constexpr const char* kTheme = "theme";
constexpr const char* kGeometry = "window/geometry";
constexpr const char* kReducedMotion = "reducedMotion";

/// The first word that is not an option, or the value of --lesson; lesson 4 when there is none.
std::string wanted(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word.starts_with("--lesson="))
            return word.substr(9);
        if (word == "--lesson" && i + 1 < argc)
            return argv[i + 1];
        if (!word.starts_with('-'))
            return word;
    }
    return "4";
}

/// Menus and tool tips are plain Qt widgets; everything else paints itself.
void dressApplication(ThemeMode mode)
{
    const Theme theme = Theme::of(mode);
    QApplication::setPalette(paletteOf(theme));
    QToolTip::setPalette(paletteOf(theme));
    QToolTip::setFont(theme.font(TextStyle::caption));
    QApplication::setWindowIcon(iconPixmap(QStringLiteral("mark"), 64, theme.color("text.primary")));
}

/// What the user chose last time, else what the desktop looks like.
ThemeMode firstTheme(const QSettings& settings)
{
    const QString stored = settings.value(QLatin1StringView(kTheme)).toString();
    if (stored == QLatin1StringView("dark"))
        return ThemeMode::dark;
    if (stored == QLatin1StringView("light"))
        return ThemeMode::light;
    const QPalette desktop = QApplication::palette();
    return desktop.windowText().color().lightness() > desktop.window().color().lightness() ? ThemeMode::dark
                                                                                           : ThemeMode::light;
}

} // namespace

int guiMain(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        std::fputs(
            "lockstep: there is no display (DISPLAY and WAYLAND_DISPLAY are not set); use \"lockstep run\" or \"lockstep render\".\n",
            stderr);
        return 2;
    }
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Lockstep"));
    QApplication::setApplicationName(QStringLiteral("Lockstep"));
    QApplication::setApplicationDisplayName(QStringLiteral("Lockstep"));
    QApplication::setDesktopFileName(QStringLiteral("lockstep"));
    QSettings settings;
    const ThemeMode theme = firstTheme(settings);
    QApplication::setStyle(QStringLiteral("Fusion"));
    loadBundledFonts();
    QApplication::setFont(uiFont(13));
    dressApplication(theme);

    Workspace workspace;
    workspace.setThemeMode(theme);
    workspace.setKeepsProgress(true);
    workspace.setReducedMotion(settings.value(QLatin1StringView(kReducedMotion), false).toBool());
    if (const auto opened = workspace.open(wanted(argc, argv)); !opened) {
        std::fprintf(stderr, "lockstep: %s\n", opened.error().message.c_str());
        return 2;
    }
    QObject::connect(&workspace, &Workspace::themeModeChanged, &application, [&settings](ThemeMode mode) {
        dressApplication(mode);
        settings.setValue(
            QLatin1StringView(kTheme), mode == ThemeMode::dark ? QStringLiteral("dark") : QStringLiteral("light"));
    });
    QObject::connect(&workspace, &Workspace::reducedMotionChanged, &application,
        [&settings](bool reduced) { settings.setValue(QLatin1StringView(kReducedMotion), reduced); });

    MainWindow& window = workspace.window();
    if (!window.restoreGeometry(settings.value(QLatin1StringView(kGeometry)).toByteArray()))
        window.resize(1440, 900);
    window.show();
    const int code = QApplication::exec();
    settings.setValue(QLatin1StringView(kGeometry), window.saveGeometry());
    return code;
}

} // namespace lockstep::ui
