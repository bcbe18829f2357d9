// The timeline as a widget: caches the ground layer, scrubs, zooms, pans and selects.
#include "ui/play/timeline_widget.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include "ui/play/timeline_paint.h"
#include "ui/play/timeline_text.h"
#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

namespace {

constexpr double kDragReach = 4;  ///< pixels a press may wander and still be a click
constexpr double kWheelPan = 0.6; ///< pixels panned per unit of the wheel's angle

} // namespace

TimelineWidget::TimelineWidget(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    registerAccessibleGrids();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setFocusRing(*this, FocusRingPlace::inside, 6);
    setAccessibleName(tr("Timeline"));
    connect(&session, &Session::traceChanged, this, &TimelineWidget::traceChanged);
    connect(&session, &Session::playheadChanged, this, &TimelineWidget::playheadChanged);
    connect(&session, &Session::viewChanged, this, &TimelineWidget::forget);
    describe();
}

void TimelineWidget::setMini(bool mini)
{
    if (mini == m_mini)
        return;
    m_mini = mini;
    forget();
}

void TimelineWidget::fit()
{
    m_window.reset();
    forget();
}

void TimelineWidget::traceChanged()
{
    // A window somebody chose stays while a run grows, and is dropped with another run.
    if (m_window && (m_session.track().end() < m_window->end || m_session.playhead() <= 0))
        m_window.reset();
    forget();
    describe();
}

void TimelineWidget::playheadChanged()
{
    if (m_window && !m_scrubbing) {
        const TimeWindow kept = keptVisible(*m_window, m_session.playhead(), m_session.track());
        if (kept != *m_window)
            setWindow(kept);
    }
    if (m_layout
        && (m_layout->scale.window != windowNow()
            || m_layoutStep != shownStep(m_session.track(), m_session.playhead())))
        forget();
    update();
    describe();
}

void TimelineWidget::describe()
{
    if (m_session.trace().stepCount() < 2) {
        setAccessibleDescription(tr("Nothing has run yet"));
        return;
    }
    const Readout text = readout(m_session.track(), m_session.playhead());
    setAccessibleDescription(text.strong + u' ' + text.rest);
}

void TimelineWidget::setWindow(const TimeWindow& window)
{
    m_window = window;
    forget();
}

TimeWindow TimelineWidget::windowNow() const
{
    if (m_mini) {
        const std::size_t step = shownStep(m_session.track(), m_session.playhead());
        return stepsWindow(m_session.track(), step, step);
    }
    return m_window ? *m_window : followedWindow(m_session.track(), m_session.playhead());
}

TimelineInput TimelineWidget::input() const
{
    return {&m_session.trace(), &m_session.track(), m_session.playhead(), windowNow(), m_session.view(), m_mini};
}

void TimelineWidget::forget()
{
    m_layout.reset();
    m_ground = {};
    update();
}

const TimelineLayout& TimelineWidget::layoutNow()
{
    if (!m_layout) {
        m_layout = layoutTimeline(input(), size());
        m_layoutStep = shownStep(m_session.track(), m_session.playhead());
    }
    return *m_layout;
}

void TimelineWidget::themeChanged()
{
    forget();
}

void TimelineWidget::resizeEvent(QResizeEvent*)
{
    forget();
}

void TimelineWidget::paintEvent(QPaintEvent*)
{
    if (m_session.trace().stepCount() < 2)
        return;
    layoutNow();
    m_layout->playhead = layoutPlayhead(input(), *m_layout);
    QPainter painter(this);
    if (painter.paintEngine() && painter.paintEngine()->type() != QPaintEngine::Raster) {
        paintTimeline(painter, *m_layout, theme()); // a vector file keeps its lines and letters
        return;
    }
    // The device painted on, which is not this widget's screen when a picture is rendered.
    const double ratio = painter.paintEngine() && painter.paintEngine()->paintDevice()
        ? painter.paintEngine()->paintDevice()->devicePixelRatioF()
        : devicePixelRatioF();
    if (m_ground.isNull() || m_ground.devicePixelRatio() != ratio) {
        m_ground = QPixmap((QSizeF(size()) * ratio).toSize());
        m_ground.setDevicePixelRatio(ratio);
        m_ground.fill(Qt::transparent);
        QPainter ground(&m_ground);
        paintTimelineGround(ground, *m_layout, theme());
    }
    painter.drawPixmap(0, 0, m_ground);
    paintTimelineFront(painter, *m_layout, theme());
}

