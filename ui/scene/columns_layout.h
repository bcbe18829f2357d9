// Columns: the five phases as column heads; the same columns hold the lanes' cells.
#pragma once

#include <array>

#include "ui/scene/mark_writer.h"
#include "ui/scene/stage_facts.h"

namespace lockstep::ui {

struct Column {
    double left = 0, width = 0;
    double right() const { return left + width; }
};

struct Columns {
    double left = 0, right = 0; ///< of the whole content
    std::array<Column, kPhaseCount> phase;
    bool fits = true;
    const Column& of(Phase p) const { return phase[static_cast<std::size_t>(p)]; }
};

/// The narrowest width of each column's head.
std::array<double, kPhaseCount> headWidths(const MarkWriter& writer);

/// Widths of all columns: what they cannot do without, and what suits them.
struct ColumnWidths {
    std::array<double, kPhaseCount> least{}, wish{};
};

/// Columns of at least these widths between left and right; what is left over goes first to the wishes, then to the
/// all-reduce, then evenly.
Columns fitColumns(const ColumnWidths& widths, double left, double right, double gutter);
Columns fitColumns(const std::array<double, kPhaseCount>& least, double left, double right, double gutter);

/// Current solid, done tinted with a check, future dashed.
void layoutHeads(MarkWriter& writer, const StageFacts& facts, const Columns& columns, double top, double height);

} // namespace lockstep::ui
