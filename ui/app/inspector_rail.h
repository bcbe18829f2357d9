// InspectorRail: the inspector folded to 40 px: the worst status, and a click to open it.
#pragma once

#include <QAbstractButton>

#include "ui/app/check_summary.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class InspectorRail : public QAbstractButton, public Themed {
    Q_OBJECT
public:
    explicit InspectorRail(Session& session, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {39, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void read();

    Session& m_session;
    CheckSummary m_summary;
};

} // namespace lockstep::ui
