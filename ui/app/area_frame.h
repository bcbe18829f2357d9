// AreaFrame: the ground of a side area: panel colour and one hairline towards the stage. Holds one widget.
#pragma once

#include <QPointer>

#include "ui/widgets/themed.h"

namespace lockstep::ui {

class AreaFrame : public QWidget, public Themed {
    Q_OBJECT
public:
    /// `edge` is where the hairline lies.
    AreaFrame(Qt::Edge edge, const QString& name, QWidget* parent);
    /// What stood here before must have been taken away.
    void setContent(QWidget* content);
    QWidget* content() const { return m_content; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Qt::Edge m_edge;
    QPointer<QWidget> m_content;
};

} // namespace lockstep::ui
