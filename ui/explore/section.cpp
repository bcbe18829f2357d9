// Section: the heading is a button with a chevron.
#include "ui/explore/section.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr int kHead = 36;
constexpr double kIcon = 14;

} // namespace

class SectionHead : public QAbstractButton, public Themed {
public:
    SectionHead(const QString& title, QWidget* parent)
        : QAbstractButton(parent)
    {
        setText(title);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setFixedHeight(kHead);
        setFocusRing(*this, FocusRingPlace::outside, 6);
        name();
    }
    void setNote(const QString& note, bool wrong)
    {
        m_note = note;
        m_wrong = wrong;
        name();
        update();
    }
    void name()
    {
        setAccessibleName(m_note.isEmpty() ? text() : text() + QStringLiteral(", ") + m_note);
        setAccessibleDescription(isChecked() ? tr("open") : tr("closed"));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QFont font = theme().font(TextStyle::label);
        const double baseline = (height() + QFontMetricsF(font).capHeight()) / 2;
        const QColor ink = theme().color(underMouse() ? "text.primary" : "text.secondary");
        paintIcon(painter, {0, (height() - kIcon) / 2, kIcon, kIcon},
            isChecked() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), ink);
        paintText(painter, {kIcon + 6, baseline}, text(), font, ink);
        const QFont small = theme().font(TextStyle::caption);
        paintText(painter, {double(width()), baseline}, m_note, small,
            theme().color(m_wrong ? "status.bad" : "text.tertiary"), Qt::AlignRight);
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
    void keyPressEvent(QKeyEvent* event) override
    {
        if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && event->modifiers() == Qt::NoModifier)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    QString m_note;
    bool m_wrong = false;
};

Section::Section(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_head(new SectionHead(title, this))
    , m_body(new QWidget(this))
    , m_rows(new QVBoxLayout(m_body))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_rows->setContentsMargins(0, 0, 0, 8);
    m_rows->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_body);
    m_body->hide();
    connect(m_head, &QAbstractButton::toggled, this, &Section::setOpen);
}

void Section::setOpen(bool open)
{
    if (m_open == open)
        return;
    m_open = open;
    m_head->setChecked(open);
    m_body->setVisible(open);
    m_head->name();
}

void Section::setNote(const QString& note, bool wrong)
{
    m_head->setNote(note, wrong);
}

QAbstractButton& Section::head()
{
    return *m_head;
}

} // namespace lockstep::ui
