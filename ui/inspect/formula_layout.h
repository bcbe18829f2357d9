// Places a formula's pieces in lines of a given width, and draws them. Lines break before a relation or a top-level
// plus or minus, never inside a fraction.
#pragma once

#include <vector>

#include <QFont>
#include <QPainter>
#include <QRectF>

#include "ui/inspect/formula.h"
#include "ui/widgets/theme.h"

namespace lockstep::ui {

struct FormulaRun {
    QString text;
    QFont font;
    QPointF baseline;
    QRectF rect; ///< for pointing at
    FormulaPiece::Kind kind = FormulaPiece::Kind::text;
    bool bad = false;
    ObjectRef origin;
    QString full; ///< all digits of a rounded number
};

struct FormulaLayout {
    std::vector<FormulaRun> runs;
    std::vector<QRectF> bars;
    double height = 0;
    double width = 0;
    int lines = 1;

    /// The run that stands for an object, or has more digits to tell, at `point`.
    const FormulaRun* runAt(QPointF point) const;
};

FormulaLayout layoutFormula(const Formula& formula, double width, double textScale = 1);

/// Numbers that stand for the object pointed at are underlined.
void paintFormula(
    QPainter& painter, QPointF topLeft, const FormulaLayout& layout, const Theme& theme, const ObjectRef& hover);

} // namespace lockstep::ui
