// CheckSummary: all findings in one shape and one sentence, for the rail, the top bar and the stage header.
#pragma once

#include <QString>

#include "ui/app/session.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

struct CheckSummary {
    StatusShape shape = StatusShape::pending;
    QString text; ///< "4 of 4 checks pass", "1 of 4 checks fails"
};

/// The worst status of the session's findings. While a question hides them it says only that.
CheckSummary checkSummary(const Session& session);

} // namespace lockstep::ui
