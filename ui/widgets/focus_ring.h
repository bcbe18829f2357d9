// FocusRing: the 2 px ring, 2 px off the widget that has the keyboard. One per window; it follows the focus.
#pragma once

#include <QPointer>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

enum class FocusRingPlace { outside, inside };

/// Asks for a ring around `widget` (inside its edge for whole areas) whenever the keyboard brought the focus there.
void setFocusRing(QWidget& widget, FocusRingPlace place, int radius);

class FocusRing : public QWidget, public Themed {
    Q_OBJECT
public:
    /// Watches the focus of `window` until either dies.
    explicit FocusRing(QWidget& window);

    bool eventFilter(QObject* object, QEvent* event) override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow(QWidget* target);
    void place();

    QWidget* m_window;
    QPointer<QWidget> m_target;
    QPointer<QWidget> m_reached; ///< has the focus, and got it by a key
};

} // namespace lockstep::ui
