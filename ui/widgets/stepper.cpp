// Stepper: one box that two quiet buttons and a text field share.
#include "ui/widgets/stepper.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

constexpr int kSide = 32;
constexpr double kIcon = 14;

} // namespace

class StepButton : public QAbstractButton {
public:
    StepButton(const QString& icon, const QString& name, Stepper& owner)
        : QAbstractButton(&owner)
        , m_owner(owner)
        , m_icon(icon)
    {
        setAccessibleName(name);
        setAutoRepeat(true);
        setFocusPolicy(Qt::NoFocus); // the arrow keys in the field do the same
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = m_owner.theme();
        if (isEnabled() && (underMouse() || isDown())) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(isDown() ? "surface.3" : "surface.2"));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
        }
        paintIcon(painter, {(width() - kIcon) / 2, (height() - kIcon) / 2, kIcon, kIcon}, m_icon,
            theme.color(isEnabled() ? "text.secondary" : "text.disabled"));
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    Stepper& m_owner;
    QString m_icon;
};

Stepper::Stepper(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_lower(new StepButton(QStringLiteral("minus"), tr("%1: one less").arg(name), *this))
    , m_raise(new StepButton(QStringLiteral("plus"), tr("%1: one more").arg(name), *this))
    , m_field(new QLineEdit(this))
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFocusProxy(m_field);
    m_field->setAccessibleName(name);
    m_field->setFrame(false);
    m_field->setAlignment(Qt::AlignCenter);
    m_field->installEventFilter(this);
    setFocusRing(*m_field, FocusRingPlace::outside, 3);
    connect(m_field, &QLineEdit::textEdited, this, &Stepper::textEdited);
    connect(m_field, &QLineEdit::editingFinished, this, &Stepper::editingFinished);
    connect(m_lower, &QAbstractButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_raise, &QAbstractButton::clicked, this, [this] { emit stepped(1); });
    Stepper::themeChanged();
}

void Stepper::setText(const QString& text)
{
    if (text == m_field->text())
        return;
    m_field->setText(text);
    m_field->setCursorPosition(0);
}

void Stepper::setSteps(bool canLower, bool canRaise)
{
    m_lower->setEnabled(canLower);
    m_raise->setEnabled(canRaise);
}

void Stepper::setInvalid(bool invalid)
{
    m_invalid = invalid;
    update();
}

bool Stepper::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int direction = key->key() == Qt::Key_Up ? 1 : key->key() == Qt::Key_Down ? -1 : 0;
        if (direction != 0 && key->modifiers() == Qt::NoModifier) {
            const QAbstractButton* button = direction > 0 ? m_raise : m_lower;
            if (button->isEnabled())
                emit stepped(direction);
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

void Stepper::resizeEvent(QResizeEvent*)
{
    m_lower->setGeometry(0, 0, kSide, height());
    m_raise->setGeometry(width() - kSide, 0, kSide, height());
    m_field->setGeometry(kSide + 1, 1, width() - 2 * kSide - 2, height() - 2);
}

void Stepper::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme().color("surface.1"));
    painter.setPen(QPen(theme().color(m_invalid ? "status.bad" : isEnabled() ? "border.strong" : "border.default"), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.5, 5.5);
    painter.fillRect(QRectF(kSide, 1, 1, height() - 2), theme().color("border.default"));
    painter.fillRect(QRectF(width() - kSide - 1, 1, 1, height() - 2), theme().color("border.default"));
}

void Stepper::themeChanged()
{
    QPalette palette = paletteOf(theme());
    palette.setColor(QPalette::Base, Qt::transparent);
    m_field->setPalette(palette);
    m_field->setFont(theme().font(TextStyle::bodyStrong));
    update();
}

} // namespace lockstep::ui
