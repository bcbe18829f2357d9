// The plots of one run or of two: loss, held-out accuracy, and the distance between parameters. Pure functions.
#pragma once

#include "core/replay/compare.h"
#include "ui/app/view.h"
#include "ui/plot/plot_spec.h"

namespace lockstep::ui {

/// What a plot needs to know beside its points.
struct CurveFrame {
    CurveAxis axis = CurveAxis::steps;
    int step = 0;               ///< of the playhead in the open run
    Badge badge = Badge::computed;
    Badge time = Badge::measured; ///< of seconds
    double textScale = 1;
};

/// Loss of the batches; alone also the held-out loss. `second` may be null.
PlotSpec lossPlot(const Curves& first, const Curves* second, const CurveFrame& frame);
/// Share of the held-out examples that are right; held-out loss where nothing is classified.
PlotSpec heldOutPlot(const Curves& first, const Curves* second, const CurveFrame& frame);
/// How far the parameters of the two runs are apart, after every step.
PlotSpec distancePlot(const Comparison& comparison, const CurveFrame& frame);

QString axisName(CurveAxis axis);

} // namespace lockstep::ui
