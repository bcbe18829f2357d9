// TextField: a one-line answer or value, 36 high.
#pragma once

#include <QLineEdit>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class TextField : public QLineEdit, public Themed {
    Q_OBJECT
public:
    /// `name` is read by screen readers.
    explicit TextField(const QString& name, QWidget* parent = nullptr);

    /// A given answer that can no longer be changed: filled, no border.
    void setLocked(bool locked);
    bool isLocked() const { return isReadOnly(); }
    void setBoxHeight(int height);

protected:
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override;
};

} // namespace lockstep::ui
