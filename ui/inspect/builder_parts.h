// Formula parts shared by the builders of the inspector's content.
#pragma once

#include <QCoreApplication>

#include "ui/inspect/formula_builder.h"
#include "ui/inspect/step_numbers.h"

namespace lockstep::ui::inspect {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

/// Everything the builders need, gathered once.
struct Scene {
    const Trace& trace;
    const RunConfig& config;
    const World& world;
    const RevealMask& hidden;
    StepNumbers numbers;

    /// Runs in which a parameter takes part in no collective.
    bool leavesOut() const { return numbers.ranks.size() > 1 && !parameterNames(trace.header(), false).isEmpty(); }
    QString label(int rank) const { return rankLabel(config, rank); }
    bool meanLoss() const { return config.loss.reduction == Reduction::mean; }
};

ObjectRef objectOf(ObjectKind kind, int rank = -1, int index = -1);

/// "four" up to twelve, then digits.
QString countWord(int count);
/// "½" for 1/2 and the like, else "1/7".
QString fractionText(int part, int whole);
/// "A and B", "ranks 0 and 3", "ranks 0 to 3".
QString rankList(const RunConfig& config, const std::vector<int>& ranks);

/// Terms joined by " + ", the middle left out when there are more than `most`.
Formula sum(const std::vector<Formula>& terms, std::size_t most = 6);
/// `= value` in bold, or "= ?" when hidden, or nothing when not reached.
void addResult(Formula& formula, const Shown& value, const ObjectRef& origin, bool bad = false);

/// g of a rank as a term: its number, "?" or the symbol with the rank as subscript.
Formula localTerm(const Scene& scene, int rank, bool afterOperator);

/// One quiet line in place of formulas that a question asks for.
FormulaBlock afterAnswer();

std::vector<FormulaBlock> combinedBlocks(const Scene& scene);
/// The update of all ranks in one line where they agree, else one line a rank.
std::vector<FormulaBlock> updateBlocks(const Scene& scene, int onlyRank = -1);
std::vector<FormulaBlock> vectorBlocks(const Scene& scene);
std::vector<FormulaBlock> rankBlocks(const Scene& scene, int rank, bool withLoss);
std::vector<FormulaBlock> exampleBlocks(const Scene& scene, int rank, int index);
std::vector<FormulaBlock> collectiveBlocks(const Scene& scene, int bucket);
std::vector<FormulaBlock> transferBlocks(const Scene& scene, const ObjectRef& object, QString& title);
SourceTable sourceTable(const Scene& scene);

} // namespace lockstep::ui::inspect
