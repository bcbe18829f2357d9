// TextArea: a few lines of the learner's own words. Enter is left to the question; Shift and Enter begin a new line.
#pragma once

#include <QTextEdit>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class TextArea : public QTextEdit, public Themed {
    Q_OBJECT
public:
    /// `name` is read by screen readers.
    explicit TextArea(const QString& name, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Page Up and Page Down move in the text, not in the lesson.
    bool event(QEvent* event) override;
    void themeChanged() override;
};

} // namespace lockstep::ui
