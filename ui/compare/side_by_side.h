// SideBySide: makes the pages beside the stage and gives their buttons, and the fix button of a finding, something to
// do: a second run from a file or with the fix, and the playhead at a chosen step.
#pragma once

#include "ui/app/stage_pager.h"
#include "ui/play/player.h"
#include "ui/run/second_run.h"

namespace lockstep::ui {

class ComparePage;
class CoveragePage;
class CurvesPage;
class Inspector;

class SideBySide : public QObject {
    Q_OBJECT
public:
    SideBySide(Session& session, Player& player, StagePager& pager, Inspector& inspector, QObject* parent = nullptr);

    /// Pages and fixes are for Explore; a lesson leads its own way.
    void setOffered(bool offered);
    /// Runs the open run's configuration with that finding's fix as the second run and shows both.
    Result<Done> tryFix(int finding, bool wait = false);
    /// Opens a trace or a configuration as the second run.
    Result<Done> openSecond(const std::string& what, bool wait = false);
    void closeSecond();
    void show(StagePage page);

    CoveragePage& coverage() { return *m_coverage; }
    CurvesPage& curves() { return *m_curves; }
    ComparePage& compare() { return *m_compare; }
    SecondRun& run() { return m_run; }

private:
    void askSecond();
    void goToStep(int step);
    void explain(const Result<Done>& done);

    Session& m_session;
    Player& m_player;
    StagePager& m_pager;
    Inspector& m_inspector;
    SecondRun m_run;
    CoveragePage* m_coverage;
    CurvesPage* m_curves;
    ComparePage* m_compare;
};

} // namespace lockstep::ui
