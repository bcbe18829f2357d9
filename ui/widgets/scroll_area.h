// ScrollArea: scrolls one widget up and down behind a thin bar; never sideways.
#pragma once

#include <QScrollArea>
#include <QScrollBar>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class ScrollArea : public QScrollArea {
    Q_OBJECT
public:
    explicit ScrollArea(QWidget* parent = nullptr);
};

/// A bar of 8 px that shows a handle only where there is something to scroll.
class ThinScrollBar : public QScrollBar, public Themed {
    Q_OBJECT
public:
    explicit ThinScrollBar(Qt::Orientation orientation, QWidget* parent = nullptr);
    QSize sizeHint() const override { return orientation() == Qt::Vertical ? QSize(8, 40) : QSize(40, 8); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lockstep::ui
