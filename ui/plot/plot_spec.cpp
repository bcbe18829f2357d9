// Texts of values, and looking up points by their step.
#include "ui/plot/plot_spec.h"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.h"
#include "ui/app/view.h"

namespace lockstep::ui {

QString valueText(double value, ValueFormat format)
{
    if (!std::isfinite(value))
        return typesetNumber(formatNumber(value));
    switch (format) {
    case ValueFormat::loss:
        return fixedText(value, 3);
    case ValueFormat::percent:
        return fixedText(100 * value, 1) + u'%';
    case ValueFormat::count:
        return fixedText(value, 0);
    case ValueFormat::amount:
        return typesetNumber(formatNumber(value, 3));
    }
    return {};
}

std::ptrdiff_t pointOf(const PlotSeries& series, int step)
{
    return std::upper_bound(series.step.begin(), series.step.end(), step) - series.step.begin() - 1;
}

std::vector<int> stepsOf(const PlotSpec& spec)
{
    std::vector<int> steps;
    for (const PlotSeries& series : spec.series)
        steps.insert(steps.end(), series.step.begin(), series.step.end());
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

} // namespace lockstep::ui
