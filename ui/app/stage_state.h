// StageState: what stands in the stage's place when there is no run to show, or a run that needs a word first.
// It says what happened, what still works, and the next action.
#pragma once

#include <vector>

#include <QString>

#include "core/trace/trace.h"
#include "ui/widgets/themed.h"

namespace lockstep::ui {

enum class StateKind { empty, damaged, failed, unreadable };
enum class StateAction { playExample, open, replay, goToStop, runAgain };

struct StageState {
    StateKind kind = StateKind::empty;
    QString title, text;
    std::vector<StateAction> actions; ///< the first is the primary one
    int ranks = 0, stoppedRank = -1;  ///< failed runs
};

StageState emptyState();
/// `damage` is the reader's sentence about the tail of the file.
StageState damagedState(const Trace& trace, const std::string& damage);
/// A file that could not be opened, or a configuration that could not run.
StageState unreadableState(const QString& title, const QString& sentence);
/// A run that ended with RunFailed; `canRunAgain` for runs made here.
StageState failedState(const Trace& trace, bool canRunAgain);
/// True when the last event of the trace is RunFailed.
bool endsInFailure(const Trace& trace);

QString actionText(StateAction action, const StageState& state, int trainingSteps);

} // namespace lockstep::ui
