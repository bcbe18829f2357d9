// Inspector: the right panel. Formulas of what is selected, the numbers behind them, and the diagnosis.
#pragma once

#include <vector>

#include <QString>
#include <QWidget>

#include "ui/app/session.h"
#include "ui/widgets/themed.h"

class QVBoxLayout;

namespace lockstep::ui {

class BadgeLabel;
class DiagnosisView;
class FormulaView;
class ScrollArea;
class SourceTableView;
class TextLabel;

class Inspector : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit Inspector(Session& session, QWidget* parent = nullptr);
    ~Inspector() override;

    QSize sizeHint() const override { return {296, 668}; }
    QSize minimumSizeHint() const override { return {240, 120}; }
    /// See DiagnosisView::setOffersFixes.
    void setOffersFixes(bool offers);

signals:
    /// The fix of that finding is to be tried in a second run.
    void fixWanted(int finding);
    void comparisonWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override;

private:
    void refresh();
    void arrange();
    void placeDiagnosis();

    Session& m_session;
    TextLabel* m_title;
    BadgeLabel* m_badge;
    ScrollArea* m_scroll;
    QWidget* m_body;
    QVBoxLayout* m_formulaColumn;
    std::vector<FormulaView*> m_formulas;
    SourceTableView* m_table;
    DiagnosisView* m_diagnosis;
    TextLabel* m_empty;
    bool m_offersFixes = false;
    bool m_diagnosisFirst = false; ///< it stands above the formulas
    QString m_said;                ///< what is shown, as text
};

} // namespace lockstep::ui
