// BlockView: one block of a lesson's page as a widget. A question shows its form while it is open and its result
// afterwards; the page replaces the widget when the state of the answer changes.
#pragma once

#include "ui/learn/lesson_guide.h"
#include "ui/widgets/themed.h"

class QBoxLayout;
class QVBoxLayout;

namespace lockstep::ui {

class Button;
class TextLabel;

class BlockView : public QWidget, public Themed {
    Q_OBJECT
public:
    BlockView(LessonGuide& guide, const LessonBlock& block, QWidget* parent = nullptr);

    const LessonBlock& block() const { return m_block; }
    /// The state this widget was made for.
    AnswerState madeFor() const { return m_madeFor; }
    /// Takes over hints and tries of the same state.
    virtual void refresh() { }
    /// Where typing begins; null when there is nothing to fill in.
    virtual QWidget* firstField() { return nullptr; }

protected:
    LessonGuide& guide() const { return m_guide; }
    QVBoxLayout& column() const { return *m_column; }
    Answer answer() const { return m_guide.answer(m_block.id); }
    /// Called for Enter and by the button that addLockRow() made.
    virtual void lockIn() { }
    /// Shows the guide's sentence below `field` (below the form without one) and scrolls to it; nothing clears it.
    void complain(const QString& sentence, QWidget* field = nullptr);
    /// What stands in the field and is kept by "Show me".
    virtual QString written() const { return {}; }
    /// "Lock in answer" or what else it leads to, with the picture of Enter beside it unless the field has one.
    void addLockRow(QBoxLayout& layout, bool withKey);
    /// "Hint" and "Show me", and the hints shown so far.
    void addHelpRows(QBoxLayout& layout);
    void refreshHints();

    void keyPressEvent(QKeyEvent* event) override;

private:
    QString lockText() const;

    LessonGuide& m_guide;
    const LessonBlock& m_block;
    AnswerState m_madeFor;
    QVBoxLayout* m_column;
    QVBoxLayout* m_hints = nullptr;
    Button* m_hintButton = nullptr;
    TextLabel* m_complaint = nullptr;
};

/// The widget for a block in the state its answer has now.
BlockView* makeBlockView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);

BlockView* makePredictView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);
BlockView* makeChoiceView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);
BlockView* makeWorkedView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);
BlockView* makeExplainView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);
BlockView* makeSandboxView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);
/// "Locked in", while the stage plays to the moment.
BlockView* makeWaitingView(LessonGuide& guide, const LessonBlock& block, QWidget* parent);

} // namespace lockstep::ui
