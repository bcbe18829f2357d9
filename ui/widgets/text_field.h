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
    /// A border in the colour of a failed check; what is wrong stands beside the field.
    void setInvalid(bool invalid);

protected:
    void paintEvent(QPaintEvent* event) override;
    void themeChanged() override;

private:
    bool m_invalid = false;
};

} // namespace lockstep::ui
