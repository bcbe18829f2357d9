// StageWidget: events in, session calls out.
#include "ui/scene/stage_widget.h"

#include <algorithm>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/scene/scene_text.h"
#include "ui/scene/stage_cells.h"
#include "ui/scene/stage_images.h"
#include "ui/scene/stage_paint.h"
#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

namespace {

const ViewButton* buttonAt(const StageLayout& layout, QPointF point)
{
    for (const ViewButton& button : layout.viewButtons)
        if (button.rect.contains(point))
            return &button;
    return nullptr;
}

} // namespace

StageLayout layoutSession(const Session& session, QSizeF size, bool showStatus,
    std::shared_ptr<const StageImages> images, const World& end, double headerReserve, bool tells)
{
    const Trace& trace = session.trace();
    StageInput input;
    input.view = session.view();
    if (trace.stepCount() == 0)
        return layoutStage(input, size);
    const World& world = session.world();
    input.tells = tells;
    input.header = &trace.header();
    input.world = &world;
    input.end = end.stepIndex == world.stepIndex ? &end : &world;
    input.stepBegin = session.track().stepSpans[world.stepIndex].begin;
    if (trace.ranks() > kMostRows)
        input.waits = waits(trace, session.track(), world.stepIndex);
    input.overlay = session.overlayWorld();
    input.overlayConfig = input.overlay ? &session.overlay().config() : nullptr;
    input.steps = trace.trainingSteps();
    input.badge = session.valueBadge();
    input.timeBadge = session.timeBadge();
    input.findings = &session.findings();
    input.showStatus = showStatus;
    input.headerReserve = headerReserve;
    input.images = std::move(images);
    return layoutStage(input, size);
}

StageWidget::StageWidget(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
{
    registerAccessibleGrids();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setFocusRing(*this, FocusRingPlace::inside, 8);
    setAccessibleName(SceneText::tr("Stage"));
    connect(&session, &Session::traceChanged, this, &StageWidget::takeTrace);
    connect(&session, &Session::playheadChanged, this, &StageWidget::refresh);
    connect(&session, &Session::viewChanged, this, &StageWidget::refresh);
    takeTrace();
}

void StageWidget::takeTrace()
{
    const Trace& trace = m_session.trace();
    if (!trace.hasHeader() || trace.header().data.imageWidth <= 0)
        m_images = nullptr;
    else if (!m_images || !(trace.config().data == m_imagesOf)) // a run that grows keeps its images
        m_images = loadStageImages(trace.header());
    if (trace.hasHeader())
        m_imagesOf = trace.config().data;
    refresh();
}

void StageWidget::refresh()
{
    const QString before = accessibleDescription();
    m_layout.reset();
    update();
    const NowText& now = layoutNow().now;
    const QString told = now.detail.isEmpty() ? now.title : now.title + QLatin1Char(' ') + now.detail;
    if (told != before)
        setAccessibleDescription(told); // announces the change itself
}

void StageWidget::setShowsStatus(bool shows)
{
    m_showsStatus = shows;
    refresh();
}

void StageWidget::setHeaderReserve(int pixels)
{
    if (pixels == m_headerReserve)
        return;
    m_headerReserve = pixels;
    refresh();
}

const StageLayout& StageWidget::layoutNow() const
{
    if (!m_layout || m_layout->size != QSizeF(size())) { // a hidden widget is told of its size late
        const Trace& trace = m_session.trace();
        if (trace.stepCount() > 0) {
            const World& world = m_session.world();
            const Span& span = m_session.track().stepSpans[world.stepIndex];
            if (!m_end || m_end->record != world.record || !(m_endSpan == span)) {
                m_end = std::make_shared<World>(worldAt(trace, m_session.track(), span.end));
                m_endSpan = span;
            }
        }
        m_told.reset();
        const bool many = trace.stepCount() > 0 && trace.ranks() > kMostRows;
        m_layout = layoutSession(
            m_session, size(), m_showsStatus, m_images, m_end ? *m_end : World{}, m_headerReserve, !many);
    }
    return *m_layout;
}

void StageWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintStage(painter, layoutNow(), theme(), m_session.view());
}

void StageWidget::resizeEvent(QResizeEvent*)
{
    m_layout.reset();
}

ObjectRef StageWidget::objectAt(QPointF point) const
{
    const StageLayout& layout = layoutNow();
    const bool inBody = layout.body.contains(point);
    const QPointF flat = inBody ? bodyTransform(layout, m_session.view()).inverted().map(point) : point;
    for (auto spot = layout.spots.rbegin(); spot != layout.spots.rend(); ++spot)
        if (spot->rect.contains(flat) && layout.body.contains(spot->rect.center()) == inBody)
            return spot->object;
    return {};
}

void StageWidget::choose(const ViewButton& button)
{
    View view = m_session.view();
    button.choose(view);
    m_session.setView(view);
}

void StageWidget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const StageLayout& layout = layoutNow();
    if (const ViewButton* button = buttonAt(layout, event->position()))
        return choose(*button);
    const ObjectRef object = objectAt(event->position());
    if (object.kind == ObjectKind::phase && object.rank < 0)
        emit phaseChosen(object.phase);
    m_session.select(object);
}

