// Stepper: a value with a button on either side, 102 x 32: "− 4 +". The value can also be typed; arrow keys step it.
#pragma once

#include <QLineEdit>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class StepButton;

class Stepper : public QWidget, public Themed {
    Q_OBJECT
public:
    /// `name` is what is counted, for screen readers.
    explicit Stepper(const QString& name, QWidget* parent = nullptr);

    QString text() const { return m_field->text(); }
    /// Without a signal. A text that is being typed keeps its cursor when it does not change.
    void setText(const QString& text);
    /// Which way one can still go.
    void setSteps(bool canLower, bool canRaise);
    QLineEdit& field() { return *m_field; }
    void setInvalid(bool invalid);

    QSize sizeHint() const override { return {102, 32}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void textEdited(const QString& text);
    void editingFinished();
    void stepped(int direction); ///< -1 or 1

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;
    void themeChanged() override;

private:
    StepButton *m_lower, *m_raise;
    QLineEdit* m_field;
    bool m_invalid = false;
};

} // namespace lockstep::ui
