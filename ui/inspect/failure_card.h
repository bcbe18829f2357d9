// FailureCard: the first failing check: what, why, the remedy, a button for the fix, and a way to the place where it
// starts.
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "ui/inspect/diagnosis_content.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class Button;

class FailureCard : public QWidget, public Themed {
    Q_OBJECT
public:
    FailureCard(const DiagnosisItem& item, double textScale, QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {264, heightForWidth(264)}; }
    QSize minimumSizeHint() const override { return {160, 60}; }

signals:
    void placeWanted();
    void actionWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Paragraph {
        QStringList lines;
        int weight = 400;
        const char* ink = "text.secondary";
        double before = 0; ///< space above
    };
    std::vector<Paragraph> paragraphs(double width) const;
    double textHeight(double width) const;

    DiagnosisItem m_item;
    double m_scale;
    std::vector<Button*> m_buttons; ///< below each other, the fix first
};

} // namespace lockstep::ui
