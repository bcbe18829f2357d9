// MainWindow: arranges areas by window_layout and carries commands out.
#include "ui/app/main_window.h"

#include <algorithm>

#include <QApplication>
#include <QPainter>
#include <QResizeEvent>

#include "ui/app/area_frame.h"
#include "ui/app/inspector_rail.h"
#include "ui/app/shortcuts_sheet.h"
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

namespace {

constexpr double kZoomStep = 1.25, kLargestZoom = 4;

} // namespace

MainWindow::MainWindow(Session& session, Player& player)
    : m_session(session)
    , m_player(player)
    , m_topBar(new TopBar(this))
    , m_left(new AreaFrame(Qt::RightEdge, tr("Lesson"), this))
    , m_inspector(new AreaFrame(Qt::LeftEdge, tr("Inspector"), this))
    , m_rail(new AreaFrame(Qt::LeftEdge, tr("Inspector"), this))
    , m_timeline(new AreaFrame(Qt::TopEdge, tr("Timeline"), this))
    , m_stageHost(new StageHost(session, this))
    , m_sheet(new ShortcutsSheet(*this))
    , m_ring(new FocusRing(*this))
{
    setMinimumSize(kSmallestWindow);
    m_wish.hasLesson = false;
    auto* rail = new InspectorRail(session);
    m_rail->setContent(rail);
    connect(rail, &InspectorRail::clicked, this, [this] { showInspector(true); });
    connect(m_topBar, &TopBar::inspectorToggled, this, [this] { run(Command::toggleInspector); });
    connect(m_topBar, &TopBar::timelineToggled, this, [this] { run(Command::toggleTimeline); });
    connect(m_topBar, &TopBar::modeChosen, this, &MainWindow::modeRequested);
    connect(m_topBar, &TopBar::drawerToggled, this, &MainWindow::toggleDrawer);
    connect(m_topBar, &TopBar::themeToggled, this, &MainWindow::themeToggled);
    connect(m_topBar, &TopBar::menuRequested, this, &MainWindow::menuRequested);
}

void MainWindow::setLeft(QWidget* left, Mode mode)
{
    if (QWidget* before = m_left->content(); before && before != left) {
        before->hide();
        before->setParent(nullptr);
    }
    m_wish.hasLesson = left != nullptr;
    m_wish.explores = mode == Mode::explore;
    m_wish.drawerOpen = false;
    m_left->setAccessibleName(mode == Mode::explore ? tr("Scenario") : tr("Lesson"));
    if (left) {
        m_left->setContent(left);
        applyTheme(*left, theme());
        orderTabs();
    }
    arrange();
}

/// Tab goes from the top bar into the left panel, although the panel came last.
void MainWindow::orderTabs()
{
    const auto stops = [](const QWidget& area) {
        QWidgetList found;
        for (QWidget* widget : area.findChildren<QWidget*>())
            if (widget->focusPolicy() & Qt::TabFocus)
                found.append(widget);
        return found;
    };
    QWidget* before = stops(*m_topBar).value(0);
    for (QWidget* widget = before; widget; widget = widget->nextInFocusChain()) { // the last of the top bar
        if (!m_topBar->isAncestorOf(widget))
            break;
        if (widget->focusPolicy() & Qt::TabFocus) // Qt ignores the others
            before = widget;
    }
    for (QWidget* widget : stops(*m_left)) {
        setTabOrder(before, widget);
        before = widget;
    }
}

void MainWindow::setStage(QWidget* stage)
{
    m_stageHost->setStage(stage);
    applyTheme(*stage, theme());
}

void MainWindow::setInspector(QWidget* inspector)
{
    m_inspector->setContent(inspector);
    applyTheme(*inspector, theme());
}

void MainWindow::setTimeline(QWidget* timeline)
{
    m_timeline->setContent(timeline);
    applyTheme(*timeline, theme());
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    // A choice holds as long as the window stays about as large as it was made for.
    if (widthClass(event->size().width()) != widthClass(event->oldSize().width()))
        m_wish.inspectorOpen.reset();
    if (heightClass(event->size().height()) != heightClass(event->oldSize().height()))
        m_wish.timelineOpen.reset();
    arrange();
}

void MainWindow::arrange()
{
    m_wish.size = size();
    m_layout = layoutWindow(m_wish);
    const auto place = [](QWidget* widget, const QRect& area, bool visible) {
        widget->setGeometry(area);
        widget->setVisible(visible && !area.isEmpty());
    };
    const bool rail = m_layout.inspectorForm == InspectorForm::rail;
    place(m_topBar, m_layout.topBar, true);
    place(m_left, m_layout.left, m_layout.left.width() > 0);
    place(m_stageHost, m_layout.stage, true);
    place(m_rail, m_layout.inspector, rail);
    place(m_inspector, m_layout.inspector, !rail);
    place(m_timeline, m_layout.timeline, true);
    if (m_layout.inspectorForm == InspectorForm::overlay)
        m_inspector->raise();
    const bool drawer = m_layout.leftForm == LeftForm::closedDrawer || m_layout.leftForm == LeftForm::openDrawer;
    if (drawer)
        m_left->raise();
    m_topBar->setDrawer(drawer, m_layout.leftForm == LeftForm::openDrawer);
    m_topBar->setTitleLeft((drawer ? 0 : m_layout.left.width()) + 16);
    m_topBar->setPanels(!rail && !m_layout.inspector.isEmpty(), m_layout.timelineForm == TimelineForm::panel);
    if (m_sheet->isVisible())
        m_sheet->setGeometry(rect());
    emit arranged();
}

