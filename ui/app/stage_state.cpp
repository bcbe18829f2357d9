// StageState: the sentences of empty, damaged, failed and unreadable.
#include "ui/app/stage_state.h"

#include <QCoreApplication>

#include "ui/app/view.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StageState)
};

const RunFailed* failureOf(const Trace& trace)
{
    if (trace.empty())
        return nullptr;
    const StepRecord& last = trace.step(trace.stepCount() - 1);
    return last.events.empty() ? nullptr : last.events.back().as<RunFailed>();
}

/// The rank whose fault ended the run, or -1.
int stoppedRank(const Trace& trace)
{
    const StepRecord& last = trace.step(trace.stepCount() - 1);
    for (const Event& event : last.events)
        if (const auto* fault = event.as<FaultInjected>(); fault && fault->kind == "fail")
            return event.rank.value;
    return -1;
}

} // namespace

StageState emptyState()
{
    return {StateKind::empty, Text::tr("No run yet"),
        Text::tr("Open a trace or a configuration, or start from an example that is ready to play."),
        {StateAction::playExample, StateAction::open}};
}

StageState damagedState(const Trace& trace, const std::string& damage)
{
    StageState state{StateKind::damaged, Text::tr("This trace is not complete"), QString::fromStdString(damage), {}};
    if (trace.trainingSteps() > 0) {
        const int steps = trace.trainingSteps();
        state.text += u' '
            + (steps == 1 ? Text::tr("The first step can be replayed.")
                          : Text::tr("The first %1 steps can be replayed.").arg(steps));
        state.actions.push_back(StateAction::replay);
    }
    state.actions.push_back(StateAction::open);
    return state;
}

StageState unreadableState(const QString& title, const QString& sentence)
{
    return {StateKind::unreadable, title, sentence, {StateAction::open, StateAction::playExample}};
}

bool endsInFailure(const Trace& trace)
{
    return failureOf(trace) != nullptr;
}

StageState failedState(const Trace& trace, bool canRunAgain)
{
    StageState state;
    state.kind = StateKind::failed;
    state.ranks = trace.ranks();
    state.stoppedRank = stoppedRank(trace);
    state.title = state.stoppedRank < 0
        ? Text::tr("The run stopped")
        : Text::tr("%1 stopped in backward").arg(rankName(trace.config(), state.stoppedRank));
    state.title[0] = state.title[0].toUpper();
    const RunFailed* failure = failureOf(trace);
    state.text = failure ? QString::fromStdString(failure->reason) : QString();
    const int whole = trace.trainingSteps() - 1; // the last record is the step that failed
    if (whole > 0)
        state.text += u' ' + Text::tr("Nothing after step %1 was recorded.").arg(whole);
    state.actions.push_back(StateAction::goToStop);
    if (canRunAgain)
        state.actions.push_back(StateAction::runAgain);
    return state;
}

QString actionText(StateAction action, const StageState& state, int trainingSteps)
{
    switch (action) {
    case StateAction::playExample:
        return Text::tr("Play an example");
    case StateAction::open:
        return state.kind == StateKind::empty ? Text::tr("Open a trace") : Text::tr("Choose another file");
    case StateAction::replay:
        return trainingSteps == 1 ? Text::tr("Replay 1 step") : Text::tr("Replay %1 steps").arg(trainingSteps);
    case StateAction::goToStop:
        return Text::tr("Go to the stop");
    case StateAction::runAgain:
        return Text::tr("Run again");
    }
    return {};
}

} // namespace lockstep::ui
