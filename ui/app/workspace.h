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
#include "ui/app/stage_state.h"
#include "ui/run/run_service.h"

namespace lockstep::ui {

class Inspector;
class LearnPanel;
class StageWidget;
class TimelinePanel;

class Workspace : public QObject {
    Q_OBJECT
public:
    Workspace();
    ~Workspace() override;

    /// Opens a document and shows its beginning. Toy runs are complete when this returns; other configurations run
    /// on, unless `wait` is set. Fails with one sentence; what was open before stays open.
    Result<Done> open(const std::string& what, bool wait = false);
    /// The same for a person: a failure is shown in the stage's place.
    void openOrExplain(const std::string& what);
    /// Asks for a file.
    void askAndOpen();
    void runAgain();
    /// Shows Explore with that scenario and runs it. A run that cannot begin is explained in the stage's place.
    void openInExplore(const RunConfig& config);
    /// Keys and texts as a finding's `fix` has them: changes the scenario of the run shown and runs it, as one undo
    /// step. A bug switch that owns one of the keys goes off.
    void applyFix(const std::vector<std::pair<std::string, std::string>>& changes);
    bool canRunAgain() const { return m_config.has_value(); }

    Session& session() { return m_session; }
    Player& player() { return m_player; }
    MainWindow& window() { return *m_window; }
    StageWidget& stage() { return *m_stage; }
    TimelinePanel& timeline() { return *m_timeline; }
    const std::optional<Lesson>& lesson() const { return m_lesson; }
    LearnPanel* learn() { return m_learn; } ///< null unless a lesson is open
    /// Answers are stored in the application's data folder and taken up again. Off for pictures and tests.
    void setKeepsProgress(bool keeps) { m_keepsProgress = keeps; }

    ThemeMode themeMode() const { return m_theme; }
    void setThemeMode(ThemeMode mode);
    void setReducedMotion(bool reduced);

signals:
    void themeModeChanged(lockstep::ui::ThemeMode mode);
    void reducedMotionChanged(bool reduced);

private:
    Result<Done> show(Document document, bool wait);
    void showTrace(const Trace& trace, bool keepPlayhead);
    Result<Done> startRun(const RunConfig& config, bool wait);
    void runEnded(const Trace& trace);
    void act(StateAction action);
    void setTitle(const QString& kicker, const QString& title);
    void openLesson(Lesson lesson);
    void showProblem();
    void closeLesson();

    Session m_session;
    Player m_player;
    RunService m_runs;
    std::unique_ptr<MainWindow> m_window;
    StageWidget* m_stage = nullptr;
    Inspector* m_inspector = nullptr;
    TimelinePanel* m_timeline = nullptr;
    std::optional<Lesson> m_lesson;
    LearnPanel* m_learn = nullptr; ///< refers to the lesson
    bool m_keepsProgress = false;
    std::optional<RunConfig> m_config; ///< of the run shown, when it was made here from a configuration
    bool m_growing = false;            ///< a snapshot of the run under way is shown
    QElapsedTimer m_sinceShown;        ///< since the last snapshot was shown
    qint64 m_showCost = 0;             ///< ms that took
    QTimer m_recordingShown;           ///< under 300 ms nothing is said about a recording
    ThemeMode m_theme = ThemeMode::light;
};

} // namespace lockstep::ui
