// Fills the two plots from the session.
#include "ui/plot/curves_page.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/plot/curve_plots.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/segmented.h"

namespace lockstep::ui {

namespace {

constexpr int kBeside = 420; ///< a body lower than this has its plots beside each other

} // namespace

CurvesPage::CurvesPage(Session& session, QWidget* parent)
    : PageFrame(tr("Curves"), parent)
    , m_session(session)
    , m_axis(new Segmented({tr("Steps"), tr("Examples"), tr("Seconds")}, tr("Against")))
    , m_loss(new PlotWidget)
    , m_heldOut(new PlotWidget)
{
    controls().addWidget(m_axis);
    m_plots = new QBoxLayout(QBoxLayout::TopToBottom);
    m_plots->setContentsMargins(0, 0, 0, 0);
    m_plots->setSpacing(12);
    m_plots->addWidget(m_loss, 1);
    m_plots->addWidget(m_heldOut, 1);
    body().addLayout(m_plots, 1);
    connect(m_axis, &Segmented::chosen, this, [this](int axis) {
        View view = m_session.view();
        view.curveAxis = static_cast<CurveAxis>(axis);
        m_session.setView(view);
    });
    for (PlotWidget* plot : {m_loss, m_heldOut})
        connect(plot, &PlotWidget::stepChosen, this, &CurvesPage::stepChosen);
    connect(&session, &Session::traceChanged, this, &CurvesPage::refresh);
    connect(&session, &Session::playheadChanged, this, &CurvesPage::refresh);
    connect(&session, &Session::viewChanged, this, &CurvesPage::refresh);
}

void CurvesPage::showEvent(QShowEvent*)
{
    refresh();
}

void CurvesPage::resizeEvent(QResizeEvent* event)
{
    m_plots->setDirection(height() < kBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    PageFrame::resizeEvent(event);
}

void CurvesPage::refresh()
{
    const View& view = m_session.view();
    if (isHidden() || view.page != StagePage::curves)
        return;
    const bool two = !m_session.overlay().empty();
    setHead(two ? tr("Curves of two runs") : tr("Curves"), std::nullopt);
    m_axis->setCurrent(static_cast<int>(view.curveAxis));
    const Curves& first = m_first.of(m_session.trace());
    const Curves& second = m_second.of(m_session.overlay());
    CurveFrame frame;
    frame.axis = view.curveAxis;
    frame.step = m_session.trace().empty() ? 0 : static_cast<int>(m_session.world().stepIndex);
    frame.badge = m_session.trace().info().imported ? Badge::imported : Badge::computed;
    frame.time = m_session.trace().info().imported ? Badge::imported : Badge::measured;
    frame.textScale = view.textScale;
    m_loss->setSpec(lossPlot(first, two ? &second : nullptr, frame));
    m_heldOut->setSpec(heldOutPlot(first, two ? &second : nullptr, frame));
}

} // namespace lockstep::ui
