// Shows one page at a time.
#include "ui/app/stage_pager.h"

#include "ui/plot/page_frame.h"
#include "ui/scene/stage_widget.h"
#include "ui/widgets/segmented.h"

namespace lockstep::ui {

namespace {

constexpr int kHead = 48, kGap = 12;

} // namespace

StagePager::StagePager(Session& session, StageWidget& stage, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_stage(&stage)
    , m_alive(&stage)
    , m_switch(new Segmented({tr("Step"), tr("Coverage"), tr("Curves"), tr("Compare")}, tr("Page of the stage"), this))
{
    m_stage->setParent(this);
    setFocusProxy(m_stage);
    connect(m_switch, &Segmented::chosen, this, [this](int index) {
        View view = m_session.view();
        view.page = static_cast<StagePage>(index);
        m_session.setView(view);
    });
    connect(&session, &Session::traceChanged, this, &StagePager::refresh);
    connect(&session, &Session::viewChanged, this, &StagePager::refresh);
    refresh();
}

void StagePager::setPage(StagePage page, PageFrame* widget)
{
    m_pages[page] = widget;
    widget->setParent(this);
    widget->hide();
    applyTheme(*widget, theme());
    arrange();
    refresh();
}

PageFrame* StagePager::page(StagePage page) const
{
    const auto found = m_pages.find(page);
    return found == m_pages.end() ? nullptr : found->second;
}

QWidget& StagePager::pageSwitch()
{
    return *m_switch;
}

void StagePager::setOffered(bool offered)
{
    m_offered = offered;
    refresh();
}

/// The page of the view, when it is there and may be shown.
StagePage StagePager::shown() const
{
    const StagePage wanted = m_session.view().page;
    return m_offered && !m_session.trace().empty() && m_pages.contains(wanted) ? wanted : StagePage::step;
}

void StagePager::refresh()
{
    const Trace& trace = m_session.trace();
    const bool offered = m_offered && !trace.empty() && !m_pages.empty();
    if (offered) {
        const int steps = trace.trainingSteps();
        m_switch->setSegmentEnabled(1, steps > 0 && trace.header().data.train > 0,
            steps > 0 ? QString() : tr("No step has finished yet, so no example was seen."));
        m_switch->setSegmentEnabled(2, steps > 1, steps > 1 ? QString() : tr("A curve needs two steps."));
        m_switch->setCurrent(static_cast<int>(shown()));
    }
    const StagePage now = shown();
    // The keyboard stays in the stage's area when the page it was on goes away.
    const bool hadFocus = focusWidget() && focusWidget() != m_switch && !m_switch->isAncestorOf(focusWidget())
        && focusWidget()->hasFocus();
    for (const auto& [page, widget] : m_pages)
        widget->setVisible(page == now);
    if (m_alive)
        m_stage->setVisible(now == StagePage::step);
    if (hadFocus && now != StagePage::step && !page(now)->isAncestorOf(focusWidget()))
        m_switch->setFocus(Qt::OtherFocusReason);
    if (m_switch->isHidden() == offered) {
        m_switch->setVisible(offered);
        arrange();
    }
    m_switch->raise();
}

void StagePager::arrange()
{
    const auto [left, right] = contentEnds(width());
    const QSize size = m_switch->sizeHint();
    m_switch->setGeometry(right - size.width(), (kHead - size.height()) / 2, size.width(), size.height());
    const int reserve = m_switch->isHidden() ? 0 : size.width() + kGap;
    if (m_alive) {
        m_stage->setGeometry(rect());
        m_stage->setHeaderReserve(reserve);
    }
    for (const auto& [page, widget] : m_pages) {
        widget->setGeometry(rect());
        widget->setHeaderReserve(reserve);
    }
}

void StagePager::resizeEvent(QResizeEvent*)
{
    arrange();
}

} // namespace lockstep::ui
