// The combined gradient and the update of scalar models, written out; lengths for all others.
#include <cmath>

#include "ui/inspect/builder_parts.h"

namespace lockstep::ui::inspect {

namespace {

const QString kG = QStringLiteral("g"), kV = QStringLiteral("v"), kW = QStringLiteral("w");
const QString kDot = QString(QChar(0xb7));
const QString kMinus = QStringLiteral(" \u2212 ");
const QString kPlus = QStringLiteral(" + ");

ObjectRef combinedRef()
{
    return objectOf(ObjectKind::collective, -1, 0);
}

Formula start(const QString& sub = {})
{
    return {piece::symbol(kG, sub), piece::equals()};
}

Formula count(int number)
{
    return {piece::number(numberText(number))};
}

/// g = (2 + 6)/2, or g = 2 + 6.
Formula overLocals(const Scene& scene, bool divide)
{
    std::vector<Formula> terms;
    for (std::size_t rank = 0; rank < scene.numbers.ranks.size(); ++rank)
        terms.push_back(localTerm(scene, static_cast<int>(rank), rank > 0));
    Formula formula = start();
    if (divide) {
        formula.push_back(piece::fraction(sum(terms), count(static_cast<int>(terms.size()))));
    } else {
        const Formula added = sum(terms);
        formula.insert(formula.end(), added.begin(), added.end());
    }
    return formula;
}

/// The sum over all examples divided by their number: "= 16/4".
void addDivision(const Scene& scene, Formula& formula)
{
    Shown total = scene.numbers.sum;
    // A sum that stands in the numerator already would be said twice.
    if (!total.hidden && !scene.numbers.combined.value)
        return;
    total.hidden = scene.hidden.combined;
    formula.push_back(piece::equals());
    formula.push_back(piece::fraction({piece::number(shownText(total, {}))}, count(scene.numbers.examples)));
}

/// g = (2·2 + 2·6)/4 = 16/4 = 4; sums of a summed loss need no counts.
Formula weightedByCount(const Scene& scene)
{
    std::vector<Formula> terms;
    for (std::size_t rank = 0; rank < scene.numbers.ranks.size(); ++rank) {
        const int which = static_cast<int>(rank);
        Formula term;
        if (scene.meanLoss()) {
            term.push_back(
                piece::number(numberText(scene.numbers.ranks[rank].examples), objectOf(ObjectKind::rank, which)));
            term.push_back(piece::text(kDot));
        }
        const Formula local = localTerm(scene, which, true);
        term.insert(term.end(), local.begin(), local.end());
        terms.push_back(term);
    }
    Formula formula = start();
    formula.push_back(piece::fraction(sum(terms, 4), count(scene.numbers.examples)));
    addDivision(scene, formula);
    return formula;
}

/// g = (2 + 4 + 6 + 8)/4 = 20/4 = 5: every example once.
Formula oneBatch(const Scene& scene)
{
    std::vector<Formula> terms;
    for (std::size_t rank = 0; rank < scene.numbers.ranks.size(); ++rank) {
        const RankNumbers& numbers = scene.numbers.ranks[rank];
        for (std::size_t i = 0; i < numbers.gradients.size(); ++i)
            terms.push_back({piece::number(
                terms.empty() ? shownText(numbers.gradients[i], kG) : bracketed(numbers.gradients[i], kG),
                objectOf(ObjectKind::example, static_cast<int>(rank), static_cast<int>(i)))});
    }
    Formula formula = start();
    if (terms.empty()) {
        formula.push_back(piece::text(Text::tr("mean over %1 examples").arg(scene.numbers.examples)));
        return formula;
    }
    if (!scene.meanLoss()) {
        const Formula added = sum(terms);
        formula.insert(formula.end(), added.begin(), added.end());
        return formula;
    }
    formula.push_back(piece::fraction(sum(terms), count(scene.numbers.examples)));
    addDivision(scene, formula);
    return formula;
}

QString oneBatchCaption(const Scene& scene)
{
    const QString number = countWord(scene.numbers.examples);
    if (scene.numbers.examples == 1)
        return Text::tr("The only example");
    return scene.meanLoss() ? Text::tr("All %1 examples in one batch").arg(number)
                            : Text::tr("All %1 examples, summed").arg(number);
}

/// What the combine rule makes of the local gradients, in words.
QString ruleCaption(const Scene& scene)
{
    const bool mean = scene.meanLoss();
    switch (scene.config.combine) {
    case Combine::weighted:
        return mean ? Text::tr("Weighted by example count") : Text::tr("Sums divided by the example count");
    case Combine::sum:
        return mean ? Text::tr("Sum of the means") : Text::tr("Sums added");
    case Combine::mean:
        break;
    }
    if (!mean)
        return Text::tr("Mean of the sums");
    return scene.config.equalShares() ? Text::tr("Equal shares, so average the means") : Text::tr("Mean of the means");
}

/// The right value may be told once the run's own is.
Shown rightOnceReached(const Scene& scene)
{
    Shown right = scene.numbers.right;
    if (!scene.numbers.combined.value)
        right.value.reset();
    return right;
}

/// The gradient after weight decay: g, or d where decay makes the two differ.
FormulaPiece decayed(const Scene& scene, const QString& sub)
{
    return scene.config.optimizer.weightDecay != 0 ? piece::symbol(QStringLiteral("d"), sub) : piece::symbol(kG, sub);
}

/// What the learning rate is multiplied with: g; with weight decay d; with momentum v, or (d + m v) Nesterov's way.
Formula directionOf(const Scene& scene, const QString& sub)
{
    const RunConfig::Optimizer& optimizer = scene.config.optimizer;
    if (optimizer.momentum == 0)
        return {decayed(scene, sub)};
    if (!optimizer.nesterov)
        return {piece::symbol(kV, sub)};
    return {piece::text(QStringLiteral("(")), decayed(scene, sub), piece::text(kPlus),
        piece::number(numberText(optimizer.momentum)), piece::text(kDot), piece::symbol(kV, sub),
        piece::text(QStringLiteral(")"))};
}

/// How weight decay and momentum make that of the gradient; nothing for plain descent.
std::vector<FormulaBlock> directionBlocks(const Scene& scene)
{
    const RunConfig::Optimizer& optimizer = scene.config.optimizer;
    std::vector<FormulaBlock> blocks;
    if (optimizer.weightDecay != 0)
        blocks.push_back({Text::tr("Weight decay pulls towards 0"),
            {decayed(scene, {}), piece::equals(), piece::symbol(kG), piece::text(kPlus),
                piece::number(numberText(optimizer.weightDecay)), piece::text(kDot), piece::symbol(kW)}});
    if (optimizer.momentum != 0)
        blocks.push_back({Text::tr("Momentum keeps part of the earlier steps"),
            {piece::symbol(kV), piece::becomes(), piece::number(numberText(optimizer.momentum)), piece::text(kDot),
                piece::symbol(kV), piece::text(kPlus), decayed(scene, {})}});
    return blocks;
}

} // namespace

std::vector<FormulaBlock> combinedBlocks(const Scene& scene)
{
    const StepNumbers& numbers = scene.numbers;
    std::vector<FormulaBlock> blocks;
    if (scene.hidden.combined)
        return {afterAnswer()};
    const auto finish = [&](const QString& caption, Formula formula, const Shown& value, bool bad) {
        addResult(formula, value, combinedRef(), bad);
        blocks.push_back({caption, formula});
    };
    if (numbers.ranks.size() == 1) {
        finish(oneBatchCaption(scene), oneBatch(scene), rightOnceReached(scene), false);
        return blocks;
    }
    if (!numbers.exchanged) {
        for (std::size_t rank = 0; rank < numbers.ranks.size() && rank < 4; ++rank) {
            Formula formula = {piece::symbol(kG, scene.label(static_cast<int>(rank)))};
            addResult(formula, numbers.ranks[rank].local, objectOf(ObjectKind::gradient, static_cast<int>(rank)), true);
            blocks.push_back({rank == 0 ? Text::tr("What ran: nothing was combined") : QString(), formula});
        }
        finish(oneBatchCaption(scene), oneBatch(scene), numbers.right, false);
        return blocks;
    }
    const bool wrong = numbers.wrong && !numbers.combined.hidden;
    const bool weighted = scene.config.combine == Combine::weighted;
    QString caption = ruleCaption(scene);
    if (wrong)
        caption = Text::tr("What ran: %1").arg(caption.left(1).toLower() + caption.mid(1));
    finish(caption, weighted ? weightedByCount(scene) : overLocals(scene, scene.config.combine == Combine::mean),
        numbers.combined, wrong);

    const bool plainMean = scene.config.combine == Combine::mean && scene.meanLoss();
    if (plainMean && scene.config.equalShares() && !wrong)
        finish(
            Text::tr("Always right: weight by example count"), weightedByCount(scene), rightOnceReached(scene), false);
    else if (weighted && scene.config.equalShares() && scene.meanLoss())
        finish(Text::tr("Equal shares, so the plain mean agrees"), overLocals(scene, true), rightOnceReached(scene),
            false);
    else
        finish(oneBatchCaption(scene), oneBatch(scene), rightOnceReached(scene), false);
    return blocks;
}

std::vector<FormulaBlock> updateBlocks(const Scene& scene, int onlyRank)
{
    const StepNumbers& numbers = scene.numbers;
    if (scene.hidden.combined || scene.hidden.update)
        return {afterAnswer()};
    std::vector<FormulaBlock> blocks = directionBlocks(scene);
    const auto add = [&](std::vector<FormulaBlock> more) {
        blocks.insert(blocks.end(), more.begin(), more.end());
        return blocks;
    };
    const bool plain = scene.config.optimizer.plain();
    const auto update = [&](int rank) {
        const RankNumbers& own = numbers.ranks.at(static_cast<std::size_t>(rank));
        const Shown& gradient = numbers.exchanged ? numbers.combined : own.local;
        Formula formula = {piece::symbol(kW), piece::becomes()};
        formula.push_back(own.before.value
                ? piece::number(numberText(*own.before.value), objectOf(ObjectKind::parameters, rank))
                : piece::symbol(kW));
        formula.push_back(piece::text(kMinus));
        formula.push_back(piece::number(numberText(numbers.rate)));
        formula.push_back(piece::text(kDot));
        if (!plain) {
            const Formula direction = directionOf(scene, {});
            formula.insert(formula.end(), direction.begin(), direction.end());
        } else if (gradient.hidden || gradient.value)
            formula.push_back(piece::number(
                bracketed(gradient, {}), numbers.exchanged ? combinedRef() : objectOf(ObjectKind::gradient, rank)));
        else
            formula.push_back(piece::symbol(kG));
        const bool wrong
            = (numbers.wrong || !numbers.exchanged) && !numbers.combined.hidden && numbers.ranks.size() > 1;
        addResult(formula, own.after, objectOf(ObjectKind::parameters, rank), wrong);
        if (plain && wrong && own.after.visible() && own.before.value && numbers.right.value) {
            const double right = *own.before.value - numbers.rate * *numbers.right.value;
            if (std::abs(right - *own.after.value) > 1e-9 * std::max(1.0, std::abs(right)))
                formula.push_back(piece::note(Text::tr("not %1").arg(numberText(right))));
        }
        return formula;
    };
    const int ranks = static_cast<int>(numbers.ranks.size());
    if (onlyRank >= 0)
        return add({{ranks == 1 ? Text::tr("Update") : Text::tr("Update on %1").arg(rankName(scene.config, onlyRank)),
            update(onlyRank)}});
    bool same = true;
    for (const RankNumbers& rank : numbers.ranks)
        same = same && rank.before.value == numbers.ranks.front().before.value
            && (!rank.after.value || !numbers.ranks.front().after.value
                || *rank.after.value == *numbers.ranks.front().after.value);
    same = same && (numbers.exchanged || ranks == 1);
    if (ranks == 1)
        return add({{Text::tr("Update"), update(0)}});
    if (same) {
        // Ranks update one after another on a measured track: show the first that has.
        int shown = 0;
        for (int rank = ranks - 1; rank >= 0; --rank)
            if (numbers.ranks[static_cast<std::size_t>(rank)].after.value)
                shown = rank;
        const QString who = ranks == 2 ? Text::tr("%1 and %2").arg(scene.label(0), scene.label(1))
                                       : Text::tr("all %1 ranks").arg(ranks);
        return add({{Text::tr("Update, the same on %1").arg(who), update(shown)}});
    }
    for (int rank = 0; rank < std::min(ranks, 4); ++rank)
        blocks.push_back({Text::tr("Update on %1").arg(rankName(scene.config, rank)), update(rank)});
    return blocks;
}

std::vector<FormulaBlock> vectorBlocks(const Scene& scene)
{
    const StepNumbers& numbers = scene.numbers;
    const auto fixed = [](const Shown& shown) {
        return shown.hidden ? QStringLiteral("?") : shown.value ? fixedText(*shown.value, 3) : QString();
    };
    std::vector<FormulaBlock> blocks;
    if (scene.hidden.combined)
        return {afterAnswer()};
    const QString left = scene.leavesOut() ? parameterNames(scene.trace.header(), false) : QString(),
                  taken = parameterNames(scene.trace.header(), true);
    std::vector<Formula> terms;
    for (std::size_t rank = 0; rank < numbers.ranks.size(); ++rank) {
        const int which = static_cast<int>(rank);
        Formula term;
        if (scene.config.combine == Combine::weighted && scene.meanLoss()) {
            term.push_back(piece::number(numberText(numbers.ranks[rank].examples), objectOf(ObjectKind::rank, which)));
            term.push_back(piece::text(kDot));
        }
        term.push_back(piece::symbol(kG, scene.label(which), objectOf(ObjectKind::gradient, which)));
        terms.push_back(term);
    }
    Formula formula = start();
    const Formula added = sum(terms, scene.config.combine == Combine::weighted ? 3 : 5);
    if (numbers.ranks.size() == 1)
        formula.push_back(piece::text(Text::tr("mean over %1 examples").arg(numbers.examples)));
    else if (scene.config.combine == Combine::sum)
        formula.insert(formula.end(), added.begin(), added.end());
    else
        formula.push_back(piece::fraction(added,
            count(scene.config.combine == Combine::weighted ? numbers.examples
                                                            : static_cast<int>(numbers.ranks.size()))));
    if (!left.isEmpty())
        blocks.push_back({left, {piece::text(Text::tr("not combined: each rank keeps its own"))}});
    const QString caption = numbers.ranks.size() == 1 ? Text::tr("One worker, the whole batch") : ruleCaption(scene);
    if (numbers.exchanged)
        blocks.push_back(
            {left.isEmpty() ? caption : Text::tr("%1: %2").arg(taken, caption.left(1).toLower() + caption.mid(1)),
                formula});
    if (const QString length = fixed(numbers.norm); !length.isEmpty())
        blocks.push_back({Text::tr("Its length"),
            {piece::symbol(QStringLiteral("|g|")), piece::equals(), piece::result(length, combinedRef())}});
    if (scene.world.reference && !scene.hidden.combined && numbers.ranks.size() > 1)
        blocks.push_back({Text::tr("Against one worker with the whole batch"),
            {piece::text(Text::tr("largest difference ")),
                piece::result(scene.world.reference->maxDifference == 0
                        ? QStringLiteral("0")
                        : numberText(
                            std::stod(QString::number(scene.world.reference->maxDifference, 'g', 2).toStdString())))}});
    if (scene.hidden.update) {
        blocks.push_back(afterAnswer());
        return blocks;
    }
    const auto update = [&](const QString& sub) {
        Formula step{piece::symbol(kW, sub), piece::becomes(), piece::symbol(kW, sub), piece::text(kMinus),
            piece::number(numberText(numbers.rate)), piece::text(kDot)};
        const Formula direction = directionOf(scene, sub);
        step.insert(step.end(), direction.begin(), direction.end());
        return step;
    };
    for (const FormulaBlock& block : directionBlocks(scene))
        blocks.push_back(block);
    const QString everyRank = QStringLiteral("r"); // the rank that steps
    if (!left.isEmpty())
        blocks.push_back({Text::tr("Update of %1, on every rank r by its own gradient").arg(left), update(everyRank)});
    if (numbers.exchanged)
        blocks.push_back({numbers.ranks.size() == 1 ? Text::tr("Update")
                : left.isEmpty()                    ? Text::tr("Update, on every rank")
                                                    : Text::tr("Update of %1, on every rank").arg(taken),
            update({})});
    return blocks;
}

} // namespace lockstep::ui::inspect
