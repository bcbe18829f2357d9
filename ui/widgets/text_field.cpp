// TextField: a line edit whose box is painted from the theme.
#include "ui/widgets/text_field.h"

#include <QPainter>

#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

TextField::TextField(const QString& name, QWidget* parent)
    : QLineEdit(parent)
{
    setAccessibleName(name);
    setFrame(false);
    setAttribute(Qt::WA_MacShowFocusRect, false);
    setTextMargins(10, 0, 10, 0);
    setFixedHeight(36);
    setFocusRing(*this, FocusRingPlace::outside, 6);
    TextField::themeChanged();
}

void TextField::setLocked(bool locked)
{
    setReadOnly(locked);
    setFocusPolicy(locked ? Qt::NoFocus : Qt::StrongFocus);
    update();
}

void TextField::setBoxHeight(int height)
{
    setFixedHeight(height);
    setTextMargins(height >= 36 ? 10 : 6, 0, height >= 36 ? 10 : 6, 0);
    themeChanged();
}

void TextField::setInvalid(bool invalid)
{
    m_invalid = invalid;
    update();
}

void TextField::themeChanged()
{
    QPalette palette = paletteOf(theme());
    palette.setColor(QPalette::Base, Qt::transparent);
    setPalette(palette);
    setFont(theme().font(height() >= 36 ? TextStyle::value : TextStyle::bodyStrong));
    update();
}

void TextField::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(theme().color(isLocked() ? "surface.2" : "surface.1"));
        painter.setPen(isLocked() ? QPen(Qt::NoPen) : QPen(theme().color(m_invalid ? "status.bad" : "border.strong"), 1));
        const double inset = isLocked() ? 0 : 0.5;
        painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6 - inset, 6 - inset);
    }
    QLineEdit::paintEvent(event);
}

} // namespace lockstep::ui
