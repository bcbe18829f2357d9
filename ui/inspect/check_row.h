// CheckRow: one line of the diagnosis: a shape, what was checked, its value or why it was not.
#pragma once

#include <QWidget>

#include "ui/inspect/diagnosis_content.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class CheckRow : public QWidget, public Themed {
    Q_OBJECT
public:
    CheckRow(const DiagnosisItem& item, double textScale, QWidget* parent = nullptr);
    void setItem(const DiagnosisItem& item, double textScale);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {264, heightForWidth(264)}; }
    QSize minimumSizeHint() const override { return {120, 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Lines {
        QStringList title, below;
        bool valueBeside = false; ///< the value stands at the right end of the title's line
        bool valueBelow = false;  ///< it has a line of its own, at the right
    };
    Lines linesAt(double width) const;
    double indent() const;

    DiagnosisItem m_item;
    double m_scale = 1;
};

} // namespace lockstep::ui
