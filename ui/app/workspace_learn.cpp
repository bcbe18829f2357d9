// Workspace, Learn: the lesson in the left panel, parked with its place while Explore is shown.
#include "ui/app/stage_host.h"
#include "ui/app/top_bar.h"
#include "ui/app/workspace.h"
#include "ui/learn/learn_panel.h"
#include "ui/scene/stage_widget.h"

namespace lockstep::ui {

namespace {

QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

void Workspace::openLesson(Lesson lesson)
{
    if (m_mode == Mode::explore)
        keepExplore();
    closeLesson();
    m_lesson = std::move(lesson);
    showLesson(std::nullopt);
}

/// From its first page, from the progress that is kept, or from the place where it was left.
void Workspace::showLesson(const std::optional<Place>& place)
{
    m_mode = Mode::learn;
    m_window->stageHost().setState(std::nullopt);
    m_session.setOverlay({});
    m_stage->setFocus(Qt::OtherFocusReason);
    m_learn = new LearnPanel(m_session, m_player, *m_lesson);
    connect(m_learn, &LearnPanel::storingFailed, this,
        [](const QString& sentence) { qWarning("%s", qPrintable(sentence)); });
    connect(&m_learn->guide(), &LessonGuide::pageChanged, this, &Workspace::showProblem);
    if (m_keepsProgress)
        m_learn->keepProgressIn(progressFileOf(m_lesson->number));
    if (place) {
        m_learn->setProgress(place->progress);
        m_session.setPlayhead(place->playhead);
    }
    if (const auto folder = lessonAfter(m_lesson->number))
        if (const auto next = loadLesson(*folder)) {
            m_learn->offerNextLesson(qt(next.value().title));
            // Later: opening deletes the panel whose button was pressed.
            const auto open = [this, folder = *folder] {
                openOrExplain(folder);
                if (m_learn)
                    m_learn->takeKeyboard();
            };
            connect(m_learn, &LearnPanel::nextLessonWanted, this, open, Qt::QueuedConnection);
        }
    m_window->setLeft(m_learn, Mode::learn);
    m_window->topBar().setMode(Mode::learn);
    setTitle(tr("Lesson %1").arg(m_lesson->number), qt(m_lesson->title));
    showProblem();
    refreshNotice();
    emit modeChanged(m_mode);
}

/// A page whose run fails says so in the stage's place.
void Workspace::showProblem()
{
    const QString& problem = m_learn->guide().problem();
    if (problem.isEmpty())
        m_window->stageHost().setState(std::nullopt);
    else
        m_window->stageHost().setState(unreadableState(tr("This page’s run does not start"), problem));
}

/// The panel goes, the lesson and the place in it stay.
void Workspace::parkLesson()
{
    if (!m_learn)
        return;
    m_place = Place{m_learn->progress(), m_session.playhead()};
    m_window->setLeft(nullptr);
    delete m_learn;
    m_learn = nullptr;
}

void Workspace::closeLesson()
{
    parkLesson();
    m_place.reset();
    m_lesson.reset();
}

} // namespace lockstep::ui
