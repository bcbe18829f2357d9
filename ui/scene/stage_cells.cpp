// The stage as a table of words.
#include "ui/scene/stage_cells.h"

#include <algorithm>
#include <cmath>

#include "ui/play/timeline_text.h"
#include "ui/scene/grid_facts.h"
#include "ui/scene/now_collective.h"
#include "ui/scene/number_line_layout.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

constexpr int kMostTold = 8; ///< examples spelt out in one cell

QString hiddenText()
{
    return SceneText::tr("hidden until you answer");
}
QString notYetText()
{
    return SceneText::tr("not yet");
}

template <class Get>
QString listed(const RankFacts& rank, const QString& pattern, Get get)
{
    QStringList texts;
    for (const ExampleFacts& example : rank.examples) {
        const Value value = get(example);
        if (value.known == Known::hidden)
            return hiddenText();
        if (value.is() && texts.size() < kMostTold)
            texts.append(shortNumber(value.value));
    }
    if (texts.isEmpty())
        return notYetText();
    QString text = pattern.arg(texts.join(QStringLiteral(", ")));
    const int more = static_cast<int>(rank.examples.size()) - static_cast<int>(texts.size());
    return more > 0 ? text + QLatin1Char(' ') + SceneText::tr("and %1 more").arg(more) : text;
}

QString loadText(const StageFacts& facts, const RankFacts& rank)
{
    if (facts.images && rank.phases[0].progress == Progress::done && !rank.examples.empty()
        && !rank.examples[0].target.is())
        return SceneText::tr("%1 images").arg(rank.examples.size());
    if (facts.images && !facts.hidden.findings && rank.phases[0].progress == Progress::done
        && static_cast<std::size_t>(rank.rank) < facts.batch.sameAs.size()
        && facts.batch.sameAs[static_cast<std::size_t>(rank.rank)] >= 0)
        return SceneText::tr("the same %1 images as rank %2")
            .arg(rank.examples.size())
            .arg(facts.batch.sameAs[static_cast<std::size_t>(rank.rank)]);
    if (!facts.images)
        return listed(rank, SceneText::tr("targets %1"), [](const ExampleFacts& e) { return e.target; });
    return listed(rank, SceneText::tr("labels %1"), [](const ExampleFacts& e) { return e.target; });
}

QString backwardText(const StageFacts& facts, const RankFacts& rank)
{
    if (facts.scalar) {
        if (rank.gradient.known == Known::hidden)
            return hiddenText();
        if (!rank.gradient.is())
            return notYetText();
        return SceneText::tr("%1, local gradient %2")
            .arg(listed(rank, SceneText::tr("gradients %1"), [](const ExampleFacts& e) { return e.gradient; }),
                shortNumber(rank.gradient.value));
    }
    QStringList texts;
    for (std::size_t p = 0; p < rank.norms.size(); ++p) {
        if (rank.norms[p].known == Known::hidden)
            return hiddenText();
        if (rank.norms[p].is())
            texts.append(
                SceneText::tr("%1 gradient of length %2")
                    .arg(QString::fromStdString(facts.header->parameters[p].name), fixedText(rank.norms[p].value, 3)));
    }
    return texts.isEmpty() ? notYetText() : texts.join(QStringLiteral(", "));
}

QString reduceText(const StageFacts& facts, const RankFacts& rank)
{
    if (rank.waiting)
        return SceneText::tr("waits for the others");
    const PhaseWorld& phase = rank.phases[static_cast<std::size_t>(Phase::allReduce)];
    if (phase.progress == Progress::ahead)
        return notYetText();
    if (facts.hidden.combined)
        return hiddenText();
    if (facts.combined.is())
        return SceneText::tr("combined gradient %1").arg(shortNumber(facts.combined.value));
    return phase.progress == Progress::running ? SceneText::tr("exchanging") : SceneText::tr("done");
}

/// "w = 1.2, b = 0.35" of a small model.
QString valuesText(const StageFacts& facts, const RankFacts& rank)
{
    if (static_cast<qsizetype>(rank.parameters.size()) != facts.parameterNames.size() || rank.parameters.empty())
        return SceneText::tr("updated");
    QStringList texts;
    for (std::size_t i = 0; i < rank.parameters.size(); ++i)
        texts.append(SceneText::tr("%1 %2 %3")
                         .arg(facts.parameterNames[static_cast<qsizetype>(i)], relation(rank.parameters[i]),
                             shortNumber(rank.parameters[i])));
    return texts.join(QStringLiteral(", "));
}

