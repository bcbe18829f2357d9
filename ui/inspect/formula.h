// A formula as a value: symbols, numbers that know where they come from, fractions, a bold result.
#pragma once

#include <vector>

#include <QString>

#include "ui/app/view.h"

namespace lockstep::ui {

struct FormulaPiece {
    enum class Kind {
        text,     ///< operators and words, spaces as written
        relation, ///< "=", "≈" or "←" with a gap on both sides; a line may be broken before it
        symbol,   ///< italic letter, with an optional subscript
        number,
        result, ///< bold and larger
        note,   ///< small remark after a result: "not 0.5"
        quiet,  ///< words in place of a formula
        fraction,
    };
    Kind kind = Kind::text;
    QString text;
    QString sub;
    QString full;                          ///< all digits of a number that was rounded to fit; empty when it was not
    std::vector<FormulaPiece> top, bottom; ///< fractions
    ObjectRef origin;                      ///< what the number stands for; none when it stands for nothing shown
    bool bad = false;                      ///< what ran and is wrong
};

using Formula = std::vector<FormulaPiece>;

/// "g = (2 + 6)/2 = 4": for screen readers and tests.
QString plainText(const Formula& formula);

/// The pieces, short to write.
namespace piece {
FormulaPiece text(const QString& text);
FormulaPiece equals();
FormulaPiece becomes();
FormulaPiece symbol(const QString& letter, const QString& sub = {}, const ObjectRef& origin = {});
FormulaPiece number(const QString& text, const ObjectRef& origin = {});
FormulaPiece result(const QString& text, const ObjectRef& origin = {}, bool bad = false);
FormulaPiece note(const QString& text);
FormulaPiece quiet(const QString& text);
FormulaPiece fraction(Formula top, Formula bottom);
} // namespace piece

} // namespace lockstep::ui
