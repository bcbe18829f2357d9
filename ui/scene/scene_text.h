// SceneText: the translation context of the stage.
#pragma once

#include <QCoreApplication>

namespace lockstep::ui {

class SceneText {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ui::SceneText)
};

} // namespace lockstep::ui
