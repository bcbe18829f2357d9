// What the inspector says about the selected object at this time: formulas with their numbers, and the source table.
// Pure functions of trace, world and view; no pixels.
#pragma once

#include <optional>
#include <vector>

#include "ui/app/session.h"
#include "ui/inspect/formula.h"

namespace lockstep::ui {

struct FormulaBlock {
    QString caption;
    Formula formula;
};

struct TableCell {
    QString text;
    bool bad = false;
};
struct TableRow {
    std::vector<TableCell> cells;
    ObjectRef object;
    bool total = false;
};
struct SourceTable {
    std::vector<QString> heads;
    std::vector<TableRow> rows;
};

struct InspectorContent {
    QString title;
    Badge badge = Badge::exact;
    std::vector<FormulaBlock> blocks;
    SourceTable table;
};

/// `badge` is the session's badge of values; content that holds lengths of vectors is COMPUTED even in toy runs.
InspectorContent inspectorContent(const Trace& trace, const World& world, const View& view, Badge badge);

/// One "caption: formula" a line, then the table with tabs: for tests and for the accessible description.
QString plainText(const InspectorContent& content);

} // namespace lockstep::ui
