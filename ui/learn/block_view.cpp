// What all blocks share: the lock-in row, help, complaints and the Enter key.
#include "ui/learn/block_view.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/learn/markdown_label.h"
#include "ui/learn/question_parts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/scroll_area.h"

namespace lockstep::ui {
namespace {

/// Prose of the page: nothing to do but to read.
class ProseView : public BlockView {
public:
    ProseView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        column().addWidget(new MarkdownLabel(block.body));
    }
};

class WaitingView : public BlockView {
public:
    WaitingView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
        : BlockView(guide, block, parent)
    {
        auto* card = new Card(CardKind::filled);
        const bool skipped = answer().skipped;
        addCaption(card->content(), QStringLiteral("lock"),
            block.kind == BlockKind::predict && !skipped ? givenText(block, answer())
                : skipped                                ? tr("Shown, not answered")
                                                         : tr("Locked in"));
        if (!block.ask.empty())
            card->content().addWidget(
                new TextLabel(QString::fromStdString(block.ask), TextStyle::body, "text.secondary"));
        card->content().addWidget(new TextLabel(tr("Watch the stage: the answer follows."), TextStyle::bodyStrong));
        m_jump = new Button(tr("Skip to the answer"), ButtonKind::normal);
        connect(m_jump, &Button::clicked, this, [this] { this->guide().arriveNow(); });
        card->content().addSpacing(4);
        card->content().addWidget(m_jump);
        column().addWidget(card);
    }
    QWidget* firstField() override { return m_jump; }

private:
    Button* m_jump;
};

} // namespace

BlockView::BlockView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
    : QWidget(parent)
    , m_guide(guide)
    , m_block(block)
    , m_madeFor(guide.answer(block.id).state)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

/// Says where the stage goes once the answer is locked in.
QString BlockView::lockText() const
{
    if (!m_block.then || m_block.kind != BlockKind::worked)
        return tr("Lock in answer");
    const int steps = m_block.then->step - m_guide.stop().atStep;
    if (steps > 1)
        return tr("Lock in and run %1").arg(m_block.then->step);
    return steps == 1 ? tr("Lock in and step") : tr("Lock in and play");
}

void BlockView::addLockRow(QBoxLayout& layout, bool withKey)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(12);
    auto* lock = new Button(lockText(), ButtonKind::primary);
    connect(lock, &Button::clicked, this, [this] { lockIn(); });
    row->addWidget(lock);
    if (withKey)
        row->addWidget(new KeyLabel(tr("Enter")));
    row->addStretch();
    layout.addLayout(row);
}

void BlockView::addHelpRows(QBoxLayout& layout)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    if (!m_block.hints.empty()) {
        m_hintButton = new Button(tr("Hint"), ButtonKind::quiet);
        connect(m_hintButton, &Button::clicked, this, [this] { m_guide.hint(m_block); });
        m_hintButton->setSidePadding(6);
        row->addWidget(m_hintButton);
    }
    auto* show = new Button(tr("Show me"), ButtonKind::quiet);
    show->setToolTip(tr("Shows the answer; nothing is counted as wrong"));
    connect(show, &Button::clicked, this, [this] { m_guide.showMe(m_block, written()); });
    show->setSidePadding(6);
    row->addWidget(show);
    row->addStretch();
    layout.addLayout(row);
    m_hints = new QVBoxLayout;
    m_hints->setContentsMargins(0, 0, 0, 0);
    m_hints->setSpacing(4);
    layout.addLayout(m_hints);
    refreshHints();
}

void BlockView::refreshHints()
{
    if (!m_hints)
        return;
    const int shown = answer().hints, all = static_cast<int>(m_block.hints.size());
    for (int i = m_hints->count(); i < shown && i < all; ++i) {
        auto* hint = new MarkdownLabel(
            tr("Hint: %1").arg(QString::fromStdString(m_block.hints[static_cast<std::size_t>(i)])).toStdString());
        m_hints->addWidget(hint);
        applyTheme(*hint, theme());
    }
    if (m_hintButton) {
        m_hintButton->setText(shown == 0 ? tr("Hint") : tr("Next hint"));
        m_hintButton->setVisible(shown < all);
        m_hintButton->updateGeometry();
    }
}

void BlockView::complain(const QString& sentence, QWidget* field)
{
    if (sentence.isEmpty() && !m_complaint)
        return;
    if (!m_complaint) {
        m_complaint = new TextLabel(QString(), TextStyle::label, "status.bad", this);
        applyTheme(*m_complaint, theme());
    }
    QWidget* const around = field ? field->parentWidget() : this;
    auto* const layout = qobject_cast<QVBoxLayout*>(around->layout());
    QVBoxLayout& place = layout ? *layout : column();
    if (QLayout* const before = m_complaint->parentWidget()->layout())
        before->removeWidget(m_complaint);
    const int after = field && layout ? place.indexOf(field) : -1;
    place.insertWidget(after < 0 ? place.count() : after + 1, m_complaint);
    m_complaint->setText(sentence);
    m_complaint->setVisible(!sentence.isEmpty());
    // Into view once the layout has found its place.
    if (!sentence.isEmpty())
        QTimer::singleShot(0, m_complaint, [label = m_complaint] {
            for (QWidget* outer = label->parentWidget(); outer; outer = outer->parentWidget())
                if (auto* const area = qobject_cast<ScrollArea*>(outer)) {
                    QCoreApplication::sendPostedEvents(area->widget(), QEvent::LayoutRequest);
                    area->ensureWidgetVisible(label, 0, 24);
                    return;
                }
        });
}

void BlockView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        lockIn();
    else
        QWidget::keyPressEvent(event);
}

BlockView* makeWaitingView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    return new WaitingView(guide, block, parent);
}

BlockView* makeBlockView(LessonGuide& guide, const LessonBlock& block, QWidget* parent)
{
    if (guide.answer(block.id).state == AnswerState::lockedIn)
        return makeWaitingView(guide, block, parent);
    switch (block.kind) {
    case BlockKind::prose:
    case BlockKind::step:
    case BlockKind::act:
        return new ProseView(guide, block, parent);
    case BlockKind::predict:
        return block.options.empty() ? makePredictView(guide, block, parent) : makeChoiceView(guide, block, parent);
    case BlockKind::check:
        return makeChoiceView(guide, block, parent);
    case BlockKind::worked:
        return makeWorkedView(guide, block, parent);
    case BlockKind::explain:
        return makeExplainView(guide, block, parent);
    case BlockKind::sandbox:
        return makeSandboxView(guide, block, parent);
    }
    return new ProseView(guide, block, parent);
}

} // namespace lockstep::ui
