// What screen readers hear of the timeline: a row per rank, a cell per phase, and the playhead as a value.
#include "ui/play/timeline_text.h"
#include "ui/play/timeline_widget.h"

namespace lockstep::ui {

int TimelineWidget::gridRows() const
{
    return m_session.trace().stepCount() < 2 ? 0 : m_session.trace().ranks();
}

QString TimelineWidget::gridRowName(int row) const
{
    const QString name = rankName(m_session.trace().config(), row);
    for (const StopMark& stop : const_cast<TimelineWidget*>(this)->layoutNow().stops)
        if (stop.rank == row)
            return tr("%1, failed").arg(name);
    return name;
}

QString TimelineWidget::gridColumnName(int column) const
{
    return column < kPhaseCount ? phaseName(static_cast<Phase>(column)) : tr("Wait");
}

QString TimelineWidget::gridText(int row, int column) const
{
    const Track& track = m_session.track();
    const std::size_t step = shownStep(track, m_session.playhead());
    QStringList parts;
    for (const TimeBlock& block : timeBlocks(m_session.trace(), track, step, false)) {
        const int place = block.kind == BlockKind::wait ? kPhaseCount : static_cast<int>(block.phase);
        if (block.rank != row || place != column || block.kind == BlockKind::other)
            continue;
        const TrackTime origin = shownOrigin(track, m_session.playhead());
        QString text
            = tr("%1 from %2")
                  .arg(durationText(track, block.span.length()), axisText(track, block.span.begin - origin, true));
        if (block.kind == BlockKind::wait && block.peer >= 0)
            text += tr(", for %1").arg(rankName(m_session.trace().config(), block.peer));
        parts << text;
    }
    const QString name = gridColumnName(column);
    return parts.isEmpty() ? tr("%1: none").arg(name) : name + QStringLiteral(": ") + parts.join(QStringLiteral("; "));
}

QRect TimelineWidget::gridRect(int row, int column) const
{
    QRectF whole;
    for (const TimelineBlock& block : const_cast<TimelineWidget*>(this)->layoutNow().blocks) {
        const int place = block.kind == BlockKind::wait ? kPhaseCount : static_cast<int>(block.phase);
        if (block.rank == row && place == column && block.step == m_layoutStep)
            whole = whole.united(block.rect);
    }
    return whole.toAlignedRect();
}

bool TimelineWidget::gridRowSelected(int row) const
{
    return m_session.view().selection.any() && m_session.view().selection.rank == row;
}

void TimelineWidget::gridSelectRow(int row)
{
    ObjectRef object;
    object.kind = ObjectKind::rank;
    object.rank = row;
    m_session.select(object);
}

std::optional<GridSource::Value> TimelineWidget::gridValue() const
{
    if (m_session.trace().stepCount() < 2)
        return std::nullopt;
    return Value{m_session.playhead(), m_session.track().stepSpans.front().begin, m_session.track().end()};
}

void TimelineWidget::gridSetValue(double value)
{
    m_session.setPlayhead(value);
}

} // namespace lockstep::ui
