// Workspace: one open document with its session, player, engine and window. The window's program and `render` both
// build one; only the program shows it and remembers settings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "ui/app/document.h"
#include "ui/app/main_window.h"
#include "core/lesson/progress.h"
#include "ui/app/stage_state.h"
#include "ui/explore/explore_model.h"
#include "ui/run/run_service.h"

namespace lockstep::ui {

class ExplorePanel;
class Inspector;
class LearnPanel;
class RunNotice;
class SideBySide;
class StagePager;
class StageWidget;
class TimelinePanel;

class Workspace : public QObject {
    Q_OBJECT
public:
    Workspace();
    ~Workspace() override;

    /// Opens a document and shows its beginning: a lesson in Learn, traces and configurations in Explore. Toy runs are
    /// complete when this returns; other configurations run on, unless `wait` is set. Fails with one sentence; what was
    /// open before stays open.
    Result<Done> open(const std::string& what, bool wait = false);
    /// The same for a person: a failure is shown in the stage's place.
    void openOrExplain(const std::string& what);
    /// Asks for a file.
    void askAndOpen();

    Mode mode() const { return m_mode; }
    /// Each mode keeps its place: the lesson its page and answers, Explore its scenario and its run. Explore without a
    /// run begins with one (and waits for it if `wait` is set).
    void setMode(Mode mode, bool wait = false);
    /// Runs the scenario of Explore. Nothing happens when it cannot run; the panel says why.
    void runScenario(bool wait = false);
    void runAgain() { runScenario(); }
    bool canRunAgain() const { return m_mode == Mode::explore && m_explore.resolved().runs(); }
    /// Shows Explore with that scenario and runs it. A run that cannot begin is explained in the stage's place.
    void openInExplore(const RunConfig& config);
    /// Keys and texts as a finding's `fix` has them: changes the scenario of the run shown and runs it, as one undo
    /// step. A bug switch that owns one of the keys goes off.
    void applyFix(const std::vector<std::pair<std::string, std::string>>& changes);

    Session& session() { return m_session; }
    Player& player() { return m_player; }
    MainWindow& window() { return *m_window; }
    StageWidget& stage() { return *m_stage; }
    StagePager& pager() { return *m_pager; }
    /// Coverage, curves, and the run beside the open one.
    SideBySide& sideBySide() { return *m_sideBySide; }
    TimelinePanel& timeline() { return *m_timeline; }
    /// The lesson that Learn holds, also while Explore is shown.
    const std::optional<Lesson>& lesson() const { return m_lesson; }
    LearnPanel* learn() { return m_learn; } ///< null unless a lesson is shown
    ExploreModel& explore() { return m_explore; }
    ExplorePanel& explorePanel() { return *m_explorePanel; }
    RunNotice& notice() { return *m_notice; }
    bool running() const { return m_runs.running(); }
    /// Answers are stored in the application's data folder and taken up again. Off for pictures and tests.
    void setKeepsProgress(bool keeps) { m_keepsProgress = keeps; }

    ThemeMode themeMode() const { return m_theme; }
    void setThemeMode(ThemeMode mode);
    void setReducedMotion(bool reduced);

signals:
    void themeModeChanged(lockstep::ui::ThemeMode mode);
    void reducedMotionChanged(bool reduced);
    void modeChanged(lockstep::ui::Mode mode);

private:
    /// What Explore shows while the window is in Learn.
    struct Kept {
        Trace trace;
        TrackKind track = TrackKind::priced;
        TrackTime playhead = 0;
        View view;
        std::optional<StageState> state;
    };
    /// Where Learn stands while the window is in Explore.
    struct Place {
        LessonProgress progress;
        TrackTime playhead = 0;
    };

    Result<Done> show(Document document, bool wait);
    Result<Done> showConfig(const RunConfig& config, const QString& name, bool wait);
    void showLoaded(const LoadedTrace& loaded, const QString& name);
    void showTrace(const Trace& trace, bool keepPlayhead);
    Result<Done> startRun(const RunConfig& config, bool wait);
    void runGrew(const Trace& trace);
    void runEnded(const Trace& trace);
    void runFailed(const QString& sentence);
    void showLive(const Trace& trace);
    void act(StateAction action);
    void setTitle(const QString& kicker, const QString& title);
    void openLesson(Lesson lesson);
    void showLesson(const std::optional<Place>& place);
    void showProblem();
    void parkLesson();
    void closeLesson();
    void enterExplore();
    void keepExplore();
    void restoreExplore();
    void nameScenario();
    void scenarioChanged();
    void refreshNotice();

    Session m_session;
    Player m_player;
    RunService m_runs;
    ExploreModel m_explore;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<ExplorePanel> m_explorePanel;
    StageWidget* m_stage = nullptr;
    StagePager* m_pager = nullptr;
    Inspector* m_inspector = nullptr;
    TimelinePanel* m_timeline = nullptr;
    std::unique_ptr<SideBySide> m_sideBySide;
    RunNotice* m_notice = nullptr;
    Mode m_mode = Mode::learn;
    std::optional<Lesson> m_lesson;
    LearnPanel* m_learn = nullptr; ///< refers to the lesson
    std::optional<Place> m_place;  ///< of the lesson, while Explore is shown
    Kept m_kept;
    std::optional<RunConfig> m_failed; ///< could not begin; is not tried again unasked
    bool m_keepsProgress = false;
    std::int64_t m_totalSteps = 0; ///< of the run under way
    bool m_growing = false;        ///< a snapshot of the run under way is shown
    bool m_follows = false;        ///< the playhead goes with the newest step, until someone moves it
    bool m_movesItself = false;    ///< the playhead is being moved by the run, not by a person
    QElapsedTimer m_sinceShown;    ///< since the last snapshot was shown
    qint64 m_showCost = 0;         ///< ms that took
    QTimer m_recordingShown;       ///< under 300 ms nothing is said about a recording
    ThemeMode m_theme = ThemeMode::light;
};

} // namespace lockstep::ui
