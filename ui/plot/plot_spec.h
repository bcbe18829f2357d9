// PlotSpec: everything a plot shows, as a plain value: one title line, lines of points that belong to training steps,
// and the mark of the playhead. Text, badge and accessible table come from it too.
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "ui/app/session.h"

namespace lockstep::ui {

/// measured: what ran, solid. predicted: a model's answer, dashed. ideal: a bound, dotted.
enum class LineKind { measured, predicted, ideal };

/// first: the run that is open. second: the one beside it. Hues belong to phases, so lines differ in tone and in name.
enum class LineInk { first, second };

enum class ValueFormat {
    loss,    ///< three decimals
    percent, ///< of a share, one decimal
    count,   ///< whole
    amount,  ///< three significant digits
};

struct PlotSeries {
    QString name; ///< at the line's end
    LineKind kind = LineKind::measured;
    LineInk ink = LineInk::first;
    std::vector<double> x, y; ///< x ascending; a value that is not finite leaves a gap
    std::vector<int> step;    ///< the training step each point belongs to
};

struct PlotSpec {
    QString title;
    QString readout; ///< beside the title: the values at the mark
    Badge badge = Badge::computed;
    QString xName;               ///< "steps"
    std::optional<Badge> xBadge; ///< when the axis is of another kind than the values (seconds)
    ValueFormat format = ValueFormat::loss;
    bool fromZero = false; ///< the y axis begins at 0
    std::vector<PlotSeries> series;
    std::optional<double> mark; ///< x of the playhead's step
    QString empty;              ///< said in the plot's place while there are no points
    double textScale = 1;
};

QString valueText(double value, ValueFormat format);

/// The newest point whose step is not after `step`; -1 when there is none.
std::ptrdiff_t pointOf(const PlotSeries& series, int step);

/// All steps that have a point, ascending and distinct.
std::vector<int> stepsOf(const PlotSpec& spec);

} // namespace lockstep::ui
