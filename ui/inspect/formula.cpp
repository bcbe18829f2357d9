// Makes formula pieces and reads them out as text.
#include "ui/inspect/formula.h"

namespace lockstep::ui {

namespace {

QString grouped(const Formula& formula)
{
    const QString text = plainText(formula);
    return text.contains(u' ') || text.contains(QChar(0xb7)) ? u'(' + text + u')' : text;
}

FormulaPiece make(FormulaPiece::Kind kind, const QString& text, const ObjectRef& origin = {})
{
    FormulaPiece piece;
    piece.kind = kind;
    piece.text = text;
    piece.origin = origin;
    return piece;
}

} // namespace

QString plainText(const Formula& formula)
{
    QString text;
    for (const FormulaPiece& piece : formula) {
        switch (piece.kind) {
        case FormulaPiece::Kind::relation:
            text += u' ' + piece.text + u' ';
            break;
        case FormulaPiece::Kind::fraction:
            text += grouped(piece.top) + u'/' + grouped(piece.bottom);
            break;
        case FormulaPiece::Kind::symbol:
            text += piece.sub.isEmpty() ? piece.text : piece.text + u'_' + piece.sub;
            break;
        case FormulaPiece::Kind::note:
            text += QStringLiteral(", ") + piece.text;
            break;
        default:
            text += piece.text;
        }
    }
    return text;
}

namespace piece {

FormulaPiece text(const QString& text)
{
    return make(FormulaPiece::Kind::text, text);
}
FormulaPiece equals()
{
    return make(FormulaPiece::Kind::relation, QStringLiteral("="));
}
FormulaPiece becomes()
{
    return make(FormulaPiece::Kind::relation, QString(QChar(0x2190)));
}
FormulaPiece number(const QString& text, const ObjectRef& origin)
{
    return make(FormulaPiece::Kind::number, text, origin);
}
FormulaPiece note(const QString& text)
{
    return make(FormulaPiece::Kind::note, text);
}

FormulaPiece quiet(const QString& text)
{
    return make(FormulaPiece::Kind::quiet, text);
}

FormulaPiece symbol(const QString& letter, const QString& sub, const ObjectRef& origin)
{
    FormulaPiece piece = make(FormulaPiece::Kind::symbol, letter, origin);
    piece.sub = sub;
    return piece;
}

FormulaPiece result(const QString& text, const ObjectRef& origin, bool bad)
{
    FormulaPiece piece = make(FormulaPiece::Kind::result, text, origin);
    piece.bad = bad;
    return piece;
}

FormulaPiece fraction(Formula top, Formula bottom)
{
    FormulaPiece piece = make(FormulaPiece::Kind::fraction, {});
    piece.top = std::move(top);
    piece.bottom = std::move(bottom);
    return piece;
}

} // namespace piece

} // namespace lockstep::ui
