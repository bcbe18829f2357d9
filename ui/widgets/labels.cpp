// Labels: wrapped text and small painted marks.
#include "ui/widgets/labels.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "ui/widgets/icon.h"

namespace lockstep::ui {

namespace {

/// Lays `text` out in lines of `width`; `draw(layout, line, index)` may paint them. Returns the number of lines.
template <class Draw>
int wrapLines(const QString& text, const QFont& font, double width, Draw draw)
{
    int lines = 0;
    for (const QString& paragraph : text.split(u'\n')) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            draw(paragraph.mid(line.textStart(), line.textLength()).trimmed(), lines++);
        }
        layout.endLayout();
        if (paragraph.isEmpty())
            ++lines;
    }
    return lines;
}

} // namespace

TextLabel::TextLabel(const QString& text, TextStyle style, const char* colorToken, QWidget* parent)
    : QWidget(parent)
    , m_text(text)
    , m_style(style)
    , m_token(colorToken)
{
    // Not Fixed: a layout would hold a wrapped text to the height of its hint, which is one line.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(text);
}

void TextLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void TextLabel::setStyle(TextStyle style, const char* colorToken)
{
    m_style = style;
    m_token = colorToken;
    updateGeometry();
    update();
}

void TextLabel::setSingleLine(bool single)
{
    m_single = single;
    QSizePolicy policy(QSizePolicy::Preferred, single ? QSizePolicy::Fixed : QSizePolicy::Minimum);
    policy.setHeightForWidth(!single);
    setSizePolicy(policy);
    updateGeometry();
}

void TextLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

int TextLabel::heightForWidth(int width) const
{
    if (m_single)
        return static_cast<int>(std::ceil(theme().lineHeight(m_style)));
    const int lines = wrapLines(m_text, theme().font(m_style), qMax(1, width), [](const QString&, int) {});
    return static_cast<int>(std::ceil(qMax(1, lines) * theme().lineHeight(m_style)));
}

QSize TextLabel::sizeHint() const
{
    double width = 0;
    for (const QString& line : m_text.split(u'\n'))
        width = qMax(width, QFontMetricsF(theme().font(m_style)).horizontalAdvance(line));
    const int whole = static_cast<int>(std::ceil(width)) + 1;
    return {whole, heightForWidth(whole)};
}

QSize TextLabel::minimumSizeHint() const
{
    return {m_single ? 16 : 40, static_cast<int>(std::ceil(theme().lineHeight(m_style)))};
}

void TextLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFont font = theme().font(m_style);
    const QFontMetricsF metrics(font);
    const double line = theme().lineHeight(m_style);
    const double baseline = (line + metrics.ascent() - metrics.descent()) / 2;
    painter.setFont(font);
    painter.setPen(theme().color(m_token));
    const auto draw = [&](const QString& words, int index) {
        double x = 0;
        if (m_alignment & Qt::AlignHCenter)
            x = (width() - metrics.horizontalAdvance(words)) / 2;
        else if (m_alignment & Qt::AlignRight)
            x = width() - metrics.horizontalAdvance(words);
        painter.drawText(QPointF(x, index * line + baseline), words);
    };
    if (m_single)
        draw(metrics.elidedText(m_text, Qt::ElideRight, width()), 0);
    else
        wrapLines(m_text, font, width(), draw);
}

void TextLabel::themeChanged()
{
    updateGeometry();
    update();
}

BadgeLabel::BadgeLabel(Badge badge, QWidget* parent)
    : QWidget(parent)
    , m_badge(badge)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setBadge(badge);
}

void BadgeLabel::setBadge(Badge badge)
{
    m_badge = badge;
    setAccessibleName(badgeExplanation(badge));
    setToolTip(badgeExplanation(badge));
    updateGeometry();
    update();
}

void BadgeLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintBadge(painter, {0, 0}, m_badge, theme());
}

KeyLabel::KeyLabel(const QString& key, QWidget* parent)
    : QWidget(parent)
    , m_key(key)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(key);
}

QSize KeyLabel::sizeHint() const
{
    const double width = QFontMetricsF(theme().font(TextStyle::caption)).horizontalAdvance(m_key);
    return {qMax(20, static_cast<int>(std::ceil(width)) + 12), 20};
}

void KeyLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme().color("surface.1"));
    painter.setPen(QPen(theme().color("border.default"), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
    const QFont font = theme().font(TextStyle::caption);
    const double baseline = (height() + QFontMetricsF(font).capHeight()) / 2;
    paintText(painter, {width() / 2.0, baseline}, m_key, font, theme().color("text.tertiary"), Qt::AlignHCenter);
}

StatusLabel::StatusLabel(StatusShape shape, int side, QWidget* parent)
    : QWidget(parent)
    , m_shape(shape)
    , m_side(side)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusLabel::setShape(StatusShape shape)
{
    m_shape = shape;
    update();
}

void StatusLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintStatus(painter, rect(), m_shape, theme());
}

IconLabel::IconLabel(const QString& icon, int side, const char* colorToken, QWidget* parent)
    : QWidget(parent)
    , m_icon(icon)
    , m_side(side)
    , m_token(colorToken)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintIcon(painter, rect(), m_icon, theme().color(m_token));
}

ProgressSegments::ProgressSegments(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ProgressSegments::setProgress(int current, int count)
{
    m_current = current;
    m_count = count;
    setAccessibleName(tr("Page %1 of %2").arg(current).arg(count));
    update();
}

void ProgressSegments::paintEvent(QPaintEvent*)
{
    if (m_count == 0)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = theme().font(TextStyle::caption);
    const double baseline = (height() + QFontMetricsF(font).capHeight()) / 2;
    const double words = paintText(painter, {double(width()), baseline}, tr("%1 of %2").arg(m_current).arg(m_count),
        font, theme().color("text.tertiary"), Qt::AlignRight);
    constexpr double kGap = 4;
    const double room = width() - words - 12;
    const double side = (room - kGap * (m_count - 1)) / m_count;
    painter.setPen(Qt::NoPen);
    for (int page = 1; page <= m_count; ++page) {
        painter.setBrush(theme().color(page <= m_current ? "text.primary" : "surface.3"));
        painter.setOpacity(page < m_current ? 0.45 : 1);
        painter.drawRoundedRect(QRectF((page - 1) * (side + kGap), (height() - 4) / 2.0, side, 4), 2, 2);
    }
}

} // namespace lockstep::ui
