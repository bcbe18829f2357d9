// LessonStage: from a page of a lesson to the session.
#include "ui/app/lesson_stage.h"

#include "core/lesson/moment.h"
#include "ui/run/run_service.h"

namespace lockstep::ui {

namespace {

RevealMask maskOf(const std::set<Hidden>& hidden)
{
    RevealMask mask;
    mask.localGradients = hidden.contains(Hidden::localGradients);
    mask.combined = hidden.contains(Hidden::combined);
    mask.update = hidden.contains(Hidden::update);
    mask.loss = hidden.contains(Hidden::loss);
    mask.findings = hidden.contains(Hidden::findings);
    mask.evaluation = hidden.contains(Hidden::evaluation);
    return mask;
}

/// The last question of the page when all of its questions are revealed, else null.
const LessonBlock* lastRevealed(const LessonStop& stop, const LessonProgress& progress)
{
    const LessonBlock* last = nullptr;
    for (const LessonBlock& block : stop.blocks) {
        if (!isQuestion(block))
            continue;
        if (answerOf(progress, block.id).state != AnswerState::revealed)
            return nullptr;
        last = &block;
    }
    return last;
}

} // namespace

LessonStage::LessonStage(Session& session, const Lesson& lesson, QObject* parent) : QObject(parent), m_session(session), m_lesson(lesson)
{
    // What is hidden depends on the training step, so that scrubbing ahead gives nothing away.
    connect(&session, &Session::playheadChanged, this, &LessonStage::mask);
}

Result<Done> LessonStage::show(const LessonProgress& progress)
{
    const LessonStop& stop = m_lesson.stops.at(static_cast<std::size_t>(progress.stop));
    const Result<Trace> trace = traceOf(stop.scenario);
    if (!trace)
        return trace.error();
    Trace overlay;
    if (stop.overlay) {
        const Result<Trace> second = traceOf(*stop.overlay);
        if (!second)
            return second.error();
        overlay = second.value();
    }
    m_progress = progress;
    if (m_scenario != stop.scenario)
        m_session.setTrace(trace.value());
    if (m_overlay != stop.overlay.value_or(std::string()))
        m_session.setOverlay(overlay);
    m_scenario = stop.scenario;
    m_overlay = stop.overlay.value_or(std::string());
    View view = m_session.view();
    view.selection = {};
    view.hover = {};
    view.zoom = 1;
    view.stage = stop.view == "weights" ? StageView::weights : StageView::lanes;
    m_session.setView(view);
    const LessonBlock* answered = lastRevealed(stop, progress);
    m_session.setPlayhead(timeOf(answered && answered->then ? *answered->then : stop.at()));
    mask();
    return Done{};
}

void LessonStage::update(const LessonProgress& progress)
{
    m_progress = progress;
    mask();
}

TrackTime LessonStage::timeOf(const LessonMoment& moment) const
{
    const Result<TrackTime> time = timeOfMoment(m_session.trace(), m_session.track(), moment);
    return time ? time.value() : m_session.playhead();
}

Result<Trace> LessonStage::traceOf(const std::string& scenario)
{
    if (const auto known = m_traces.find(scenario); known != m_traces.end())
        return known->second;
    const LessonScenario* found = m_lesson.scenario(scenario);
    if (!found)
        return Error{m_lesson.file + ": there is no scenario '" + scenario + "'."};
    Result<Trace> trace = RunService::runNow(found->config);
    if (trace)
        m_traces.emplace(scenario, trace.value());
    return trace;
}

void LessonStage::mask()
{
    if (m_session.trace().empty() || m_scenario.empty())
        return;
    const LessonStop& stop = m_lesson.stops.at(static_cast<std::size_t>(m_progress.stop));
    const int step = m_session.trace().step(stepIndexAt(m_session.track(), m_session.playhead())).step.value;
    View view = m_session.view();
    view.hidden = maskOf(hiddenAt(m_lesson, m_progress, m_scenario, step));
    view.ghosts = lastRevealed(stop, m_progress) != nullptr;
    m_session.setView(view);
}

} // namespace lockstep::ui
