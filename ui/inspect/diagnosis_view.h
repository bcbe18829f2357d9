// DiagnosisView: the findings of the run below the formulas; the first failure is a card with a way to its place.
#pragma once

#include <vector>

#include <QString>
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
    /// Findings get a button for their fix. Off in lessons, whose pages say what to try.
    void setOffersFixes(bool offers);

signals:
    /// The finding's fix is to be tried in a second run.
    void fixWanted(int finding);
    /// That run is there: show both.
    void comparisonWanted();

protected:
    void themeChanged() override;

private:
    QWidget* makeItem(const DiagnosisItem& item);
    void goTo(int finding);
    bool fixIsShown(int finding) const;

    Session& m_session;
    TextLabel* m_summary;
    QVBoxLayout* m_items;
    std::vector<QWidget*> m_widgets; ///< one an item
    bool m_traceChanged = true;
    ValuesNow m_values;
    bool m_hidden = false;
    bool m_offersFixes = false;
    double m_scale = 1;
    QString m_shown, m_shape; ///< what is said; which kinds of items there are
};

} // namespace lockstep::ui
