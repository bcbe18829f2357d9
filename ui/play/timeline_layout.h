// Where everything of the timeline lies: a pure function of trace, track, window, playhead and view.
#pragma once

#include <string>
#include <vector>

#include <QRectF>
#include <QString>

#include "ui/app/view.h"
#include "ui/play/timeline_blocks.h"
#include "ui/play/timeline_scale.h"

namespace lockstep::ui {

inline constexpr double kEndMargin = 24; ///< right of the rows

struct TimelineInput {
    const Trace* trace = nullptr;
    const Track* track = nullptr;
    TrackTime playhead = 0;
    TimeWindow window;
    View view;
    bool mini = false; ///< bars and playhead only, for the collapsed strip
};

struct TimelineRow {
    int rank = 0;
    QString label;
    QRectF rect;  ///< from the left edge of the time area to its right edge
    QRectF badge; ///< empty when rows are too low for one
    bool selected = false, hovered = false;
};

/// Above rows too thin to read: the selected or else the slowest rank, one that failed, and the median of all.
struct PinnedRow {
    int rank = -1; ///< -1: the median
    QString label;
    QRectF rect;
    bool selected = false;
};

struct TimelineBlock {
    BlockKind kind = BlockKind::phase;
    Phase phase = Phase::load;
    int rank = 0;
    std::size_t step = 0;
    Span span;
    QRectF rect;
    QString label;       ///< empty when nothing fits
    bool tinted = false; ///< weak fill with outline: a finished value travels, or rounds lie on top
    QString name;        ///< the whole sentence, for the tooltip and for screen readers
    ObjectRef object;
    bool selected = false, hovered = false;
};

struct AxisMark {
    double x = 0;
    TrackTime time = 0;
    QString label; ///< empty: a small mark
    bool leftAligned = false;
};

struct StepMark {
    std::size_t step = 0;
    double x = 0;
    double end = 0;        ///< of the step; the border stands here
    QString title, length; ///< empty where there is no room; a narrow step's title is its number
    QString number;        ///< in place of the title where the flag leaves no more room
    bool current = false;
};

/// A rank that failed: nothing follows on its row.
struct StopMark {
    int rank = 0;
    QRectF rect;
};

struct PlayheadMark {
    bool visible = false;
    double x = 0, top = 0, bottom = 0;
    QRectF flag; ///< empty in the strip
    QString label;
};

/// A step's heading as it stands beside the playhead's flag.
struct StepHeading {
    QString text; ///< empty: no room
    double x = 0;
    bool length = false; ///< the step's duration follows
};

struct TimelineLayout {
    QSizeF size;
    bool mini = false;
    TimelineScale scale;
    double axisY = 0; ///< of the axis line; 0 when steps are headed instead
    std::vector<TimelineRow> rows;
    std::vector<TimelineBlock> blocks;
    bool thin = false;             ///< more ranks than bars: a pixel line for each
    int group = 1;                 ///< thin: ranks that share a line, of which the latest is shown
    std::vector<PinnedRow> pinned; ///< thin
    std::vector<TimelineBlock> pinnedBlocks;
    bool split = false; ///< collectives run beside backward: each row has a part for computing and one for sending
    std::vector<AxisMark> marks;
    std::vector<StepMark> steps;
    std::vector<StopMark> stops;
    PlayheadMark playhead;
    double textScale = 1;

    const TimelineBlock* blockAt(QPointF point) const;
    const TimelineRow* rowAt(double y) const;
};

/// The time area for a widget of this width.
TimelineScale timelineScale(const TimeWindow& window, double width, bool mini);

TimelineLayout layoutTimeline(const TimelineInput& input, QSizeF size);

/// The playhead alone; everything else of a layout does not depend on it as long as window and step stay.
PlayheadMark layoutPlayhead(const TimelineInput& input, const TimelineLayout& layout);

StepHeading headingOf(const StepMark& mark, const TimelineLayout& layout);

/// One line per row, mark and block, numbers with one decimal: for goldens.
std::string describe(const TimelineLayout& layout);

} // namespace lockstep::ui
