// Button: painted from the theme; hover, press, checked, focus and disabled states of the design.
#include "ui/widgets/button.h"

#include <cmath>

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

constexpr int kIcon = 16;
constexpr int kGap = 8;

} // namespace

Button::Button(const QString& text, ButtonKind kind, QWidget* parent)
    : QAbstractButton(parent)
    , m_kind(kind)
{
    setText(text);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it is, so that Space keeps playing
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusRing(*this, FocusRingPlace::outside, 6);
}

void Button::setKind(ButtonKind kind)
{
    m_kind = kind;
    update();
}

void Button::setBoxHeight(int height)
{
    m_height = height;
    updateGeometry();
    update();
}

void Button::setLeadingIcon(const QString& name)
{
    m_leading = name;
    updateGeometry();
    update();
}

void Button::setTrailingIcon(const QString& name)
{
    m_trailing = name;
    updateGeometry();
    update();
}

void Button::setSidePadding(int pixels)
{
    m_padding = pixels;
    updateGeometry();
    update();
}

QFont Button::textFont() const
{
    return m_height >= 40 ? theme().font(TextStyle::bodyStrong) : theme().font(TextStyle::label);
}

int Button::sidePadding() const
{
    if (m_padding >= 0)
        return m_padding;
    return m_height >= 40 ? 16 : 12;
}

QSize Button::sizeHint() const
{
    double width = 2 * sidePadding() + QFontMetricsF(textFont()).horizontalAdvance(text());
    if (!m_leading.isEmpty())
        width += kIcon + kGap;
    if (!m_trailing.isEmpty())
        width += kIcon + kGap;
    return {static_cast<int>(std::ceil(width)), m_height};
}

void Button::paintEvent(QPaintEvent*)
{
    const bool primary = m_kind == ButtonKind::primary;
    const bool hovered = isEnabled() && underMouse();
    QColor fill = primary              ? theme().color("action.fill")
        : m_kind == ButtonKind::normal ? theme().color("surface.1")
                                       : QColor(Qt::transparent);
    QColor border = primary            ? fill
        : m_kind == ButtonKind::normal ? theme().color("border.strong")
                                       : QColor(Qt::transparent);
    QColor ink = primary               ? theme().color("action.onFill")
        : m_kind == ButtonKind::normal ? theme().color("text.primary")
                                       : theme().color("text.secondary");
    if (isChecked() || (hovered && !primary))
        fill = theme().color("surface.2");
    if (isDown() && !primary)
        fill = theme().color("surface.3");
    if (primary && (hovered || isDown()))
        fill = border = theme().color("action.hover");
    if (!isEnabled()) {
        ink = theme().color("text.disabled");
        fill = primary ? theme().color("surface.2") : fill;
        border = m_kind == ButtonKind::quiet ? QColor(Qt::transparent) : theme().color("border.default");
    }

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(border.alpha() == 0 ? QPen(Qt::NoPen) : QPen(border, 1));
    const double inset = border.alpha() == 0 ? 0 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6 - inset, 6 - inset);

    const QFont font = textFont();
    const QFontMetricsF metrics(font);
    double content = metrics.horizontalAdvance(text());
    for (const QString& icon : {m_leading, m_trailing})
        if (!icon.isEmpty())
            content += kIcon + (text().isEmpty() ? 0 : kGap);
    double x = (width() - content) / 2;
    const double top = (height() - kIcon) / 2.0;
    if (!m_leading.isEmpty()) {
        paintIcon(painter, {std::round(x), top, kIcon, kIcon}, m_leading, ink);
        x += kIcon + kGap;
    }
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(x, (height() + metrics.capHeight()) / 2), text());
    if (!m_trailing.isEmpty())
        paintIcon(
            painter, {std::round(x + metrics.horizontalAdvance(text()) + kGap), top, kIcon, kIcon}, m_trailing, ink);
}

void Button::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void Button::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void Button::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier));
    if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void Button::themeChanged()
{
    updateGeometry();
    update();
}

IconButton::IconButton(const QString& icon, const QString& name, QWidget* parent)
    : Button({}, ButtonKind::quiet, parent)
{
    setLeadingIcon(icon);
    setName(name);
}

void IconButton::setName(const QString& name)
{
    setAccessibleName(name);
    setToolTip(name);
}

} // namespace lockstep::ui
