// Worked solutions: lines that are given, lines with blanks, and afterwards all lines with what was written.
#include <QVBoxLayout>

#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/learn/worked_line.h"
#include "ui/widgets/text_field.h"

namespace lockstep::ui {
namespace {

class WorkedView : public BlockView {
public:
    WorkedView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        const auto blanks = openLines(block);
        const bool open = madeFor() == AnswerState::open && !blanks.empty();
        column().setSpacing(8);
        column().setContentsMargins(0, 4, 0, 0);
        if (!block.ask.empty())
            column().addWidget(new TextLabel(QString::fromStdString(block.ask), TextStyle::bodyStrong));
        if (!open && !blanks.empty())
            addOutcome();
        const Answer given = answer();
        const auto right = gradeBlanks(block, given.entries);
        // A line and the question behind it stand closer together than two lines.
        auto* lines = new QVBoxLayout;
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(0);
        column().addLayout(lines);
        std::size_t blank = 0;
        for (std::size_t i = 0; i < block.lines.size(); ++i) {
            const WorkedLine& line = block.lines[i];
            const bool asked = std::find(blanks.begin(), blanks.end(), static_cast<int>(i)) != blanks.end();
            std::vector<QString> wrong;
            for (std::size_t b = 0; asked && !open && b < line.blanks.size(); ++b, ++blank)
                wrong.push_back(!given.skipped && blank < given.entries.size() && !right[blank]
                        ? withTrueMinus(QString::fromStdString(given.entries[blank]).trimmed())
                        : QString());
            auto* view = new WorkedLineView(line, open && asked, wrong);
            m_fields.insert(m_fields.end(), view->fields().begin(), view->fields().end());
            if (i > 0)
                lines->addSpacing(10);
            lines->addWidget(view);
            if (line.principle.empty() || (open && asked))
                continue;
            lines->addSpacing(1);
            lines->addWidget(
                new TextLabel(QString::fromStdString(line.principle), TextStyle::caption, "text.tertiary"));
        }
        if (!open)
            return;
        addLockRow(column(), true);
        addHelpRows(column());
    }

    void refresh() override { refreshHints(); }
    QWidget* firstField() override { return m_fields.empty() ? nullptr : m_fields.front(); }

protected:
    void lockIn() override
    {
        if (m_fields.empty())
            return;
        // Enter goes to the first blank that is still empty, and locks in when there is none.
        for (TextField* field : m_fields) {
            if (field->text().trimmed().isEmpty() && !field->hasFocus()) {
                field->setFocus(Qt::TabFocusReason);
                return;
            }
        }
        GivenAnswer given;
        for (const TextField* field : m_fields)
            given.entries.push_back(field->text().toStdString());
        complain(guide().lockIn(block(), given));
    }

private:
    void addOutcome()
    {
        const Answer given = answer();
        const auto right = gradeBlanks(block(), given.entries);
        const auto count = std::count(right.begin(), right.end(), true);
        addStatusCaption(column(), answerShape(given),
            given.skipped ? tr("Shown, not filled in") : tr("%1 of %2 right").arg(count).arg(right.size()));
    }

    std::vector<TextField*> m_fields;
};

} // namespace

BlockView* makeWorkedView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    return new WorkedView(guide, block, parent);
}

} // namespace lockstep::ui
