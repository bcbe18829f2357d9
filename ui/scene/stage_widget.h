// StageWidget: the stage in the window. Lays out and paints the session's moment; clicks, hover and arrow keys move the
// session's selection. Holds no truth of its own: the layout it keeps is a copy for hit-testing.
#pragma once

#include <optional>

#include "ui/app/session.h"
#include "ui/scene/stage_layout.h"
#include "ui/widgets/accessible_grid.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class StageWidget : public QWidget, public Themed, public GridSource {
    Q_OBJECT
public:
    explicit StageWidget(Session& session, QWidget* parent = nullptr);

    /// The header tells the worst finding (while the inspector is a rail or a button).
    void setShowsStatus(bool shows);
    /// Room at the right end of the header for the page switch, in pixels.
    void setHeaderReserve(int pixels);
    const StageLayout& layoutNow() const;

    QSize sizeHint() const override { return {832, 668}; }
    QSize minimumSizeHint() const override { return {480, 360}; }

    int gridRows() const override;
    int gridColumns() const override;
    QString gridText(int row, int column) const override;
    QRect gridRect(int row, int column) const override;
    QString gridRowName(int row) const override;
    QString gridColumnName(int column) const override;
    bool gridRowSelected(int row) const override;
    void gridSelectRow(int row) override;

signals:
    /// A phase's head was clicked: go to that phase of the step.
    void phaseChosen(lockstep::Phase phase);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void takeTrace();
    void refresh();
    ObjectRef objectAt(QPointF point) const;
    void moveSelection(int rows, int columns);
    void choose(const ViewButton& button);
    const StageCell* cellAt(int row, int column) const;

    Session& m_session;
    std::shared_ptr<const StageImages> m_images;
    RunConfig::Data m_imagesOf; ///< the data set that m_images shows
    bool m_showsStatus = false;
    mutable std::shared_ptr<const World> m_end; ///< of the step shown: the same for every moment in it
    mutable std::optional<StageLayout> m_told;  ///< with the table of words, of many workers
    mutable Span m_endSpan;                     ///< of that step, so that another track is told apart
    int m_headerReserve = 0;
    mutable std::optional<StageLayout> m_layout;
};

/// The layout of a session's moment at a size: what the window, `lockstep render` and tests share.
/// `end`: the world at the end of the session's step.
StageLayout layoutSession(const Session& session, QSizeF size, bool showStatus,
    std::shared_ptr<const StageImages> images, const World& end, double headerReserve = 0, bool tells = true);

} // namespace lockstep::ui
