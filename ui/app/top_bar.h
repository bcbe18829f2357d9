// TopBar: menu, brand, modes, title, and switches for theme, timeline and inspector. While a run is recorded it shows how far.
#pragma once

#include "ui/app/mode.h"
#include "ui/widgets/themed.h"

class QMenu;

namespace lockstep::ui {

class Button;
class IconButton;
class Segmented;

class TopBar : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit TopBar(QWidget* parent = nullptr);

    /// `kicker` ("Lesson 4") may be empty.
    void setTitle(const QString& kicker, const QString& title);
    /// Where the title begins, so that it stands over the stage.
    void setTitleLeft(int x);
    void setPanels(bool inspectorOpen, bool timelineOpen);
    void setMode(Mode mode);
    /// Whether the left panel is a drawer, and whether it is open.
    void setDrawer(bool drawer, bool open);
    /// `total` 0 when it is not known.
    void showRecording(int step, int total);
    void hideRecording();

signals:
    void menuRequested(const QPoint& globalPosition);
    void modeChosen(lockstep::ui::Mode mode);
    void drawerToggled();
    void themeToggled();
    void inspectorToggled();
    void timelineToggled();
    void stopRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override;

private:
    void place();

    QString m_kicker, m_title;
    int m_titleLeft = 328; ///< left edge of the stage's content
    int m_titleStart = 584; ///< of the title, behind the modes
    int m_step = -1, m_total = 0; ///< of the recording; -1: none
    IconButton *m_menu, *m_theme, *m_timeline, *m_inspector;
    Button *m_stop, *m_drawer;
    Segmented* m_modes;
};

} // namespace lockstep::ui
