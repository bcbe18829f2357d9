// Order changes: with shuffle on, two epochs in a row never deal the examples in the same order.
#include <algorithm>
#include <cmath>

#include "core/diagnose/detectors.h"
#include "core/diagnose/words.h"
#include "core/replay/epochs.h"

namespace lockstep {
namespace {

/// Two shuffled orders may begin alike by chance; below this chance they are called the same.
constexpr double kByChance = 1e-6;

/// The batches of one training step by (micro-step, rank), with the first event that dealt one.
struct Dealt {
    std::vector<std::pair<std::pair<std::int32_t, std::int32_t>, const std::vector<std::int32_t>*>> batches;
    EventId event = kNoEvent;
    bool operator==(const Dealt& other) const
    {
        return std::ranges::equal(batches, other.batches,
            [](const auto& a, const auto& b) { return a.first == b.first && *a.second == *b.second; });
    }
};

Dealt dealtIn(const StepRecord& record)
{
    Dealt dealt;
    for (const Event& event : record.events)
        if (const auto* assigned = event.as<BatchAssigned>()) {
            dealt.batches.push_back({{event.micro, event.rank.value}, &assigned->samples});
            if (dealt.event == kNoEvent)
                dealt.event = event.id;
        }
    std::sort(
        dealt.batches.begin(), dealt.batches.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return dealt;
}

/// Different examples in the batches: ranks that repeat each other say nothing new about the order.
std::int64_t distinctIn(const Dealt& dealt)
{
    std::vector<std::int32_t> all;
    for (const auto& [place, samples] : dealt.batches)
        all.insert(all.end(), samples->begin(), samples->end());
    std::sort(all.begin(), all.end());
    return std::unique(all.begin(), all.end()) - all.begin();
}

/// Logarithm of the chance that two shuffled orders of `examples` agree in their first `alike` places.
double chanceOf(std::int64_t examples, std::int64_t alike)
{
    double log = 0;
    for (std::int64_t i = 0; i < std::min(alike, examples); ++i)
        log -= std::log(static_cast<double>(examples - i));
    return log;
}

void fail(Finding& finding, std::int64_t epoch, std::int64_t firstStep, EventId event, bool whole, std::int64_t alike)
{
    const MessageArgument here = words::count(epoch), before = words::count(epoch - 1);
    finding.verdict = Verdict::fail;
    finding.title = {LOCKSTEP_TEXT("Finding", "Every epoch has the same order"), {}};
    finding.value = {LOCKSTEP_TEXT("Finding", "epoch %1 like %2"), {here, before}};
    finding.cause = whole
        ? Message{LOCKSTEP_TEXT("Finding",
                      "Epoch %1 deals the same batches as epoch %2, although sampler.shuffle is on: the sampler is never"
                      " told which epoch it is, so it deals the first one again."),
            {here, before}}
        : Message{
            LOCKSTEP_TEXT("Finding",
                "Epoch %1 begins with the same batches as epoch %2, although sampler.shuffle is on: the sampler is"
                " never told which epoch it is, so it deals the first one again."),
            {here, before}};
    finding.remedy
        = {LOCKSTEP_TEXT("Finding", "Tell the sampler the number of each epoch: set sampler.set_epoch to true."), {}};
    finding.fix = {{"sampler.set_epoch", "true"}};
    finding.action = {LOCKSTEP_TEXT("Finding", "Shuffle each epoch anew"), {}};
    finding.step = StepId{static_cast<std::int32_t>(firstStep)};
    finding.event = event;
    finding.distance = static_cast<double>(alike);
}

} // namespace

bool orderCanChange(const Trace& trace)
{
    const RunConfig::Sampler& sampler = trace.config().sampler;
    return sampler.shuffle && sampler.policy != SamplerPolicy::given && plannedSteps(trace.header()) > stepsPerEpoch(trace.header());
}

Finding findOrderChanges(const Trace& trace)
{
    Finding finding;
    finding.detector = DetectorId::orderChanges;
    finding.title = {LOCKSTEP_TEXT("Finding", "Order changes"), {}};
    const std::int64_t length = stepsPerEpoch(trace.header()), last = trace.trainingSteps();
    if (last <= length) {
        finding.verdict = Verdict::notChecked;
        finding.value = {LOCKSTEP_TEXT("Finding", "not checked"), {}};
        finding.cause = {LOCKSTEP_TEXT("Finding", "No second epoch has begun yet."), {}};
        return finding;
    }
    for (std::int64_t begin = length + 1; begin <= last; begin += length) { // first step of each epoch but the first
        std::int64_t step = begin, alike = 0;
        while (step <= last && step < begin + length) {
            const Dealt here = dealtIn(trace.step(static_cast<std::size_t>(step)));
            if (!(here == dealtIn(trace.step(static_cast<std::size_t>(step - length)))))
                break;
            alike += distinctIn(here);
            ++step;
        }
        const bool whole = step == begin + length, allThere = whole || step > last;
        // A small set may be shuffled alike by chance; a sampler that is never told the epoch deals no other way.
        const bool noChance = chanceOf(trace.header().data.train, alike) < std::log(kByChance)
            || (!trace.config().sampler.setEpoch && alike > 1);
        if (allThere && noChance) {
            fail(finding, epochOf(begin, length), begin, dealtIn(trace.step(static_cast<std::size_t>(begin))).event,
                whole, alike);
            return finding;
        }
    }
    finding.value = {LOCKSTEP_TEXT("Finding", "%1 epochs"), {words::count(epochOf(last, length))}};
    return finding;
}

} // namespace lockstep
