// View: how one looks at a trace, as a plain value. Together with (trace, track, time) it decides every pixel.
#pragma once

#include <optional>

#include <QLocale>
#include <QString>

#include "core/base/ids.h"
#include "core/replay/compare.h"
#include "core/replay/world.h"

namespace lockstep::ui {

/// What can be selected or hovered; the same object is outlined in every area.
enum class ObjectKind { none, rank, example, phase, gradient, collective, transfer, parameters, finding };

struct ObjectRef {
    ObjectKind kind = ObjectKind::none;
    int rank = -1;                 ///< -1: all ranks
    int index = -1;                ///< example's place on its rank, parameter, bucket or finding
    int round = -1, transfer = -1; ///< transfers
    Phase phase = Phase::load;     ///< phases
    bool operator==(const ObjectRef&) const = default;
    bool any() const { return kind != ObjectKind::none; }
};

/// What an open question hides, in picture, inspector, export and accessible text alike.
struct RevealMask {
    bool localGradients = false;
    bool combined = false; ///< the combined gradient and everything the collective carries
    bool update = false;   ///< parameters after the update, their digests
    bool loss = false;
    bool findings = false;
    bool evaluation = false;
    bool operator==(const RevealMask&) const = default;
    bool any() const { return localGradients || combined || update || loss || findings || evaluation; }
};

/// lanesAlone: lanes instead of the number line where the two do not fit together; elsewhere the same as lanes.
enum class StageView { lanes, weights, lanesAlone };

/// What stands in the stage's place: the step itself, or what is computed from many steps.
enum class StagePage { step, coverage, curves, compare };

/// What curves are drawn against.
enum class CurveAxis { steps, examples, seconds };

/// What the cells of the heat grid tell.
enum class GridColour { lateness, wait, loss };

struct View {
    ObjectRef selection;
    ObjectRef hover;
    RevealMask hidden;
    bool ghosts = false; ///< values not reached yet may be shown as ghosts (after a prediction is revealed)
    StageView stage = StageView::lanes;
    StagePage page = StagePage::step;
    CurveAxis curveAxis = CurveAxis::steps;
    SharedClock clock = SharedClock::step; ///< what "at the same time" means beside a second run
    GridColour gridColour = GridColour::lateness;
    double zoom = 1;      ///< of the stage; 1 = fit
    double textScale = 1; ///< 1 .. 2
    bool reducedMotion = false;
    QLocale locale = QLocale::c();
    bool operator==(const View&) const = default;
};

/// "A", "B" in runs of up to two workers on toy data, otherwise "0", "1", ...
QString rankLabel(const RunConfig& config, int rank);
/// "worker A" or "rank 0" for sentences.
QString rankName(const RunConfig& config, int rank);
/// The parameters that take part in a collective, or those that take part in none: "weight and bias"; empty for none.
QString parameterNames(const TraceHeader& header, bool reduced);
/// The bias of the last layer, one number a class in a classifier.
bool isOutputBias(const TraceHeader& header, std::size_t parameter);

/// `value` with 12 significant digits, a true minus, thousands grouped by a narrow no-break space.
QString numberText(double value);
/// The same for a number that core has written: "-1437.5".
QString typesetNumber(const std::string& plain);
/// `value` with fixed decimals, likewise.
QString fixedText(double value, int decimals);

} // namespace lockstep::ui
