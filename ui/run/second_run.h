// SecondRun: trains the run beside the one that is open, on a thread of its own, and shows it as the session's overlay
// while it grows. It ends by itself when another run is opened.
#pragma once

#include "ui/app/session.h"
#include "ui/run/run_service.h"

namespace lockstep::ui {

class SecondRun : public QObject {
    Q_OBJECT
public:
    explicit SecondRun(Session& session, QObject* parent = nullptr);

    /// Replaces the run beside the open one. With `wait` it is there when this returns (for pictures).
    Result<Done> start(const RunConfig& config, const QString& name, bool wait = false);
    bool running() const { return m_runs.running(); }
    /// Ends a run under way; nothing more of it is shown.
    void drop();

signals:
    /// It began, ended, or could not run: one sentence, or nothing.
    void changed(const QString& problem);

private:
    void show(const Trace& trace);
    bool stillWanted() const;

    Session& m_session;
    RunService m_runs;
    QString m_name;
    std::shared_ptr<const StepRecord> m_beside; ///< set-up of the run it belongs to
};

} // namespace lockstep::ui