QString updateText(const StageFacts& facts, const RankFacts& rank)
{
    if (facts.hidden.update)
        return hiddenText();
    if (!rank.digest.is())
        return notYetText();
    const QString same = facts.count() < 2 || rank.digestNow == kNoDigest ? QString()
        : facts.sameAfter                                                 ? SceneText::tr("identical on all workers")
                          : SceneText::tr("not the same on all workers");
    const QString value = facts.scalar
        ? SceneText::tr("w %1 %2").arg(relation(rank.after.value), shortNumber(rank.after.value))
        : valuesText(facts, rank);
    QStringList parts{value};
    for (const QString& part : {same, overlayText(facts)})
        if (!part.isEmpty())
            parts.append(part);
    return parts.join(QStringLiteral(", "));
}

/// ", 3.5 ms after the median": what the heat grid shows.
QString latenessText(const std::optional<GridFacts>& grid, const RankFacts& rank)
{
    if (!grid || grid->cells[static_cast<std::size_t>(rank.rank)].known != Known::yes)
        return {};
    const double late = grid->cells[static_cast<std::size_t>(rank.rank)].value;
    const QString amount = fixedText(std::abs(late), grid->time.decimals) + QLatin1Char(' ') + grid->time.unit;
    return QStringLiteral(", ")
        + (late < 0 ? SceneText::tr("%1 before the median") : SceneText::tr("%1 after the median")).arg(amount);
}

/// Where each worker and each of its phases lies.
struct Places {
    std::vector<QRectF> whole;
    std::vector<std::array<QRectF, kPhaseCount>> phases;

    Places(const std::vector<Spot>& spots, std::size_t ranks)
        : whole(ranks)
        , phases(ranks)
    {
        for (const Spot& spot : spots) {
            const ObjectRef& object = spot.object;
            if (object.rank < 0 || static_cast<std::size_t>(object.rank) >= ranks)
                continue;
            const std::size_t rank = static_cast<std::size_t>(object.rank);
            if (object == ObjectRef{ObjectKind::rank, object.rank})
                whole[rank] = whole[rank].isEmpty() ? spot.rect : whole[rank];
            else if (object.kind == ObjectKind::phase)
                phases[rank][static_cast<std::size_t>(object.phase)] = spot.rect;
        }
    }
    /// Without lanes a worker's row on the number line, or its cell in the grid, stands for all its phases.
    QRectF of(int rank, Phase phase) const
    {
        const QRectF& own = phases[static_cast<std::size_t>(rank)][static_cast<std::size_t>(phase)];
        return own.isEmpty() ? whole[static_cast<std::size_t>(rank)] : own;
    }
};

} // namespace

void addCells(const StageFacts& facts, StageLayout& layout, bool tells)
{
    for (int p = 0; p < kPhaseCount; ++p)
        layout.columnNames.push_back(phaseName(static_cast<Phase>(p)));
    if (!tells) {
        for (const RankFacts& rank : facts.ranks)
            layout.rowNames.push_back(rank.name);
        return;
    }
    const std::optional<GridFacts> grid
        = layout.mode == StageMode::grid ? std::optional(gridFacts(facts, GridColour::lateness)) : std::nullopt;
    const Places places(layout.spots, facts.count());
    for (const RankFacts& rank : facts.ranks) {
        layout.rowNames.push_back(rank.name);
        for (int p = 0; p < kPhaseCount; ++p) {
            const Phase phase = static_cast<Phase>(p);
            StageCell cell;
            cell.row = rank.rank;
            cell.column = p;
            cell.object = {ObjectKind::phase, rank.rank, -1, -1, -1, phase};
            switch (phase) {
            case Phase::load:
                cell.text = loadText(facts, rank);
                break;
            case Phase::forward:
                cell.text = rank.loss.known == Known::hidden ? hiddenText()
                    : rank.loss.is() ? SceneText::tr("loss %1").arg(shortNumber(rank.loss.value))
                                     : notYetText();
                break;
            case Phase::backward:
                cell.text = backwardText(facts, rank) + latenessText(grid, rank);
                break;
            case Phase::allReduce:
                cell.text = reduceText(facts, rank);
                break;
            case Phase::update:
                cell.text = updateText(facts, rank);
                break;
            }
            if (facts.failedRank >= 0 && rank.rank == facts.failedRank && phase >= facts.stoppedIn)
                cell.text = phase == facts.stoppedIn ? SceneText::tr("stopped here") : SceneText::tr("never reached");
            else if (facts.failedRank >= 0 && phase == Phase::allReduce)
                cell.text = SceneText::tr("waits for %1, which has stopped")
                                .arg(facts.ranks[static_cast<std::size_t>(facts.failedRank)].name);
            else if (facts.failedRank >= 0 && phase == Phase::update)
                cell.text = SceneText::tr("never reached");
            cell.rect = places.of(rank.rank, phase);
            layout.cells.push_back(cell);
        }
    }
}

} // namespace lockstep::ui
