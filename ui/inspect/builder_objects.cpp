// What is said about one rank, one example, one collective, one transfer.
#include <cmath>

#include "core/collective/plan.h"
#include "ui/inspect/builder_parts.h"

namespace lockstep::ui::inspect {

namespace {

const QString kDot = QString(QChar(0xb7));
const QString kMinus = QStringLiteral(" \u2212 ");

QString fixedOr(const Shown& shown, int decimals, bool exact)
{
    if (shown.hidden)
        return QStringLiteral("?");
    return exact ? numberText(*shown.value) : fixedText(*shown.value, decimals);
}

/// Mean or sum of a rank's values: (1 + 3)/2 = 2.
Formula reduced(const Scene& scene, const QString& letter, int rank, const std::vector<Shown>& values,
    const Shown& result, ObjectKind kind)
{
    std::vector<Formula> terms;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QString text = i == 0 ? shownText(values[i], letter) : bracketed(values[i], letter);
        terms.push_back({piece::number(text, objectOf(ObjectKind::example, rank, static_cast<int>(i)))});
    }
    Formula formula = {piece::symbol(letter, scene.label(rank)), piece::equals()};
    if (scene.meanLoss()) {
        formula.push_back(piece::fraction(sum(terms), {piece::number(numberText(static_cast<double>(values.size())))}));
    } else {
        const Formula added = sum(terms);
        formula.insert(formula.end(), added.begin(), added.end());
    }
    addResult(formula, result, objectOf(kind, rank));
    return formula;
}

/// The values of a chunk: the first four, then how many more.
Formula valuesOf(const std::vector<double>& values, std::int64_t count, bool hidden, bool exact)
{
    if (hidden)
        return {piece::result(QStringLiteral("?"))};
    if (values.empty())
        return {piece::text(Text::tr("%1 numbers, not recorded").arg(numberText(static_cast<double>(count))))};
    QString list;
    const std::size_t shown = std::min<std::size_t>(values.size(), 4);
    for (std::size_t i = 0; i < shown; ++i)
        list += (i > 0 ? QStringLiteral(", ") : QString()) + (exact ? numberText(values[i]) : fixedText(values[i], 3));
    Formula formula = {piece::result(list)};
    if (count > static_cast<std::int64_t>(shown))
        formula.push_back(piece::note(
            Text::tr("and %1 more").arg(numberText(static_cast<double>(count) - static_cast<double>(shown)))));
    return formula;
}

QString algorithmName(Algorithm algorithm)
{
    switch (algorithm) {
    case Algorithm::pairwise:
        return Text::tr("Pairwise");
    case Algorithm::star:
        return Text::tr("Star");
    case Algorithm::ring:
        return Text::tr("Ring");
    }
    return {};
}

} // namespace

std::vector<FormulaBlock> rankBlocks(const Scene& scene, int rank, bool withLoss)
{
    const RankNumbers& own = scene.numbers.ranks.at(static_cast<std::size_t>(rank));
    std::vector<FormulaBlock> blocks;
    if (!scene.numbers.scalar) {
        if (own.loss.hidden || own.loss.value)
            blocks.push_back(
                {scene.meanLoss() ? Text::tr("Mean loss of its examples") : Text::tr("Loss of its examples, summed"),
                    {piece::symbol(QStringLiteral("L"), scene.label(rank)), piece::equals(),
                        piece::result(fixedOr(own.loss, 3, false))}});
        if (own.norm.hidden || own.norm.value)
            blocks.push_back({Text::tr("Length of its gradient"),
                {piece::symbol(QStringLiteral("|g|"), scene.label(rank)), piece::equals(),
                    piece::result(fixedOr(own.norm, 3, false), objectOf(ObjectKind::gradient, rank))}});
        return blocks;
    }
    if (withLoss && !own.losses.empty())
        blocks.push_back(
            {scene.meanLoss() ? Text::tr("Mean loss of its examples") : Text::tr("Loss of its examples, summed"),
                reduced(scene, QStringLiteral("L"), rank, own.losses, own.loss, ObjectKind::rank)});
    QString caption
        = scene.meanLoss() ? Text::tr("Mean gradient of its examples") : Text::tr("Gradients of its examples, summed");
    if (scene.config.batch.accumulate > 1)
        caption = Text::tr("%1, in %2 micro-steps").arg(caption).arg(scene.config.batch.accumulate);
    if (!own.gradients.empty())
        blocks.push_back(
            {caption, reduced(scene, QStringLiteral("g"), rank, own.gradients, own.local, ObjectKind::gradient)});
    // The weight of a rank is part of the answer to what is combined.
    if (scene.numbers.exchanged && !scene.hidden.combined && scene.numbers.ranks.size() > 1
        && (own.sent.value || own.sent.hidden)) {
        Formula sent;
        if (scene.config.combine == Combine::weighted && scene.meanLoss()) {
            sent = {piece::number(numberText(own.examples), objectOf(ObjectKind::rank, rank)), piece::text(kDot)};
            const Formula local = localTerm(scene, rank, true);
            sent.insert(sent.end(), local.begin(), local.end());
            sent.push_back(piece::equals());
        }
        sent.push_back(piece::result(shownText(own.sent, {}), objectOf(ObjectKind::gradient, rank)));
        blocks.push_back({Text::tr("What it puts into the all-reduce"), sent});
    }
    return blocks;
}

