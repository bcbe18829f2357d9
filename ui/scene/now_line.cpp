// The Now line's sentences, from the facts of the moment. Masked values are never told.
#include "ui/scene/now_line.h"

#include <algorithm>
#include <cmath>

#include "ui/play/timeline_text.h"
#include "ui/scene/now_collective.h"
#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

QString examplesText(int count)
{
    return count == 1 ? SceneText::tr("1 example") : SceneText::tr("%1 examples").arg(count);
}

/// "A and B", "all 4 ranks", "the worker"
QString everyone(const StageFacts& facts)
{
    if (facts.count() == 1)
        return SceneText::tr("The worker");
    if (facts.count() == 2)
        return SceneText::tr("%1 and %2").arg(subject(facts, 0), midSentence(facts, 1));
    return SceneText::tr("All %1 ranks").arg(facts.count());
}

NowText beforeTraining(const StageFacts& facts)
{
    NowText now{{}, SceneText::tr("Nothing has been trained yet."), Phase::load};
    if (!facts.sameStart)
        now.title = SceneText::tr("The workers start from different parameters.");
    else if (facts.scalar)
        now.title = SceneText::tr("Every worker starts with w %1 %2.")
                        .arg(relation(facts.ranks[0].before), shortNumber(facts.ranks[0].before));
    else
        now.title = SceneText::tr("Every worker starts from the same parameters.");
    return now;
}

NowText loading(const StageFacts& facts)
{
    NowText now{{}, {}, Phase::load};
    const int first = static_cast<int>(facts.ranks[0].examples.size());
    if (facts.count() == 1)
        now.title = SceneText::tr("The worker loads %1.").arg(examplesText(first));
    else if (facts.equalShares)
        now.title = facts.count() == 2 ? SceneText::tr("%1 each load %2.").arg(everyone(facts), examplesText(first))
                                       : SceneText::tr("%1 load %2 each.").arg(everyone(facts), examplesText(first));
    else if (facts.count() == 2)
        now.title = SceneText::tr("%1 loads %2, %3 loads %4.")
                        .arg(subject(facts, 0), examplesText(first), midSentence(facts, 1),
                            examplesText(static_cast<int>(facts.ranks[1].examples.size())));
    else
        now.title = SceneText::tr("The ranks load unequal shares of %1.").arg(examplesText(facts.globalBatch));
    if (facts.batch.allSame && !facts.hidden.findings)
        now.detail = SceneText::tr("They are the same %1 on every rank.").arg(examplesText(first));
    else if (!facts.sameStart)
        now.detail = SceneText::tr("Their copies of the parameters are not the same.");
    else if (facts.scalar)
        now.detail = SceneText::tr("Same w %1 %2 everywhere; only the examples differ.")
                         .arg(relation(facts.ranks[0].before), shortNumber(facts.ranks[0].before));
    else
        now.detail = SceneText::tr("Same parameters everywhere; only the examples differ.");
    return now;
}

NowText forward(const StageFacts& facts)
{
    NowText now{{}, {}, Phase::forward};
    const bool one = facts.count() == 1;
    if (facts.line)
        now.title = one ? SceneText::tr("The worker compares w with its targets.")
                        : SceneText::tr("%1 each compare w with their own targets.").arg(everyone(facts));
    else
        now.title = one ? SceneText::tr("The worker predicts its examples.")
                        : SceneText::tr("%1 each predict their own examples.").arg(everyone(facts));
    if (facts.config->loss.kind == LossKind::halfSquaredError)
        now.detail = SceneText::tr("An example’s loss is half the squared distance to its target.");
    else if (facts.config->loss.kind == LossKind::meanSquaredError)
        now.detail = SceneText::tr("An example’s loss is the squared distance to its target.");
    else
        now.detail = SceneText::tr("The loss is large where the right class got little probability.");
    return now;
}

NowText backward(const StageFacts& facts)
{
    NowText now{{}, {}, Phase::backward};
    const bool mean = facts.config->loss.reduction == Reduction::mean;
    if (!facts.allDone(Phase::backward) || !facts.scalar || facts.count() > 2 || !facts.ranks[0].gradient.is()) {
        now.title = facts.count() == 1
            ? SceneText::tr("The worker finds its gradient.")
            : SceneText::tr("%1 each find the gradient of their own examples.").arg(everyone(facts));
        if (facts.line && facts.config->loss.kind == LossKind::halfSquaredError)
            now.detail = SceneText::tr("An example’s gradient is w minus its target: its distance on the line.");
        else
            now.detail = SceneText::tr("Backward runs from the loss to the parameters.");
        return now;
    }
    const QString first = shortNumber(facts.ranks[0].gradient.value);
    if (facts.count() == 1) {
        now.title = SceneText::tr("The gradient is %1.").arg(first);
        now.detail = SceneText::tr("One worker has nobody to combine it with.");
        return now;
    }
    const QString second = facts.ranks[1].gradient.is() ? shortNumber(facts.ranks[1].gradient.value) : QString();
    now.title = mean ? SceneText::tr("%1 found a mean gradient of %2, %3 found %4.")
                           .arg(subject(facts, 0), first, midSentence(facts, 1), second)
                     : SceneText::tr("%1 found a gradient sum of %2, %3 found %4.")
                           .arg(subject(facts, 0), first, midSentence(facts, 1), second);
    now.detail = facts.hidden.combined // what they need may be the question
        ? SceneText::tr("Neither may update yet: each knows its own examples only.")
        : SceneText::tr("Neither may update yet: both need the gradient of all %1.")
              .arg(examplesText(facts.globalBatch));
    return now;
}

