// coverage_layout: the epoch's examples as cells, and what is said of them. Pure functions of a Coverage.
#pragma once

#include <vector>

#include <QRectF>
#include <QString>

#include "core/replay/coverage.h"
#include "ui/compare/fact_table.h"

namespace lockstep::ui {

/// One cell stands for `count` examples from `first` on (one, unless there are many).
struct CoverageCell {
    QRectF rect;
    std::int32_t first = 0, count = 1;
    std::int32_t seen = 0, repeated = 0; ///< of these examples: seen at all, seen more than once
    std::int32_t times = 0;              ///< of a single example
    QString text;                        ///< in a large cell: the rank that saw it, or how often it was seen
};

struct CoverageLayout {
    std::int32_t perCell = 1;
    int columns = 0;
    double side = 0; ///< of a cell with its gap
    std::vector<CoverageCell> cells;
    /// The cell at a point, or -1.
    int at(QPointF point) const;
};

/// Cells as large as `room` allows, one example each as long as they stay visible.
CoverageLayout layoutCoverage(const Coverage& coverage, const QRectF& room);

/// "1 440 of 1 440 seen", "360 of 1 440 seen, 4 times each".
QString coverageHeadline(const Coverage& coverage);
/// What that means for the epoch, when no check says more.
QString coverageSentence(const Coverage& coverage);
/// "Example 17: seen 4 times in this epoch by several ranks, 9 times in the run."
QString exampleSentence(const Coverage& coverage, const CoverageCell& cell);
/// The newest `most` epochs, newest first, after the line of the step itself.
FactTableContent coverageTable(const Coverage& coverage, std::size_t most);

} // namespace lockstep::ui
