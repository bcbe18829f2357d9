// LessonGuide: leads a learner through a lesson. It holds the progress and keeps the session on the page's run, moment
// and reveal mask; how the page looks is the panel's business.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "core/lesson/player.h"
#include "ui/app/session.h"
#include "ui/play/player.h"

namespace lockstep::ui {

/// What a learner gives for a question; only the members of its kind are read.
struct GivenAnswer {
    std::vector<std::string> entries; ///< the number, the blanks in order, or the explanation
    std::set<int> chosen;
    Confidence confidence = Confidence::none;
};

class LessonGuide : public QObject {
    Q_OBJECT
public:
    LessonGuide(Session& session, Player& player, const Lesson& lesson, QObject* parent = nullptr);

    const Lesson& lesson() const { return m_lesson; }
    const LessonProgress& progress() const { return m_progress; }
    const LessonStop& stop() const { return m_lesson.stops[static_cast<std::size_t>(m_progress.stop)]; }
    Answer answer(const std::string& id) const { return answerOf(m_progress, id); }

    /// Shows the page of `progress` as it is, without playing.
    void setProgress(const LessonProgress& progress);

    bool hasNext() const { return m_progress.stop + 1 < static_cast<int>(m_lesson.stops.size()); }
    bool canGoNext() const { return hasNext() && unlocked(m_lesson, m_progress, m_progress.stop + 1); }
    bool canGoBack() const { return m_progress.stop > 0; }
    /// Why the next page is locked, one sentence; empty when it is not.
    QString lockReason() const;
    /// Opens the next page; a `do` page plays to its moment.
    void next();
    void back();
    /// From the last page to the first; the answers stay.
    void toFirstPage();
    /// Every question of the open page has its answer.
    bool pageAnswered() const;
    /// Forgets all answers and opens the first page.
    void startOver();

    /// Locks the answer in. Returns one sentence when it is not complete, otherwise nothing. With a `then` the stage
    /// plays there first and the answer is revealed on arrival.
    QString lockIn(const LessonBlock& block, const GivenAnswer& given);
    /// `written` is what stands in an explanation's field.
    void showMe(const LessonBlock& block, const QString& written = {});
    void hint(const LessonBlock& block);
    /// Jumps to where the stage is playing to, and reveals.
    void arriveNow();

    /// Runs a changed copy of a scenario and shows it until the page is left. Returns one sentence when it does not
    /// run.
    QString runSandbox(const RunConfig& config);
    /// Why the page's run cannot be shown; empty when it can.
    const QString& problem() const { return m_problem; }

signals:
    void pageChanged();
    /// One question has a new state, a hint or a try.
    void answerChanged(const QString& id);
    void progressChanged();

private:
    void open(int stop, bool play);
    void enterPage(bool play);
    void settle(const LessonBlock& block);
    void revealPending();
    void updateMask();
    Result<Trace> traceOf(const std::string& scenario);
    LessonMoment restMoment() const;
    void changed(const std::string& id);

    Session& m_session;
    Player& m_player;
    const Lesson& m_lesson;
    LessonProgress m_progress;
    std::map<std::string, Result<Trace>> m_traces; ///< by scenario; runs are deterministic, so once is enough
    std::string m_shown, m_overlay;                ///< scenarios on the stage; empty: something else
    std::string m_pending;                         ///< question to reveal when the stage arrives
    TrackTime m_pendingTime = 0;
    TrackTime m_restTime = 0; ///< where the page stands
    QString m_problem;
};

} // namespace lockstep::ui
