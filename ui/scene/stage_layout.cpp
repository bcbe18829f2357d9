// layoutStage: choosing the arrangement and handing each part its place.
#include "ui/scene/stage_layout.h"

#include <algorithm>
#include <optional>

#include "ui/scene/arena_layout.h"
#include "ui/scene/grid_layout.h"
#include "ui/scene/header_layout.h"
#include "ui/scene/lanes_layout.h"
#include "ui/scene/now_line.h"
#include "ui/scene/number_line_layout.h"
#include "ui/scene/rows_layout.h"
#include "ui/scene/scene_text.h"
#include "ui/scene/stage_cells.h"
#include "ui/scene/strip_layout.h"
#include "ui/scene/weights_layout.h"

namespace lockstep::ui {

namespace {

constexpr double kWidest = 1200; ///< of the content
constexpr double kMargin = 16;
constexpr double kLaneGap = 8;

struct Frame {
    double left = 0, right = 0; ///< of the content
    double header = 48;         ///< its height
    double bottom = 0;          ///< of everything above the Now line
    QRectF now;
    double width() const { return right - left; }
};

Frame frameOf(QSizeF size, double s, bool roomy)
{
    Frame frame;
    const double width = std::min(size.width() - 2 * kMargin, kWidest);
    frame.left = std::round((size.width() - width) / 2);
    frame.right = frame.left + width;
    frame.header = std::max(48.0, 40 * s);
    const double now = nowHeight(s) + (roomy ? 8 : 0), foot = roomy ? 20 : 12;
    frame.now = QRectF(frame.left, size.height() - foot - now, width, now);
    frame.bottom = frame.now.top() - (roomy ? 16 : 12);
    return frame;
}

bool showsWeights(const StageFacts& facts, const View& view)
{
    return view.stage == StageView::weights && facts.line && !facts.equalShares;
}

/// What the full arrangement needs and gets.
struct FullPlan {
    NumberLinePlan line;
    Columns columns;
    double headTop = 0, headHeight = 32;
    std::vector<LaneBox> lanes;
    bool withLine = false; ///< above the lanes
    double strip = 0;      ///< height of the dataset strip above the lanes
    StripRoom stripRoom = StripRoom::full;
    bool weights = false;
};

/// Heads, lanes and update column, below the number line when `line`; nothing when they do not fit.
std::optional<FullPlan> planFull(
    const MarkWriter& writer, const StageFacts& facts, const StageInput& input, const Frame& frame, bool line)
{
    const View& view = input.view;
    const StageImages* images = input.images.get();
    const double s = writer.scale();
    const int count = static_cast<int>(facts.count());
    FullPlan plan;
    plan.withLine = line;
    plan.headHeight = 32 * s;
    plan.weights = showsWeights(facts, view);
    plan.columns = fitColumns(laneWidths(writer, facts), frame.left, frame.right, 48 * s);
    if (!plan.columns.fits)
        return std::nullopt;
    const double lane = laneHeight(writer, facts), lowest = plan.headHeight + 6 + count * lane + (count - 1) * kLaneGap;
    const double most = facts.images ? 210.0 : line ? 124 * s : facts.line ? 230 * s : 180 * s;
    double top = frame.header, room = frame.bottom - top;
    double used = 0;
    if (line) {
        bool fits = false;
        for (const double comfort : {1.0, 0.75, 0.5, 0.25, 0.0}) {
            plan.line = planNumberLine(facts, {comfort, true, 0, false}, s);
            if (plan.line.height + 14 + lowest <= room) {
                fits = true;
                break;
            }
        }
        if (!fits)
            return std::nullopt;
        // Spare height goes to the lanes up to a comfortable size first, then to the line.
        const double spare = room - plan.line.height - 14 - lowest;
        const double comfortable = std::min(spare, count * std::max(0.0, 78 * s - lane));
        const double extra = (spare - comfortable) * 0.55;
        plan.line = stretched(plan.line, std::min(extra, 60.0 * s * static_cast<double>(plan.line.rows.size() + 1)));
        used = plan.line.height + 14;
    } else if (hasStrip(facts)) {
        bool fits = false;
        for (const StripRoom strip : kStripRooms) {
            plan.stripRoom = strip;
            plan.strip = stripHeight(writer, images, strip);
            if (plan.strip + 8 + lowest <= room) {
                fits = true;
                break;
            }
        }
        if (!fits)
            return std::nullopt;
        used = plan.strip + 8;
    } else if (lowest > room) {
        return std::nullopt;
    }
    plan.headTop = top + used;
    const double lanesTop = plan.headTop + plan.headHeight + 6;
    const double height = std::min(most, (frame.bottom - lanesTop - (count - 1) * kLaneGap) / count);
    for (int r = 0; r < count; ++r)
        plan.lanes.push_back({std::round(lanesTop + r * (height + kLaneGap)), std::floor(height)});
    return plan;
}

void layoutFull(
    MarkWriter& writer, const StageInput& input, const StageFacts& facts, const Frame& frame, const FullPlan& plan)
{
    if (plan.withLine) {
        const QRectF card(frame.left, frame.header, frame.width(), plan.line.height);
        writer.box(card, "surface.1");
        layoutNumberLine(writer, facts, plan.line, card, numberLineAxis(writer, facts, plan.line, card));
    }
    if (plan.strip > 0)
        layoutStrip(writer, facts, input.images.get(), QRectF(frame.left, frame.header, frame.width(), plan.strip),
            plan.stripRoom);
    if (plan.weights) {
        layoutWeights(writer, facts, QRectF(frame.left, plan.headTop, frame.width(), frame.bottom - plan.headTop));
        return;
    }
    layoutHeads(writer, facts, plan.columns, plan.headTop, plan.headHeight);
    for (std::size_t r = 0; r < plan.lanes.size(); ++r) {
        if (facts.images)
            layoutImageLane(writer, facts, plan.columns, plan.lanes[r], facts.ranks[r], input.images.get());
        else
            layoutToyLane(writer, facts, plan.columns, plan.lanes[r], facts.ranks[r]);
        layoutStop(writer, facts, plan.columns, plan.lanes[r], facts.ranks[r]);
    }
    layoutArena(writer, facts, arenaBeside(plan.columns, plan.lanes));
    layoutUpdates(writer, facts, plan.columns, plan.lanes);
}

/// The number line alone; the arena lies between two rows or right of more.
bool layoutCompact(MarkWriter& writer, const StageFacts& facts, const Frame& frame, bool weights, bool force)
{
    const double s = writer.scale();
    double top = frame.header, room = frame.bottom - top;
    if (room > 480 * s) { // high enough for the breadcrumb too
        const Columns heads = fitColumns(headWidths(writer), frame.left, frame.right, 0);
        if (heads.fits) {
            layoutHeads(writer, facts, heads, top, 32 * s);
            top += 32 * s + 8;
            room = frame.bottom - top;
        }
    }
    if (weights) {
        const QRectF card(frame.left, top, frame.width(), room);
        writer.box(card, "surface.1");
        layoutWeights(writer, facts, card.adjusted(writer.em(16), writer.em(12), -writer.em(16), -writer.em(8)));
        return true;
    }
    const bool between = facts.count() == 2 && facts.config->collective.algorithm == Algorithm::pairwise;
    const bool beside = facts.count() > 1 && !between;
    const double lowest = between ? combinedHeight(facts, s) : 0;
    NumberLinePlan plan;
    bool fits = false;
    for (const bool tight : {false, true}) {
        for (const double comfort : {1.0, 0.5, 0.0}) {
            plan = planNumberLine(facts, {comfort, !between, lowest, tight, true}, s);
            if (plan.height <= room) {
                fits = true;
                break;
            }
        }
        if (fits)
            break;
    }
    if (!fits && !force)
        return false;
    writer.out().overfull = !fits;
    if (fits)
        plan = stretched(plan, room - plan.height);
    const QRectF card(frame.left, top, frame.width(), std::min(room, plan.height));
    writer.box(card, "surface.1");
    QRectF line = card;
    const double arena = beside ? std::clamp(card.width() * 0.26, 168 * s, 220 * s) : 0;
    if (beside)
        line.setRight(card.right() - arena);
    const Axis axis = numberLineAxis(writer, facts, plan, line);
    layoutNumberLine(writer, facts, plan, line, axis);
    if (between) {
        const double left = card.left() + writer.em(12 + 28 + 14);
        layoutExchange(writer, facts,
            QRectF(left, card.top() + plan.betweenTop, card.right() - writer.em(24) - left,
                plan.betweenBottom - plan.betweenTop),
            axis);
    } else if (beside) {
        std::vector<LaneBox> lanes;
        for (const NumberLineRow& row : plan.rows)
            lanes.push_back({card.top() + row.top, row.bottom - row.top});
        Columns columns;
        columns.phase[static_cast<std::size_t>(Phase::allReduce)] = {line.right() + 4, arena - 12};
        layoutArena(writer, facts, arenaBeside(columns, lanes));
    }
    return true;
}

/// What the header's switch offers: the weights where shares are unequal, line or lanes where they exclude each other.
std::vector<ViewButton> offered(const StageFacts& facts, bool full, bool alone)
{
    std::vector<ViewButton> views{{StageView::lanes, full ? SceneText::tr("Lanes") : SceneText::tr("Line"), {}}};
    if (alone)
        views.push_back({StageView::lanesAlone, SceneText::tr("Lanes"), {}});
    if (!facts.equalShares)
        views.push_back({StageView::weights, SceneText::tr("Weights"), {}});
    return facts.line ? views : std::vector<ViewButton>{};
}

/// What the heat grid's cells may tell.
std::vector<ViewButton> gridColours()
{
    return {{StageView::lanes, SceneText::tr("Lateness"), {}, GridColour::lateness},
        {StageView::lanes, SceneText::tr("Wait"), {}, GridColour::wait},
        {StageView::lanes, SceneText::tr("Loss"), {}, GridColour::loss}};
}

StageLayout attempt(const StageInput& input, const StageFacts& facts, QSizeF size, double s, bool force, bool& done)
{
    StageLayout layout;
    layout.size = size;
    layout.scale = s;
    layout.images = input.images;
    MarkWriter writer(layout, s);
    done = true;
    const int count = static_cast<int>(facts.count());
    Frame frame = frameOf(size, s, !facts.images);
    const NowText now = nowText(facts);
    layout.now = now;
    if (count <= kMostLanes) {
        std::optional<FullPlan> full = planFull(writer, facts, input, frame, facts.line), lanes;
        bool alone = false;
        if (!full && facts.line) {
            lanes = planFull(writer, facts, input, frame, false);
            alone = lanes || planFull(MarkWriter(layout, 1), facts, input, frameOf(size, 1, true), false);
        }
        if (full || (alone && input.view.stage == StageView::lanesAlone)) {
            if (!full && !lanes) { // they fit with smaller text only
                done = false;
                return layout;
            }
            layout.mode = full ? StageMode::full : StageMode::lanes;
            layoutHeader(
                writer, input, facts, frame.left, frame.right, frame.header, offered(facts, full.has_value(), alone));
            layout.bodyBegin = layout.marks.size();
            layoutFull(writer, input, facts, frame, full ? *full : *lanes);
        } else if (facts.line) {
            frame = frameOf(size, s, false);
            layout.mode = StageMode::compact;
            layoutHeader(writer, input, facts, frame.left, frame.right, frame.header, offered(facts, false, alone));
            layout.bodyBegin = layout.marks.size();
            done = layoutCompact(writer, facts, frame, showsWeights(facts, input.view), force);
        } else {
            frame = frameOf(size, s, false);
            layout.mode = StageMode::rows;
            layoutHeader(writer, input, facts, frame.left, frame.right, frame.header);
            layout.bodyBegin = layout.marks.size();
            done = layoutRows(writer, facts, input.images.get(),
                       QRectF(frame.left, frame.header, frame.width(), frame.bottom - frame.header))
                || force;
        }
    } else {
        frame = frameOf(size, s, false);
        layout.mode = count <= kMostRows ? StageMode::rows : StageMode::grid;
        layoutHeader(writer, input, facts, frame.left, frame.right, frame.header,
            layout.mode == StageMode::grid ? gridColours() : std::vector<ViewButton>{});
        layout.bodyBegin = layout.marks.size();
        layout.gridAcross = layout.mode == StageMode::grid ? gridAcross(facts.count()) : 0;
        const QRectF room(frame.left, frame.header, frame.width(), frame.bottom - frame.header);
        done = layout.mode == StageMode::rows ? layoutRows(writer, facts, input.images.get(), room)
                                              : layoutGrid(writer, facts, input.view, input.images.get(), room);
        done = done || force;
    }
    layout.bodyEnd = layout.marks.size();
    layout.body = QRectF(0, frame.header, size.width(), frame.now.top() - 6 - frame.header);
    layoutNow(writer, now, frame.now);
    addCells(facts, layout, input.tells);
    return layout;
}

} // namespace

StageLayout layoutStage(const StageInput& input, QSizeF size)
{
    if (!input.header || !input.world || input.world->ranks.empty()) {
        StageLayout empty;
        empty.size = size;
        empty.now.title = SceneText::tr("Nothing has run yet.");
        return empty;
    }
    const StageFacts facts = stageFacts(input);
    // Larger text is worth more than the lanes; the lanes come back when the text would have to shrink anyway.
    bool done = false;
    for (double s = std::clamp(input.view.textScale, 1.0, 2.0); s > 1.001; s -= 0.1) {
        StageLayout layout = attempt(input, facts, size, s, false, done);
        if (done)
            return layout;
    }
    return attempt(input, facts, size, 1, true, done);
}

} // namespace lockstep::ui