std::vector<FormulaBlock> exampleBlocks(const Scene& scene, int rank, int index)
{
    const RankWorld& own = scene.world.ranks.at(static_cast<std::size_t>(rank));
    const ExampleWorld& example = own.examples.at(static_cast<std::size_t>(index));
    const ObjectRef self = objectOf(ObjectKind::example, rank, index);
    const Shown target{example.target, false}, prediction{example.prediction, false},
        loss{example.loss, scene.hidden.loss}, gradient{example.gradient, scene.hidden.localGradients};
    std::vector<FormulaBlock> blocks;
    if (scene.config.loss.kind == LossKind::crossEntropy || scene.config.loss.kind == LossKind::binaryCrossEntropy) {
        if (target.value)
            blocks.push_back({Text::tr("Label"), {piece::result(numberText(*target.value), self)}});
        if (prediction.value)
            blocks.push_back({Text::tr("Probability of the right class"),
                {piece::symbol(QStringLiteral("p")), piece::equals(),
                    piece::result(fixedText(*prediction.value, 3), self)}});
        if (loss.hidden || loss.value)
            blocks.push_back({Text::tr("Loss"),
                {piece::text(QStringLiteral("\u2212ln ")), piece::symbol(QStringLiteral("p")), piece::equals(),
                    piece::result(fixedOr(loss, 3, false), self)}});
        return blocks;
    }
    const QString w = QStringLiteral("w");
    const std::vector<Numbers>& inputs = scene.config.data.inputs;
    const auto place = static_cast<std::size_t>(example.sample);
    const double x = place < inputs.size() && inputs[place].size() == 1 ? inputs[place].front() : 1;
    const bool plain = scene.config.model.kind == ModelKind::scalar;
    if (plain && !own.before.empty()) {
        const double before = own.before.front();
        Formula formula = x == 1 ? Formula{piece::symbol(w)}
                                 : Formula{piece::symbol(w), piece::text(kDot), piece::symbol(QStringLiteral("x"))};
        if (x != 1) {
            formula.push_back(piece::equals());
            formula.push_back(piece::number(numberText(before), objectOf(ObjectKind::parameters, rank)));
            formula.push_back(piece::text(kDot));
            formula.push_back(piece::number(bracketed({x, false}, {})));
        }
        addResult(formula, prediction, self);
        blocks.push_back({Text::tr("Prediction"), formula});
    } else if (prediction.value) {
        blocks.push_back({Text::tr("Prediction"), {piece::result(numberText(*prediction.value), self)}});
    }
    if (!target.value)
        return blocks;
    const bool half = scene.config.loss.kind == LossKind::halfSquaredError;
    const Formula difference = {piece::number(shownText(prediction, QStringLiteral("w"))), piece::text(kMinus),
        piece::number(bracketed(target, {}), self)};
    Formula squared = {piece::text(half ? QStringLiteral("\u00bd(") : QStringLiteral("("))};
    squared.insert(squared.end(), difference.begin(), difference.end());
    squared.push_back(piece::text(QStringLiteral(")\u00b2")));
    addResult(squared, loss, self);
    blocks.push_back({Text::tr("Loss"), squared});
    if (!plain)
        return blocks;
    Formula slope;
    if (!half)
        slope.push_back(piece::text(QStringLiteral("2") + kDot));
    if (!half || x != 1)
        slope.push_back(piece::text(QStringLiteral("(")));
    slope.insert(slope.end(), difference.begin(), difference.end());
    if (!half || x != 1)
        slope.push_back(piece::text(QStringLiteral(")")));
    if (x != 1) {
        slope.push_back(piece::text(kDot));
        slope.push_back(piece::number(bracketed({x, false}, {})));
    }
    addResult(slope, gradient, self);
    blocks.push_back({Text::tr("Gradient"), slope});
    return blocks;
}

