// Explanations in the learner's own words, with a model answer beside them afterwards. Nothing is graded.
#include <QVBoxLayout>

#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/learn/text_area.h"
#include "ui/widgets/card.h"

namespace lockstep::ui {
namespace {

class ExplainView : public BlockView {
public:
    ExplainView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        auto* card = new Card(CardKind::outlined);
        addCaption(card->content(), QStringLiteral("keyboard"), tr("In your own words"));
        card->content().addWidget(new TextLabel(QString::fromStdString(block.ask), TextStyle::bodyStrong));
        m_area = new TextArea(QString::fromStdString(block.ask));
        if (block.minWords > 1) {
            const QString least = tr("%1 words or more").arg(block.minWords);
            card->content().addWidget(new TextLabel(least, TextStyle::caption, "text.tertiary"));
            m_area->setAccessibleDescription(least);
        }
        card->content().addSpacing(4);
        card->content().addWidget(m_area);
        addLockRow(card->content(), true);
        column().addWidget(card);
        addHelpRows(column());
    }
    QWidget* firstField() override { return m_area; }

protected:
    QString written() const override { return m_area->toPlainText(); }
    void lockIn() override
    {
        GivenAnswer given;
        given.entries = {m_area->toPlainText().toStdString()};
        complain(guide().lockIn(block(), given), m_area);
    }

private:
    TextArea* m_area;
};

class ExplainedView : public BlockView {
public:
    ExplainedView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        auto* card = new Card(CardKind::filled);
        card->content().addWidget(new TextLabel(QString::fromStdString(block.ask), TextStyle::bodyStrong));
        if (!answer().entries.empty()) { // shown on request too: what was begun stands beside the model answer
            card->content().addWidget(new TextLabel(tr("You wrote"), TextStyle::caption, "text.tertiary"));
            card->content().addWidget(
                new TextLabel(QString::fromStdString(answer().entries.front()), TextStyle::body, "text.secondary"));
        }
        card->content().addWidget(new TextLabel(tr("One way to say it"), TextStyle::caption, "text.tertiary"));
        card->content().addWidget(new MarkdownLabel(block.body, TextStyle::body, "text.primary"));
        column().addWidget(card);
    }
};

} // namespace

BlockView* makeExplainView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    if (guide.answer(block.id).state == AnswerState::revealed)
        return new ExplainedView(guide, block, parent);
    return new ExplainView(guide, block, parent);
}

} // namespace lockstep::ui
