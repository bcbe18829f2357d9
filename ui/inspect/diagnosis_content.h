// What the diagnosis says: findings as a header and lines, in words. A pure function.
#pragma once

#include <map>
#include <vector>

#include <QString>

#include "core/config/run_config.h"
#include "core/diagnose/finding.h"
#include "core/replay/world.h"
#include "ui/app/view.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

struct DiagnosisItem {
    enum class Kind {
        failure,   ///< the first failing check, as a card
        alsoFails, ///< another failing check of its own
        follows,   ///< a failing check that another explains
        pass,
        passesLeft, ///< "3 other checks pass", below a failure
        notChecked,
        hidden, ///< results wait for an answer
    };
    Kind kind = Kind::pass;
    QString title, value, text, remedy;
    int finding = -1;      ///< index into the findings
    bool hasPlace = false; ///< there is a first difference to go to
    QString action;        ///< failure: the fix in a few words, for a button; empty when there is none
};

struct DiagnosisContent {
    QString summary; ///< "4 of 4 pass", "1 of 4 fails"
    std::vector<DiagnosisItem> items;
};

/// Values of findings at the moment shown, instead of those of the whole run: a later step is not given away.
using ValuesNow = std::map<DetectorId, QString>;

/// `w` that all replicas hold, the loss of the step; "?" where a question hides it, empty where it is not reached.
ValuesNow valuesNow(const Trace& trace, const World& world, const RevealMask& hidden);

/// `config` tells how ranks are called: "rank 0" becomes "A" in runs whose workers have letters.
DiagnosisContent diagnosisContent(
    const std::vector<Finding>& findings, bool hidden, const RunConfig& config, const ValuesNow& now = {});

/// A core message in the language of the window; numbers and ranks are written as everywhere else.
QString messageText(const Message& message, const RunConfig& config);

/// One line an item, for tests.
QString plainText(const DiagnosisContent& content);

} // namespace lockstep::ui