NowText waiting(const StageFacts& facts)
{
    std::size_t waits = 0, first = 0, late = 0, lastLate = 0;
    for (std::size_t r = 0; r < facts.count(); ++r) {
        if (facts.ranks[r].waiting && waits++ == 0)
            first = r;
        if (!facts.ranks[r].waiting) {
            ++late;
            lastLate = r;
        }
    }
    NowText now{{}, SceneText::tr("The all-reduce starts when the last one arrives."), Phase::allReduce};
    if (waits == 1 && late == 1)
        now.title = SceneText::tr("%1 has its gradient and waits for %2.")
                        .arg(subject(facts, first), midSentence(facts, lastLate));
    else if (late == 1)
        now.title = SceneText::tr("%1 workers wait for %2.").arg(waits).arg(midSentence(facts, lastLate));
    else
        now.title = SceneText::tr("%1 of %2 workers wait for the others.").arg(waits).arg(facts.count());
    now.phase = Phase::backward;
    return now;
}

QString way(double gradient)
{
    return gradient > 0 ? SceneText::tr("to the left") : SceneText::tr("to the right");
}

/// Words for the usual shares; a fraction otherwise.
QString shareWord(double share)
{
    if (std::abs(share - 0.5) < 1e-12)
        return SceneText::tr("half");
    if (std::abs(share - 0.25) < 1e-12)
        return SceneText::tr("a quarter");
    if (std::abs(share - 1.0 / 3) < 1e-12)
        return SceneText::tr("a third");
    return fractionText(share);
}

/// What the second run has come to, beside this one.
QString secondRun(const StageFacts& facts)
{
    const OverlayFacts& overlay = facts.overlay;
    if (!overlay.w.is())
        return {};
    const QString name = overlay.name == SceneText::tr("second run")
        ? SceneText::tr("The second run")
        : SceneText::tr("The second run, %1,").arg(overlay.name);
    return overlay.same ? SceneText::tr("%1 stands on the same w after as many steps.").arg(name)
                        : SceneText::tr("%1 stands on %2 after as many steps.").arg(name, toldNumber(overlay.w.value));
}

NowText wrongUpdate(const StageFacts& facts)
{
    NowText now{{}, {}, Phase::update};
    const QString second = secondRun(facts);
    const double right = facts.ranks[0].before - facts.lr * facts.reference.value;
    const QString reached = toldNumber(facts.ranks[0].after.value);
    now.title = facts.count() == 2 ? SceneText::tr("Both workers moved to %1. One device with the same %2 moves to %3.")
                                         .arg(reached, examplesText(facts.globalBatch), toldNumber(right))
                                   : SceneText::tr("All workers moved to %1. One device with the same %2 moves to %3.")
                                         .arg(reached, examplesText(facts.globalBatch), toldNumber(right));
    if (!second.isEmpty() && std::abs(facts.overlay.w.value - right) > kNothing) {
        now.detail = second;
    } else if (facts.config->combine == Combine::mean && !facts.equalShares
        && facts.config->loss.reduction == Reduction::mean) {
        std::size_t least = 0;
        for (std::size_t r = 0; r < facts.count(); ++r)
            if (facts.config->batchOf(static_cast<int>(r)) < facts.config->batchOf(static_cast<int>(least)))
                least = r;
        const int own = facts.config->batchOf(static_cast<int>(least));
        const QString weight = shareWord(1.0 / static_cast<double>(facts.count())),
                      share = shareWord(own / static_cast<double>(facts.config->microBatch()));
        now.detail = own == 1
            ? SceneText::tr("The single example of %1 got %2 of the weight. Its share of the examples is %3.")
                  .arg(midSentence(facts, least), weight, share)
            : SceneText::tr("The %4 examples of %1 got %2 of the weight. Their share is %3.")
                  .arg(midSentence(facts, least), weight, share)
                  .arg(own);
    } else {
        now.detail = SceneText::tr("This run combined to %1; one device finds %2.")
                         .arg(shortNumber(facts.combined.value), shortNumber(facts.reference.value));
    }
    return now;
}

