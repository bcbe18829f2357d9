// LessonGuide: from pages and answers to run, playhead and reveal mask.
#include "ui/learn/lesson_guide.h"

#include <algorithm>
#include <utility>

#include "core/lesson/moment.h"
#include "core/lesson/progress.h"
#include "ui/learn/highlight.h"
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

} // namespace

LessonGuide::LessonGuide(Session& session, Player& player, const Lesson& lesson, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_player(player)
    , m_lesson(lesson)
{
    m_progress.lesson = lesson.number;
    connect(&m_session, &Session::playheadChanged, this, [this](double time) {
        updateMask();
        // Someone who paused on the way and went on by hand has arrived too.
        if (!m_pending.empty() && !m_player.playing() && time >= m_pendingTime)
            revealPending();
    });
    connect(&m_player, &Player::reached, this, [this] { revealPending(); });
}

void LessonGuide::setProgress(const LessonProgress& progress)
{
    m_player.pause();
    m_pending.clear();
    m_progress = fitProgress(m_lesson, progress);
    for (auto& [id, answer] : m_progress.answers)
        if (answer.state == AnswerState::lockedIn)
            answer.state = AnswerState::revealed;
    enterPage(false);
}

QString LessonGuide::lockReason() const
{
    if (!hasNext() || canGoNext())
        return {};
    const auto missing = missingFor(m_lesson, m_progress, m_progress.stop + 1);
    if (missing.empty())
        return {};
    const int page = m_lesson.stopOf(missing.front());
    if (page != m_progress.stop)
        return tr("A question on page %1 is still open").arg(page + 1);
    switch (m_lesson.block(missing.front())->kind) {
    case BlockKind::predict:
        return tr("Predict first, then go on");
    case BlockKind::worked:
        return tr("Fill in the blanks first");
    case BlockKind::explain:
        return tr("Write your explanation first");
    default:
        return tr("Answer the question first");
    }
}

void LessonGuide::next()
{
    revealPending();
    if (canGoNext())
        open(m_progress.stop + 1, true);
}

void LessonGuide::back()
{
    revealPending();
    if (canGoBack())
        open(m_progress.stop - 1, false);
}

void LessonGuide::toFirstPage()
{
    revealPending();
    open(0, false);
}

bool LessonGuide::pageAnswered() const
{
    return std::ranges::none_of(stop().blocks, [this](const LessonBlock& block) {
        return isQuestion(block) && answer(block.id).state != AnswerState::revealed;
    });
}

void LessonGuide::startOver()
{
    setProgress({});
    emit progressChanged();
}

void LessonGuide::open(int stop, bool play)
{
    m_player.pause();
    m_progress = goTo(m_lesson, m_progress, stop);
    enterPage(play);
    emit progressChanged();
}

Result<Trace> LessonGuide::traceOf(const std::string& scenario)
{
    const auto known = m_traces.find(scenario);
    if (known != m_traces.end())
        return known->second;
    const LessonScenario* const found = m_lesson.scenario(scenario);
    if (!found)
        return Error{"This lesson has no scenario \"" + scenario + "\"; check it with: lockstep lessons check"};
    return m_traces.emplace(scenario, RunService::runNow(found->config)).first->second;
}

/// Where the page stands: at its own moment, or where its last revealed question has led.
LessonMoment LessonGuide::restMoment() const
{
    LessonMoment rest = stop().at();
    for (const LessonBlock& block : stop().blocks)
        if (block.then && answer(block.id).state == AnswerState::revealed)
            rest = *block.then;
    return rest;
}

void LessonGuide::enterPage(bool play)
{
    m_problem.clear();
    const LessonStop& page = stop();
    const auto trace = traceOf(page.scenario);
    const auto overlay = page.overlay ? traceOf(*page.overlay) : Result<Trace>(Trace());
    if (!trace || !overlay) {
        m_problem = QString::fromStdString(trace ? overlay.error().message : trace.error().message);
        emit pageChanged();
        return;
    }

    const bool sameRun = m_shown == page.scenario;
    m_shown = page.scenario;
    if (!sameRun) {
        // Hide before showing: no frame may give an answer away.
        View hiding = m_session.view();
        hiding.hidden = maskOf(hiddenAt(m_lesson, m_progress, m_shown, 1'000'000));
        hiding.ghosts = false;
        hiding.selection = hiding.hover = {};
        m_session.setView(hiding);
        m_session.setTrace(trace.value());
    }
    if (const std::string wanted = page.overlay.value_or(""); wanted != m_overlay || !sameRun) {
        m_session.setOverlay(overlay.value());
        m_overlay = wanted;
    }
    View view = m_session.view();
    view.stage = page.view == "weights" ? StageView::weights : StageView::lanes;
    m_session.setView(view);

    const auto time = timeOfMoment(m_session.trace(), m_session.track(), restMoment());
    m_restTime = time ? time.value() : 0;
    if (!time)
        m_problem = QString::fromStdString(time.error().message);
    else if (play && page.isAction() && (!sameRun || m_session.playhead() < time.value())) {
        if (!sameRun)
            m_session.setPlayhead(m_session.track().stepSpans.at(static_cast<std::size_t>(page.atStep)).begin);
        m_player.playTo(time.value());
    } else {
        m_session.setPlayhead(time.value());
    }
    updateMask();
    m_session.hover(highlightOf(page, m_session.trace().ranks()));
    emit pageChanged();
}

void LessonGuide::updateMask()
{
    if (m_session.trace().empty())
        return;
    View view = m_session.view();
    // A run of the learner's own making hides nothing: every question about it is theirs.
    const int step = static_cast<int>(stepIndexAt(m_session.track(), m_session.playhead()));
    const bool beyondPage = m_session.playhead() > m_restTime + 1e-9;
    view.hidden = m_shown.empty() ? RevealMask() : maskOf(hiddenAt(m_lesson, m_progress, m_shown, step, beyondPage));
    // A ghost shows what is still to come, so it waits for every question about it, on later pages too.
    view.ghosts = m_shown.empty() || hiddenAt(m_lesson, m_progress, m_shown, step).empty();
    m_session.setView(view);
}

QString LessonGuide::lockIn(const LessonBlock& block, const GivenAnswer& given)
{
    const std::string first = given.entries.empty() ? std::string() : given.entries.front();
    Result<LessonProgress> next = Error{};
    if (block.kind == BlockKind::explain)
        next = lockInText(m_lesson, m_progress, block.id, first);
    else if (block.kind == BlockKind::worked)
        next = lockInBlanks(m_lesson, m_progress, block.id, given.entries);
    else if (!block.options.empty())
        next = lockInChoice(m_lesson, m_progress, block.id, given.chosen, given.confidence);
    else
        next = lockInNumber(m_lesson, m_progress, block.id, first, given.confidence);
    if (!next)
        return QString::fromStdString(next.error().message);
    m_progress = std::move(next).value();
    settle(block);
    return {};
}

void LessonGuide::showMe(const LessonBlock& block, const QString& written)
{
    m_progress = skip(m_lesson, m_progress, block.id, written.toStdString());
    settle(block);
}

void LessonGuide::hint(const LessonBlock& block)
{
    m_progress = showHint(m_lesson, m_progress, block.id);
    changed(block.id);
}

/// Plays to where a locked-in answer points; everything else is shown at once.
void LessonGuide::settle(const LessonBlock& block)
{
    if (answer(block.id).state != AnswerState::lockedIn) {
        updateMask();
        changed(block.id);
        return;
    }
    if (m_shown != stop().scenario)
        enterPage(false);
    const auto time = timeOfMoment(m_session.trace(), m_session.track(), *block.then);
    m_pending = block.id;
    m_pendingTime = time ? time.value() : m_session.playhead();
    changed(block.id);
    m_player.playTo(m_pendingTime);
}

void LessonGuide::arriveNow()
{
    if (m_pending.empty())
        return;
    m_player.pause();
    m_session.setPlayhead(m_pendingTime);
    revealPending();
}

void LessonGuide::revealPending()
{
    if (m_pending.empty())
        return;
    const std::string id = std::exchange(m_pending, {});
    m_progress = reveal(std::move(m_progress), id);
    m_restTime = m_pendingTime;
    updateMask();
    changed(id);
}

QString LessonGuide::runSandbox(const RunConfig& config)
{
    // The run is done before the window answers again, so it has to be a short one.
    constexpr int kMostSteps = 2000;
    if (config.steps > kMostSteps || config.data.set != DataSet::toy)
        return tr("Here a run may have up to %1 steps on toy data.").arg(kMostSteps);
    const auto trace = RunService::runNow(config);
    if (!trace)
        return QString::fromStdString(trace.error().message);
    m_player.pause();
    m_shown.clear();
    m_overlay.clear();
    m_session.setOverlay({});
    m_session.setTrace(trace.value());
    updateMask();
    m_player.playTo(
        m_session.track().stepSpans.size() > 1 ? m_session.track().stepSpans[1].end : m_session.track().end());
    return {};
}

void LessonGuide::changed(const std::string& id)
{
    emit answerChanged(QString::fromStdString(id));
    emit progressChanged();
}

} // namespace lockstep::ui
