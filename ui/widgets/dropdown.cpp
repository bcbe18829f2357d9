// Dropdown: a painted box and a themed menu under it.
#include "ui/widgets/dropdown.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/menu.h"

namespace lockstep::ui {

namespace {

constexpr double kIcon = 14, kSide = 10;

} // namespace

Dropdown::Dropdown(const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(name)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusRing(*this, FocusRingPlace::outside, 6);
    connect(this, &QAbstractButton::clicked, this, &Dropdown::openList);
    nameValue();
}

void Dropdown::setOptions(std::vector<DropdownOption> options)
{
    m_options = std::move(options);
    nameValue();
    update();
}

void Dropdown::setCurrent(int index, const QString& otherwise)
{
    m_current = index;
    m_otherwise = otherwise;
    nameValue();
    update();
}

void Dropdown::setBoxHeight(int height)
{
    m_height = height;
    updateGeometry();
}

void Dropdown::setInvalid(bool invalid)
{
    m_invalid = invalid;
    update();
}

QString Dropdown::shownText() const
{
    return m_current >= 0 && m_current < std::ssize(m_options) ? m_options[static_cast<std::size_t>(m_current)].text
                                                               : m_otherwise;
}

void Dropdown::nameValue()
{
    setAccessibleName(tr("%1: %2").arg(m_name, shownText()));
}

void Dropdown::openList()
{
    QMenu menu(this);
    menu.setMinimumWidth(width());
    QAction* at = nullptr;
    for (int index = 0; index < std::ssize(m_options); ++index) {
        const DropdownOption& option = m_options[static_cast<std::size_t>(index)];
        QString text = option.text;
        text.replace(u'&', QStringLiteral("&&"));
        QAction* action = menu.addAction(option.whyNot.isEmpty() ? text : tr("%1 (%2)").arg(text, option.whyNot));
        action->setCheckable(true);
        action->setChecked(index == m_current);
        action->setEnabled(option.whyNot.isEmpty());
        action->setData(index);
        if (index == m_current)
            at = action;
    }
    dressMenu(menu, theme());
    if (at)
        menu.setActiveAction(at);
    const QAction* chosenAction = menu.exec(mapToGlobal(QPoint(0, height() + 2)), nullptr);
    if (chosenAction && chosenAction->data().toInt() != m_current)
        emit chosen(chosenAction->data().toInt());
}

/// To the next option that can be chosen.
void Dropdown::move(int direction)
{
    for (int index = m_current + direction; index >= 0 && index < std::ssize(m_options); index += direction)
        if (m_options[static_cast<std::size_t>(index)].whyNot.isEmpty()) {
            emit chosen(index);
            return;
        }
}

void Dropdown::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier)); // Ctrl Enter runs
    if (plain && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        move(event->key() == Qt::Key_Up ? -1 : 1);
    else if ((plain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        || (event->key() == Qt::Key_Down && event->modifiers() == Qt::AltModifier))
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void Dropdown::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme().color(isEnabled() && underMouse() ? "surface.2" : "surface.1"));
    painter.setPen(QPen(theme().color(m_invalid ? "status.bad" : isEnabled() ? "border.strong" : "border.default"), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.5, 5.5);
    QFont font = theme().font(m_height >= 36 ? TextStyle::body : TextStyle::label);
    font.setWeight(QFont::Medium);
    const QFontMetricsF metrics(font);
    const QColor ink = theme().color(isEnabled() ? "text.primary" : "text.disabled");
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(kSide, (height() + metrics.capHeight()) / 2),
        metrics.elidedText(shownText(), Qt::ElideRight, width() - 2 * kSide - kIcon - 6));
    paintIcon(painter, {width() - kSide - kIcon, (height() - kIcon) / 2, kIcon, kIcon}, QStringLiteral("chevron-down"),
        ink);
}

void Dropdown::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void Dropdown::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void Dropdown::themeChanged()
{
    updateGeometry();
    update();
}

} // namespace lockstep::ui
