// Workspace, Explore: the scenario's runs in the open window.
#include <utility>

#include "ui/app/run_notice.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/app/workspace.h"
#include "ui/explore/explore_panel.h"
#include "ui/explore/field_table.h"
#include "ui/explore/run_foot.h"
#include "ui/scene/stage_widget.h"

namespace lockstep::ui {

namespace {

constexpr std::int64_t kMomentary = 20000; // examples; a toy run of so many is over within a frame or two

/// Whether a run may be awaited on the window's own thread.
bool isMomentary(const RunConfig& config)
{
    const std::int64_t steps = config.steps > 0 ? config.steps : config.epochs * std::ssize(config.data.targets);
    return config.data.set == DataSet::toy && steps * config.globalBatch() <= kMomentary;
}

} // namespace

/// Shows the panel and forgets what was hidden or laid over for a lesson.
void Workspace::enterExplore()
{
    if (m_mode == Mode::explore)
        return;
    parkLesson();
    m_mode = Mode::explore;
    m_player.pause();
    View fresh;
    fresh.reducedMotion = m_session.view().reducedMotion;
    fresh.textScale = m_session.view().textScale;
    m_session.setOverlay({});
    m_session.setView(fresh);
    m_window->setLeft(m_explorePanel.get(), Mode::explore);
    m_window->topBar().setMode(Mode::explore);
    m_stage->setFocus(Qt::OtherFocusReason);
    nameScenario();
    emit modeChanged(m_mode);
}

void Workspace::keepExplore()
{
    m_kept.trace = m_session.trace();
    m_kept.track = m_session.track().kind;
    m_kept.playhead = m_session.playhead();
    m_kept.view = m_session.view();
    m_kept.state = m_window->stageHost().state();
}

void Workspace::restoreExplore()
{
    View view = m_kept.view;
    view.reducedMotion = m_session.view().reducedMotion;
    m_session.setTrace(m_kept.trace);
    m_session.setTrackKind(m_kept.track);
    m_session.setPlayhead(m_kept.playhead);
    m_session.setView(view);
    m_window->stageHost().setState(m_kept.state);
    refreshNotice();
}

Result<Done> Workspace::showConfig(const RunConfig& config, const QString& name, bool wait)
{
    // Whatever cannot run leaves the window as it was; only then is the scenario taken.
    std::optional<Trace> whole;
    if (wait || isMomentary(config)) {
        Result<Trace> trace = RunService::runNow(config);
        if (!trace)
            return trace.error();
        whole = std::move(trace).value();
    }
    m_runs.forget();
    enterExplore();
    m_explore.take(scenarioOf(config, name), config);
    m_session.setOverlay({});
    if (whole) {
        m_explorePanel->foot().setIdle();
        m_growing = false;
        runEnded(*whole);
        return Done{};
    }
    return startRun(config, false);
}

void Workspace::openInExplore(const RunConfig& config)
{
    if (showConfig(config, {}, false))
        return;
    enterExplore(); // to be mended there
    m_explore.take(scenarioOf(config, {}));
    runFailed(QString::fromStdString(m_explore.resolved().sentence));
}

void Workspace::showLoaded(const LoadedTrace& loaded, const QString& name)
{
    m_runs.forget();
    enterExplore();
    m_explorePanel->foot().setIdle();
    m_window->topBar().hideRecording();
    m_growing = m_follows = false;
    m_session.setOverlay({});
    View fresh;
    fresh.reducedMotion = m_session.view().reducedMotion;
    m_session.setView(fresh);
    if (loaded.trace.hasHeader())
        m_explore.take(scenarioOf(loaded.trace.config(), name, true), loaded.trace.config());
    showTrace(loaded.trace, false);
    if (!loaded.damage.empty())
        m_window->stageHost().setState(damagedState(loaded.trace, loaded.damage));
    else if (endsInFailure(loaded.trace))
        m_window->stageHost().setState(failedState(loaded.trace, false));
    refreshNotice();
}

void Workspace::applyFix(const std::vector<std::pair<std::string, std::string>>& changes)
{
    if (m_mode != Mode::explore) {
        if (!m_session.trace().hasHeader())
            return;
        const RunConfig config = m_session.trace().config();
        enterExplore();
        m_explore.take(scenarioOf(config, {}), config);
    }
    if (const auto done = m_explore.applyFix(changes); !done) {
        runFailed(QString::fromStdString(done.error().message));
        return;
    }
    if (m_explore.outOfDate()) // small runs are there already
        runScenario();
}

void Workspace::runScenario(bool wait)
{
    const Resolved& resolved = m_explore.resolved();
    if (m_mode != Mode::explore || !resolved.runs())
        return;
    const RunConfig config = resolved.config;
    m_session.setOverlay({});
    if (const auto done = startRun(config, wait); !done)
        runFailed(QString::fromStdString(done.error().message));
}

/// Momentary runs end at once; others run on their own thread while their steps appear.
Result<Done> Workspace::startRun(const RunConfig& config, bool wait)
{
    m_player.pause();
    if (wait || isMomentary(config)) {
        const Result<Trace> trace = RunService::runNow(config);
        if (!trace)
            return trace.error();
        m_runs.forget();
        m_explorePanel->foot().setIdle();
        // The same moment of the new run, where there is one: what has changed is seen at once.
        const bool sameKind = !m_session.trace().empty() && m_explore.hasShown() && !m_session.trace().info().imported
            && m_session.track().kind == TrackKind::priced;
        m_growing = sameKind && !wait;
        m_explore.setShown(config);
        runEnded(trace.value());
        return Done{};
    }
    m_growing = false;
    m_follows = true;
    m_explore.setShown(config);
    m_totalSteps = RunService::stepsOf(config);
    m_recordingShown.start();
    m_explorePanel->foot().setRunning(0, m_totalSteps);
    m_runs.start(config);
    refreshNotice();
    return Done{};
}

void Workspace::runGrew(const Trace& trace)
{
    // Checks and tracks of a long run take a while: showing it never takes more than a tenth of the time.
    if (!m_growing || m_sinceShown.elapsed() > 10 * m_showCost) {
        QElapsedTimer cost;
        cost.start();
        showLive(trace);
        m_growing = true;
        m_showCost = cost.elapsed();
        m_sinceShown.start();
    }
    m_explorePanel->foot().setRunning(trace.trainingSteps(), m_totalSteps);
    // The foot of the panel says how far it is; the top bar does where the panel is not in sight.
    if (m_explorePanel->isVisible())
        m_window->topBar().hideRecording();
    else if (!m_recordingShown.isActive())
        m_window->topBar().showRecording(trace.trainingSteps(), static_cast<int>(m_totalSteps));
}

/// A snapshot of the run under way; the playhead stays with its newest step until someone moves it.
void Workspace::showLive(const Trace& trace)
{
    if (m_mode != Mode::explore) {
        m_kept.trace = trace;
        m_kept.track = trace.config().data.set == DataSet::toy ? TrackKind::priced : TrackKind::measured;
        m_kept.state.reset();
        return;
    }
    const bool moves = std::exchange(m_movesItself, true);
    showTrace(trace, m_growing);
    if (m_follows && !m_player.playing())
        m_session.setPlayhead(m_session.track().end());
    m_movesItself = moves;
    refreshNotice();
}

void Workspace::showTrace(const Trace& trace, bool keepPlayhead)
{
    if (!keepPlayhead)
        m_window->stageHost().setState(std::nullopt);
    m_session.setTrace(trace, keepPlayhead);
}

void Workspace::runEnded(const Trace& trace)
{
    m_recordingShown.stop();
    m_window->topBar().hideRecording();
    const int steps = trace.trainingSteps();
    const bool failed = endsInFailure(trace);
    const bool live = m_explorePanel->foot().running();
    QString note;
    if (live && !failed && m_totalSteps > steps)
        note = tr("Stopped after step %1 of %2; what was recorded is kept.").arg(steps).arg(m_totalSteps);
    m_explorePanel->foot().setIdle(note);
    const bool keep = m_growing;
    if (live || m_mode != Mode::explore) {
        showLive(trace);
    } else {
        showTrace(trace, keep);
        m_window->stageHost().setState(std::nullopt);
    }
    m_growing = m_follows = false;
    if (failed && m_mode == Mode::explore)
        m_window->stageHost().setState(failedState(trace, true));
    else if (failed)
        m_kept.state = failedState(trace, true);
    refreshNotice();
}

/// The run could not begin.
void Workspace::runFailed(const QString& sentence)
{
    m_recordingShown.stop();
    m_window->topBar().hideRecording();
    m_explorePanel->foot().setIdle();
    m_follows = m_growing = false;
    m_failed = m_explore.resolved().config;
    m_explore.setNothingShown();
    StageState state = unreadableState(tr("This configuration does not run"), sentence);
    if (m_mode == Mode::explore)
        m_window->stageHost().setState(std::move(state));
    else
        m_kept.state = std::move(state);
    refreshNotice();
}

void Workspace::nameScenario()
{
    const Scenario& scenario = m_explore.scenario();
    const QString given = QString::fromStdString(scenario.base.name);
    setTitle(tr("Sandbox"), !given.isEmpty() ? given : !scenario.name.isEmpty() ? scenario.name : tr("Own scenario"));
}

/// Small scenarios run at once; others are marked out of date.
void Workspace::scenarioChanged()
{
    if (m_mode != Mode::explore)
        return;
    nameScenario();
    const Resolved& resolved = m_explore.resolved();
    if (resolved.runs() && m_explore.outOfDate() && !m_runs.running() && !m_session.trace().empty()
        && resolved.config != m_failed && isMomentary(resolved.config))
        runScenario();
    refreshNotice();
}

void Workspace::refreshNotice()
{
    StageHost& host = m_window->stageHost();
    const bool shown = m_mode == Mode::explore && host.showsStage() && !m_session.trace().empty() && m_explore.outOfDate();
    const Resolved& resolved = m_explore.resolved();
    m_notice->setState(
        m_runs.running() ? QString() : runText(resolved.config), humanSentence(resolved.sentence));
    host.showNotice(shown);
}

} // namespace lockstep::ui
