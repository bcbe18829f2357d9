// TimelineWidget: shows the timeline and turns pointer and keys into playhead, selection and window.
#pragma once

#include <optional>

#include <QPixmap>
#include <QWidget>

#include "ui/app/session.h"
#include "ui/play/timeline_layout.h"
#include "ui/widgets/accessible_grid.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class TimelineWidget : public QWidget, public Themed, public GridSource {
    Q_OBJECT
public:
    explicit TimelineWidget(Session& session, QWidget* parent = nullptr);

    /// Bars and playhead only.
    void setMini(bool mini);
    /// The window follows the playhead again, as if nobody had zoomed.
    void fit();
    const TimelineLayout& layoutNow();

    QSize minimumSizeHint() const override { return {60, 28}; }

    int gridRows() const override;
    int gridColumns() const override { return kPhaseCount + 1; } ///< the phases and what is waited
    QString gridText(int row, int column) const override;
    QRect gridRect(int row, int column) const override;
    QString gridRowName(int row) const override;
    QString gridColumnName(int column) const override;
    bool gridRowSelected(int row) const override;
    void gridSelectRow(int row) override;
    std::optional<Value> gridValue() const override;
    void gridSetValue(double value) override;

signals:
    /// The pointer has taken hold of the playhead.
    void scrubStarted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    void themeChanged() override;

private:
    void traceChanged();
    void playheadChanged();
    void setWindow(const TimeWindow& window);
    TimeWindow windowNow() const;
    TimelineInput input() const;
    void forget();
    void startScrub();
    void scrubTo(double x, bool snap);
    bool onAxis(QPointF point) const;
    bool wandered(QPointF point) const; ///< too far from where it was pressed for a click
    void moveSelection(int rows);
    void describe();

    Session& m_session;
    bool m_mini = false;
    std::optional<TimeWindow> m_window; ///< set by zoom and pan; empty: followed
    std::optional<TimelineLayout> m_layout;
    std::size_t m_layoutStep = 0;
    QPixmap m_ground; ///< everything but axis labels and playhead
    std::optional<QPointF> m_pressed;
    bool m_scrubbing = false;
    bool m_moved = false; ///< this press is no click any more
    bool m_held = false;  ///< m_window stands still for this drag only
};

} // namespace lockstep::ui