std::vector<FormulaBlock> collectiveBlocks(const Scene& scene, int bucket)
{
    std::vector<FormulaBlock> blocks;
    if (bucket < 0 || bucket >= static_cast<int>(scene.world.collectives.size()))
        return blocks;
    const CollectiveWorld& collective = scene.world.collectives[static_cast<std::size_t>(bucket)];
    if (const BucketInfo& info = scene.trace.header().buckets.at(static_cast<std::size_t>(bucket)); !info.reduced) {
        blocks.push_back({parameterNames(scene.trace.header(), false),
            {piece::text(Text::tr("not combined: each rank keeps its own"))}});
        return blocks;
    }
    const PlanSpec& plan = scene.trace.header().plans.at(collective.plan.index());
    int rounds = 0;
    for (const TransferWorld& transfer : collective.transfers)
        rounds = std::max(rounds, transfer.round + 1);
    blocks.push_back({Text::tr("Plan"),
        {piece::text(rounds == 1 ? Text::tr("%1, one round").arg(algorithmName(plan.algorithm))
                : collective.progress == Progress::running
                ? Text::tr("%1, round %2 of %3")
                      .arg(algorithmName(plan.algorithm))
                      .arg(collective.round + 1)
                      .arg(rounds)
                : Text::tr("%1, %2 rounds").arg(algorithmName(plan.algorithm)).arg(rounds))}});
    if (scene.hidden.combined) {
        blocks.push_back(afterAnswer());
        return blocks;
    }
    if (!scene.numbers.scalar) {
        if (collective.progress == Progress::done)
            blocks.push_back({Text::tr("Combined gradient"),
                valuesOf(collective.combined, plan.count, scene.hidden.combined, false)});
        return blocks;
    }
    std::vector<Formula> terms;
    for (std::size_t rank = 0; rank < scene.numbers.ranks.size(); ++rank) {
        const Shown& sent = scene.numbers.ranks[rank].sent;
        const ObjectRef origin = objectOf(ObjectKind::gradient, static_cast<int>(rank));
        terms.push_back(sent.hidden || sent.value
                ? Formula{piece::number(rank == 0 ? shownText(sent, {}) : bracketed(sent, {}), origin)}
                : Formula{piece::symbol(QStringLiteral("g"), scene.label(static_cast<int>(rank)), origin)});
    }
    const ObjectRef self = objectOf(ObjectKind::collective, -1, bucket);
    Formula added = sum(terms);
    Shown summed{
        collective.summed.empty() ? std::optional<double>() : collective.summed.front(), scene.hidden.combined};
    addResult(added, summed, self);
    blocks.push_back({Text::tr("Everything sent, added"), added});
    if (collective.divisor != 1 && (summed.hidden || summed.value)) {
        Formula divided = {
            piece::fraction({piece::number(shownText(summed, {}))}, {piece::number(numberText(collective.divisor))})};
        addResult(divided, scene.numbers.combined, self, scene.numbers.wrong);
        blocks.push_back({scene.config.combine == Combine::weighted ? Text::tr("Divided by the examples")
                                                                    : Text::tr("Divided by the ranks"),
            divided});
    }
    return blocks;
}

