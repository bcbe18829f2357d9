// CoveragePage: which example was seen how often and by whom, in the epoch of the playhead and over the epochs.
#pragma once

#include "core/replay/coverage.h"
#include "ui/plot/page_frame.h"

namespace lockstep::ui {

class CoverageGrid;
class FactTable;

class CoveragePage : public PageFrame {
    Q_OBJECT
public:
    explicit CoveragePage(Session& session, QWidget* parent = nullptr);
    CoverageGrid& grid() { return *m_grid; }
    FactTable& table() { return *m_table; }
    QString headline() const;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();

    Session& m_session;
    CoverageWalk m_walk;
    TextLabel *m_headline, *m_sentence;
    CoverageGrid* m_grid;
    FactTable* m_table;
};

} // namespace lockstep::ui