void StageWidget::mouseMoveEvent(QMouseEvent* event)
{
    const StageLayout& layout = layoutNow();
    const bool button = buttonAt(layout, event->position()) != nullptr;
    const ObjectRef object = button ? ObjectRef{} : objectAt(event->position());
    setCursor(button || object.any() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!(object == m_session.view().hover))
        m_session.hover(object);
}

void StageWidget::leaveEvent(QEvent*)
{
    m_session.hover({});
}

void StageWidget::moveSelection(int rows, int columns)
{
    const StageLayout& layout = layoutNow();
    if (layout.rowNames.empty())
        return;
    const ObjectRef selected = m_session.view().selection;
    if (layout.gridAcross > 0) { // the cells lie in a square: the arrows go where they point
        const int last = static_cast<int>(layout.rowNames.size()) - 1;
        const int next = selected.rank < 0 ? 0 : selected.rank + rows * layout.gridAcross + columns;
        if (next >= 0 && next <= last)
            m_session.select({ObjectKind::rank, next});
        return;
    }
    const int rowCount = static_cast<int>(layout.rowNames.size()),
              columnCount = static_cast<int>(layout.columnNames.size());
    int row = std::clamp(selected.rank, 0, rowCount - 1), column = -1;
    for (const StageCell& cell : layout.cells)
        if (cell.object == selected)
            column = cell.column;
    if (column < 0) { // something between the cells: start from its worker
        const bool travels = selected.kind == ObjectKind::transfer || selected.kind == ObjectKind::collective;
        column = selected.kind == ObjectKind::example ? 1
            : selected.kind == ObjectKind::gradient   ? 2
            : travels                                 ? 3
            : selected.kind == ObjectKind::parameters ? 4
                                                      : 0;
        if (!selected.any())
            rows = columns = 0;
    }
    row = std::clamp(row + rows, 0, rowCount - 1);
    column = std::clamp(column + columns, 0, columnCount - 1);
    for (const StageCell& cell : layout.cells)
        if (cell.row == row && cell.column == column)
            return m_session.select(cell.object);
}

int StageWidget::gridRows() const
{
    return static_cast<int>(layoutNow().rowNames.size());
}

int StageWidget::gridColumns() const
{
    return static_cast<int>(layoutNow().columnNames.size());
}

const StageCell* StageWidget::cellAt(int row, int column) const
{
    const StageLayout* layout = &layoutNow();
    if (layout->gridAcross > 0) {
        if (!m_told)
            m_told = layoutSession(m_session, size(), m_showsStatus, m_images, *m_end, m_headerReserve);
        layout = &*m_told;
    }
    for (const StageCell& cell : layout->cells)
        if (cell.row == row && cell.column == column)
            return &cell;
    return nullptr;
}

QString StageWidget::gridText(int row, int column) const
{
    const StageCell* cell = cellAt(row, column);
    return cell ? SceneText::tr("%1, %2: %3").arg(gridRowName(row), gridColumnName(column), cell->text) : QString();
}

QRect StageWidget::gridRect(int row, int column) const
{
    const StageCell* cell = cellAt(row, column);
    return cell ? cell->rect.toAlignedRect() : QRect();
}

QString StageWidget::gridRowName(int row) const
{
    return row < gridRows() ? layoutNow().rowNames[static_cast<std::size_t>(row)] : QString();
}

QString StageWidget::gridColumnName(int column) const
{
    return column < gridColumns() ? layoutNow().columnNames[static_cast<std::size_t>(column)] : QString();
}

bool StageWidget::gridRowSelected(int row) const
{
    return m_session.view().selection.any() && m_session.view().selection.rank == row;
}

void StageWidget::gridSelectRow(int row)
{
    m_session.select({ObjectKind::rank, row});
}

void StageWidget::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return moveSelection(-1, 0);
    case Qt::Key_Down:
        return moveSelection(1, 0);
    case Qt::Key_Left:
        return moveSelection(0, -1);
    case Qt::Key_Right:
        return moveSelection(0, 1);
    case Qt::Key_W:
        if (const std::vector<ViewButton>& buttons = layoutNow().viewButtons; !buttons.empty()) {
            std::size_t now = 0;
            for (std::size_t i = 0; i < buttons.size(); ++i)
                if (buttons[i].isOn(m_session.view()))
                    now = i;
            return choose(ViewButton(buttons[(now + 1) % buttons.size()]));
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

bool StageWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const StageLayout& layout = layoutNow();
        for (const Mark& mark : layout.marks)
            if (const auto* badge = std::get_if<BadgeMark>(&mark); badge && badge->rect.contains(help->pos())) {
                QToolTip::showText(help->globalPos(), badgeExplanation(badge->badge), this);
                return true;
            }
        if (buttonAt(layout, help->pos())) {
            QStringList names;
            for (const ViewButton& button : layout.viewButtons)
                names.append(button.text);
            QToolTip::showText(help->globalPos(), SceneText::tr("%1 (W)").arg(names.join(QStringLiteral(", "))), this);
            return true;
        }
        QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace lockstep::ui