bool TimelineWidget::onAxis(QPointF point) const
{
    return !m_mini && m_layout && !m_layout->rows.empty() && point.y() < m_layout->rows.front().rect.top() - 4;
}

void TimelineWidget::scrubTo(double x, bool snap)
{
    const TimelineLayout& layout = layoutNow();
    const Track& track = m_session.track();
    TrackTime time = layout.scale.time(std::clamp(x, layout.scale.left, layout.scale.right));
    if (snap) {
        std::vector<TrackTime> near;
        const double reach = 6 / layout.scale.pixelsPerUnit();
        for (std::size_t step = 0; step < track.stepSpans.size(); ++step)
            if (track.stepSpans[step].begin <= time + reach && track.stepSpans[step].end >= time - reach) {
                const std::vector<TrackTime> more = moments(m_session.trace(), track, step);
                near.push_back(track.stepSpans[step].begin);
                near.insert(near.end(), more.begin(), more.end());
            }
        std::sort(near.begin(), near.end());
        time = snapped(time, near, layout.scale);
    }
    m_session.setPlayhead(time);
}

void TimelineWidget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_session.trace().stepCount() < 2)
        return;
    layoutNow();
    m_pressed = event->position();
    m_moved = false;
    if (onAxis(event->position()) || m_mini) {
        startScrub();
        scrubTo(event->position().x(), !(event->modifiers() & Qt::AltModifier));
    }
}

bool TimelineWidget::wandered(QPointF point) const
{
    return (point - *m_pressed).manhattanLength() >= kDragReach;
}

