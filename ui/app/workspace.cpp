// Workspace: opens documents, runs configurations, and keeps the window's areas fed.
#include "ui/app/workspace.h"

#include <QFileDialog>
#include <QMenu>

#include "core/config/config_io.h"
#include "ui/app/main_menu.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/inspect/inspector.h"
#include "ui/learn/learn_panel.h"
#include "ui/play/timeline_panel.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/menu.h"

namespace lockstep::ui {

namespace {

constexpr int kSilentRecording = 300; // ms; DESIGN section 7
constexpr std::int64_t kMomentary = 20000; // examples; a toy run of so many is over within a frame or two

/// Whether a run may be awaited on the window's own thread.
bool isMomentary(const RunConfig& config)
{
    const std::int64_t steps = config.steps > 0 ? config.steps : config.epochs * std::ssize(config.data.targets);
    return config.data.set == DataSet::toy && steps * config.globalBatch() <= kMomentary;
}

QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

Workspace::Workspace()
    : m_player(m_session)
    , m_window(std::make_unique<MainWindow>(m_session, m_player))
{
    m_stage = new StageWidget(m_session);
    m_inspector = new Inspector(m_session);
    m_timeline = new TimelinePanel(m_session, m_player);
    m_window->setStage(m_stage);
    m_window->setInspector(m_inspector);
    m_window->setTimeline(m_timeline);
    m_window->stageHost().setState(emptyState());
    setThemeMode(m_theme);

    connect(m_window.get(), &MainWindow::themeToggled, this,
        [this] { setThemeMode(m_theme == ThemeMode::light ? ThemeMode::dark : ThemeMode::light); });
    connect(m_window.get(), &MainWindow::openRequested, this, &Workspace::askAndOpen);
    connect(m_window.get(), &MainWindow::menuRequested, this, [this](const QPoint& position) {
        QMenu menu(m_window.get());
        fillMenu(menu, *this);
        dressMenu(menu, Theme::of(m_theme));
        menu.exec(position);
    });
    connect(m_window.get(), &MainWindow::arranged, this,
        [this] { m_stage->setShowsStatus(m_window->layoutNow().inspectorForm == InspectorForm::button); });
    connect(m_stage, &StageWidget::phaseChosen, &m_player, &Player::goToPhase);
    connect(&m_window->stageHost(), &StageHost::actionChosen, this, &Workspace::act);
    connect(m_timeline, &TimelinePanel::expandRequested, m_window.get(),
        [this] { m_window->run(Command::toggleTimeline); });
    connect(&m_window->topBar(), &TopBar::stopRequested, &m_runs, &RunService::stop);

    m_recordingShown.setSingleShot(true);
    m_recordingShown.setInterval(kSilentRecording);
    connect(&m_runs, &RunService::grew, this, [this](const Trace& trace) {
        // Checks and tracks of a long run take a while: showing it never takes more than a tenth of the time.
        if (!m_growing || m_sinceShown.elapsed() > 10 * m_showCost) {
            QElapsedTimer cost;
            cost.start();
            showTrace(trace, m_growing);
            m_growing = true;
            m_showCost = cost.elapsed();
            m_sinceShown.start();
        }
        if (!m_recordingShown.isActive())
            m_window->topBar().showRecording(trace.trainingSteps(), trace.config().steps);
    });
    connect(&m_runs, &RunService::finished, this, &Workspace::runEnded);
    connect(&m_runs, &RunService::failed, this, [this](const QString& sentence) {
        m_window->topBar().hideRecording();
        m_window->stageHost().setState(unreadableState(tr("This configuration does not run"), sentence));
    });
}

Workspace::~Workspace() = default;

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
    if (document.config) {
        const Result<Done> started = startRun(*document.config, wait);
        if (!started)
            return started.error();
        closeLesson();
        m_stage->setFocus(Qt::OtherFocusReason);
        const QString name = qt(document.config->name);
        setTitle(tr("Run"), name.isEmpty() ? qt(document.name) : name);
        return Done{};
    }
    m_player.pause();
    m_growing = false;
    m_config.reset();
    m_window->stageHost().setState(std::nullopt);
    m_session.setOverlay({});
    closeLesson();
    m_stage->setFocus(Qt::OtherFocusReason);
    if (document.lesson) {
        openLesson(std::move(*document.lesson));
        return Done{};
    }
    const LoadedTrace& loaded = *document.trace;
    setTitle(tr("Trace"), qt(document.name));
    View fresh; // no lesson: nothing is hidden
    fresh.reducedMotion = m_session.view().reducedMotion;
    m_session.setView(fresh);
    showTrace(loaded.trace, false);
    if (!loaded.damage.empty())
        m_window->stageHost().setState(damagedState(loaded.trace, loaded.damage));
    else if (endsInFailure(loaded.trace))
        m_window->stageHost().setState(failedState(loaded.trace, false));
    return Done{};
}

/// Momentary runs end at once; others run on their own thread while their steps appear.
Result<Done> Workspace::startRun(const RunConfig& config, bool wait)
{
    m_player.pause();
    m_growing = false;
    if (wait || isMomentary(config)) {
        const Result<Trace> trace = RunService::runNow(config);
        if (!trace)
            return trace.error();
        m_config = config;
        m_session.setOverlay({});
        runEnded(trace.value());
        return Done{};
    }
    m_config = config;
    m_session.setOverlay({});
    m_recordingShown.start();
    m_runs.start(config);
    return Done{};
}

void Workspace::showTrace(const Trace& trace, bool keepPlayhead)
{
    if (!keepPlayhead)
        m_window->stageHost().setState(std::nullopt);
    m_session.setTrace(trace, keepPlayhead);
}

void Workspace::runEnded(const Trace& trace)
{
    m_window->topBar().hideRecording();
    showTrace(trace, m_growing);
    m_growing = false;
    if (endsInFailure(trace))
        m_window->stageHost().setState(failedState(trace, true));
}

void Workspace::runAgain()
{
    if (!m_config)
        return;
    const RunConfig config = *m_config;
    if (const auto done = startRun(config, false); !done)
        m_window->stageHost().setState(
            unreadableState(tr("This configuration does not run"), qt(done.error().message)));
}

void Workspace::openInExplore(const RunConfig& config)
{
    Document document;
    document.config = config;
    if (const auto done = show(std::move(document), false); !done)
        m_window->stageHost().setState(
            unreadableState(tr("This configuration does not run"), qt(done.error().message)));
}

void Workspace::applyFix(const std::vector<std::pair<std::string, std::string>>& changes)
{
    if (!m_session.trace().hasHeader())
        return;
    RunConfig config = m_session.trace().config();
    for (const auto& [key, value] : changes)
        if (const auto done = setKey(config, key, value); !done) {
            m_window->stageHost().setState(
                unreadableState(tr("This configuration does not run"), qt(done.error().message)));
            return;
        }
    openInExplore(config);
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
}

void Workspace::setTitle(const QString& kicker, const QString& title)
{
    m_window->topBar().setTitle(kicker, title);
    m_window->setWindowTitle(kicker + QStringLiteral(": ") + title);
}

void Workspace::openLesson(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_learn = new LearnPanel(m_session, m_player, *m_lesson);
    connect(m_learn, &LearnPanel::storingFailed, this,
        [](const QString& sentence) { qWarning("%s", qPrintable(sentence)); });
    connect(&m_learn->guide(), &LessonGuide::pageChanged, this, &Workspace::showProblem);
    if (m_keepsProgress)
        m_learn->keepProgressIn(progressFileOf(m_lesson->number));
    if (const auto folder = lessonAfter(m_lesson->number))
        if (const auto next = loadLesson(*folder)) {
            m_learn->offerNextLesson(qt(next.value().title));
            // Later: opening deletes the panel whose button was pressed.
            const auto open = [this, folder = *folder] {
                openOrExplain(folder);
                if (m_learn)
                    m_learn->takeKeyboard();
            };
            connect(m_learn, &LearnPanel::nextLessonWanted, this, open, Qt::QueuedConnection);
        }
    m_window->setLeft(m_learn);
    setTitle(tr("Lesson %1").arg(m_lesson->number), qt(m_lesson->title));
    showProblem();
}

/// A page whose run fails says so in the stage's place.
void Workspace::showProblem()
{
    const QString& problem = m_learn->guide().problem();
    if (problem.isEmpty())
        m_window->stageHost().setState(std::nullopt);
    else
        m_window->stageHost().setState(unreadableState(tr("This page’s run does not start"), problem));
}

void Workspace::closeLesson()
{
    if (!m_learn)
        return;
    delete m_learn; // before the lesson it refers to
    m_learn = nullptr;
    m_lesson.reset();
    m_window->setLeft(nullptr);
}

void Workspace::setThemeMode(ThemeMode mode)
{
    m_theme = mode;
    applyTheme(*m_window, Theme::of(mode));
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
