// Texts and numbers with tabular digits.
#include <algorithm>

#include <QFontMetricsF>
#include <QVarLengthArray>

#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

double leftEnd(double x, double width, Qt::Alignment alignment)
{
    if (alignment & Qt::AlignHCenter)
        return x - width / 2;
    return alignment & Qt::AlignRight ? x - width : x;
}

double widestDigit(const QFontMetricsF& metrics)
{
    double widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    return widest;
}

/// Calls `piece(string, x)` for digits (one by one, centred in the widest digit's width) and the runs between them.
template <class Piece>
double layNumber(const QString& number, const QFont& font, Piece piece)
{
    const QFontMetricsF metrics(font);
    const double cell = widestDigit(metrics);
    double x = 0;
    for (qsizetype i = 0; i < number.size();) {
        if (number[i].isDigit()) {
            const QString digit(number[i]);
            piece(digit, x + (cell - metrics.horizontalAdvance(digit)) / 2);
            x += cell;
            ++i;
            continue;
        }
        qsizetype end = i;
        while (end < number.size() && !number[end].isDigit())
            ++end;
        const QString run = number.mid(i, end - i);
        piece(run, x);
        x += metrics.horizontalAdvance(run);
        i = end;
    }
    return x;
}

} // namespace

double paintNumber(QPainter& painter, QPointF anchor, const QString& number, const QFont& font, const QColor& color,
    Qt::Alignment alignment)
{
    QVarLengthArray<std::pair<QString, double>, 16> pieces; // measured once: a stage has hundreds of numbers
    const double width = layNumber(number, font, [&](const QString& piece, double x) { pieces.append({piece, x}); });
    const double left = leftEnd(anchor.x(), width, alignment);
    painter.setFont(font);
    painter.setPen(color);
    for (const auto& [piece, x] : pieces)
        painter.drawText(QPointF(left + x, anchor.y()), piece);
    return width;
}

double numberWidth(const QString& number, const QFont& font)
{
    return layNumber(number, font, [](const QString&, double) {});
}

double paintText(QPainter& painter, QPointF anchor, const QString& words, const QFont& font, const QColor& color,
    Qt::Alignment alignment)
{
    const double width = QFontMetricsF(font).horizontalAdvance(words);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(leftEnd(anchor.x(), width, alignment), anchor.y()), words);
    return width;
}

} // namespace lockstep::ui
