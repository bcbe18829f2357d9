// Commands: the table of keys (DESIGN section 6, those that apply in Learn and Explore).
#include "ui/app/commands.h"

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Commands)
};

struct Binding {
    int key;
    Qt::KeyboardModifiers modifiers;
    Command command;
};

constexpr Qt::KeyboardModifiers kNone = Qt::NoModifier;
constexpr Qt::KeyboardModifiers kControlShift = Qt::ControlModifier | Qt::ShiftModifier;

/// Several keys per command where layouts differ: Shift and comma is "<" here and ";" there.
constexpr Binding kBindings[] = {
    {Qt::Key_Space, kNone, Command::playPause},
    {Qt::Key_Comma, kNone, Command::eventBack},
    {Qt::Key_Period, kNone, Command::eventForward},
    {Qt::Key_Left, kNone, Command::eventBack},
    {Qt::Key_Right, kNone, Command::eventForward},
    {Qt::Key_Comma, Qt::ShiftModifier, Command::stepBack},
    {Qt::Key_Less, Qt::ShiftModifier, Command::stepBack},
    {Qt::Key_Semicolon, Qt::ShiftModifier, Command::stepBack},
    {Qt::Key_Left, Qt::ShiftModifier, Command::stepBack},
    {Qt::Key_Period, Qt::ShiftModifier, Command::stepForward},
    {Qt::Key_Greater, Qt::ShiftModifier, Command::stepForward},
    {Qt::Key_Colon, Qt::ShiftModifier, Command::stepForward},
    {Qt::Key_Right, Qt::ShiftModifier, Command::stepForward},
    {Qt::Key_Home, kNone, Command::goToStart},
    {Qt::Key_End, kNone, Command::goToEnd},
    {Qt::Key_BracketLeft, kNone, Command::slower},
    {Qt::Key_BracketRight, kNone, Command::faster},
    {Qt::Key_1, kNone, Command::phaseLoad},
    {Qt::Key_2, kNone, Command::phaseForward},
    {Qt::Key_3, kNone, Command::phaseBackward},
    {Qt::Key_4, kNone, Command::phaseAllReduce},
    {Qt::Key_5, kNone, Command::phaseUpdate},
    {Qt::Key_I, kNone, Command::toggleInspector},
    {Qt::Key_T, kNone, Command::toggleTimeline},
    {Qt::Key_D, kNone, Command::nextFailedCheck},
    {Qt::Key_Plus, kNone, Command::zoomIn},
    {Qt::Key_Plus, Qt::ShiftModifier, Command::zoomIn},
    {Qt::Key_Minus, kNone, Command::zoomOut},
    {Qt::Key_0, kNone, Command::zoomFit},
    {Qt::Key_F6, kNone, Command::nextArea},
    {Qt::Key_F6, Qt::ShiftModifier, Command::previousArea},
    {Qt::Key_1, Qt::ControlModifier, Command::learnMode},
    {Qt::Key_2, Qt::ControlModifier, Command::exploreMode},
    {Qt::Key_Return, Qt::ControlModifier, Command::runScenario},
    {Qt::Key_Enter, Qt::ControlModifier, Command::runScenario},
    {Qt::Key_Z, Qt::ControlModifier, Command::undo},
    {Qt::Key_Z, kControlShift, Command::redo},
    {Qt::Key_Y, Qt::ControlModifier, Command::redo},
    {Qt::Key_O, Qt::ControlModifier, Command::open},
    {Qt::Key_Question, kNone, Command::showShortcuts},
    {Qt::Key_Question, Qt::ShiftModifier, Command::showShortcuts},
    {Qt::Key_Escape, kNone, Command::dismiss},
    {Qt::Key_Q, Qt::ControlModifier, Command::quit},
};

} // namespace

std::optional<Command> commandFor(int key, Qt::KeyboardModifiers modifiers)
{
    modifiers &= ~Qt::KeyboardModifiers(Qt::KeypadModifier);
    // On layouts where brackets need AltGr or another level the modifier has done its work already.
    if (key == Qt::Key_BracketLeft || key == Qt::Key_BracketRight)
        modifiers = kNone;
    for (const Binding& binding : kBindings)
        if (binding.key == key && binding.modifiers == modifiers)
            return binding.command;
    return std::nullopt;
}

std::vector<ShortcutLine> shortcutLines()
{
    const QString shift = Text::tr("Shift");
    const QString control = Text::tr("Ctrl");
    return {
        {{Text::tr("Space")}, Text::tr("play or pause")},
        {{QStringLiteral(","), QStringLiteral(".")}, Text::tr("one event back, forward")},
        {{shift, QStringLiteral(","), QStringLiteral(".")}, Text::tr("one training step back, forward")},
        {{Text::tr("Home"), Text::tr("End")}, Text::tr("start, end of the trace")},
        {{QStringLiteral("["), QStringLiteral("]")}, Text::tr("slower, faster")},
        {{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("5")},
            Text::tr("go to that phase of this step")},
        {{QStringLiteral("D")}, Text::tr("next failed check")},
        {{QStringLiteral("+"), QString(QChar(0x2212)), QStringLiteral("0")}, Text::tr("zoom the stage, fit")},
        {{Text::tr("Page Up"), Text::tr("Page Down")}, Text::tr("page of the lesson back, forward")},
        {{QStringLiteral("I"), QStringLiteral("T")}, Text::tr("inspector, timeline")},
        {{QStringLiteral("F6")}, Text::tr("next area of the window")},
        {{control, QStringLiteral("1"), QStringLiteral("2")}, Text::tr("Learn, Explore")},
        {{control, Text::tr("Enter")}, Text::tr("run the scenario")},
        {{control, shift, QStringLiteral("Z")}, Text::tr("undo a change of the scenario; with Shift, redo")},
        {{control, QStringLiteral("O")}, Text::tr("open a trace, a configuration or a lesson")},
        {{QStringLiteral("?")}, Text::tr("this sheet")},
        {{Text::tr("Esc")}, Text::tr("close, step out")},
        {{control, QStringLiteral("Q")}, Text::tr("quit")},
    };
}

} // namespace lockstep::ui
