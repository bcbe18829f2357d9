// Card and OptionRow, painted from the theme.
#include "ui/widgets/card.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/focus_ring.h"
#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

constexpr int kMark = 16;
constexpr int kIndent = kMark + 10;

} // namespace

Card::Card(CardKind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(16, 14, 16, 16);
    m_layout->setSpacing(6);
}

void Card::setKind(CardKind kind)
{
    m_kind = kind;
    update();
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool outlined = m_kind == CardKind::outlined;
    painter.setPen(outlined ? QPen(theme().color("border.default"), 1) : QPen(Qt::NoPen));
    painter.setBrush(outlined ? QBrush(Qt::NoBrush)
                              : QBrush(theme().color(m_kind == CardKind::bad ? "status.bad.tint" : "surface.2")));
    const double inset = outlined ? 0.5 : 0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 8 - inset, 8 - inset);
}

OptionRow::OptionRow(const QString& text, bool several, QWidget* parent)
    : QAbstractButton(parent)
    , m_several(several)
{
    setText(text);
    setCheckable(true);
    setAutoExclusive(!several);
    setFocusPolicy(Qt::StrongFocus);
    setFocusRing(*this, FocusRingPlace::outside, 6);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int OptionRow::heightForWidth(int width) const
{
    const QRectF bounds = QFontMetricsF(theme().font(TextStyle::body))
                              .boundingRect(QRectF(0, 0, qMax(1, width - kIndent), 10000), Qt::TextWordWrap, text());
    return qMax(32, static_cast<int>(std::ceil(bounds.height())) + 12);
}

void OptionRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF mark(0, 8, kMark, kMark);
    const double radius = m_several ? 4 : kMark / 2.0;
    if (!isChecked()) {
        painter.setBrush(theme().color(underMouse() && isEnabled() ? "surface.2" : "surface.1"));
        painter.setPen(QPen(theme().color("border.strong"), 1.5));
        painter.drawRoundedRect(mark.adjusted(0.75, 0.75, -0.75, -0.75), radius - 0.75, radius - 0.75);
    } else if (m_several) {
        painter.setBrush(theme().color("action.fill"));
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(mark, radius, radius);
        paintIcon(painter, mark.adjusted(2, 2, -2, -2), QStringLiteral("check"), theme().color("action.onFill"));
    } else {
        painter.setBrush(theme().color("surface.1"));
        painter.setPen(QPen(theme().color("action.fill"), 5));
        painter.drawEllipse(mark.adjusted(2.5, 2.5, -2.5, -2.5));
    }
    painter.setFont(theme().font(TextStyle::body));
    painter.setPen(theme().color(isEnabled() || isChecked() ? "text.primary" : "text.secondary"));
    painter.drawText(
        QRectF(kIndent, 6, width() - kIndent, height() - 6), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text());
}

void OptionRow::themeChanged()
{
    updateGeometry();
    update();
}

} // namespace lockstep::ui
