// PageView: builds and exchanges the widgets of a page.
#include "ui/learn/page_view.h"

#include <QVBoxLayout>

#include "ui/learn/block_view.h"
#include "ui/learn/markdown_label.h"
#include "ui/widgets/labels.h"

namespace lockstep::ui {

PageView::PageView(LessonGuide& guide, QWidget* parent)
    : QWidget(parent)
    , m_guide(guide)
    , m_column(new QVBoxLayout(this))
{
    const LessonStop& stop = guide.stop();
    // Room for the focus ring, which lies 4 px outside a field.
    m_column->setContentsMargins(4, 4, 4, 12);
    m_column->setSpacing(14);
    auto* title = new TextLabel(QString::fromStdString(stop.title), TextStyle::title);
    m_column->addWidget(title);
    m_column->addSpacing(-6);
    if (guide.progress().stop == 0 && !guide.lesson().introduction.empty())
        m_column->addWidget(new MarkdownLabel(guide.lesson().introduction));
    if (!guide.problem().isEmpty())
        m_column->addWidget(new TextLabel(guide.problem(), TextStyle::label, "status.bad"));
    m_before = m_column->count();
    m_column->addStretch();
    refresh();
}

void PageView::put(std::size_t place, BlockView* view)
{
    if (place < m_views.size()) {
        m_column->removeWidget(m_views[place]);
        m_views[place]->hide();
        m_views[place]->deleteLater();
        m_views[place] = view;
    } else {
        m_views.push_back(view);
    }
    m_column->insertWidget(m_before + static_cast<int>(place), view);
    applyTheme(*view, theme());
}

void PageView::refresh()
{
    const LessonStop& stop = m_guide.stop();
    // The page: its prose, the recalled cards of earlier pages, then its other blocks as far as they are open.
    std::vector<const LessonBlock*> wanted;
    const std::size_t visible = visibleBlocks(stop, m_guide.progress());
    for (std::size_t i = 0; i < visible; ++i) {
        const LessonBlock& block = stop.blocks[i];
        const bool empty = block.kind != BlockKind::worked && block.ask.empty() && block.body.empty();
        if (!empty)
            wanted.push_back(&block);
        if (i == 0)
            for (const std::string& id : stop.recall)
                if (const LessonBlock* const earlier = m_guide.lesson().block(id);
                    earlier && m_guide.answer(id).state == AnswerState::revealed)
                    wanted.push_back(earlier);
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool kept = i < m_views.size() && &m_views[i]->block() == wanted[i];
        if (kept && m_views[i]->madeFor() == m_guide.answer(wanted[i]->id).state) {
            m_views[i]->refresh();
            continue;
        }
        BlockView* const view = makeBlockView(m_guide, *wanted[i], this);
        if (kept)
            m_newest = view;
        put(i, view);
    }
}

QWidget* PageView::openField() const
{
    for (BlockView* view : m_views)
        if (isQuestion(view->block()) && view->madeFor() != AnswerState::revealed)
            if (QWidget* const field = view->firstField())
                return field;
    return nullptr;
}

} // namespace lockstep::ui
