// lockstep render: builds the window off the screen, brings it to the moment, and writes one picture.
#include "ui/app/render_command.h"

#include <cstdio>
#include <memory>

#include <QApplication>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "ui/app/answered_progress.h"
#include "ui/app/picture.h"
#include "ui/app/stage_host.h"
#include "ui/app/stage_pager.h"
#include "ui/app/workspace.h"
#include "ui/compare/side_by_side.h"
#include "ui/learn/learn_panel.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"

namespace lockstep::ui {

namespace {

/// Needed once per process; a test has its own already.
std::unique_ptr<QApplication> makeApplication()
{
    std::unique_ptr<QApplication> application;
    if (!QCoreApplication::instance()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qputenv("QT_LOGGING_RULES", "default.warning=false"); // the platform's remarks about windows it cannot place
        static int argc = 1;
        static char name[] = "lockstep";
        static char* argv[] = {name, nullptr};
        application = std::make_unique<QApplication>(argc, argv);
    }
    QApplication::setStyle(QStringLiteral("Fusion"));
    loadBundledFonts();
    QApplication::setFont(uiFont(13));
    return application;
}

/// The page in the stage's place, and the run beside the first.
Result<Done> showPage(Workspace& workspace, const RenderOptions& options)
{
    if (workspace.learn() && (options.page != StagePage::step || !options.second.empty()))
        return Error{"--view and --second are for runs, but '" + options.what
            + "' is a lesson; give a trace or a configuration."};
    if (!options.second.empty()) {
        const auto done = options.second == "fix" ? workspace.sideBySide().tryFix(0, true)
                                                  : workspace.sideBySide().openSecond(options.second, true);
        if (!done)
            return done.error();
    }
    workspace.sideBySide().show(options.page);
    return Done{};
}

/// Brings the workspace to the page of the lesson or the moment that was asked for.
Result<Done> goThere(Workspace& workspace, const RenderOptions& options)
{
    if (const auto& lesson = workspace.lesson(); lesson && workspace.learn()) {
        const int pages = static_cast<int>(lesson->stops.size());
        const int stop = options.stop.value_or(1);
        if (stop > pages)
            return Error{"--stop is " + std::to_string(stop) + ", but lesson " + std::to_string(lesson->number)
                + " has " + std::to_string(pages) + " pages."};
        workspace.learn()->setProgress(answeredProgress(*lesson, stop - 1, options.answered));
        if (const QString& problem = workspace.learn()->guide().problem(); !problem.isEmpty())
            return Error{problem.toStdString()};
    } else if (options.stop) {
        return Error{"--stop is for lessons, but '" + options.what + "' is none; use --time."};
    }
    Session& session = workspace.session();
    if (session.trace().empty())
        return Error{"'" + options.what + "' holds no finished step, so there is nothing to draw."};
    workspace.window().stageHost().setState(std::nullopt); // a picture of a moment, whatever is wrong with the rest
    const Track& track = session.track();
    if (options.time) {
        if (*options.time > track.end())
            return Error{"--time is " + formatNumber(*options.time) + ", but the timeline ends at "
                + formatNumber(track.end()) + "."};
        session.setPlayhead(*options.time);
    } else if (!workspace.learn()) {
        const bool first = options.page == StagePage::step && track.stepSpans.size() > 1;
        session.setPlayhead(first ? track.stepSpans[1].end : track.end());
    }
    return showPage(workspace, options);
}

/// The widget to draw, at its size and with its layout done.
QWidget& laidOut(Workspace& workspace, const RenderOptions& options)
{
    QWidget* part = &workspace.window();
    if (options.part == RenderPart::stage && options.page == StagePage::step) {
        part = &workspace.stage();
        workspace.stage().setHeaderReserve(0); // a picture needs no switch
    } else if (options.part == RenderPart::stage)
        part = &workspace.pager();
    else if (options.part == RenderPart::timeline)
        part = &workspace.timeline();
    if (part != &workspace.window())
        part->setParent(nullptr);
    part->setAttribute(Qt::WA_DontShowOnScreen);
    part->resize(options.size);
    part->show();
    // Layouts settle in a few rounds of posted events; nothing here waits for time.
    for (int round = 0; round < 4; ++round) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
    }
    return *part;
}

Result<Done> render(const RenderOptions& options)
{
    Workspace workspace;
    workspace.setThemeMode(options.theme);
    if (!options.what.empty())
        if (const auto opened = workspace.open(options.what, true); !opened)
            return opened.error();
    if (options.explore) {
        if (!options.preset.empty())
            workspace.explore().choosePreset(options.preset);
        workspace.setMode(Mode::explore, true);
    }
    if (const auto done = goThere(workspace, options); !done)
        return done.error();
    QWidget& part = laidOut(workspace, options);
    const QByteArray bytes
        = pictureOf(part, options.format, options.scale, QString::fromStdString("Lockstep: " + (options.what.empty() ? options.preset : options.what)));
    if (bytes.isEmpty())
        return Error{"The picture could not be made in memory; lower --size or --scale."};
    const auto written = writeFileAtomically(
        options.output, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (&part != &workspace.window())
        delete &part;
    return written;
}

} // namespace

int renderMain(std::span<const std::string> args)
{
    for (const std::string& word : args)
        if (word == "--help" || word == "-h") {
            std::fputs(renderHelp().c_str(), stdout);
            return 0;
        }
    const Result<RenderOptions> options = parseRenderOptions(args);
    const auto complain = [](const Error& error) {
        std::fprintf(stderr, "lockstep: %s\n", error.message.c_str());
        return 2;
    };
    if (!options)
        return complain(options.error());
    const auto application = makeApplication();
    const Result<Done> done = render(options.value());
    return done ? 0 : complain(done.error());
}

} // namespace lockstep::ui
