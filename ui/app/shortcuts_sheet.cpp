// ShortcutsSheet: painted from the table of commands.
#include "ui/app/shortcuts_sheet.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include "ui/app/commands.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kWidth = 480, kRow = 29, kMargin = 24, kHead = 52;

double paintKey(QPainter& painter, QPointF topLeft, const QString& key, const Theme& theme)
{
    const QFont font = theme.font(TextStyle::caption);
    const QFontMetricsF metrics(font);
    const QRectF cap(topLeft, QSizeF(qMax(22.0, metrics.horizontalAdvance(key) + 12), 22));
    painter.setPen(QPen(theme.color("border.default"), 1));
    painter.setBrush(theme.color("surface.1"));
    painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
    paintText(painter, {cap.center().x(), cap.center().y() + metrics.capHeight() / 2}, key, font,
        theme.color("text.secondary"), Qt::AlignHCenter);
    return cap.width();
}

} // namespace

ShortcutsSheet::ShortcutsSheet(QWidget& window)
    : QWidget(&window)
{
    setFocusPolicy(Qt::StrongFocus);
    QString spoken = tr("Keyboard");
    for (const ShortcutLine& line : shortcutLines()) {
        QString keys;
        for (const QString& key : line.keys)
            keys += key + u' ';
        spoken += QStringLiteral("\n") + keys + line.meaning;
    }
    setAccessibleName(tr("Keyboard"));
    setAccessibleDescription(spoken);
    hide();
}

void ShortcutsSheet::open()
{
    m_before = window()->focusWidget();
    setGeometry(parentWidget()->rect());
    raise();
    show();
    setFocus(Qt::OtherFocusReason);
}

void ShortcutsSheet::close()
{
    hide();
    if (m_before)
        m_before->setFocus(Qt::OtherFocusReason);
}

void ShortcutsSheet::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme().color("surface.0");
    veil.setAlphaF(0.8F);
    painter.fillRect(rect(), veil);
    const std::vector<ShortcutLine> lines = shortcutLines();
    const double height = kHead + kRow * static_cast<double>(lines.size()) + kMargin;
    const QRectF card(std::round((width() - kWidth) / 2), std::round((this->height() - height) / 2), kWidth, height);
    painter.setBrush(theme().color("surface.1"));
    painter.setPen(QPen(theme().color("border.default"), 1));
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 7.5, 7.5);
    paintText(painter, {card.left() + kMargin, card.top() + 36}, tr("Keyboard"), theme().font(TextStyle::title),
        theme().color("text.primary"));
    paintText(painter, {card.right() - kMargin, card.top() + 36}, tr("off while you type in a field"),
        theme().font(TextStyle::caption), theme().color("text.tertiary"), Qt::AlignRight);
    double y = card.top() + kHead;
    for (const ShortcutLine& line : lines) {
        double x = card.left() + kMargin;
        for (const QString& key : line.keys)
            x += paintKey(painter, {x, y + (kRow - 22) / 2}, key, theme()) + 4;
        const QFont font = theme().font(TextStyle::body);
        paintText(painter, {card.left() + 168, y + (kRow + QFontMetricsF(font).capHeight()) / 2}, line.meaning, font,
            theme().color("text.primary"));
        y += kRow;
    }
}

void ShortcutsSheet::mousePressEvent(QMouseEvent*)
{
    close();
}

void ShortcutsSheet::keyPressEvent(QKeyEvent*)
{
    close();
}

} // namespace lockstep::ui
