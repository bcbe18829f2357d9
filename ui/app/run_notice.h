// RunNotice: the line above the stage that says that its run is not that of the controls, and offers to run.
#pragma once

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Button;
class IconLabel;
class TextLabel;

class RunNotice : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit RunNotice(QWidget* parent = nullptr);

    /// `reason`: why it cannot run; empty when it can. `run` is the button's text; empty hides the button.
    void setState(const QString& run, const QString& reason);
    const QString& text() const;
    Button& runButton() { return *m_run; }
    QSize sizeHint() const override { return {400, 44}; }

signals:
    void runRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    TextLabel* m_text;
    Button* m_run;
};

} // namespace lockstep::ui