std::vector<FormulaBlock> transferBlocks(const Scene& scene, const ObjectRef& object, QString& title)
{
    std::vector<FormulaBlock> blocks;
    if (object.index < 0 || object.index >= static_cast<int>(scene.world.collectives.size()))
        return blocks;
    const CollectiveWorld& collective = scene.world.collectives[static_cast<std::size_t>(object.index)];
    for (const TransferWorld& transfer : collective.transfers) {
        if (transfer.round != object.round || transfer.index != object.transfer)
            continue;
        title = Text::tr("Round %1, %2 to %3")
                    .arg(transfer.round + 1)
                    .arg(scene.label(transfer.transfer.source.value), scene.label(transfer.transfer.destination.value));
        if (transfer.progress == Progress::ahead) {
            blocks.push_back({Text::tr("It carries"), {piece::text(Text::tr("not sent yet"))}});
            return blocks;
        }
        blocks.push_back({Text::tr("It carries"),
            valuesOf(transfer.values, transfer.transfer.chunk.count, scene.hidden.combined,
                scene.numbers.scalar || scene.config.data.set == DataSet::toy)});
        std::vector<int> inside;
        for (std::size_t rank = 0; rank < transfer.contributors.size(); ++rank)
            if (transfer.contributors[rank])
                inside.push_back(static_cast<int>(rank));
        if (!inside.empty())
            blocks.push_back({Text::tr("In the sum"), {piece::text(rankList(scene.config, inside))}});
        blocks.push_back({Text::tr("What the receiver does"),
            {piece::text(transfer.transfer.op == TransferOp::reduce ? Text::tr("adds it to its own")
                                                                    : Text::tr("keeps it: the sum is complete"))}});
    }
    return blocks;
}

SourceTable sourceTable(const Scene& scene)
{
    const StepNumbers& numbers = scene.numbers;
    const QString ahead = QStringLiteral("\u2013");
    SourceTable table;
    const auto fixed = [&](const Shown& shown) {
        return shown.hidden ? QStringLiteral("?") : shown.value ? fixedText(*shown.value, 3) : ahead;
    };
    const bool letters = !rankLabel(scene.config, 0).front().isDigit();
    const QString who = letters ? Text::tr("Worker") : Text::tr("Rank");
    // While a question asks for the combined gradient, sums and totals would lead straight to it.
    const bool asked = scene.hidden.combined, means = !asked || !scene.hidden.localGradients;
    table.heads = {who, Text::tr("Examples")};
    if (!numbers.scalar)
        table.heads.insert(table.heads.end(), {Text::tr("Loss"), Text::tr("Length of g")});
    else if (means)
        table.heads.push_back(Text::tr("Mean g"));
    if (numbers.scalar && !asked)
        table.heads.push_back(Text::tr("Sum"));
    for (std::size_t rank = 0; rank < numbers.ranks.size(); ++rank) {
        const RankNumbers& own = numbers.ranks[rank];
        TableRow row;
        row.object = objectOf(ObjectKind::rank, static_cast<int>(rank));
        if (numbers.scalar) {
            Shown mean = own.sum;
            if (mean.value)
                mean.value = *mean.value / own.examples;
            row.cells = {{scene.label(static_cast<int>(rank))}, {numberText(own.examples)}};
            if (means)
                row.cells.push_back({shownText(mean, ahead)});
            if (!asked)
                row.cells.push_back({shownText(own.sum, ahead)});
        } else {
            row.cells = {{scene.label(static_cast<int>(rank))}, {numberText(own.examples)}, {fixed(own.loss)},
                {fixed(own.norm)}};
        }
        table.rows.push_back(row);
    }
    TableRow total;
    total.total = true;
    total.object = objectOf(ObjectKind::collective, -1, 0);
    total.cells = {{Text::tr("Global batch")}, {numberText(numbers.examples)}};
    if (numbers.scalar) {
        // Known once every rank's backward is; told with the combined gradient, because it answers the same question.
        Shown all = numbers.sum;
        if (!numbers.combined.value && numbers.exchanged && numbers.ranks.size() > 1)
            all.value.reset();
        Shown mean = all;
        if (mean.value)
            mean.value = *mean.value / numbers.examples;
        if (means)
            total.cells.push_back({shownText(mean, ahead)});
        if (!asked)
            total.cells.push_back({shownText(all, ahead)});
    } else {
        total.cells.push_back({fixed(numbers.loss)});
        total.cells.push_back({fixed(numbers.norm)});
    }
    if (numbers.ranks.size() > 1)
        table.rows.push_back(total);
    return table;
}

} // namespace lockstep::ui::inspect
