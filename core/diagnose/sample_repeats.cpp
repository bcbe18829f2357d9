// The two well-known ways to deal examples twice, in words.
#include "core/diagnose/sample_repeats.h"

#include <algorithm>
#include <map>

#include "core/diagnose/words.h"

namespace lockstep {
namespace {

void setFix(Finding& finding)
{
    finding.title = {LOCKSTEP_TEXT("Finding", "Examples are not disjoint"), {}};
    finding.fix = {{"sampler.policy", "distributed"}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Give each rank its share"), {}};
}

} // namespace

StepDraw drawOf(const StepRecord& record)
{
    std::map<std::int32_t, std::vector<std::int32_t>> byRank; // all micro-steps of a rank, one after the other
    std::map<std::int32_t, std::int64_t> visits;
    StepDraw draw;
    for (const Event& event : record.events)
        if (const auto* assigned = event.as<BatchAssigned>()) {
            std::vector<std::int32_t>& mine = byRank[event.rank.value];
            mine.insert(mine.end(), assigned->samples.begin(), assigned->samples.end());
            for (const std::int32_t sample : assigned->samples) {
                ++visits[sample];
                ++draw.drawn;
            }
        }
    draw.distinct = std::ssize(visits);
    if (draw.distinct > 0
        && std::ranges::all_of(visits, [&](const auto& visit) { return visit.second == visits.begin()->second; }))
        draw.times = visits.begin()->second;
    draw.ranksDrawTheSame = byRank.size() > 1 && !byRank.begin()->second.empty()
        && std::ranges::all_of(byRank, [&](const auto& rank) { return rank.second == byRank.begin()->second; });
    return draw;
}

void explainNoOffset(Finding& finding, const StepDraw& draw)
{
    setFix(finding);
    finding.cause = {LOCKSTEP_TEXT("Finding",
                         "Every rank starts at the same place: no rank offset. Each example was drawn %1 times, so only"
                         " %2 of the %3 drawn in a step are different."),
        {words::count(draw.times), words::count(draw.distinct), words::count(draw.drawn)}};
    finding.remedy
        = {LOCKSTEP_TEXT("Finding",
               "That all ranks share one order is right. Give each rank its own part of it: set sampler.policy"
               " to distributed."),
            {}};
}

void explainOwnShuffles(
    Finding& finding, std::int64_t drawn, std::int64_t repeated, std::int64_t never, std::int64_t examples)
{
    setFix(finding);
    finding.cause = drawn >= examples
        ? Message{LOCKSTEP_TEXT("Finding",
                      "Every rank shuffles by itself, so what they draw overlaps: after %1 draws of %2 examples %3 were"
                      " drawn several times and %4 never."),
            {words::count(drawn), words::count(examples), words::count(repeated), words::count(never)}}
        : Message{LOCKSTEP_TEXT("Finding",
                      "Every rank shuffles by itself, so what they draw overlaps: after %1 draws of %2 examples %3 were"
                      " drawn several times."),
            {words::count(drawn), words::count(examples), words::count(repeated)}};
    finding.remedy = {LOCKSTEP_TEXT("Finding",
                          "Let all ranks cut their parts from one shared order: set sampler.policy to distributed."),
        {}};
}

} // namespace lockstep
