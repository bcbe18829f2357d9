// Collectives joined: every parameter is in a collective, and every rank joins the same ones in the same order.
#include <algorithm>

#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"
#include "core/trace/step_index.h"

namespace lockstep {
namespace {

/// The parameters that take part in no collective.
std::vector<ParameterId> unreducedParameters(const TraceHeader& header)
{
    std::vector<ParameterId> left;
    for (std::size_t i = 0; i < header.parameters.size(); ++i) {
        const ParameterId parameter{static_cast<std::int32_t>(i)};
        const bool reduced = std::any_of(header.buckets.begin(), header.buckets.end(), [&](const BucketInfo& bucket) {
            return bucket.reduced
                && std::find(bucket.parameters.begin(), bucket.parameters.end(), parameter) != bucket.parameters.end();
        });
        if (!reduced)
            left.push_back(parameter);
    }
    return left;
}

/// What a rank joined in one step, in its own order.
std::vector<const CollectiveStarted*> joined(const RankEvents& rank)
{
    std::vector<const CollectiveStarted*> list;
    for (const Event* started : rank.started)
        if (started)
            list.push_back(started->as<CollectiveStarted>());
    std::sort(list.begin(), list.end(), [](const auto* a, const auto* b) { return a->sequence < b->sequence; });
    return list;
}

bool sameCollective(const CollectiveStarted* a, const CollectiveStarted* b)
{
    return a->bucket == b->bucket && a->plan == b->plan;
}

void failUnreduced(Finding& finding, const Trace& trace, const std::vector<ParameterId>& left)
{
    const std::string name = trace.header().parameters[left.front().index()].name;
    finding.verdict = Verdict::fail;
    finding.title = {LOCKSTEP_TEXT("Finding", "A parameter is never reduced"), {}};
    finding.value = {LOCKSTEP_TEXT("Finding", "%1"), {name}};
    finding.cause
        = {LOCKSTEP_TEXT("Finding",
               "The gradient of %1 takes part in no collective, so from step 1 on every rank moves it by its own local"
               " gradient."),
            {name}};
    finding.remedy
        = {LOCKSTEP_TEXT("Finding", "Put %1 into a bucket that is reduced: leave bugs.unreduced_parameter empty."),
            {name}};
    if (!trace.config().bugs.unreducedParameter.empty())
        finding.fix = {{"bugs.unreduced_parameter", ""}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Reduce every parameter"), {}};
    finding.step = StepId{1};
    finding.distance = static_cast<double>(left.size());
    for (const Event& event : trace.step(1).events)
        if (const auto* ready = event.as<GradientReady>(); ready && ready->parameter == left.front()) {
            finding.event = event.id;
            finding.rank = event.rank;
            return;
        }
}

void setFixOfFault(Finding& finding)
{
    finding.fix = {{"faults.fail_rank", "-1"}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Run without the fault"), {}};
}

/// Compares the ranks in one step with the collectives the header promises; false when something is wrong.
bool stepIsSound(Finding& finding, const Trace& trace, std::size_t step)
{
    const StepRecord& record = trace.step(step);
    const StepIndex index = indexStep(trace.header(), record);
    std::vector<std::vector<const CollectiveStarted*>> all;
    std::size_t longest = 0;
    for (std::size_t rank = 0; rank < index.ranks.size(); ++rank) {
        all.push_back(joined(index.ranks[rank]));
        if (all.back().size() > all[longest].size())
            longest = rank;
    }
    const MessageArgument s = words::count(static_cast<std::int64_t>(step));
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        const std::size_t common = std::min(all[rank].size(), all[longest].size());
        std::size_t place = 0;
        while (place < common && sameCollective(all[rank][place], all[longest][place]))
            ++place;
        if (place == all[longest].size())
            continue;
        finding.verdict = Verdict::fail;
        finding.step = record.step;
        finding.rank = RankId{static_cast<std::int32_t>(rank)};
        finding.distance = static_cast<double>(all[longest].size() - place);
        const MessageArgument r = words::rank(static_cast<std::int64_t>(rank)),
                              o = words::rank(static_cast<std::int64_t>(longest));
        const MessageArgument bucket = words::count(all[longest][place]->bucket.value);
        if (place < common) {
            finding.title = {LOCKSTEP_TEXT("Finding", "Collectives in another order"), {}};
            finding.cause
                = {LOCKSTEP_TEXT("Finding",
                       "In step %1 %2 joins bucket %3 where %4 joins bucket %5; each would wait for the other."),
                    {s, r, words::count(all[rank][place]->bucket.value), o, bucket}};
            finding.remedy = {LOCKSTEP_TEXT("Finding", "Launch the buckets in the same order on every rank."), {}};
            finding.event = index.ranks[rank].started[all[rank][place]->bucket.index()]->id;
        } else {
            finding.title = {LOCKSTEP_TEXT("Finding", "A rank never joins"), {}};
            finding.cause
                = {LOCKSTEP_TEXT("Finding",
                       "In step %1 %2 never joins the collective of bucket %3, so the ranks that did wait for it."),
                    {s, r, bucket}};
            finding.remedy = index.failed
                ? Message{LOCKSTEP_TEXT(
                              "Finding", "The run failed in this step; remove what stopped the rank and run again: %1"),
                    {index.failed->as<RunFailed>()->reason}}
                : Message{LOCKSTEP_TEXT("Finding",
                              "Let every rank take part in every collective of the step, even with no examples."),
                    {}};
            finding.event = index.failed ? index.failed->id
                                         : index.ranks[longest].started[all[longest][place]->bucket.index()]->id;
            if (index.failed && trace.config().faults.failRank >= 0)
                setFixOfFault(finding);
        }
        finding.value = {LOCKSTEP_TEXT("Finding", "%1"), {r}};
        return false;
    }
    return true;
}

} // namespace

Finding findCollectivesJoined(const Trace& trace)
{
    Finding finding;
    finding.detector = DetectorId::collectivesJoined;
    finding.title = {LOCKSTEP_TEXT("Finding", "Collectives joined"), {}};
    finding.value = {LOCKSTEP_TEXT("Finding", "%1 of %2"), {words::count(trace.ranks()), words::count(trace.ranks())}};
    const std::vector<ParameterId> left = unreducedParameters(trace.header());
    if (trace.ranks() > 1 && !left.empty() && trace.stepCount() > 1) {
        failUnreduced(finding, trace, left);
        return finding;
    }
    for (std::size_t step = 1; step < trace.stepCount(); ++step)
        if (!stepIsSound(finding, trace, step))
            break;
    return finding;
}

} // namespace lockstep
