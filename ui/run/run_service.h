// RunService: the only place of the window that starts an engine. Runs on its own thread, hands out snapshots.
#pragma once

#include <memory>
#include <optional>
#include <thread>

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace lockstep::ui {

class RunService : public QObject {
    Q_OBJECT
public:
    explicit RunService(QObject* parent = nullptr);
    ~RunService() override;

    /// A run is under way whose end will be told.
    bool running() const { return m_timer.isActive() && (!m_forgotten || m_next); }
    /// Starts a run and returns at once. A run that is under way is stopped and forgotten; the new one begins when it
    /// has ended.
    void start(const RunConfig& config);
    /// The run ends after the phase it is in and keeps its finished steps; finished() follows.
    void stop();
    /// Stops the run under way; nothing more is told of it.
    void forget();

    /// Runs to the end on the calling thread: for toy runs, which take about a millisecond.
    static Result<Trace> runNow(const RunConfig& config);
    /// Training steps of a whole run; 0 while nobody knows how many examples the user's files hold.
    static std::int64_t stepsOf(const RunConfig& config);

signals:
    /// The run so far, at most 15 times a second; only the newest snapshot is kept.
    void grew(const lockstep::Trace& trace);
    /// The whole run; it may end with RunFailed.
    void finished(const lockstep::Trace& trace);
    /// The run could not begin: one sentence.
    void failed(const QString& sentence);

private:
    struct Mailbox;
    void launch(const RunConfig& config);
    void drain();

    std::optional<RunConfig> m_next; ///< begins when the run under way has ended
    bool m_forgotten = false;        ///< nothing more is told of the run under way
    std::shared_ptr<Mailbox> m_mailbox;
    std::jthread m_thread;
    QTimer m_timer;
};

} // namespace lockstep::ui
