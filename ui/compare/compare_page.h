// ComparePage: two runs side by side on one clock: which keys differ, both at the playhead's step, both futures on one
// plot, and how far their parameters are apart.
#pragma once

#include "core/replay/compare.h"
#include "core/replay/coverage.h"
#include "ui/plot/page_frame.h"

class QVBoxLayout;

namespace lockstep::ui {

class Button;
class FactTable;
class PlotWidget;
class Segmented;

class ComparePage : public PageFrame {
    Q_OBJECT
public:
    explicit ComparePage(Session& session, QWidget* parent = nullptr);

    /// One sentence when the second run could not be opened; empty when all is well.
    void setProblem(const QString& sentence);
    QString headline() const;
    FactTable& keys() { return *m_keys; }
    FactTable& facts() { return *m_facts; }
    PlotWidget& future() { return *m_future; }
    PlotWidget& distance() { return *m_distance; }

signals:
    void openWanted();
    void closeWanted();
    void fixWanted(int finding);
    void stepChosen(int step);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void refreshEmpty();
    void refreshRuns();
    int failingFinding() const;

    Session& m_session;
    CurveWalk m_curvesA, m_curvesB;
    CoverageWalk m_coverageA, m_coverageB;
    Comparison m_comparison;
    bool m_compared = false; ///< m_comparison belongs to the traces of the session
    Segmented* m_clock;
    QWidget *m_empty, *m_runs;
    TextLabel *m_emptyText, *m_problem, *m_headline, *m_sentence;
    Button *m_open, *m_fix, *m_another, *m_close;
    FactTable *m_keys, *m_facts;
    PlotWidget *m_future, *m_loss, *m_distance;
};

} // namespace lockstep::ui
