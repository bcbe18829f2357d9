// RunService: one engine thread, one mailbox with the newest snapshot, one timer that empties it.
#include "ui/run/run_service.h"

#include <mutex>
#include <utility>

#include "core/config/derived.h"
#include "core/engine/engine.h"

namespace lockstep::ui {

namespace {

constexpr int kDrainEvery = 66; // ms: at most 15 snapshots a second, so that training keeps its cores

} // namespace

/// Shared with the engine's thread. The lock is held for a copy of a snapshot (a few pointers) only.
struct RunService::Mailbox {
    std::mutex mutex;
    std::optional<Trace> newest;
    std::optional<Result<Trace>> end;
};

RunService::RunService(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kDrainEvery);
    connect(&m_timer, &QTimer::timeout, this, &RunService::drain);
}

RunService::~RunService() = default; // the thread is asked to stop and joined

void RunService::start(const RunConfig& config)
{
    if (!m_timer.isActive()) {
        launch(config);
        return;
    }
    forget(); // the window never waits for an engine: a phase of a large model takes a while
    m_next = config;
}

void RunService::launch(const RunConfig& config)
{
    m_thread = {}; // joins a thread that has posted its end
    m_forgotten = false;
    m_mailbox = std::make_shared<Mailbox>();
    m_thread = std::jthread([config, mailbox = m_mailbox](std::stop_token stop) {
        RunOptions options;
        options.stop = stop;
        options.onStep = [&mailbox](const Trace& trace) {
            const std::lock_guard lock(mailbox->mutex);
            mailbox->newest = trace;
        };
        Result<Trace> result = runTraining(config, options);
        const std::lock_guard lock(mailbox->mutex);
        mailbox->end = std::move(result);
    });
    m_timer.start();
}

void RunService::stop()
{
    if (std::exchange(m_next, std::nullopt)) // what would have begun does not; the end of the other is told again
        m_forgotten = false;
    m_thread.request_stop();
}

void RunService::forget()
{
    m_next.reset();
    m_forgotten = true;
    m_thread.request_stop();
}

void RunService::drain()
{
    std::optional<Trace> newest;
    std::optional<Result<Trace>> end;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        newest.swap(m_mailbox->newest);
        end.swap(m_mailbox->end);
    }
    if (!end) {
        if (newest && !m_forgotten)
            emit grew(*newest);
        return;
    }
    m_timer.stop();
    if (m_next) {
        launch(*std::exchange(m_next, std::nullopt));
        return;
    }
    if (std::exchange(m_forgotten, false))
        return;
    if (end->ok())
        emit finished(end->value());
    else
        emit failed(QString::fromStdString(end->error().message));
}

std::int64_t RunService::stepsOf(const RunConfig& config)
{
    return config.steps > 0 ? config.steps : config.epochs * stepsPerEpoch(config);
}

Result<Trace> RunService::runNow(const RunConfig& config)
{
    return runTraining(config);
}

} // namespace lockstep::ui
