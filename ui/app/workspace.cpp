// Workspace: opens documents, runs configurations, and keeps the window's areas fed.
#include "ui/app/workspace.h"

#include <utility>

#include <QFileDialog>
#include <QMenu>

#include "ui/app/main_menu.h"
#include "ui/app/run_notice.h"
#include "ui/app/stage_host.h"
#include "ui/app/stage_pager.h"
#include "ui/app/top_bar.h"
#include "ui/compare/side_by_side.h"
#include "ui/explore/explore_panel.h"
#include "ui/explore/run_foot.h"
#include "ui/inspect/inspector.h"
#include "ui/learn/learn_panel.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/menu.h"

namespace lockstep::ui {

namespace {

constexpr int kSilentRecording = 300; // ms; DESIGN section 7

QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

Workspace::Workspace()
    : m_player(m_session)
    , m_window(std::make_unique<MainWindow>(m_session, m_player))
    , m_explorePanel(std::make_unique<ExplorePanel>(m_explore))
{
    m_stage = new StageWidget(m_session);
    m_inspector = new Inspector(m_session);
    m_timeline = new TimelinePanel(m_session, m_player);
    m_notice = new RunNotice;
    m_pager = new StagePager(m_session, *m_stage);
    m_window->setStage(m_pager);
    m_window->setInspector(m_inspector);
    m_window->setTimeline(m_timeline);
    m_window->stageHost().setNotice(m_notice);
    m_sideBySide = std::make_unique<SideBySide>(m_session, m_player, *m_pager, *m_inspector);
    connect(this, &Workspace::modeChanged, this, [this](Mode mode) { m_sideBySide->setOffered(mode == Mode::explore); });
    m_window->stageHost().setState(emptyState());
    setThemeMode(m_theme);

    MainWindow* const window = m_window.get();
    connect(window, &MainWindow::themeToggled, this,
        [this] { setThemeMode(m_theme == ThemeMode::light ? ThemeMode::dark : ThemeMode::light); });
    connect(window, &MainWindow::openRequested, this, &Workspace::askAndOpen);
    connect(window, &MainWindow::menuRequested, this, [this](const QPoint& position) {
        QMenu menu(m_window.get());
        fillMenu(menu, *this);
        dressMenu(menu, Theme::of(m_theme));
        menu.exec(position);
    });
    connect(window, &MainWindow::arranged, this,
        [this] { m_stage->setShowsStatus(m_window->layoutNow().inspectorForm == InspectorForm::button); });
    connect(window, &MainWindow::modeRequested, this, [this](Mode mode) {
        if (mode == m_mode && m_window->layoutNow().leftForm != LeftForm::panel && mode == Mode::explore)
            m_window->toggleDrawer();
        else
            setMode(mode);
    });
    connect(window, &MainWindow::runRequested, this, [this] {
        if (m_mode == Mode::explore && !m_runs.running())
            runScenario();
    });
    connect(window, &MainWindow::undoRequested, this, [this] {
        if (m_mode == Mode::explore)
            m_explore.undo();
    });
    connect(window, &MainWindow::redoRequested, this, [this] {
        if (m_mode == Mode::explore)
            m_explore.redo();
    });
    connect(m_stage, &StageWidget::phaseChosen, &m_player, &Player::goToPhase);
    connect(&m_window->stageHost(), &StageHost::actionChosen, this, &Workspace::act);
    connect(m_timeline, &TimelinePanel::expandRequested, window, [this] { m_window->run(Command::toggleTimeline); });

    connect(&m_window->topBar(), &TopBar::stopRequested, &m_runs, &RunService::stop);
    connect(&m_explorePanel->foot(), &RunFoot::stopRequested, &m_runs, &RunService::stop);
    connect(&m_explorePanel->foot(), &RunFoot::runRequested, this, [this] { runScenario(); });
    connect(m_notice, &RunNotice::runRequested, this, [this] { runScenario(); });
    connect(&m_explore, &ExploreModel::changed, this, &Workspace::scenarioChanged);

    m_recordingShown.setSingleShot(true);
    m_recordingShown.setInterval(kSilentRecording);
    connect(&m_runs, &RunService::grew, this, &Workspace::runGrew);
    connect(&m_runs, &RunService::finished, this, &Workspace::runEnded);
    connect(&m_runs, &RunService::failed, this, &Workspace::runFailed);
    connect(&m_session, &Session::playheadChanged, this, [this] {
        if (!m_movesItself)
            m_follows = false;
    });
}

Workspace::~Workspace()
{
    disconnect(&m_explore, nullptr, this, nullptr);
    m_explorePanel->setParent(nullptr); // the panels are not the window's
    delete m_learn;
}

Result<Done> Workspace::open(const std::string& what, bool wait)
{
    Result<Document> document = openDocument(what);
    if (!document)
        return document.error();
    return show(std::move(document).value(), wait);
}

void Workspace::openOrExplain(const std::string& what)
{
    if (const auto done = open(what); !done)
        m_window->stageHost().setState(unreadableState(tr("This does not open"), qt(done.error().message)));
}

void Workspace::askAndOpen()
{
    const QString file = QFileDialog::getOpenFileName(m_window.get(), tr("Open a trace, a configuration or a lesson"),
        {}, tr("Lockstep files (*.lockstep *.trace *.json *.md);;All files (*)"));
    if (!file.isEmpty())
        openOrExplain(file.toStdString());
}

Result<Done> Workspace::show(Document document, bool wait)
{
    if (document.config)
        return showConfig(*document.config, qt(document.name), wait);
    m_player.pause();
    if (document.lesson)
        openLesson(std::move(*document.lesson));
    else
        showLoaded(*document.trace, qt(document.name));
    return Done{};
}

void Workspace::act(StateAction action)
{
    switch (action) {
    case StateAction::playExample:
        openOrExplain("4");
        break;
    case StateAction::open:
        askAndOpen();
        break;
    case StateAction::replay:
        m_window->stageHost().setState(std::nullopt);
        break;
    case StateAction::goToStop:
        m_window->stageHost().setState(std::nullopt);
        m_player.goToEnd();
        break;
    case StateAction::runAgain:
        runAgain();
        break;
    }
    refreshNotice();
}

void Workspace::setTitle(const QString& kicker, const QString& title)
{
    m_window->topBar().setTitle(kicker, title);
    m_window->setWindowTitle(kicker + QStringLiteral(": ") + title);
}

void Workspace::setMode(Mode mode, bool wait)
{
    if (mode == m_mode)
        return;
    m_player.pause();
    if (mode == Mode::explore) {
        enterExplore();
        if (m_explore.hasShown())
            restoreExplore();
        else
            runScenario(wait);
        return;
    }
    if (!m_lesson) {
        openOrExplain("4");
        return;
    }
    keepExplore();
    showLesson(std::exchange(m_place, std::nullopt));
}

void Workspace::setThemeMode(ThemeMode mode)
{
    m_theme = mode;
    applyTheme(*m_window, Theme::of(mode));
    if (m_mode != Mode::explore) // in Explore it is part of the window
        applyTheme(*m_explorePanel, Theme::of(mode));
    emit themeModeChanged(mode);
}

void Workspace::setReducedMotion(bool reduced)
{
    View view = m_session.view();
    view.reducedMotion = reduced;
    m_session.setView(view);
    emit reducedMotionChanged(reduced);
}

} // namespace lockstep::ui
