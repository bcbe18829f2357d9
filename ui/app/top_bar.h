// TopBar: menu, brand, title, and switches for theme, timeline and inspector. While a run is recorded it shows how far.
#pragma once

#include "ui/widgets/themed.h"

class QMenu;

namespace lockstep::ui {

class Button;
class IconButton;

class TopBar : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit TopBar(QWidget* parent = nullptr);

    /// `kicker` ("Lesson 4") may be empty.
    void setTitle(const QString& kicker, const QString& title);
    /// Where the title begins, so that it stands over the stage.
    void setTitleLeft(int x);
    void setPanels(bool inspectorOpen, bool timelineOpen);
    /// `total` 0 when it is not known.
    void showRecording(int step, int total);
    void hideRecording();

signals:
    void menuRequested(const QPoint& globalPosition);
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
    int m_titleLeft = 328;
    int m_step = -1, m_total = 0; ///< of the recording; -1: none
    IconButton *m_menu, *m_theme, *m_timeline, *m_inspector;
    Button* m_stop;
};

} // namespace lockstep::ui
