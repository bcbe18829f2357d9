// RunFoot: the foot of the Explore panel, which never scrolls away: Run, seed and Reset; while a run is on, Stop and how
// far it is; above them what stands in the way.
#pragma once

#include <cstdint>

#include "ui/explore/explore_model.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Button;
class ProgressBar;
class TextLabel;

class RunFoot : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit RunFoot(ExploreModel& model, QWidget* parent = nullptr);

    void refresh();
    /// A run is on; `total` 0 when it is not known.
    void setRunning(std::int64_t step, std::int64_t total);
    /// No run is on. `note` says how the last one ended, when there is something to say.
    void setIdle(const QString& note = {});
    bool running() const { return m_running; }
    Button& runButton() { return *m_run; }
    Button& stopButton() { return *m_stop; }
    Button& resetButton() { return *m_reset; }
    const QString& sentence() const;

signals:
    void runRequested();
    void stopRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    ExploreModel& m_model;
    TextLabel *m_sentence, *m_seed, *m_progressText;
    Button *m_run, *m_stop, *m_reset;
    ProgressBar* m_bar;
    QWidget* m_progress; ///< bar and words
    bool m_running = false;
    QString m_note;
};

/// "Run 50 steps", "Run 3 epochs".
QString runText(const RunConfig& config);

} // namespace lockstep::ui
