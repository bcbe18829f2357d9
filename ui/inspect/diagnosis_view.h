// DiagnosisView: the findings of the run below the formulas; the first failure is a card with a way to its place.
#pragma once

#include <QWidget>

#include "ui/inspect/diagnosis_content.h"
#include "ui/widgets/themed.h"

class QVBoxLayout;

namespace lockstep::ui {

class Session;
class TextLabel;

class DiagnosisView : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit DiagnosisView(Session& session, QWidget* parent = nullptr);

    /// Reads the findings again. True when something changed.
    bool refresh();

protected:
    void themeChanged() override;

private:
    QWidget* makeItem(const DiagnosisItem& item);
    void goTo(int finding);

    Session& m_session;
    TextLabel* m_summary;
    QVBoxLayout* m_items;
    QString m_shown;
};

} // namespace lockstep::ui
