// MarkdownLabel on QTextDocument.
#include "ui/learn/markdown_label.h"

#include <cmath>
#include <vector>

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace lockstep::ui {
namespace {

constexpr double kParagraphGap = 10;

struct Stretch {
    int begin = 0, end = 0;
    QTextCharFormat format;
};

/// Gives every fragment the font of `style`, heavier and in the strong colour where the Markdown says bold.
void dress(QTextDocument& document, const Theme& theme, TextStyle style, const char* token)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat blockFormat = block.blockFormat();
        blockFormat.setLineHeight(theme.lineHeight(style), QTextBlockFormat::FixedHeight);
        blockFormat.setTopMargin(block == document.begin() ? 0 : block.textList() ? 4 : kParagraphGap);
        blockFormat.setBottomMargin(0);
        cursor.setBlockFormat(blockFormat);
        // Formats are set after the walk: equal neighbours melt together and would take the iterator with them.
        std::vector<Stretch> stretches;
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextFragment fragment = at.fragment();
            const bool strong = fragment.charFormat().fontWeight() > QFont::Normal;
            QFont font = theme.font(style);
            if (strong)
                font.setWeight(QFont::Weight(600));
            font.setItalic(fragment.charFormat().fontItalic());
            QTextCharFormat format;
            format.setFont(font);
            format.setForeground(theme.color(strong ? "text.primary" : token));
            stretches.push_back({fragment.position(), fragment.position() + fragment.length(), format});
        }
        for (const Stretch& stretch : stretches) {
            cursor.setPosition(stretch.begin);
            cursor.setPosition(stretch.end, QTextCursor::KeepAnchor);
            cursor.setCharFormat(stretch.format);
        }
    }
}

} // namespace

MarkdownLabel::MarkdownLabel(const std::string& markdown, TextStyle style, const char* colorToken, QWidget* parent)
    : QWidget(parent)
    , m_markdown(QString::fromStdString(markdown))
    , m_style(style)
    , m_token(colorToken)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    build();
    setAccessibleName(plainText());
}

MarkdownLabel::~MarkdownLabel() = default;

QString MarkdownLabel::plainText() const
{
    return m_document->toPlainText();
}

void MarkdownLabel::build()
{
    m_document = std::make_unique<QTextDocument>();
    m_document->setDocumentMargin(0);
    m_document->setUndoRedoEnabled(false);
    m_document->setDefaultFont(theme().font(m_style));
    // Raw HTML in a lesson is text, not markup.
    m_document->setMarkdown(m_markdown,
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectCommonMark) | QTextDocument::MarkdownNoHTML);
    dress(*m_document, theme(), m_style, m_token);
}

int MarkdownLabel::heightForWidth(int width) const
{
    m_document->setTextWidth(qMax(1, width));
    return static_cast<int>(std::ceil(m_document->size().height()));
}

void MarkdownLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_document->setTextWidth(width());
    m_document->drawContents(&painter, rect());
}

void MarkdownLabel::themeChanged()
{
    build();
    updateGeometry();
    update();
}

QString withTrueMinus(QString text)
{
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace lockstep::ui
