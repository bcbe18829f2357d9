// Segmented: a track of exclusive buttons.
#include "ui/widgets/segmented.h"

#include <cmath>

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

#include "ui/widgets/focus_ring.h"

namespace lockstep::ui {

namespace {

class Segment : public QAbstractButton, public Themed {
public:
    Segment(const QString& text, const QString& group, QWidget* parent)
        : QAbstractButton(parent)
    {
        setText(text);
        setCheckable(true);
        setAutoExclusive(true);
        setFocusPolicy(Qt::StrongFocus);
        setAccessibleName(group + QStringLiteral(": ") + text);
        setFocusRing(*this, FocusRingPlace::outside, 6);
    }
    QSize sizeHint() const override
    {
        const double width = QFontMetricsF(theme().font(TextStyle::label)).horizontalAdvance(text());
        return {static_cast<int>(std::ceil(width)) + 28, 28};
    }
    QSize minimumSizeHint() const override { return sizeHint() - QSize(20, 0); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked()) {
            painter.setBrush(theme().color("surface.1"));
            painter.setPen(QPen(theme().color("border.default"), 1));
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5.5, 5.5);
        }
        const QFont font = theme().font(TextStyle::label);
        painter.setFont(font);
        painter.setPen(theme().color(!isEnabled() ? "text.disabled"
                : isChecked() || underMouse()     ? "text.primary"
                                                  : "text.secondary"));
        const QFontMetricsF metrics(font);
        painter.drawText(
            QPointF((width() - metrics.horizontalAdvance(text())) / 2, (height() + metrics.capHeight()) / 2), text());
    }
    void enterEvent(QEnterEvent* event) override
    {
        QAbstractButton::enterEvent(event);
        update();
    }
    void leaveEvent(QEvent* event) override
    {
        QAbstractButton::leaveEvent(event);
        update();
    }
    void themeChanged() override
    {
        updateGeometry();
        update();
    }
};

} // namespace

Segmented::Segmented(const QStringList& options, const QString& name, QWidget* parent)
    : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (const QString& option : options) {
        auto* segment = new Segment(option, name, this);
        const int index = static_cast<int>(m_segments.size());
        m_segments.append(segment);
        row->addWidget(segment, 1);
        connect(segment, &QAbstractButton::toggled, this, [this, index](bool on) {
            if (!on || m_current == index)
                return;
            m_current = index;
            offerCurrent();
            emit chosen(index);
        });
    }
}

void Segmented::setCurrent(int index)
{
    m_current = index;
    if (index >= 0)
        m_segments.at(index)->setChecked(true);
    offerCurrent();
}

/// Tab reaches the chosen segment, or the first while none is chosen; arrow keys reach the others.
void Segmented::offerCurrent()
{
    for (int i = 0; i < m_segments.size(); ++i)
        m_segments[i]->setFocusPolicy(i == qMax(0, m_current) ? Qt::StrongFocus : Qt::ClickFocus);
}

void Segmented::setSegmentEnabled(int index, bool enabled, const QString& reason)
{
    QAbstractButton* segment = m_segments.at(index);
    segment->setEnabled(enabled);
    segment->setToolTip(reason);
    segment->setAccessibleDescription(reason);
}

void Segmented::setStretched(bool stretched)
{
    setSizePolicy(stretched ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
    for (QAbstractButton* segment : m_segments) // buttons never shrink below their size hint unless told so
        segment->setSizePolicy(stretched ? QSizePolicy::Preferred : QSizePolicy::Minimum, QSizePolicy::Fixed);
}

void Segmented::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color("surface.2"));
    painter.drawRoundedRect(rect(), 8, 8);
}

} // namespace lockstep::ui
