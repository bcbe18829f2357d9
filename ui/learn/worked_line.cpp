// WorkedLineView: a small flow of words and fields.
#include "ui/learn/worked_line.h"

#include <cmath>

#include <QPainter>
#include <QRegularExpression>

#include "core/base/numbers.h"
#include "ui/learn/markdown_label.h"
#include "ui/widgets/text_field.h"

namespace lockstep::ui {
namespace {

constexpr int kFieldWidth = 64, kNarrowField = 48, kFieldHeight = 28, kRowGap = 8;
constexpr double kFieldGap = 8;      ///< beside a field: room for its focus ring
constexpr double kLabelGap = 12;     ///< between a line's label and its arithmetic
constexpr std::size_t kLongText = 8; ///< behind so many letters the first of two fields is the narrow one

} // namespace

WorkedLineView::WorkedLineView(const WorkedLine& line, bool open, std::vector<QString> given, QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    QString spoken;
    for (std::size_t i = 0; i < line.text.size(); ++i) {
        const bool glued = !line.text[i].empty() && line.text[i].back() != ' ';
        addWords(line.text[i]);
        spoken += QString::fromStdString(line.text[i]);
        if (i >= line.blanks.size())
            break;
        const QString answer = withTrueMinus(QString::fromStdString(formatNumber(line.blanks[i].answer)));
        if (open) {
            auto* field = new TextField(QString(), this);
            field->setBoxHeight(kFieldHeight);
            field->setFixedWidth(
                line.blanks.size() > 1 && i == 0 && line.text[0].size() > kLongText ? kNarrowField : kFieldWidth);
            m_fields.push_back(field);
            addToken({{}, false, false, false, false, field, {}});
            spoken += tr("blank");
        } else {
            addToken({answer, true, false, glued, false, nullptr, {}});
            spoken += answer;
            if (i < given.size() && !given[i].isEmpty()) {
                for (const QString& word : tr("(you wrote %1)").arg(given[i]).split(u' '))
                    addToken({word, false, true, false, false, nullptr, {}});
                spoken += QStringLiteral(" ") + tr("(you wrote %1)").arg(given[i]);
            }
        }
    }
    findLabel();
    setAccessibleName(spoken.remove(QStringLiteral("**")));
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_fields[i]->setAccessibleName(m_fields.size() > 1 ? tr("%1, blank %2").arg(spoken).arg(i + 1) : spoken);
}

/// Splits Markdown into words; ** switches the strong weight.
void WorkedLineView::addWords(const std::string& text)
{
    const QString words = QString::fromStdString(text);
    bool strong = false, glued = !words.startsWith(u' ') && !m_tokens.empty();
    for (const QString& part : words.split(QStringLiteral("**"))) {
        static const QRegularExpression kSpaces(QStringLiteral("[ \t]+"));
        const bool startsGlued = !part.startsWith(u' ');
        bool first = true;
        for (const QString& word : part.split(kSpaces, Qt::SkipEmptyParts)) {
            addToken({word, strong, false, first ? glued && startsGlued : false, false, nullptr, {}});
            first = false;
        }
        glued = !part.endsWith(u' ');
        strong = !strong;
    }
}

void WorkedLineView::addToken(Token token)
{
    m_tokens.push_back(std::move(token));
}

/// The words before the arithmetic begins, when there is any.
void WorkedLineView::findLabel()
{
    constexpr std::size_t kMostWords = 4;
    const auto isWord = [](const Token& token) {
        return !token.field && !token.strong && !token.text.isEmpty() && token.text.front().isLetter();
    };
    std::size_t words = 0;
    while (words < m_tokens.size() && isWord(m_tokens[words]))
        ++words;
    if (words == 0 || words > kMostWords || words == m_tokens.size())
        return;
    const Token& next = m_tokens[words];
    if (!next.field && !next.strong && !next.text.front().isDigit()
        && !QStringLiteral("(−-").contains(next.text.front()))
        return;
    for (std::size_t i = 0; i < words; ++i)
        m_tokens[i].label = true;
}

QFont WorkedLineView::fontOf(const Token& token) const
{
    QFont font = theme().font(token.strong ? TextStyle::bodyStrong : TextStyle::body);
    if (token.label)
        font.setWeight(QFont::Medium);
    return font;
}

double WorkedLineView::rowHeight() const
{
    return m_fields.empty() ? theme().lineHeight(TextStyle::body) : kFieldHeight;
}

int WorkedLineView::flow(int width) const
{
    const double space = QFontMetricsF(theme().font(TextStyle::body)).horizontalAdvance(u' ');
    const double row = rowHeight();
    const double rowGap = m_fields.empty() ? 0 : kRowGap;
    const auto widthOf = [&](const Token& token) {
        return token.field ? token.field->width() : QFontMetricsF(fontOf(token)).horizontalAdvance(token.text);
    };
    double x = 0, y = 0;
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
        Token& token = m_tokens[i];
        const double wide = widthOf(token);
        const bool behindField = i > 0 && m_tokens[i - 1].field;
        const bool behindLabel = i > 0 && m_tokens[i - 1].label && !token.label;
        const double gap = x == 0        ? 0
            : behindLabel                ? kLabelGap
            : token.field || behindField ? kFieldGap
            : token.glued                ? 0
                                         : space;
        // The word before a field stays on its line: "weighted" and its blank are read as one.
        const bool beforeField = i + 1 < m_tokens.size() && m_tokens[i + 1].field;
        const double needed = wide + (beforeField ? kFieldGap + widthOf(m_tokens[i + 1]) : 0);
        if (x > 0 && x + gap + needed > width) {
            x = 0;
            y += row + rowGap;
        } else {
            x += gap;
        }
        token.place = QRectF(x, y, wide, row);
        x += wide;
    }
    return static_cast<int>(std::ceil(y + row));
}

int WorkedLineView::heightForWidth(int width) const
{
    return flow(qMax(1, width));
}

void WorkedLineView::resizeEvent(QResizeEvent*)
{
    flow(width());
    for (const Token& token : m_tokens)
        if (token.field)
            token.field->move(token.place.topLeft().toPoint());
}

void WorkedLineView::paintEvent(QPaintEvent*)
{
    flow(width());
    QPainter painter(this);
    for (const Token& token : m_tokens) {
        if (token.field)
            continue;
        const QFont font = fontOf(token);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        const bool dark = token.strong || token.label || !m_fields.empty();
        painter.setPen(theme().color(token.wrong ? "status.bad" : dark ? "text.primary" : "text.secondary"));
        painter.drawText(
            QPointF(token.place.left(), token.place.center().y() + (metrics.ascent() - metrics.descent()) / 2),
            token.text);
    }
}

void WorkedLineView::themeChanged()
{
    updateGeometry();
    update();
}

} // namespace lockstep::ui
