// Turns curves into plots.
#include "ui/plot/curve_plots.h"

#include <algorithm>

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(CurvePlots)
};

double xOf(const CurvePoint& point, CurveAxis axis)
{
    switch (axis) {
    case CurveAxis::steps:
        return point.step;
    case CurveAxis::examples:
        return static_cast<double>(point.examples);
    case CurveAxis::seconds:
        return point.seconds;
    }
    return 0;
}

PlotSeries seriesOf(const std::vector<CurvePoint>& points, const QString& name, LineInk ink, CurveAxis axis)
{
    PlotSeries series;
    series.name = name;
    series.ink = ink;
    for (const CurvePoint& point : points) {
        series.x.push_back(xOf(point, axis));
        series.y.push_back(point.value);
        series.step.push_back(point.step);
    }
    return series;
}

PlotSpec framed(const CurveFrame& frame, const QString& title, const Curves& first)
{
    PlotSpec spec;
    spec.title = title;
    spec.badge = frame.badge;
    spec.xName = axisName(frame.axis);
    spec.textScale = frame.textScale;
    if (frame.axis == CurveAxis::seconds)
        spec.xBadge = frame.time;
    if (const std::ptrdiff_t here = pointAt(first.trainLoss, frame.step); here >= 0)
        spec.mark = xOf(first.trainLoss[static_cast<std::size_t>(here)], frame.axis);
    else
        spec.mark = 0;
    return spec;
}

/// "step 15: A 63.0%, B 82.4%"; with counts where there are some.
void setReadout(PlotSpec& spec, int step)
{
    QStringList parts;
    for (const PlotSeries& series : spec.series) {
        const auto next = std::upper_bound(series.x.begin(), series.x.end(), spec.mark.value_or(0) * (1 + 1e-12));
        if (next == series.x.begin())
            continue;
        const QString value = valueText(series.y[static_cast<std::size_t>(next - series.x.begin()) - 1], spec.format);
        parts << (series.name.isEmpty() ? value : series.name + u' ' + value);
    }
    if (!parts.empty())
        spec.readout = Text::tr("step %1: %2").arg(fixedText(step, 0), parts.join(QStringLiteral(", ")));
}

} // namespace

QString axisName(CurveAxis axis)
{
    switch (axis) {
    case CurveAxis::steps:
        return Text::tr("training steps");
    case CurveAxis::examples:
        return Text::tr("examples trained on");
    case CurveAxis::seconds:
        return Text::tr("seconds of training");
    }
    return {};
}

PlotSpec lossPlot(const Curves& first, const Curves* second, const CurveFrame& frame)
{
    PlotSpec spec = framed(frame, Text::tr("Loss"), first);
    spec.fromZero = true;
    spec.empty = Text::tr("No step has finished yet.");
    if (second) {
        spec.title = Text::tr("Loss of the batch");
        spec.series.push_back(seriesOf(first.trainLoss, QStringLiteral("A"), LineInk::first, frame.axis));
        spec.series.push_back(seriesOf(second->trainLoss, QStringLiteral("B"), LineInk::second, frame.axis));
    } else {
        spec.series.push_back(seriesOf(first.trainLoss, Text::tr("batch"), LineInk::first, frame.axis));
        if (!first.heldOutLoss.empty())
            spec.series.push_back(seriesOf(first.heldOutLoss, Text::tr("held out"), LineInk::second, frame.axis));
    }
    setReadout(spec, frame.step);
    return spec;
}

PlotSpec heldOutPlot(const Curves& first, const Curves* second, const CurveFrame& frame)
{
    const bool classifies = !first.correct.empty() || (second && !second->correct.empty()) || first.heldOutLoss.empty();
    const bool sameSet = !second || second->heldOut == first.heldOut;
    PlotSpec spec = framed(frame, {}, first);
    const auto pick = [&](const Curves& curves) -> const std::vector<CurvePoint>& {
        return !classifies ? curves.heldOutLoss : sameSet ? curves.correct : curves.accuracy;
    };
    spec.title = !classifies ? Text::tr("Held-out loss")
        : !sameSet || first.heldOut <= 0 ? Text::tr("Held-out accuracy")
                                         : Text::tr("Held out: right of %1").arg(fixedText(first.heldOut, 0));
    spec.format = !classifies ? ValueFormat::loss : sameSet ? ValueFormat::count : ValueFormat::percent;
    spec.empty = Text::tr("Nothing was evaluated yet: set data.held_out, and eval.every to see more than the end.");
    spec.series.push_back(seriesOf(pick(first), second ? QStringLiteral("A") : QString(), LineInk::first, frame.axis));
    if (second)
        spec.series.push_back(seriesOf(pick(*second), QStringLiteral("B"), LineInk::second, frame.axis));
    setReadout(spec, frame.step);
    return spec;
}

PlotSpec distancePlot(const Comparison& comparison, const CurveFrame& frame)
{
    PlotSpec spec;
    spec.title = Text::tr("Distance of the parameters");
    spec.badge = frame.badge;
    spec.xName = axisName(CurveAxis::steps);
    spec.textScale = frame.textScale;
    spec.format = ValueFormat::amount;
    spec.fromZero = true;
    spec.mark = frame.step;
    spec.empty = QCoreApplication::translate("Compare", comparison.note.english().c_str());
    PlotSeries length, largest;
    length.name = Text::tr("length");
    largest.name = Text::tr("largest");
    largest.ink = LineInk::second;
    for (const ParameterDistance& distance : comparison.distances)
        for (PlotSeries* series : {&length, &largest}) {
            series->x.push_back(distance.step);
            series->step.push_back(distance.step);
            series->y.push_back(series == &length ? distance.l2 : distance.max);
        }
    spec.series = {length, largest};
    if (comparison.captured == 1) // one parameter: both are the same number
        spec.series.pop_back();
    setReadout(spec, frame.step);
    return spec;
}

} // namespace lockstep::ui
