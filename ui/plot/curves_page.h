// CurvesPage: loss and held-out accuracy against steps, examples or seconds; two runs when a second one is open.
#pragma once

#include "core/replay/curves.h"
#include "ui/plot/page_frame.h"

class QBoxLayout;

namespace lockstep::ui {

class PlotWidget;
class Segmented;

class CurvesPage : public PageFrame {
    Q_OBJECT
public:
    explicit CurvesPage(Session& session, QWidget* parent = nullptr);
    PlotWidget& loss() { return *m_loss; }
    PlotWidget& heldOut() { return *m_heldOut; }

signals:
    void stepChosen(int step);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    Session& m_session;
    CurveWalk m_first, m_second;
    Segmented* m_axis;
    QBoxLayout* m_plots;
    PlotWidget *m_loss, *m_heldOut;
};

} // namespace lockstep::ui
