// TimelinePanel: the bottom of the window. Transport, readout, legend and timeline; a strip of 52 px when it is low.
#pragma once

#include <QWidget>

#include "ui/play/timeline_text.h"
#include "ui/play/transport_layout.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class BadgeLabel;
class Button;
class IconButton;
class Player;
class Session;
class TextLabel;
class TimelineWidget;

class TimelinePanel : public QWidget, public Themed {
    Q_OBJECT
public:
    static constexpr int kFullHeight = 184, kStripHeight = 52;

    TimelinePanel(Session& session, Player& player, QWidget* parent = nullptr);
    ~TimelinePanel() override;

    TimelineWidget& timeline() { return *m_timeline; }
    QSize sizeHint() const override { return {1128, kFullHeight}; }
    QSize minimumSizeHint() const override { return {560, kStripHeight}; }

signals:
    /// The strip's arrow was pressed: the panel wants its full height.
    void expandRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override;

private:
    void arrange();
    void showState();
    void chooseSpeed();
    TransportWidths widths() const;
    bool timeSharing() const;
    QString legendText(int entry) const;

    Session& m_session;
    Player& m_player;
    TransportLayout m_layout;
    Readout m_readout;
    IconButton *m_start, *m_back, *m_forward, *m_end, *m_expand;
    Button *m_play, *m_step, *m_speed;
    BadgeLabel* m_badge;
    TextLabel* m_sharing; ///< beside the badge while measured ranks took turns on the cores
    TimelineWidget* m_timeline;
};

} // namespace lockstep::ui
