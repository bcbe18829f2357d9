// MainWindow: places the areas of the window, and turns keys into commands. What the areas show is not its business.
#pragma once

#include "ui/app/commands.h"
#include "ui/app/mode.h"
#include "ui/app/window_layout.h"
#include "ui/play/player.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class AreaFrame;
class FocusRing;
class InspectorRail;
class ShortcutsSheet;
class StageHost;
class TopBar;

class MainWindow : public QWidget, public Themed {
    Q_OBJECT
public:
    MainWindow(Session& session, Player& player);

    /// The window shows the widgets; what stood there before is hidden and belongs to the caller again. `left` may be
    /// null.
    void setLeft(QWidget* left, Mode mode = Mode::learn);
    /// Opens or closes the left panel where it is a drawer.
    void toggleDrawer();
    void setStage(QWidget* stage);
    void setInspector(QWidget* inspector);
    void setTimeline(QWidget* timeline);

    TopBar& topBar() { return *m_topBar; }
    StageHost& stageHost() { return *m_stageHost; }
    const WindowLayout& layoutNow() const { return m_layout; }
    void run(Command command);

signals:
    void modeRequested(lockstep::ui::Mode mode);
    void runRequested();
    void undoRequested();
    void redoRequested();
    void themeToggled();
    void openRequested();
    void menuRequested(const QPoint& globalPosition);
    /// The areas have new places or forms.
    void arranged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();
    void showInspector(bool open);
    void showDrawer(bool open);
    void orderTabs();
    void cycleArea(int direction);
    void goToNextFailure();
    void zoom(double factor);

    Session& m_session;
    Player& m_player;
    WindowWish m_wish;
    WindowLayout m_layout;
    TopBar* m_topBar;
    AreaFrame *m_left, *m_inspector, *m_rail, *m_timeline;
    StageHost* m_stageHost;
    ShortcutsSheet* m_sheet;
    FocusRing* m_ring;
};

} // namespace lockstep::ui
