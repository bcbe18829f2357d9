// Reads the events of one step into blocks of time.
#include "ui/play/timeline_blocks.h"

#include <algorithm>
#include <set>

namespace lockstep::ui {

namespace {

void addPhase(std::vector<TimeBlock>& blocks, const Event& event, Phase phase, Span span, int bucket = -1)
{
    TimeBlock block;
    block.phase = phase;
    block.rank = event.rank.value;
    block.micro = event.micro;
    block.bucket = bucket;
    block.span = span;
    // Gradients of one backward pass are one block.
    if (phase == Phase::backward)
        for (TimeBlock& known : blocks)
            if (known.phase == phase && known.rank == block.rank && known.micro == block.micro) {
                known.span = {std::min(known.span.begin, span.begin), std::max(known.span.end, span.end)};
                return;
            }
    blocks.push_back(block);
}

/// Transfers of all collectives, once for the sender and, where the receiver sends nothing in that round, once for it.
void addRounds(std::vector<TimeBlock>& blocks, const World& world)
{
    for (const CollectiveWorld& collective : world.collectives) {
        int rounds = 0;
        std::vector<std::int64_t> offsets;
        std::set<std::pair<int, int>> senders;
        for (const TransferWorld& transfer : collective.transfers) {
            rounds = std::max(rounds, transfer.round + 1);
            offsets.push_back(transfer.transfer.chunk.offset);
            senders.insert({transfer.round, transfer.transfer.source.value});
        }
        if (rounds < 2)
            continue;
        std::sort(offsets.begin(), offsets.end());
        offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
        for (const TransferWorld& transfer : collective.transfers) {
            if (transfer.span.length() <= 0)
                continue;
            TimeBlock block;
            block.kind = BlockKind::round;
            block.phase = Phase::allReduce;
            block.bucket = collective.bucket.value;
            block.span = transfer.span;
            block.round = transfer.round;
            block.transfer = transfer.index;
            block.copies = transfer.transfer.op == TransferOp::copy;
            if (offsets.size() > 1)
                block.chunk = static_cast<int>(
                    std::lower_bound(offsets.begin(), offsets.end(), transfer.transfer.chunk.offset) - offsets.begin());
            const int source = transfer.transfer.source.value, destination = transfer.transfer.destination.value;
            block.rank = source;
            block.peer = destination;
            blocks.push_back(block);
            if (!senders.contains({transfer.round, destination})) {
                block.rank = destination;
                block.peer = source;
                block.sends = false;
                blocks.push_back(block);
            }
        }
    }
}

} // namespace

std::vector<TimeBlock> timeBlocks(const Trace& trace, const Track& track, std::size_t stepIndex, bool withRounds)
{
    std::vector<TimeBlock> blocks;
    for (const Event& event : trace.step(stepIndex).events) {
        const Span span = track.of(event.id);
        if (span.length() <= 0)
            continue;
        if (event.as<Loaded>())
            addPhase(blocks, event, Phase::load, span);
        else if (event.as<ForwardDone>())
            addPhase(blocks, event, Phase::forward, span);
        else if (event.as<GradientReady>())
            addPhase(blocks, event, Phase::backward, span);
        else if (const auto* reduced = event.as<BucketReduced>())
            addPhase(blocks, event, Phase::allReduce, span, reduced->bucket.value);
        else if (event.as<OptimizerApplied>())
            addPhase(blocks, event, Phase::update, span);
        else if (event.as<Evaluated>()) {
            addPhase(blocks, event, Phase::update, span);
            blocks.back().kind = BlockKind::other;
            blocks.back().rank = std::max(0, event.rank.value);
        }
    }
    for (const Wait& wait : waits(trace, track, stepIndex)) {
        if (wait.span.length() <= 0)
            continue;
        TimeBlock block;
        block.kind = BlockKind::wait;
        block.phase = Phase::allReduce;
        block.rank = wait.rank.value;
        block.bucket = wait.bucket.value;
        block.span = wait.span;
        block.peer = wait.causeRank.value;
        block.cause = wait.cause;
        blocks.push_back(block);
    }
    const std::vector<Event>& events = trace.step(stepIndex).events;
    const bool seen = std::any_of(events.begin(), events.end(), [](const Event& e) { return e.as<TransferSeen>(); });
    if (withRounds && (track.kind == TrackKind::priced || seen)) // a model's schedule, or what was measured
        addRounds(blocks, worldAt(trace, track, track.stepSpans.at(stepIndex).end));
    std::stable_sort(blocks.begin(), blocks.end(), [](const TimeBlock& a, const TimeBlock& b) {
        if (a.rank != b.rank)
            return a.rank < b.rank;
        if ((a.kind == BlockKind::round) != (b.kind == BlockKind::round))
            return b.kind == BlockKind::round;
        return a.span.begin < b.span.begin;
    });
    return blocks;
}

} // namespace lockstep::ui
