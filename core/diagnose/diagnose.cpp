// The table of detectors, what follows from what, and the order in which findings are told.
#include <algorithm>

#include "core/config/config_io.h"
#include "core/diagnose/detectors.h"

namespace lockstep {
namespace {

struct Detector {
    DetectorId id;
    const char* name;
    Finding (*find)(const Trace& trace);
    bool (*applies)(const Trace& trace) = nullptr; ///< not asked of other runs; null: asked of all
};

/// In the order of a diagnosis panel: what is asked first of a run stands first.
constexpr Detector kDetectors[] = {
    {DetectorId::replicasIdentical, "replicas-identical", findReplicasIdentical},
    {DetectorId::samplesDisjoint, "samples-disjoint", findSamplesDisjoint},
    {DetectorId::weightsMatchCounts, "weights-match-counts", findWeightsMatchCounts},
    {DetectorId::collectivesJoined, "collectives-joined", findCollectivesJoined},
    {DetectorId::valuesFinite, "values-finite", findValuesFinite},
    {DetectorId::gradientMatchesReference, "gradient-matches-reference", findGradientMatchesReference},
    {DetectorId::orderChanges, "order-changes", findOrderChanges, orderCanChange},
};

/// `effect` can be the consequence of `cause`, if the cause shows no later than the effect.
struct Consequence {
    DetectorId effect;
    DetectorId cause;
};

/// For one effect the first cause that fails is the one that is named.
constexpr Consequence kConsequences[] = {
    // A gradient that is not reduced, or not by all, moves the replicas apart.
    {DetectorId::replicasIdentical, DetectorId::collectivesJoined},
    // A local gradient in place of the combined one, wrong weights, replicas that stand in different places, overflow.
    {DetectorId::gradientMatchesReference, DetectorId::collectivesJoined},
    {DetectorId::gradientMatchesReference, DetectorId::replicasIdentical},
    {DetectorId::gradientMatchesReference, DetectorId::weightsMatchCounts},
    {DetectorId::gradientMatchesReference, DetectorId::valuesFinite},
    // Once values overflow, the ranks may differ in which NaN they hold.
    {DetectorId::replicasIdentical, DetectorId::valuesFinite},
    // A gradient that is many times too large makes a run diverge.
    {DetectorId::valuesFinite, DetectorId::gradientMatchesReference},
};

const Finding* failing(const std::vector<Finding>& findings, DetectorId id)
{
    for (const Finding& finding : findings)
        if (finding.detector == id && finding.verdict == Verdict::fail)
            return &finding;
    return nullptr;
}

/// A step in which both fail says nothing about overflow and a gradient that is too large: the gradient must come
/// first.
bool comesBefore(const Finding& cause, const Finding& effect)
{
    const std::int32_t first = cause.step ? cause.step->value : 0, second = effect.step ? effect.step->value : 0;
    return cause.detector == DetectorId::gradientMatchesReference ? first < second : first <= second;
}

void linkCauses(std::vector<Finding>& findings)
{
    for (Finding& effect : findings) {
        if (effect.verdict != Verdict::fail)
            continue;
        for (const Consequence& rule : kConsequences) {
            const Finding* cause = rule.effect == effect.detector ? failing(findings, rule.cause) : nullptr;
            if (cause && comesBefore(*cause, effect)) {
                effect.followsFrom = cause->detector;
                break;
            }
        }
    }
    // A wrong gradient explains overflow only when it is wrong in itself (too large by a factor), not when it merely
    // follows from another fault: the learning rate may still be to blame.
    const Finding* gradient = failing(findings, DetectorId::gradientMatchesReference);
    for (Finding& effect : findings)
        if (effect.followsFrom == DetectorId::gradientMatchesReference && gradient && gradient->followsFrom)
            effect.followsFrom.reset();
    // Name the root, not a link of the chain. Causes come no later than effects, and no two rules point at each other
    // within one step, so this ends.
    for (Finding& effect : findings)
        for (std::size_t hop = 0; effect.followsFrom && hop < findings.size(); ++hop) {
            const Finding* cause = failing(findings, *effect.followsFrom);
            if (!cause || !cause->followsFrom || *cause->followsFrom == effect.detector)
                break;
            effect.followsFrom = cause->followsFrom;
        }
}

int group(const Finding& finding)
{
    switch (finding.verdict) {
    case Verdict::fail:
        return finding.followsFrom ? 1 : 0;
    case Verdict::pass:
        return 2;
    case Verdict::notChecked:
        return 3;
    }
    return 4;
}

} // namespace

const char* detectorName(DetectorId id)
{
    for (const Detector& detector : kDetectors)
        if (detector.id == id)
            return detector.name;
    return "unknown";
}

Result<RunConfig> withFix(const RunConfig& config, const Finding& finding)
{
    if (finding.fix.empty())
        return Error{std::string("No change of keys is known that repairs what ") + detectorName(finding.detector)
            + " found; its remedy says where to look."};
    RunConfig fixed = config;
    for (const auto& [key, value] : finding.fix)
        if (const auto done = setKey(fixed, key, value); !done)
            return done.error();
    if (const auto sound = validate(fixed); !sound)
        return sound.error();
    return fixed;
}

std::vector<Finding> diagnose(const Trace& trace)
{
    std::vector<Finding> findings;
    if (!trace.hasHeader() || trace.ranks() < 1)
        return findings;
    for (const Detector& detector : kDetectors) {
        if (detector.applies && !detector.applies(trace))
            continue;
        findings.push_back(detector.find(trace));
        findings.back().detector = detector.id;
    }
    linkCauses(findings);
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        if (group(a) != group(b))
            return group(a) < group(b);
        const auto step = [](const Finding& finding) {
            return finding.verdict == Verdict::fail && finding.step ? finding.step->value : 0;
        };
        return step(a) < step(b);
    });
    return findings;
}

} // namespace lockstep
