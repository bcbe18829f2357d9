// LearnPanel: the lesson beside the stage: progress, the page, and Back and Next page at the foot, which never scroll
// away. It is a view of a LessonGuide and holds no truth of its own.
#pragma once

#include <string>

#include "ui/learn/lesson_guide.h"
#include "ui/widgets/themed.h"

class QHBoxLayout;
class QVBoxLayout;

namespace lockstep::ui {

class Button;
class IconLabel;
class PageView;
class ProgressSegments;
class ScrollArea;
class TextLabel;

class LearnPanel : public QWidget, public Themed {
    Q_OBJECT
public:
    /// Runs the first page's scenario and shows it. `lesson` must outlive the panel.
    LearnPanel(Session& session, Player& player, const Lesson& lesson, QWidget* parent = nullptr);

    const LessonProgress& progress() const { return m_guide->progress(); }
    /// Shows that page with those answers, without playing.
    void setProgress(const LessonProgress& progress);
    /// Takes up the progress stored in `file`, if any, and writes every change there (whole file or nothing).
    void keepProgressIn(const std::string& file);

    LessonGuide& guide() { return *m_guide; }

    /// What the last page leads to once it is answered: the next lesson's title. Without it, back to page 1.
    void offerNextLesson(const QString& title);
    /// Page Down and Page Up. A locked page says why and the keyboard goes to what is open.
    void turnPage(int direction);
    /// The keyboard goes to the first open field, or to Next page.
    void takeKeyboard();
    /// Forgets all answers, in the stored progress too, and opens the first page.
    void startOver();

signals:
    void nextLessonWanted();
    /// The progress could not be read or written: one sentence. The lesson goes on.
    void storingFailed(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void themeChanged() override;

private:
    void showPage();
    void refresh();
    void refreshFoot();
    void refreshNext();
    void goOn();
    void moveFocusOn();
    void store();

    LessonGuide* m_guide;
    QVBoxLayout* m_column;
    ProgressSegments* m_segments;
    ScrollArea* m_scroll;
    PageView* m_page = nullptr;
    QWidget* m_reason;
    TextLabel* m_reasonText;
    Button *m_back, *m_next;
    QHBoxLayout* m_foot;
    QString m_nextLesson;
    std::string m_file;
};

/// Where a person's progress in lesson `number` is kept: the application's data folder.
std::string progressFileOf(int lessonNumber);

} // namespace lockstep::ui
