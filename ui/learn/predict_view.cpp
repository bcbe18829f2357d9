// Predictions of a number: the card with field and confidence, and the card with what came out.
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/base/numbers.h"
#include "core/lesson/numeral.h"
#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/widgets/card.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_field.h"

namespace lockstep::ui {
namespace {

class PredictView : public BlockView {
public:
    PredictView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        auto* card = new Card(CardKind::outlined);
        QVBoxLayout& inside = card->content();
        addCaption(inside, QStringLiteral("eye"), tr("Predict before you see"));
        inside.addWidget(new TextLabel(QString::fromStdString(block.ask), TextStyle::bodyStrong));

        auto* row = new QHBoxLayout;
        row->setContentsMargins(0, 4, 0, 0);
        row->setSpacing(8);
        m_field = new TextField(QString::fromStdString(block.ask));
        m_field->setFixedWidth(96);
        row->addWidget(m_field);
        if (!block.unit.empty())
            row->addWidget(new TextLabel(QString::fromStdString(block.unit), TextStyle::body, "text.secondary"));
        row->addStretch();
        row->addWidget(new KeyLabel(tr("Enter")));
        inside.addLayout(row);

        if (block.confidence) {
            inside.addSpacing(6);
            inside.addWidget(new TextLabel(tr("How sure are you?"), TextStyle::caption, "text.tertiary"));
            m_confidence = new Segmented({tr("Guess"), tr("Fairly"), tr("Sure")}, tr("How sure are you?"));
            m_confidence->setStretched(true);
            m_confidence->setCurrent(1);
            inside.addWidget(m_confidence);
        }
        addLockRow(inside, false);
        column().addWidget(card);
        addHelpRows(column());
    }

    void refresh() override { refreshHints(); }
    QWidget* firstField() override { return m_field; }

protected:
    void lockIn() override
    {
        GivenAnswer given;
        given.entries = {m_field->text().toStdString()};
        if (m_confidence)
            given.confidence = static_cast<Confidence>(m_confidence->current() + 1);
        complain(guide().lockIn(block(), given));
    }

private:
    TextField* m_field;
    Segmented* m_confidence = nullptr;
};

/// What the given value would have meant, or the result; then the arithmetic.
class PredictedView : public BlockView {
public:
    PredictedView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        const Answer given = answer();
        auto* card = new Card(CardKind::filled);
        addStatusCaption(card->content(), answerShape(given), givenText(block, given));
        // On the page that asked; a card that is recalled later is a reminder only.
        if (guide.lesson().stopOf(block.id) == guide.progress().stop)
            card->content().addWidget(
                new TextLabel(QString::fromStdString(block.ask), TextStyle::body, "text.secondary"));
        const auto value = parseLearnerNumber(given.entries.empty() ? std::string() : given.entries.front());
        const NumberGrade grade = value ? gradeNumber(block, *value) : NumberGrade{};
        const std::string answerText = withTrueMinus(QString::fromStdString(formatNumber(block.answer))).toStdString()
            + (block.unit.empty() ? "" : " " + block.unit);
        const std::string result = block.result.empty()
            ? tr("The answer is **%1**").arg(QString::fromStdString(answerText)).toStdString()
            : block.result;
        const bool wrong = !given.right && !given.skipped;
        if (wrong && grade.wrong) {
            card->content().addWidget(new MarkdownLabel(grade.wrong->text, TextStyle::bodyStrong, "text.primary"));
            card->content().addWidget(new MarkdownLabel(result));
        } else {
            card->content().addWidget(new MarkdownLabel(result, TextStyle::bodyStrong, "text.primary"));
        }
        column().addWidget(card);
    }
};

} // namespace

BlockView* makePredictView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    if (guide.answer(block.id).state == AnswerState::revealed)
        return new PredictedView(guide, block, parent);
    return new PredictView(guide, block, parent);
}

} // namespace lockstep::ui
