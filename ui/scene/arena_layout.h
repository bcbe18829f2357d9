// Arena: what travels between the workers. Links are dotted ahead of a token and solid behind it; a token shows the
// value it carries; an empty dashed slot marks the addend still to come.
#pragma once

#include <optional>

#include "ui/scene/axis.h"
#include "ui/scene/lanes_layout.h"

namespace lockstep::ui {

struct ArenaPlace {
    QRectF rect;
    std::vector<LaneBox> lanes; ///< one a worker, top to bottom
};

/// The all-reduce column across all lanes.
ArenaPlace arenaBeside(const Columns& columns, const std::vector<LaneBox>& lanes);
void layoutArena(MarkWriter& writer, const StageFacts& facts, const ArenaPlace& place);

/// More workers than lanes: nodes and links without values.
void layoutThinArena(MarkWriter& writer, const StageFacts& facts, const ArenaPlace& place);

/// Two workers pairwise, one above and one below the arena (small stages): big tokens, then the combined gradient.
void layoutExchange(MarkWriter& writer, const StageFacts& facts, const QRectF& rect, const Axis& axis);

/// Parts shared by both.
struct Token {
    QString letter;              ///< ring chunks; empty otherwise
    std::optional<double> value; ///< empty: too many numbers to show
    bool hidden = false;
    std::vector<std::uint8_t> pips; ///< ranks in the carried sum; ring only
    ObjectRef object;
};
Token tokenOf(const StageFacts& facts, const CollectiveWorld& collective, const TransferWorld& transfer);
void layoutToken(MarkWriter& writer, const Token& token, const QRectF& rect, double pixels);

/// A link along `path`: solid up to `fraction` of its length, dotted ahead, with an arrow head at its end.
void layoutTravel(
    MarkWriter& writer, const std::vector<QPointF>& path, double fraction, Progress progress, double width);
QPointF pointAlong(const std::vector<QPointF>& path, double fraction);

} // namespace lockstep::ui
