// Rounds what is too long for the panel, and says so.
#include "ui/inspect/short_numbers.h"

#include <QRegularExpression>

#include "core/base/numbers.h"

namespace lockstep::ui {

namespace {

constexpr int kLongest = 9, kDigits = 5;
constexpr QChar kMinus(0x2212), kNarrowSpace(0x202f), kAbout(0x2248);

bool shortenPieces(Formula& formula)
{
    bool rounded = false;
    for (FormulaPiece& piece : formula) {
        if (piece.kind == FormulaPiece::Kind::fraction) {
            const bool above = shortenPieces(piece.top), below = shortenPieces(piece.bottom);
            rounded = rounded || above || below;
        } else if (piece.kind == FormulaPiece::Kind::number || piece.kind == FormulaPiece::Kind::result) {
            const QString brief = shortNumber(piece.text);
            if (brief == piece.text)
                continue;
            piece.full = piece.text;
            piece.text = brief;
            rounded = true;
        } else if (piece.kind == FormulaPiece::Kind::note) {
            // "not −3.09999999718": the last word is the number.
            const qsizetype space = piece.text.lastIndexOf(u' ');
            piece.text = piece.text.left(space + 1) + shortNumber(piece.text.mid(space + 1));
        }
    }
    return rounded;
}

} // namespace

QString shortNumber(const QString& written)
{
    if (written.size() <= kLongest)
        return written;
    static const QRegularExpression form(
        QStringLiteral("^(\\(?)([\\x{2212}]?[\\d\\x{202f}]+(?:\\.\\d+)?(?:e[\\x{2212}+]?\\d+)?)(\\)?)$"));
    const QRegularExpressionMatch match = form.match(written);
    if (!match.hasMatch() || match.captured(2).size() <= kLongest)
        return written;
    QString plain = match.captured(2);
    plain.remove(kNarrowSpace);
    plain.replace(kMinus, u'-');
    bool ok = false;
    const double value = plain.toDouble(&ok);
    if (!ok)
        return written;
    // numberText groups digits and sets the minus; it gets the value already rounded.
    const double rounded = QString::number(value, 'g', kDigits).toDouble();
    QString text = numberText(rounded);
    static const QRegularExpression exponent(QStringLiteral("e([\\x{2212}]?)\\+?0*(\\d)"));
    text.replace(exponent, QStringLiteral("e\\1\\2"));
    return match.captured(1) + text + match.captured(3);
}

void shortenNumbers(Formula& formula)
{
    // Between two relations, one after the other: a relation is only exact when both of its sides are.
    std::vector<bool> rounded;
    std::vector<std::size_t> relations;
    Formula side;
    Formula done;
    const auto close = [&] {
        rounded.push_back(shortenPieces(side));
        done.insert(done.end(), side.begin(), side.end());
        side.clear();
    };
    for (const FormulaPiece& piece : formula) {
        if (piece.kind == FormulaPiece::Kind::relation) {
            close();
            relations.push_back(done.size());
            done.push_back(piece);
        } else {
            side.push_back(piece);
        }
    }
    close();
    for (std::size_t i = 0; i < relations.size(); ++i) {
        FormulaPiece& relation = done[relations[i]];
        if (relation.text == QStringLiteral("=") && (rounded[i] || rounded[i + 1]))
            relation.text = kAbout;
    }
    formula = std::move(done);
}

void shortenNumbers(SourceTable& table)
{
    for (TableRow& row : table.rows)
        for (TableCell& cell : row.cells) {
            const QString brief = shortNumber(cell.text);
            if (brief != cell.text)
                cell.text = QString(kAbout) + QChar(0x2009) + brief;
        }
}

} // namespace lockstep::ui
