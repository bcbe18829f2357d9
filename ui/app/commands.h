// Commands: what single keys do in the window, as one table that the keyboard and the shortcuts sheet share.
#pragma once

#include <optional>
#include <vector>

#include <QKeyEvent>
#include <QString>

namespace lockstep::ui {

enum class Command {
    playPause,
    eventBack,
    eventForward,
    stepBack,
    stepForward,
    goToStart,
    goToEnd,
    slower,
    faster,
    phaseLoad,
    phaseForward,
    phaseBackward,
    phaseAllReduce,
    phaseUpdate,
    toggleInspector,
    toggleTimeline,
    nextFailedCheck,
    zoomIn,
    zoomOut,
    zoomFit,
    nextArea,
    previousArea,
    learnMode,
    exploreMode,
    runScenario,
    undo,
    redo,
    open,
    showShortcuts,
    dismiss,
    quit,
};

/// The command of a key, or nothing. Punctuation is read as typed, so that other keyboard layouts work.
std::optional<Command> commandFor(int key, Qt::KeyboardModifiers modifiers);

/// A line of the shortcuts sheet.
struct ShortcutLine {
    std::vector<QString> keys;
    QString meaning;
};
std::vector<ShortcutLine> shortcutLines();

} // namespace lockstep::ui
