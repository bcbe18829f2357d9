// Lets one run train beside another.
#include "ui/run/second_run.h"

#include "core/config/config_io.h"

namespace lockstep::ui {

SecondRun::SecondRun(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&m_runs, &RunService::grew, this, &SecondRun::show);
    connect(&m_runs, &RunService::finished, this, [this](const Trace& trace) {
        show(trace);
        emit changed({});
    });
    connect(&m_runs, &RunService::failed, this, &SecondRun::changed);
    connect(&session, &Session::traceChanged, this, [this] {
        if (m_runs.running() && !stillWanted())
            m_runs.stop();
    });
}

bool SecondRun::stillWanted() const
{
    return !m_session.trace().empty() && m_session.trace().sharedStep(0) == m_beside;
}

Result<Done> SecondRun::start(const RunConfig& config, const QString& name, bool wait)
{
    if (m_session.trace().empty())
        return Error{"There is no run yet that a second one could stand beside; open or run one first."};
    if (auto sound = validate(config); !sound)
        return sound;
    m_name = name;
    m_beside = m_session.trace().sharedStep(0);
    if (wait) {
        const Result<Trace> trace = RunService::runNow(config);
        if (!trace)
            return trace.error();
        show(trace.value());
        return Done{};
    }
    m_runs.start(config);
    emit changed({});
    return Done{};
}

void SecondRun::drop()
{
    m_beside.reset();
    if (m_runs.running())
        m_runs.stop();
}

void SecondRun::show(const Trace& trace)
{
    if (stillWanted())
        m_session.setOverlay(trace, m_name);
}

} // namespace lockstep::ui
