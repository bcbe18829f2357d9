// FocusRing: an overlay on the nearest clipping ancestor, so that it may lie outside the focused widget's own edge.
#include "ui/widgets/focus_ring.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QTextEdit>

namespace lockstep::ui {

namespace {

constexpr const char* kPlace = "lockstepFocusRing"; // dynamic properties of a widget that wants a ring
constexpr const char* kRadius = "lockstepFocusRadius";
constexpr int kReach = 4; // 2 px off plus the 2 px line

/// A text field shows at all times where typing goes.
bool isTypedInto(const QWidget& widget)
{
    return qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QTextEdit*>(&widget);
}

bool isKeyboard(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

/// The window or a menu gave the focus back to where it was.
bool isReturn(Qt::FocusReason reason)
{
    return reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason || reason == Qt::MenuBarFocusReason;
}

/// The widget whose children are scrolled or clipped as one: a scroll area's content, or the window.
QWidget* clipAncestor(QWidget& widget)
{
    for (QWidget* parent = widget.parentWidget(); parent; parent = parent->parentWidget()) {
        if (parent->isWindow())
            return parent;
        QWidget* viewport = parent->parentWidget();
        if (viewport && qobject_cast<QAbstractScrollArea*>(viewport->parentWidget()))
            return parent;
    }
    return nullptr;
}

} // namespace

void setFocusRing(QWidget& widget, FocusRingPlace place, int radius)
{
    widget.setProperty(kPlace, static_cast<int>(place));
    widget.setProperty(kRadius, radius);
}

FocusRing::FocusRing(QWidget& window)
    : QWidget(&window)
    , m_window(&window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
    qApp->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject* object, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(object);
    if (!widget || widget == this)
        return false;
    switch (event->type()) {
    case QEvent::FocusIn:
        if (widget->window() == m_window) {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            const bool byKeys = isKeyboard(reason) || (isReturn(reason) && widget == m_reached);
            m_reached = byKeys ? widget : nullptr;
            follow(widget->property(kPlace).isValid() && (byKeys || isTypedInto(*widget)) ? widget : nullptr);
        }
        break;
    case QEvent::FocusOut:
        if (widget == m_target)
            follow(nullptr);
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (m_target && (widget == m_target || widget->isAncestorOf(m_target)))
            place();
        break;
    default:
        break;
    }
    return false;
}

void FocusRing::follow(QWidget* target)
{
    m_target = target;
    place();
}

void FocusRing::place()
{
    QWidget* host = m_target ? clipAncestor(*m_target) : nullptr;
    if (!host || !m_target->isVisible()) {
        hide();
        if (parentWidget() != m_window) // never die with a panel's content
            setParent(m_window);
        return;
    }
    if (parentWidget() != host)
        setParent(host);
    const int reach = m_target->property(kPlace).toInt() == static_cast<int>(FocusRingPlace::outside) ? kReach : 0;
    setGeometry(QRect(m_target->mapTo(host, QPoint()), m_target->size()).adjusted(-reach, -reach, reach, reach));
    raise();
    show();
    update();
}

void FocusRing::paintEvent(QPaintEvent*)
{
    if (!m_target)
        return;
    const bool outside = m_target->property(kPlace).toInt() == static_cast<int>(FocusRingPlace::outside);
    const double radius = m_target->property(kRadius).toInt() + (outside ? 3 : 0);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().color("focus.ring"), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

} // namespace lockstep::ui