void MainWindow::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), theme().color("surface.0"));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    // Widgets that use a key (a text field above all) accept it, so that only free keys arrive here.
    if (const auto command = commandFor(event->key(), event->modifiers()))
        run(*command);
    else
        QWidget::keyPressEvent(event);
}

void MainWindow::run(Command command)
{
    switch (command) {
    case Command::playPause:
        m_player.toggle();
        break;
    case Command::eventBack:
        m_player.stepBack();
        break;
    case Command::eventForward:
        m_player.stepForward();
        break;
    case Command::stepBack:
        m_player.stepBackTraining();
        break;
    case Command::stepForward:
        m_player.stepForwardTraining();
        break;
    case Command::goToStart:
        m_player.goToStart();
        break;
    case Command::goToEnd:
        m_player.goToEnd();
        break;
    case Command::slower:
        m_player.slower();
        break;
    case Command::faster:
        m_player.faster();
        break;
    case Command::phaseLoad:
        m_player.goToPhase(Phase::load);
        break;
    case Command::phaseForward:
        m_player.goToPhase(Phase::forward);
        break;
    case Command::phaseBackward:
        m_player.goToPhase(Phase::backward);
        break;
    case Command::phaseAllReduce:
        m_player.goToPhase(Phase::allReduce);
        break;
    case Command::phaseUpdate:
        m_player.goToPhase(Phase::update);
        break;
    case Command::toggleInspector:
        showInspector(m_inspector->isHidden());
        break;
    case Command::toggleTimeline:
        m_wish.timelineOpen = m_layout.timelineForm != TimelineForm::panel;
        arrange();
        break;
    case Command::nextFailedCheck:
        goToNextFailure();
        break;
    case Command::zoomIn:
        zoom(kZoomStep);
        break;
    case Command::zoomOut:
        zoom(1 / kZoomStep);
        break;
    case Command::zoomFit:
        zoom(0);
        break;
    case Command::nextArea:
        cycleArea(1);
        break;
    case Command::previousArea:
        cycleArea(-1);
        break;
    case Command::learnMode:
        emit modeRequested(Mode::learn);
        break;
    case Command::exploreMode:
        emit modeRequested(Mode::explore);
        break;
    case Command::runScenario:
        emit runRequested();
        break;
    case Command::undo:
        emit undoRequested();
        break;
    case Command::redo:
        emit redoRequested();
        break;
    case Command::open:
        emit openRequested();
        break;
    case Command::showShortcuts:
        m_sheet->open();
        break;
    case Command::dismiss:
        if (m_layout.inspectorForm == InspectorForm::overlay)
            showInspector(false);
        else if (m_layout.leftForm == LeftForm::openDrawer)
            showDrawer(false);
        else
            m_session.select({});
        break;
    case Command::quit:
        close();
        break;
    }
}

void MainWindow::showInspector(bool open)
{
    m_wish.inspectorOpen = open;
    arrange();
}

void MainWindow::toggleDrawer()
{
    showDrawer(m_layout.leftForm != LeftForm::openDrawer);
}

void MainWindow::showDrawer(bool open)
{
    const QWidget* focus = focusWidget();
    const bool mine = focus && m_left->isAncestorOf(focus);
    m_wish.drawerOpen = open;
    arrange();
    if (open) {
        for (QWidget* widget : m_left->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)) {
                widget->setFocus(Qt::OtherFocusReason);
                break;
            }
    } else if (mine) {
        for (QWidget* widget : m_stageHost->findChildren<QWidget*>())
            if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus)) {
                widget->setFocus(Qt::OtherFocusReason);
                break;
            }
    }
}

/// The first widget of the next area that takes the keyboard.
void MainWindow::cycleArea(int direction)
{
    const QList<QWidget*> areas = {m_topBar, m_left, m_stageHost, m_rail, m_inspector, m_timeline};
    const QWidget* focus = focusWidget();
    int here = -1;
    for (int i = 0; i < areas.size(); ++i)
        if (areas[i] == focus || areas[i]->isAncestorOf(focus))
            here = i;
    if (here < 0 && direction < 0)
        here = 0;
    for (int tries = 0; tries < areas.size(); ++tries) {
        here = (here + direction + static_cast<int>(areas.size())) % static_cast<int>(areas.size());
        if (!areas[here]->isVisible())
            continue;
        for (QWidget* widget : areas[here]->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus)) {
                widget->setFocus(Qt::ShortcutFocusReason);
                return;
            }
    }
}

void MainWindow::goToNextFailure()
{
    if (m_session.view().hidden.findings)
        return;
    const auto& findings = m_session.findings();
    const ObjectRef selected = m_session.view().selection;
    const int from = selected.kind == ObjectKind::finding ? selected.index : -1;
    const int count = static_cast<int>(findings.size());
    for (int step = 1; step <= count; ++step) {
        const int index = (from + step + count) % count;
        const Finding& finding = findings[static_cast<std::size_t>(index)];
        if (finding.verdict != Verdict::fail)
            continue;
        m_player.pause();
        ObjectRef object{ObjectKind::finding};
        object.index = index;
        m_session.select(object);
        if (finding.event != kNoEvent)
            m_session.setPlayhead(m_session.track().of(finding.event).end);
        return;
    }
}

/// 0 fits the stage again.
void MainWindow::zoom(double factor)
{
    View view = m_session.view();
    view.zoom = factor == 0 ? 1 : std::clamp(view.zoom * factor, 1.0, kLargestZoom);
    m_session.setView(view);
}

} // namespace lockstep::ui
