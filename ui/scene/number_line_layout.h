// Number line: the main picture of scalar runs. One row per worker and one for the combined gradient, on one scale:
// targets are diamonds, the bar from a target to w is that example's gradient, w moves by the arrow.
#pragma once

#include <vector>

#include "ui/scene/axis.h"
#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

struct NumberLineOptions {
    double comfort = 1;      ///< 0 .. 1: from the tightest to the roomiest spacing
    bool combinedRow = true; ///< a row of its own for the combined gradient
    double between = 0;      ///< room for an arena between the first and the second worker's row
    bool tightBars = false;  ///< at most one bar a row: the local mean
    bool narrow = false;     ///< little width: the local mean's word is short
};

struct NumberLineRow {
    int rank = 0;
    double top = 0, axis = 0, bottom = 0; ///< relative to the card's top
    int bars = 1;                         ///< labelled bars; a row with more examples shows its mean only
};

/// The vertical plan, relative to the card's top; known before the width is.
struct NumberLinePlan {
    NumberLineOptions options;
    std::vector<NumberLineRow> rows;
    double barPitch = 18;
    double combinedBar = 0, referenceBar = 0, combinedAxis = 0; ///< centres and axis
    double betweenTop = 0, betweenBottom = 0;
    double height = 0;
};

NumberLinePlan planNumberLine(const StageFacts& facts, const NumberLineOptions& options, double scale);

/// A number's largest size up to `pixels` at which it is no wider than a big number may be.
double numeralPixels(const MarkWriter& writer, double value, double pixels);
/// "local mean" or shorter; "of one" and "mean of 3" under unequal shares.
QString localWord(const StageFacts& facts, const NumberLineOptions& options, const RankFacts& rank);

/// The plan with `extra` px more height, given to the rows and the arena between them.
NumberLinePlan stretched(NumberLinePlan plan, double extra);
/// The height an arena between two rows needs to show the combined gradient and the step.
double combinedHeight(const StageFacts& facts, double scale);

/// The scale shared by all rows; stays the same during a step, whatever is known yet.
Axis numberLineAxis(const MarkWriter& writer, const StageFacts& facts, const NumberLinePlan& plan, const QRectF& card);

/// Writes the card's content. `arenaRight` > 0 keeps that much of the card's right side free.
void layoutNumberLine(
    MarkWriter& writer, const StageFacts& facts, const NumberLinePlan& plan, const QRectF& card, const Axis& axis);

/// Where the combined gradient's part goes; all absolute.
struct CombinedPlace {
    QRectF room; ///< from the axis's left end to the right end of what may be written
    double barY = 0, referenceY = 0, axisY = 0;
    double axisRight = 0;
    double captions = 0;              ///< right end of what may be written beside the bars
    double numeral = 48, result = 44; ///< font sizes of the gradient and of the new w
    bool axis = true;                 ///< draw the axis with its ticks' numbers
};

/// The combined gradient's bars, the big numbers and the move of w; also used inside the arena of a small stage.
void layoutCombined(MarkWriter& writer, const StageFacts& facts, const CombinedPlace& place, const Axis& axis);

/// "one device: −0.084", "one device: the same"; empty while it is not told.
QString overlayText(const StageFacts& facts);

/// Where the axes end.
double axisRightOf(const MarkWriter& writer, const Axis& axis, double right);

/// A worker's row as (w before, w after): hollow and filled dot and the arrow between them.
void layoutMove(
    MarkWriter& writer, const Axis& axis, double y, double before, double after, double fraction, bool moved);

} // namespace lockstep::ui