void TimelineWidget::startScrub()
{
    if (m_session.view().hover.any()) // a bar under the pointer is not meant
        m_session.hover({});
    // The window stands still under the pointer while the playhead is dragged.
    m_held = !m_mini && !m_window;
    if (m_held)
        m_window = windowNow();
    m_scrubbing = true;
    emit scrubStarted();
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event)
{
    if (m_session.trace().stepCount() < 2)
        return;
    if (!m_pressed) {
        const TimelineLayout& layout = layoutNow();
        const TimelineBlock* block = onAxis(event->position()) ? nullptr : layout.blockAt(event->position());
        const ObjectRef object = block ? block->object : ObjectRef{};
        if (!(object == m_session.view().hover))
            m_session.hover(object);
        setCursor(onAxis(event->position()) ? Qt::SizeHorCursor : block ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    m_moved = m_moved || wandered(event->position());
    if (!m_scrubbing && std::abs(event->position().x() - m_pressed->x()) >= kDragReach)
        startScrub();
    if (m_scrubbing)
        scrubTo(event->position().x(), !(event->modifiers() & Qt::AltModifier));
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    const bool dragged = m_scrubbing || m_moved || wandered(event->position());
    m_pressed.reset();
    if (m_scrubbing) {
        m_scrubbing = false;
        if (m_held)
            fit();
    }
    if (dragged) // only a click selects
        return;
    const TimelineBlock* block = layoutNow().blockAt(event->position());
    if (!block) {
        const TimelineRow* row = layoutNow().rowAt(event->position().y());
        ObjectRef rank;
        if (row && !row->badge.isEmpty() && row->badge.adjusted(-4, -4, 4, 4).contains(event->position())) {
            rank.kind = ObjectKind::rank;
            rank.rank = row->rank;
        }
        m_session.select(rank);
        return;
    }
    const ObjectRef object = block->object;
    const TrackTime end = block->span.end;
    // A selection belongs to the step of the playhead: a block of another step brings the playhead along.
    if (block->step != shownStep(m_session.track(), m_session.playhead()))
        m_session.setPlayhead(end);
    m_session.select(object);
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

void TimelineWidget::leaveEvent(QEvent*)
{
    if (m_session.view().hover.any())
        m_session.hover({});
}

void TimelineWidget::wheelEvent(QWheelEvent* event)
{
    if (m_mini || m_session.trace().stepCount() < 2) {
        event->ignore();
        return;
    }
    const TimelineLayout& layout = layoutNow();
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        const double x = std::clamp(event->position().x(), layout.scale.left, layout.scale.right);
        setWindow(
            zoomed(layout.scale.window, std::pow(2, turned.y() / 480.0), layout.scale.time(x), m_session.track()));
    } else {
        const int by = turned.x() != 0 ? turned.x() : turned.y();
        setWindow(panned(layout.scale.window, -by * kWheelPan / layout.scale.pixelsPerUnit(), m_session.track()));
    }
    event->accept();
}

void TimelineWidget::moveSelection(int rows)
{
    const int ranks = m_session.trace().ranks();
    const ObjectRef& now = m_session.view().selection;
    int rank = now.rank < 0 ? (rows > 0 ? 0 : ranks - 1) : std::clamp(now.rank + rows, 0, ranks - 1);
    ObjectRef object;
    object.rank = rank;
    object.kind = ObjectKind::rank;
    if (now.kind == ObjectKind::phase) {
        object.kind = ObjectKind::phase;
        object.phase = now.phase;
    }
    m_session.select(object);
}

void TimelineWidget::keyPressEvent(QKeyEvent* event)
{
    if (m_session.trace().stepCount() < 2)
        return QWidget::keyPressEvent(event);
    const Track& track = m_session.track();
    const TrackTime now = m_session.playhead();
    const std::size_t step = shownStep(track, now);
    const bool whole = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
        emit scrubStarted();
        m_session.setPlayhead(whole
                ? (now > track.stepSpans[step].begin ? track.stepSpans[step].begin
                                                     : track.stepSpans[step > 1 ? step - 1 : step].begin)
                : previousMoment(m_session.trace(), track, now));
        break;
    case Qt::Key_Right:
        emit scrubStarted();
        m_session.setPlayhead(whole ? (now < track.stepSpans[step].end
                                      ? track.stepSpans[step].end
                                      : track.stepSpans[std::min(step + 1, track.stepSpans.size() - 1)].end)
                                    : nextMoment(m_session.trace(), track, now));
        break;
    case Qt::Key_Home:
        emit scrubStarted();
        m_session.setPlayhead(track.stepSpans.front().begin);
        break;
    case Qt::Key_End:
        emit scrubStarted();
        m_session.setPlayhead(track.end());
        break;
    case Qt::Key_Up:
        moveSelection(-1);
        break;
    case Qt::Key_Down:
        moveSelection(1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        // The block under the playhead in the selected row.
        const int rank = std::max(0, m_session.view().selection.rank);
        const RankWorld& world = m_session.world().ranks.at(static_cast<std::size_t>(rank));
        ObjectRef object;
        object.kind = ObjectKind::phase;
        object.rank = rank;
        object.phase = world.phase;
        m_session.select(object);
        break;
    }
    case Qt::Key_Escape:
        if (!m_session.view().selection.any())
            return QWidget::keyPressEvent(event);
        m_session.select({});
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        setWindow(zoomed(windowNow(), 1.5, now, track));
        break;
    case Qt::Key_Minus:
        setWindow(zoomed(windowNow(), 1 / 1.5, now, track));
        break;
    case Qt::Key_0:
        fit();
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    event->accept();
}

bool TimelineWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_session.trace().stepCount() > 1) {
        auto* help = static_cast<QHelpEvent*>(event);
        const TimelineBlock* block = layoutNow().blockAt(help->pos());
        if (block && !block->name.isEmpty())
            QToolTip::showText(help->globalPos(), block->name.left(1).toUpper() + block->name.mid(1), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace lockstep::ui
