// The menu of the window, filled anew each time it opens.
#include "ui/app/main_menu.h"

#include <filesystem>

#include <QCoreApplication>
#include <QMenu>

#include "ui/app/workspace.h"
#include "ui/learn/learn_panel.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(MainMenu)
};

void addLessons(QMenu& menu, Workspace& workspace)
{
    QMenu* lessons = menu.addMenu(Text::tr("Lessons"));
    for (const std::string& folder : lessonFolders()) {
        const auto lesson = loadLesson(folder);
        if (!lesson) // a broken lesson is named by `lockstep lessons check`
            continue;
        const QString title = QString::fromStdString(lesson.value().title);
        QAction* action = lessons->addAction(Text::tr("%1  %2").arg(lesson.value().number).arg(title));
        QObject::connect(
            action, &QAction::triggered, &workspace, [&workspace, folder] { workspace.openOrExplain(folder); });
    }
    lessons->setEnabled(!lessons->isEmpty());
}

} // namespace

void fillMenu(QMenu& menu, Workspace& workspace)
{
    Session& session = workspace.session();
    menu.addAction(Text::tr("Open…"), &workspace, &Workspace::askAndOpen)
        ->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_O));
    addLessons(menu, workspace);
    if (workspace.learn())
        menu.addAction(Text::tr("Start this lesson over"), &workspace, [&workspace] { workspace.learn()->startOver(); });
    if (workspace.canRunAgain())
        menu.addAction(Text::tr("Run again"), &workspace, &Workspace::runAgain);
    if (workspace.mode() == Mode::explore) {
        ExploreModel& model = workspace.explore();
        QAction* undo = menu.addAction(Text::tr("Undo"), &model, &ExploreModel::undo);
        undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
        undo->setEnabled(model.canUndo());
        QAction* redo = menu.addAction(Text::tr("Redo"), &model, &ExploreModel::redo);
        redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
        redo->setEnabled(model.canRedo());
    }
    menu.addSeparator();
    if (!session.trace().empty()) {
        QAction* measured = menu.addAction(Text::tr("Measured time"));
        measured->setCheckable(true);
        measured->setChecked(session.track().kind == TrackKind::measured);
        QObject::connect(measured, &QAction::toggled, &session,
            [&session](bool on) { session.setTrackKind(on ? TrackKind::measured : TrackKind::priced); });
    }
    QAction* motion = menu.addAction(Text::tr("Reduced motion"));
    motion->setCheckable(true);
    motion->setChecked(session.view().reducedMotion);
    QObject::connect(motion, &QAction::toggled, &workspace, &Workspace::setReducedMotion);
    menu.addSeparator();
    menu.addAction(
            Text::tr("Keyboard"), &workspace.window(), [&workspace] { workspace.window().run(Command::showShortcuts); })
        ->setShortcut(QKeySequence(Qt::Key_Question));
    menu.addAction(Text::tr("Quit"), &workspace.window(), [&workspace] { workspace.window().run(Command::quit); })
        ->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
}

} // namespace lockstep::ui
