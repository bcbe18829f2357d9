// Chooses what the inspector says about the selected object.
#include "ui/inspect/formula_builder.h"

#include "ui/inspect/builder_parts.h"
#include "ui/inspect/short_numbers.h"

namespace lockstep::ui {

namespace {

using namespace inspect;

void addAll(std::vector<FormulaBlock>& blocks, std::vector<FormulaBlock> more)
{
    for (FormulaBlock& block : more)
        blocks.push_back(std::move(block));
}

/// Phases of one rank are shown as the object they make.
ObjectRef resolved(const ObjectRef& selection, const World& world)
{
    ObjectRef object = selection;
    if (object.kind == ObjectKind::phase && object.rank >= 0) {
        switch (object.phase) {
        case Phase::load:
        case Phase::forward:
        case Phase::backward:
            object.kind = ObjectKind::rank;
            break;
        case Phase::allReduce:
            object.kind = ObjectKind::collective;
            object.index = std::max(0, object.index);
            break;
        case Phase::update:
            object.kind = ObjectKind::parameters;
            break;
        }
    }
    const int ranks = static_cast<int>(world.ranks.size());
    if (object.rank >= ranks)
        return {};
    if (object.kind == ObjectKind::example
        && (object.rank < 0 || object.index < 0
            || object.index >= static_cast<int>(world.ranks[static_cast<std::size_t>(object.rank)].examples.size())))
        return {};
    return object;
}

} // namespace

InspectorContent inspectorContent(const Trace& trace, const World& world, const View& view, Badge badge)
{
    const Scene scene{trace, trace.config(), world, view.hidden, stepNumbers(trace, world, view.hidden)};
    InspectorContent content;
    content.badge = !scene.numbers.scalar && badge == Badge::exact ? Badge::computed : badge;
    const ObjectRef object = resolved(view.selection, world);
    switch (object.kind) {
    case ObjectKind::example:
        content.title = Text::tr("Example %1 on %2").arg(object.index + 1).arg(rankName(scene.config, object.rank));
        content.blocks = exampleBlocks(scene, object.rank, object.index);
        break;
    case ObjectKind::rank:
    case ObjectKind::gradient:
        if (object.rank < 0)
            break;
        content.title = rankName(scene.config, object.rank);
        content.title = content.title.left(1).toUpper() + content.title.mid(1);
        content.blocks = rankBlocks(
            scene, object.rank, view.selection.kind == ObjectKind::phase && object.phase == Phase::forward);
        if (scene.numbers.scalar && object.kind == ObjectKind::rank && view.selection.kind == ObjectKind::rank)
            addAll(content.blocks, updateBlocks(scene, object.rank));
        break;
    case ObjectKind::parameters:
        if (object.rank < 0)
            break;
        content.title = Text::tr("Parameters of %1").arg(rankName(scene.config, object.rank));
        if (scene.numbers.scalar)
            content.blocks = updateBlocks(scene, object.rank);
        break;
    case ObjectKind::collective:
        content.title = trace.header().buckets.size() > 1
            ? Text::tr("All-reduce of bucket %1").arg(std::max(0, object.index) + 1)
            : Text::tr("All-reduce");
        content.blocks = collectiveBlocks(scene, std::max(0, object.index));
        break;
    case ObjectKind::transfer:
        content.blocks = transferBlocks(scene, object, content.title);
        break;
    default:
        break;
    }
    if (content.blocks.empty()) {
        const bool none = !scene.numbers.exchanged && scene.numbers.ranks.size() > 1;
        content.title = none ? Text::tr("Gradients") : Text::tr("Combined gradient");
        if (scene.numbers.scalar) {
            content.blocks = combinedBlocks(scene);
            if (!scene.hidden.combined)
                addAll(content.blocks, updateBlocks(scene));
        } else {
            content.blocks = vectorBlocks(scene);
        }
    }
    content.table = sourceTable(scene);
    for (FormulaBlock& block : content.blocks)
        shortenNumbers(block.formula);
    shortenNumbers(content.table);
    return content;
}

QString plainText(const InspectorContent& content)
{
    QStringList lines;
    for (const FormulaBlock& block : content.blocks)
        lines << (block.caption.isEmpty() ? plainText(block.formula)
                                          : block.caption + QStringLiteral(": ") + plainText(block.formula));
    QStringList heads;
    for (const QString& head : content.table.heads)
        heads << head;
    lines << heads.join(u'\t');
    for (const TableRow& row : content.table.rows) {
        QStringList cells;
        for (const TableCell& cell : row.cells)
            cells << cell.text;
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

} // namespace lockstep::ui
