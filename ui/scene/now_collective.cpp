// The Now line while a collective runs.
#include "ui/scene/now_collective.h"

#include <algorithm>

#include "ui/scene/scene_text.h"

namespace lockstep::ui {

namespace {

const TransferWorld* movingTransfer(const CollectiveWorld& collective)
{
    const TransferWorld* found = nullptr;
    for (const TransferWorld& transfer : collective.transfers)
        if (transfer.progress == Progress::running && transfer.transfer.chunk.count > 0 && !found)
            found = &transfer;
    return found;
}

int roundsOf(const CollectiveWorld& collective)
{
    return collective.transfers.empty() ? 0 : collective.transfers.back().round + 1;
}

QString roundText(const CollectiveWorld& collective)
{
    return SceneText::tr("Round %1 of %2.").arg(collective.round + 1).arg(roundsOf(collective));
}

QString carried(const TransferWorld& transfer)
{
    return transfer.values.size() == 1
        ? shortNumber(transfer.values[0])
        : SceneText::tr("%1 numbers").arg(numberText(static_cast<double>(transfer.transfer.chunk.count)));
}

NowText finished(const StageFacts& facts, const CollectiveWorld& collective)
{
    NowText now{{}, {}, Phase::allReduce};
    const bool hidden = facts.hidden.combined || facts.hidden.localGradients;
    if (facts.count() == 1) {
        now.title = SceneText::tr("One worker has nothing to exchange.");
        return now;
    }
    if (!facts.reducesAll && !facts.reducesNone) {
        now.title = SceneText::tr("Every worker holds the same combined gradient of %1.")
                        .arg(parameterNames(*facts.header, true));
        now.detail = SceneText::tr("Of %1 each keeps its own: it is never combined.")
                         .arg(parameterNames(*facts.header, false));
        return now;
    }
    if (hidden || collective.summed.size() != 1 || collective.combined.size() != 1) {
        now.title = SceneText::tr("Every worker holds the same combined gradient.");
        if (facts.batch.allSame && facts.sameStart && !hidden && !facts.hidden.findings) {
            now.detail = equalGradients(facts);
            return now;
        }
        now.detail = SceneText::tr("No example has left its worker.");
        return now;
    }
    const QString sum = shortNumber(collective.summed[0]), combined = shortNumber(collective.combined[0]);
    const QString all = facts.count() == 2 ? SceneText::tr("Both") : SceneText::tr("All %1").arg(facts.count());
    now.title = collective.divisor == 1 ? SceneText::tr("%1 hold the same combined gradient: %2.").arg(all, combined)
                                        : SceneText::tr("%1 hold %2 and divide by %3: the combined gradient is %4.")
                                              .arg(all, sum, shortNumber(collective.divisor), combined);
    now.detail = SceneText::tr("Nobody has updated yet, and no example has left its worker.");
    return now;
}

NowText pairwise(const StageFacts& facts, const CollectiveWorld& collective)
{
    NowText now{{}, SceneText::tr("Neither has updated yet, and no example has left its worker."), Phase::allReduce};
    const QString a = subject(facts, 0), b = midSentence(facts, 1);
    const bool one = collective.sent.size() == 2 && collective.sent[0].size() == 1 && collective.sent[1].size() == 1;
    // What each puts in is told elsewhere as long as it is its own gradient; a weighted share would give the weights
    // away.
    const auto isOwn = [&](std::size_t r) {
        return facts.ranks[r].gradient.is() && facts.ranks[r].gradient.value == collective.sent[r][0];
    };
    if (!one || facts.hidden.localGradients || (facts.hidden.combined && !(isOwn(0) && isOwn(1))))
        now.title = SceneText::tr("%1 and %2 send each other their gradients. Each adds what arrives.").arg(a, b);
    else
        now.title = SceneText::tr("%1 sends %3 to %2 while %2 sends %4 to %1. Each adds what arrives.")
                        .arg(a, b, shortNumber(collective.sent[0][0]), shortNumber(collective.sent[1][0]));
    return now;
}

NowText star(const StageFacts& facts, const CollectiveWorld& collective, const TransferWorld& moving)
{
    NowText now{{}, roundText(collective), Phase::allReduce};
    const bool hidden = facts.hidden.combined || facts.hidden.localGradients;
    const QString from = subject(facts, moving.transfer.source.index()),
                  to = midSentence(facts, moving.transfer.destination.index());
    const bool reduce = moving.transfer.op == TransferOp::reduce;
    if (hidden)
        now.title = reduce ? SceneText::tr("%1 sends its gradient to %2, which adds it.").arg(from, to)
                           : SceneText::tr("%1 sends the sum back to %2.").arg(from, to);
    else
        now.title = reduce ? SceneText::tr("%1 sends %3 to %2, which adds it.").arg(from, to, carried(moving))
                           : SceneText::tr("%1 sends the sum %3 back to %2.").arg(from, to, carried(moving));
    return now;
}

NowText ring(const StageFacts& facts, const CollectiveWorld& collective, const TransferWorld& moving)
{
    NowText now{{}, {}, Phase::allReduce};
    const std::size_t to = moving.transfer.destination.index(),
                      offset = static_cast<std::size_t>(moving.transfer.chunk.offset);
    const QString from = subject(facts, moving.transfer.source.index()), target = midSentence(facts, to),
                  letter = chunkLetter(collective, moving.transfer);
    const bool hidden = facts.hidden.combined || facts.hidden.localGradients;
    const bool reduce = moving.transfer.op == TransferOp::reduce;
    const bool number
        = moving.values.size() == 1 && moving.transfer.chunk.count == 1 && offset < collective.buffers[to].size();
    if (hidden || !number) {
        const QString what = hidden ? SceneText::tr("chunk %1").arg(letter)
                                    : SceneText::tr("chunk %1, %2,").arg(letter, carried(moving));
        now.title = reduce ? SceneText::tr("%1 passes %3 to %2, which adds its own.").arg(from, target, what)
                           : SceneText::tr("%1 passes the finished %3 on to %2.").arg(from, target, what);
    } else if (reduce) {
        const double own = collective.buffers[to][offset];
        now.title = SceneText::tr("%1 passes %3 = %4 to %2, which adds its own %5 and will hold %6.")
                        .arg(from, target, letter, shortNumber(moving.values[0]), shortNumber(own),
                            shortNumber(own + moving.values[0]));
    } else {
        now.title = SceneText::tr("%1 passes the finished sum %3 = %4 on to %2.")
                        .arg(from, target, letter, shortNumber(moving.values[0]));
    }
    const int moves = static_cast<int>(std::count_if(collective.transfers.begin(), collective.transfers.end(),
        [&](const TransferWorld& t) { return t.progress == Progress::running && t.transfer.chunk.count > 0; }));
    now.detail = moves > 1
        ? SceneText::tr("%1 Every rank does the same at once, one place further round the ring.")
              .arg(roundText(collective))
        : SceneText::tr("%1 The other chunks are empty: the gradient is a single number.").arg(roundText(collective));
    return now;
}

} // namespace

QString equalGradients(const StageFacts& facts)
{
    const bool mean = facts.config->combine != Combine::sum;
    return mean
        ? SceneText::tr("The mean of %1 equal gradients is that same gradient: %1 workers, one worker’s result.")
              .arg(facts.count())
        : SceneText::tr("The sum of %1 equal gradients is %1 times that gradient: no worker saw anything new.")
              .arg(facts.count());
}

const CollectiveWorld* shownCollective(const StageFacts& facts)
{
    const std::vector<CollectiveWorld>& all = facts.world->collectives;
    const CollectiveWorld* found = all.empty() ? nullptr : &all.front();
    const CollectiveWorld* first = nullptr;
    for (const CollectiveWorld& collective : all)
        if (!first && facts.header->buckets[collective.bucket.index()].reduced)
            found = first = &collective;
    for (const CollectiveWorld& collective : all) {
        if (collective.progress == Progress::running)
            return &collective;
        if (collective.progress == Progress::done)
            found = &collective;
    }
    return found;
}

QString chunkLetter(const CollectiveWorld& collective, const Transfer& transfer)
{
    // Chunks are told apart by their offset; empty ones share the last and are not drawn.
    std::vector<std::int64_t> offsets; // few, however many transfers there are
    for (const TransferWorld& other : collective.transfers) {
        const std::int64_t offset = other.transfer.chunk.offset;
        const auto known = std::lower_bound(offsets.begin(), offsets.end(), offset);
        if (other.transfer.chunk.count > 0 && (known == offsets.end() || *known != offset))
            offsets.insert(known, offset);
    }
    const auto place = std::lower_bound(offsets.begin(), offsets.end(), transfer.chunk.offset) - offsets.begin();
    return place < 26 ? QString(QChar(u'a' + static_cast<int>(place))) : QStringLiteral("c%1").arg(place);
}

NowText collectiveNow(const StageFacts& facts)
{
    const CollectiveWorld* collective = shownCollective(facts);
    if (!collective || collective->progress == Progress::done || facts.count() == 1)
        return collective ? finished(facts, *collective)
                          : NowText{SceneText::tr("The workers combine their gradients."), {}, Phase::allReduce};
    const TransferWorld* moving = movingTransfer(*collective);
    const Algorithm algorithm = facts.config->collective.algorithm;
    if (algorithm == Algorithm::pairwise)
        return pairwise(facts, *collective);
    if (!moving) {
        const bool empty = std::any_of(collective->transfers.begin(), collective->transfers.end(),
            [](const TransferWorld& t) { return t.progress == Progress::running; });
        return {empty ? SceneText::tr("Nothing travels in this round: the chunks that would are empty.")
                      : SceneText::tr("What was sent in this round has arrived."),
            roundText(*collective), Phase::allReduce};
    }
    return algorithm == Algorithm::star ? star(facts, *collective, *moving) : ring(facts, *collective, *moving);
}

} // namespace lockstep::ui
