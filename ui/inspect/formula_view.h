// FormulaView: a caption with its formula. Pointing at a number points at where it comes from; a click selects that.
#pragma once

#include <QWidget>

#include "ui/inspect/formula_builder.h"
#include "ui/inspect/formula_layout.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

class FormulaView : public QWidget, public Themed {
    Q_OBJECT
public:
    explicit FormulaView(Session& session, QWidget* parent = nullptr);
    void setBlock(const FormulaBlock& block);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {264, heightForWidth(264)}; }
    QSize minimumSizeHint() const override { return {120, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double textScale() const { return m_session.view().textScale; }
    double captionHeight(double width) const;
    FormulaLayout layoutNow(double width) const { return layoutFormula(m_block.formula, width, textScale()); }
    std::vector<ObjectRef> origins() const;

    Session& m_session;
    FormulaBlock m_block;
    QString m_plain;
    int m_term = -1; ///< keyboard's place among the origins
};

} // namespace lockstep::ui