NowText update(const StageFacts& facts)
{
    NowText now{{}, {}, Phase::update};
    const bool done = facts.allDone(Phase::update);
    const bool plain = facts.config->optimizer.plain();
    if (plain && facts.scalar && done && facts.wrong && facts.sameAfter && facts.reference.is() && facts.ranks[0].after.is())
        return wrongUpdate(facts);
    if (plain && facts.scalar && facts.combined.is() && !facts.hidden.update) {
        const double g = facts.combined.value;
        const QString step
            = SceneText::tr("%1 times %2 %3").arg(numberText(facts.lr), shortNumber(std::abs(g)), way(g));
        now.title = g == 0       ? SceneText::tr("The combined gradient is 0: w stays where it is.")
            : facts.count() == 1 ? SceneText::tr("The worker takes its step: %1.").arg(step)
                                 : SceneText::tr("%1 each take the same step: %2.").arg(everyone(facts), step);
    } else if (facts.reducesNone) {
        now.title = SceneText::tr("%1 each take a step against their own gradient. Nothing was combined.")
                        .arg(everyone(facts));
    } else if (!facts.reducesAll && facts.count() > 1) {
        now.title
            = SceneText::tr("%1 each take a step: %2 by the combined gradient, %3 by their own.")
                  .arg(everyone(facts), parameterNames(*facts.header, true), parameterNames(*facts.header, false));
    } else {
        now.title = facts.count() == 1
            ? SceneText::tr("The worker takes a step against its gradient.")
            : SceneText::tr("%1 each take a step against the combined gradient.").arg(everyone(facts));
    }
    if (facts.count() == 1 || facts.hidden.update || !done)
        now.detail = facts.count() == 1
            ? QString()
            : SceneText::tr("The learning rate is %1 on every worker.").arg(numberText(facts.lr));
    else if (facts.sameAfter && facts.overlay.w.is())
        now.detail = secondRun(facts);
    else if (!facts.sameAfter && !facts.sameStart)
        now.detail = SceneText::tr("Equal steps from different places: the copies never meet.");
    else if (!facts.sameAfter && !facts.reducesAll && !facts.reducesNone)
        now.detail = SceneText::tr("One parameter was never combined: the copies are no longer the same.");
    else if (!facts.sameAfter)
        now.detail = SceneText::tr("The copies are no longer the same.");
    else if (facts.batch.allSame && !facts.hidden.findings)
        now.detail = equalGradients(facts);
    else if (facts.count() == 2 && !facts.scalar)
        now.detail = SceneText::tr("No example left its worker, and both copies stay equal.");
    else if (facts.count() == 2)
        now.detail = SceneText::tr("Nobody sent an example. Two numbers crossed, and both copies of w stay equal.");
    else
        now.detail = SceneText::tr("No example left its worker, and all %1 copies stay equal.").arg(facts.count());
    return now;
}

NowText failed(const StageFacts& facts)
{
    const std::size_t who = static_cast<std::size_t>(facts.failedRank);
    NowText now{{}, SceneText::tr("The others wait for a gradient that never comes."), facts.stoppedIn};
    now.title = SceneText::tr("%1 stopped in its %2 phase, and the run failed.")
                    .arg(subject(facts, who), phaseName(facts.stoppedIn).toLower());
    if (facts.count() == 1)
        now.detail = SceneText::tr("What was recorded up to here can be looked at.");
    else if (facts.count() == 2)
        now.detail = SceneText::tr("%1 waits for a gradient that never comes.").arg(subject(facts, 1 - who));
    return now;
}

} // namespace

QString subject(const StageFacts& facts, std::size_t rank)
{
    const RankFacts& who = facts.ranks[rank];
    if (!who.label.isEmpty() && who.label[0].isLetter())
        return who.label;
    QString name = who.name;
    name[0] = name[0].toUpper();
    return name;
}

QString midSentence(const StageFacts& facts, std::size_t rank)
{
    const RankFacts& who = facts.ranks[rank];
    return !who.label.isEmpty() && who.label[0].isLetter() ? who.label : who.name;
}

NowText nowText(const StageFacts& facts)
{
    if (facts.count() == 0)
        return {SceneText::tr("Nothing has run yet."), {}, Phase::load};
    if (facts.failedRank >= 0)
        return failed(facts);
    if (facts.world->failed)
        return {SceneText::tr("The run failed in this step."),
            SceneText::tr("What was recorded up to here can be looked at."), facts.current()};
    if (facts.world->stepIndex == 0)
        return beforeTraining(facts);
    // A rank that is done early begins its update while others still exchange; the exchange is what is going on.
    const bool exchanging = facts.progress(Phase::allReduce) == Progress::running;
    if (facts.progress(Phase::update) != Progress::ahead && (!exchanging || facts.stepDone))
        return update(facts);
    if (facts.progress(Phase::allReduce) != Progress::ahead)
        return collectiveNow(facts);
    if (std::any_of(facts.ranks.begin(), facts.ranks.end(), [](const RankFacts& rank) { return rank.waiting; }))
        return waiting(facts);
    switch (facts.current()) {
    case Phase::load:
        return loading(facts);
    case Phase::forward:
        return forward(facts);
    default:
        return backward(facts);
    }
}

} // namespace lockstep::ui
