// Questions with options: a choice, its feedback below the option, and another try until it is right.
#include <QVBoxLayout>

#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/widgets/card.h"

namespace lockstep::ui {
namespace {

/// Status shape and feedback, below an option.
QWidget* feedbackOf(const LessonOption& option)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(26, 0, 0, 6);
    row->setSpacing(8);
    row->addWidget(new StatusLabel(option.correct ? StatusShape::ok : StatusShape::bad, 16), 0, Qt::AlignTop);
    auto* words = new MarkdownLabel(option.feedback);
    words->setAccessibleName(
        (option.correct ? BlockView::tr("Right: %1") : BlockView::tr("Not this: %1")).arg(words->plainText()));
    row->addWidget(words, 1);
    return box;
}

class ChoiceView : public BlockView {
public:
    ChoiceView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        const bool open = madeFor() == AnswerState::open;
        auto* card = new Card(open ? CardKind::outlined : CardKind::filled);
        QVBoxLayout& inside = card->content();
        if (!open)
            addStatusCaption(inside, answerShape(answer()),
                answer().skipped         ? tr("Shown, not answered")
                    : answer().tries > 1 ? tr("Right, in %n tries", nullptr, answer().tries)
                    : answer().right     ? tr("Right")
                                         : givenText(block, answer()));
        else
            addCaption(inside, QStringLiteral("eye"),
                block.kind == BlockKind::predict ? tr("Predict before you see")
                    : block.many                 ? tr("Choose every right answer")
                                                 : tr("Choose one answer"));
        inside.addWidget(new TextLabel(QString::fromStdString(block.ask), TextStyle::bodyStrong));
        m_options = new QVBoxLayout;
        m_options->setContentsMargins(0, 4, 0, 0);
        m_options->setSpacing(0);
        inside.addLayout(m_options);
        for (const LessonOption& option : block.options) {
            auto* row = new OptionRow(QString::fromStdString(option.text), block.many);
            row->setEnabled(open);
            m_rows.push_back(row);
            m_options->addWidget(row);
            m_feedback.push_back(nullptr);
        }
        if (open)
            addLockRow(inside, true);
        column().addWidget(card);
        if (open)
            addHelpRows(column());
        ChoiceView::refresh();
    }

    /// Feedback of everything tried; once revealed, of the right options too.
    void refresh() override
    {
        const Answer given = answer();
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const LessonOption& option = block().options[i];
            const int index = static_cast<int>(i);
            const bool shown = given.tried.contains(index) || (madeFor() == AnswerState::revealed && option.correct);
            if (shown && !m_feedback[i]) {
                m_feedback[i] = feedbackOf(option);
                m_options->insertWidget(m_options->indexOf(m_rows[i]) + 1, m_feedback[i]);
                applyTheme(*m_feedback[i], theme());
            }
            if (madeFor() == AnswerState::revealed) {
                m_rows[i]->setAutoExclusive(false);
                m_rows[i]->setChecked(given.skipped ? option.correct : given.chosen.contains(index));
            }
        }
        refreshHints();
    }

    QWidget* firstField() override
    {
        return madeFor() == AnswerState::open && !m_rows.empty() ? m_rows.front() : nullptr;
    }

protected:
    void lockIn() override
    {
        if (madeFor() != AnswerState::open)
            return;
        GivenAnswer given;
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i]->isChecked())
                given.chosen.insert(static_cast<int>(i));
        complain(guide().lockIn(block(), given));
    }

private:
    QVBoxLayout* m_options;
    std::vector<OptionRow*> m_rows;
    std::vector<QWidget*> m_feedback;
};

} // namespace

BlockView* makeChoiceView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    return new ChoiceView(guide, block, parent);
}

} // namespace lockstep::ui
