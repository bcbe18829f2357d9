// Switch: a rounded track with a knob; its place and its fill say on or off.
#include "ui/widgets/switch.h"

#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

namespace {

constexpr int kHeight = 32, kGap = 10;
constexpr double kTrackWidth = 32, kTrackHeight = 18, kKnob = 11;

} // namespace

Switch::Switch(const QString& label, bool labelled, QWidget* parent)
    : QAbstractButton(parent)
    , m_labelled(labelled)
{
    setText(label);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it is, so that Space keeps playing
    setSizePolicy(labelled ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusRing(*this, FocusRingPlace::outside, 6);
    setAccessibleName(label);
}

QSize Switch::sizeHint() const
{
    double width = kTrackWidth;
    if (m_labelled)
        width += kGap + QFontMetricsF(theme().font(TextStyle::body)).horizontalAdvance(text());
    return {static_cast<int>(std::ceil(width)), kHeight};
}

void Switch::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool on = isChecked();
    const bool hovered = isEnabled() && underMouse();
    const QColor line = theme().color(isEnabled() ? "border.strong" : "border.default");
    const QColor fill = !on ? theme().color(hovered ? "surface.2" : "surface.1")
        : isEnabled()       ? theme().color(hovered ? "action.hover" : "action.fill")
                            : theme().color("surface.3");
    const double top = (height() - kTrackHeight) / 2;
    painter.setBrush(fill);
    painter.setPen(on && isEnabled() ? QPen(fill, 1.5) : QPen(line, 1.5));
    painter.drawRoundedRect(
        QRectF(0.75, top + 0.75, kTrackWidth - 1.5, kTrackHeight - 1.5), kTrackHeight / 2 - 0.75, kTrackHeight / 2 - 0.75);
    painter.setPen(Qt::NoPen);
    painter.setBrush(on && isEnabled() ? theme().color("action.onFill") : line);
    const double inset = (kTrackHeight - kKnob) / 2;
    painter.drawEllipse(QRectF(on ? kTrackWidth - inset - kKnob : inset, top + inset, kKnob, kKnob));
    if (!m_labelled)
        return;
    QFont font = theme().font(TextStyle::body);
    font.setWeight(QFont::Medium);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(theme().color(isEnabled() ? "text.primary" : "text.tertiary"));
    painter.drawText(QPointF(kTrackWidth + kGap, (height() + metrics.capHeight()) / 2),
        metrics.elidedText(text(), Qt::ElideRight, width() - kTrackWidth - kGap));
}

void Switch::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void Switch::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void Switch::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier)); // Ctrl Enter runs
    if (plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void Switch::themeChanged()
{
    updateGeometry();
    update();
}

} // namespace lockstep::ui
