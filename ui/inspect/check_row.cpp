// Paints one line of the diagnosis; a value that does not fit beside the title goes below it.
#include "ui/inspect/check_row.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/inspect/wrapped_text.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

constexpr double kMark = 16, kGap = 8, kLine = 18, kPad = 6;

QString spokenKind(DiagnosisItem::Kind kind)
{
    switch (kind) {
    case DiagnosisItem::Kind::pass:
        return CheckRow::tr("passes");
    case DiagnosisItem::Kind::notChecked:
        return CheckRow::tr("not checked");
    case DiagnosisItem::Kind::failure:
    case DiagnosisItem::Kind::alsoFails:
    case DiagnosisItem::Kind::follows:
        return CheckRow::tr("fails");
    default:
        return {};
    }
}

} // namespace

CheckRow::CheckRow(const DiagnosisItem& item, double textScale, QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(
        QSizePolicy::Preferred, QSizePolicy::Preferred); // Fixed would cap a wrapped text at its widest form
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setItem(item, textScale);
}

void CheckRow::setItem(const DiagnosisItem& item, double textScale)
{
    m_item = item;
    m_scale = textScale;
    updateGeometry();
    update();
    QStringList parts = {item.title};
    for (const QString& part : {spokenKind(item.kind), item.value, item.text})
        if (!part.isEmpty())
            parts << part;
    setAccessibleName(parts.join(QStringLiteral(", ")));
}

double CheckRow::indent() const
{
    return m_item.kind == DiagnosisItem::Kind::follows ? kMark + kGap : 0;
}

CheckRow::Lines CheckRow::linesAt(double width) const
{
    const QFont font = uiFont(13 * m_scale, 400);
    const double room = width - indent() - kMark - kGap;
    Lines lines;
    const double value = m_item.value.isEmpty() ? 0 : numberWidth(m_item.value, font);
    lines.valueBeside = QFontMetricsF(font).horizontalAdvance(m_item.title) + (value > 0 ? 12 + value : 0) <= room;
    lines.title = wrapped(m_item.title, font, room);
    lines.valueBelow = !lines.valueBeside && value > 0 && value <= room;
    if (!lines.valueBeside && value > room)
        lines.below = wrapped(m_item.value, font, room);
    if (!m_item.text.isEmpty())
        lines.below += wrapped(m_item.text, font, room);
    return lines;
}

int CheckRow::heightForWidth(int width) const
{
    const Lines lines = linesAt(width);
    return static_cast<int>(std::ceil(2 * kPad
        + static_cast<double>(lines.title.size() + (lines.valueBelow ? 1u : 0u) + lines.below.size()) * kLine
            * m_scale));
}

void CheckRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = uiFont(13 * m_scale, 400);
    const double line = kLine * m_scale;
    const QRectF mark(indent(), kPad + (line - kMark) / 2, kMark, kMark);
    const char* ink = "text.primary";
    switch (m_item.kind) {
    case DiagnosisItem::Kind::pass:
        paintStatus(painter, mark, StatusShape::ok, theme());
        break;
    case DiagnosisItem::Kind::passesLeft:
        paintIcon(painter, mark.adjusted(1, 1, -1, -1), QStringLiteral("check"), theme().color("text.secondary"));
        ink = "text.secondary";
        break;
    case DiagnosisItem::Kind::notChecked:
    case DiagnosisItem::Kind::hidden:
        paintStatus(painter, mark, StatusShape::pending, theme());
        ink = "text.secondary";
        break;
    default:
        paintStatus(painter, mark, StatusShape::bad, theme());
    }
    const Lines lines = linesAt(width());
    double y = kPad + line / 2 + QFontMetricsF(font).capHeight() / 2;
    const double left = indent() + kMark + kGap;
    if (lines.valueBeside && !m_item.value.isEmpty())
        paintNumber(painter, {static_cast<double>(width()), y}, m_item.value, font, theme().color("text.secondary"),
            Qt::AlignRight);
    for (const QString& words : lines.title) {
        paintText(painter, {left, y}, words, font, theme().color(ink));
        y += line;
    }
    if (lines.valueBelow) {
        paintNumber(painter, {static_cast<double>(width()), y}, m_item.value, font, theme().color("text.secondary"),
            Qt::AlignRight);
        y += line;
    }
    for (const QString& words : lines.below) {
        paintNumber(painter, {left, y}, words, font, theme().color("text.secondary"));
        y += line;
    }
}

} // namespace lockstep::ui
