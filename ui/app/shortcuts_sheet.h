// ShortcutsSheet: all keys on one card over the window; any click, Escape or ? closes it.
#pragma once

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class ShortcutsSheet : public QWidget, public Themed {
    Q_OBJECT
public:
    /// Covers the whole of `window` while it is shown.
    explicit ShortcutsSheet(QWidget& window);
    void open();
    void close();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* m_before = nullptr; ///< had the focus before
};

} // namespace lockstep::ui
