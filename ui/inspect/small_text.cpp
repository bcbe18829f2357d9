// Breaks and paints small paragraphs.
#include "ui/inspect/small_text.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

constexpr double kLine = 18, kSize = 13;

} // namespace

QStringList wrapped(const QString& text, const QFont& font, double width)
{
    QStringList lines;
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

SmallText::SmallText(const QString& text, int weight, const char* colorToken, QWidget* parent)
    : QWidget(parent), m_text(text), m_weight(weight), m_token(colorToken)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(text);
}

void SmallText::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void SmallText::setTextScale(double scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    updateGeometry();
    update();
}

int SmallText::heightForWidth(int width) const
{
    const auto lines = wrapped(m_text, uiFont(kSize * m_scale, m_weight), width).size();
    return static_cast<int>(std::ceil(static_cast<double>(lines) * kLine * m_scale));
}

void SmallText::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFont font = uiFont(kSize * m_scale, m_weight);
    const double line = kLine * m_scale;
    double y = line / 2 + QFontMetricsF(font).capHeight() / 2;
    for (const QString& words : wrapped(m_text, font, width())) {
        paintText(painter, {0, y}, words, font, theme().color(m_token));
        y += line;
    }
}

} // namespace lockstep::ui
