// LessonStage: puts a page of a lesson on the stage: its runs, its moment, and what its open questions hide.
#pragma once

#include <map>
#include <string>

#include <QObject>

#include "core/lesson/player.h"
#include "ui/app/session.h"

namespace lockstep::ui {

class LessonStage : public QObject {
    Q_OBJECT
public:
    /// `lesson` must outlive this object.
    LessonStage(Session& session, const Lesson& lesson, QObject* parent = nullptr);

    /// The page that is open in `progress`: its scenario's trace (run once, then kept), overlay, view and masks; the
    /// playhead rests at the page's moment, or where its last question points once that is revealed.
    Result<Done> show(const LessonProgress& progress);
    /// Something was answered on the same page: only masks and ghosts change.
    void update(const LessonProgress& progress);
    /// The time of a moment on the track shown; the playhead's own time when the trace lacks that step.
    TrackTime timeOf(const LessonMoment& moment) const;

private:
    Result<Trace> traceOf(const std::string& scenario);
    void mask();

    Session& m_session;
    const Lesson& m_lesson;
    LessonProgress m_progress;
    std::map<std::string, Trace> m_traces; ///< by scenario
    std::string m_scenario, m_overlay;     ///< shown now
};

} // namespace lockstep::ui
