// The numbers of one step as the inspector may show them at this time: known, not reached yet, or hidden by a question.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "core/replay/world.h"
#include "ui/app/view.h"

namespace lockstep::ui {

/// A number that may be shown, is not there yet, or is hidden.
struct Shown {
    std::optional<double> value; ///< kept for decisions even when hidden
    bool hidden = false;

    bool visible() const { return value.has_value() && !hidden; }
};

/// The number, "?" when hidden and known, `ahead` when it is not reached yet. A hidden number is "?" from the start.
QString shownText(const Shown& shown, const QString& ahead);
/// Negative numbers in brackets, for use after an operator.
QString bracketed(const Shown& shown, const QString& ahead);

struct RankNumbers {
    int examples = 0;
    std::vector<Shown> gradients; ///< of each example; scalar models
    std::vector<Shown> losses;
    Shown local; ///< reduced over its examples as the loss says
    Shown sum;   ///< over its examples
    Shown norm;  ///< length of the local gradient
    Shown loss;
    Shown sent;          ///< what it puts into the collective
    Shown before, after; ///< the only parameter of a scalar model
};

struct StepNumbers {
    bool scalar = false;   ///< one parameter: everything is written out
    bool exchanged = true; ///< the gradient takes part in a collective
    std::vector<RankNumbers> ranks;
    int examples = 0; ///< global batch
    double rate = 0;
    Shown combined;
    Shown sum;          ///< over all examples
    Shown right;        ///< of all examples in one batch, reduced as the loss says
    Shown norm, loss;   ///< of the combined gradient; of the global batch
    bool wrong = false; ///< combined and right are known and differ
};

StepNumbers stepNumbers(const Trace& trace, const World& world, const RevealMask& hidden);

} // namespace lockstep::ui
