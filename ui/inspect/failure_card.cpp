// Paints the card of a failed check and places its button.
#include "ui/inspect/failure_card.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/inspect/wrapped_text.h"
#include "ui/widgets/button.h"

namespace lockstep::ui {

namespace {

constexpr double kPad = 12, kMark = 18, kGap = 10, kLine = 18;
constexpr double kAbove = 10, kBetween = 8; ///< spaces around buttons
constexpr double kText = kPad + kMark + kGap; ///< left edge of the words

} // namespace

FailureCard::FailureCard(const DiagnosisItem& item, double textScale, QWidget* parent)
    : QWidget(parent)
    , m_item(item)
    , m_scale(textScale)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Check that fails: %1").arg(item.title));
    setAccessibleDescription(item.text + u' ' + item.remedy);
    if (!item.action.isEmpty()) {
        m_buttons.push_back(new Button(item.action, ButtonKind::primary, this));
        connect(m_buttons.back(), &Button::clicked, this, &FailureCard::actionWanted);
    }
    if (item.hasPlace) {
        m_buttons.push_back(new Button(tr("Go to the first difference"), ButtonKind::normal, this));
        connect(m_buttons.back(), &Button::clicked, this, &FailureCard::placeWanted);
    }
}

std::vector<FailureCard::Paragraph> FailureCard::paragraphs(double width) const
{
    std::vector<Paragraph> found;
    const auto add = [&](const QString& text, int weight, const char* ink, double before) {
        if (!text.isEmpty())
            found.push_back({wrapped(text, uiFont(13 * m_scale, weight), width - kText - kPad), weight, ink, before});
    };
    add(m_item.title, 600, "text.primary", 0);
    add(m_item.text, 400, "text.secondary", 0);
    add(m_item.remedy, 400, "text.primary", 6);
    return found;
}

double FailureCard::textHeight(double width) const
{
    double height = 0;
    for (const Paragraph& paragraph : paragraphs(width))
        height += paragraph.before + static_cast<double>(paragraph.lines.size()) * kLine * m_scale;
    return height;
}

int FailureCard::heightForWidth(int width) const
{
    double height = 2 * kPad + textHeight(width) + (m_buttons.empty() ? 0 : kAbove - kBetween);
    for (const Button* button : m_buttons)
        height += kBetween + button->sizeHint().height();
    return static_cast<int>(std::ceil(height));
}

void FailureCard::resizeEvent(QResizeEvent*)
{
    double top = kPad + textHeight(width()) + kAbove, left = kText;
    // In a narrow panel the buttons may begin under the mark rather than be cut.
    for (const Button* button : m_buttons)
        left = std::max(kPad, std::min(left, width() - kPad - button->sizeHint().width()));
    for (Button* button : m_buttons) {
        const QSize size = button->sizeHint();
        button->setGeometry(static_cast<int>(left), static_cast<int>(top),
            std::min(size.width(), width() - 2 * static_cast<int>(kPad)), size.height());
        top += size.height() + kBetween;
    }
}

void FailureCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color("status.bad.tint"));
    painter.drawRoundedRect(rect(), 8, 8);
    paintStatus(painter, {kPad, kPad, kMark, kMark}, StatusShape::bad, theme());
    const double line = kLine * m_scale;
    double top = kPad;
    for (const Paragraph& paragraph : paragraphs(width())) {
        const QFont font = uiFont(13 * m_scale, paragraph.weight);
        top += paragraph.before;
        for (const QString& words : paragraph.lines) {
            paintNumber(painter, {kText, top + line / 2 + QFontMetricsF(font).capHeight() / 2}, words, font,
                theme().color(paragraph.ink));
            top += line;
        }
    }
}

} // namespace lockstep::ui
