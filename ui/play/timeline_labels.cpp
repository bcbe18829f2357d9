// Labels, names and identities of the timeline's blocks.
#include "ui/play/timeline_labels.h"

#include <QCoreApplication>

#include "ui/play/timeline_text.h"
#include "ui/widgets/paint.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QString chunkLetter(int chunk)
{
    return chunk < 0 ? QString() : chunk < 26 ? QString(QChar('a' + chunk)) : QString::number(chunk);
}

} // namespace

QStringList blockLabels(const Trace& trace, const Track& track, const TimeBlock& block)
{
    const RunConfig& config = trace.config();
    switch (block.kind) {
    case BlockKind::wait: {
        const QString length = durationText(track, block.span.length());
        QStringList labels;
        if (block.rank < 0)
            return {Text::tr("waits %1").arg(length), Text::tr("waits")};
        const QString who = rankLabel(config, block.rank);
        if (who.front().isDigit()) {
            if (block.peer >= 0)
                labels << Text::tr("waits %1 for %2").arg(length, rankName(config, block.peer));
        } else {
            if (block.peer >= 0)
                labels << Text::tr("%1 waits %2 for %3").arg(who, length, rankLabel(config, block.peer));
            labels << Text::tr("%1 waits %2").arg(who, length);
        }
        return labels << Text::tr("waits %1").arg(length) << Text::tr("waits");
    }
    case BlockKind::round: {
        const QString peer = rankLabel(config, block.peer);
        if (block.chunk >= 0)
            return block.sends
                ? QStringList{Text::tr("send %1").arg(chunkLetter(block.chunk)), chunkLetter(block.chunk)}
                : QStringList{Text::tr("receive %1").arg(chunkLetter(block.chunk)), chunkLetter(block.chunk)};
        if (!block.sends)
            return {block.copies ? Text::tr("get from %1").arg(peer) : Text::tr("add %1").arg(peer)};
        return {Text::tr("send to %1").arg(peer), Text::tr("send")};
    }
    case BlockKind::other:
        return {Text::tr("Evaluate")};
    case BlockKind::phase:
        break;
    }
    switch (block.phase) {
    case Phase::forward:
        return {phaseName(block.phase), Text::tr("Fwd")};
    case Phase::backward:
        return {phaseName(block.phase), Text::tr("Bwd")};
    case Phase::update:
        return {phaseName(block.phase), Text::tr("Upd")};
    case Phase::allReduce:
        if (trace.header().buckets.size() > 1 && block.bucket >= 0)
            return {Text::tr("bucket %1").arg(block.bucket + 1)};
        return {phaseName(block.phase)};
    default:
        return {phaseName(block.phase)};
    }
}

QString fittingLabel(const QStringList& labels, double width, BlockKind kind, double textScale)
{
    const QFont font = uiFont(12 * textScale, 600);
    for (const QString& label : labels) {
        // A wait keeps some of its hatching beside the plate; the shortest label may come closer to the edges.
        const double around = kind == BlockKind::wait ? 48 : label == labels.back() ? 8 : 14;
        if (numberWidth(label, font) + around <= width)
            return label;
    }
    return {};
}

QString blockName(const Trace& trace, const Track& track, const TimeBlock& block)
{
    const QString who
        = block.rank < 0 ? Text::tr("median of %1 ranks").arg(trace.ranks()) : rankName(trace.config(), block.rank),
        length = durationText(track, block.span.length());
    switch (block.kind) {
    case BlockKind::wait:
        return block.peer >= 0 ? Text::tr("%1 waits %2 for %3").arg(who, length, rankName(trace.config(), block.peer))
                               : Text::tr("%1 waits %2").arg(who, length);
    case BlockKind::round: {
        const QString what
            = block.chunk >= 0 ? Text::tr("chunk %1").arg(chunkLetter(block.chunk)) : Text::tr("the whole buffer");
        const QString peer = rankName(trace.config(), block.peer);
        return (block.sends ? Text::tr("%1, round %2, sends %3 to %4, %5")
                            : Text::tr("%1, round %2, receives %3 from %4, %5"))
            .arg(who)
            .arg(block.round + 1)
            .arg(what, peer, length);
    }
    case BlockKind::other:
        return Text::tr("held-out examples evaluated, %1").arg(length);
    case BlockKind::phase:
        break;
    }
    if (block.phase == Phase::allReduce && trace.header().buckets.size() > 1 && block.bucket >= 0)
        return Text::tr("%1, %2 of bucket %3, %4").arg(who, phaseName(block.phase)).arg(block.bucket + 1).arg(length);
    return Text::tr("%1, %2, %3").arg(who, phaseName(block.phase), length);
}

QStringList endlessWaitLabels(const Trace& trace, int failed)
{
    return {Text::tr("waits for %1").arg(rankName(trace.config(), failed)), Text::tr("waits")};
}

QString endlessWaitName(const Trace& trace, int rank, int failed)
{
    return Text::tr("%1 waits for %2, which failed")
        .arg(rankName(trace.config(), rank), rankName(trace.config(), failed));
}

ObjectRef objectOf(const TimeBlock& block)
{
    ObjectRef object;
    object.rank = block.rank;
    object.phase = block.phase;
    if (block.kind == BlockKind::round) {
        object.kind = ObjectKind::transfer;
        object.index = block.bucket;
        object.round = block.round;
        object.transfer = block.transfer;
        object.rank = -1;
    } else if (block.kind == BlockKind::phase) {
        object.kind = ObjectKind::phase;
    } else if (block.kind == BlockKind::wait) {
        object.kind = ObjectKind::rank;
    }
    return object;
}

bool refersTo(const ObjectRef& object, const TimeBlock& block)
{
    const bool sameRank = object.rank < 0 || object.rank == block.rank;
    const auto phase = [&](Phase which) { return block.kind == BlockKind::phase && block.phase == which && sameRank; };
    switch (object.kind) {
    case ObjectKind::phase:
        return phase(object.phase);
    case ObjectKind::gradient:
        return phase(Phase::backward);
    case ObjectKind::parameters:
        return phase(Phase::update);
    case ObjectKind::collective:
        return phase(Phase::allReduce) && (object.index < 0 || object.index == block.bucket);
    case ObjectKind::transfer:
        return block.kind == BlockKind::round && object.index == block.bucket && object.round == block.round
            && object.transfer == block.transfer;
    default:
        return false;
    }
}

} // namespace lockstep::ui
