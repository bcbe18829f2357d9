// Switch: on or off, 32 x 18, with its label beside it. Space, Enter and a click turn it.
#pragma once

#include <QAbstractButton>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Switch : public QAbstractButton, public Themed {
    Q_OBJECT
public:
    /// `label` stands beside the switch and is its accessible name; `labelled` off leaves the words to another widget.
    explicit Switch(const QString& label, bool labelled = true, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {32, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void themeChanged() override;

private:
    bool m_labelled;
};

} // namespace lockstep::ui
