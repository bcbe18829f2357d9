// A laid-out timeline as text, for goldens.
#include "ui/play/timeline_layout.h"

#include <cmath>
#include <sstream>

#include "core/base/numbers.h"

namespace lockstep::ui {

std::string describe(const TimelineLayout& layout)
{
    std::ostringstream out;
    const auto one = [](double value) { return formatNumber(std::round(value * 10) / 10); };
    for (const TimelineRow& row : layout.rows)
        out << "row " << row.label.toStdString() << " y " << one(row.rect.top()) << " h " << one(row.rect.height())
            << '\n';
    for (const PinnedRow& row : layout.pinned)
        out << "pinned " << row.label.toStdString() << " y " << one(row.rect.top()) << " h " << one(row.rect.height())
            << '\n';
    for (const AxisMark& mark : layout.marks)
        if (!mark.label.isEmpty())
            out << "mark " << one(mark.x) << " '" << mark.label.toStdString() << "'\n";
    for (const StepMark& mark : layout.steps)
        out << "step " << one(mark.x) << " to " << one(mark.end) << " '" << mark.title.toStdString() << "' '"
            << mark.length.toStdString() << "'\n";
    for (const TimelineBlock& block : layout.blocks) {
        static constexpr const char* kKinds[] = {"", "wait ", "round ", "other "};
        static constexpr const char* kPhases[] = {"load", "forward", "backward", "all-reduce", "update"};
        out << layout.rows.at(static_cast<std::size_t>(block.rank)).label.toStdString() << ' '
            << kKinds[static_cast<int>(block.kind)] << kPhases[static_cast<int>(block.phase)] << ' '
            << one(block.span.begin) << " to " << one(block.span.end) << " x " << one(block.rect.left()) << " w "
            << one(block.rect.width()) << " '" << block.label.toStdString() << "'"
            << (block.selected ? " selected" : "") << (block.tinted ? " tinted" : "") << '\n';
    }
    for (const StopMark& stop : layout.stops)
        out << layout.rows.at(static_cast<std::size_t>(stop.rank)).label.toStdString() << " stops x "
            << one(stop.rect.left()) << '\n';
    if (layout.playhead.visible)
        out << "playhead " << one(layout.playhead.x) << " '" << layout.playhead.label.toStdString() << "'\n";
    return out.str();
}

} // namespace lockstep::ui
