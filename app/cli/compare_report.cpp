// Two runs side by side, printed.
#include "app/cli/compare_report.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/numbers.h"
#include "core/replay/coverage.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLines = 12; ///< of distances for people

/// One run's answers, as far as it has any.
struct Facts {
    std::size_t steps = 0;
    std::optional<double> loss;
    std::optional<double> correct;
    std::int32_t heldOut = 0;
    CoverageCounts seen;
};

Facts factsOf(const Trace& trace)
{
    const Curves curves = curvesOf(trace);
    Facts facts;
    facts.steps = curves.trainLoss.size();
    if (!curves.trainLoss.empty())
        facts.loss = curves.trainLoss.back().value;
    if (!curves.correct.empty())
        facts.correct = curves.correct.back().value;
    facts.heldOut = curves.heldOut;
    facts.seen = coverageAt(trace, trace.stepCount()).inRun;
    return facts;
}

void printFacts(const char* name, const Facts& facts, std::ostream& out)
{
    out << "  " << name << ": " << facts.steps << (facts.steps == 1 ? " step" : " steps");
    if (facts.loss)
        out << ", loss of the last batch " << formatNumber(*facts.loss, 6);
    if (facts.correct)
        out << ", " << formatNumber(*facts.correct) << " of " << facts.heldOut << " held out right";
    out << ", " << facts.seen.distinct << " different examples in " << facts.seen.drawn << " drawn\n";
}

std::string keyValue(const std::string& text, bool usual)
{
    return (text.empty() ? "none" : text) + (usual ? " (default)" : "");
}

void printDistances(const Comparison& comparison, std::ostream& out)
{
    const std::string note = comparison.note.english();
    if (!note.empty())
        out << note << "\n";
    if (comparison.distances.empty())
        return;
    out << "Distance of rank 0's parameters after a step (length of the difference, largest difference):\n";
    const std::size_t count = comparison.distances.size();
    const std::size_t every = std::max<std::size_t>(1, (count + kMostLines - 1) / kMostLines);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % every != 0 && i + 1 != count)
            continue;
        const ParameterDistance& distance = comparison.distances[i];
        out << "  " << (distance.step == 0 ? std::string("start") : "step " + std::to_string(distance.step)) << ": "
            << formatNumber(distance.l2, 6) << ", " << formatNumber(distance.max, 6) << "\n";
    }
}

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json pointsJson(const std::vector<CurvePoint>& points)
{
    Json list = Json::array();
    for (const CurvePoint& point : points)
        list.push_back({{"step", point.step}, {"examples", point.examples}, {"seconds", point.seconds},
            {"value", numberJson(point.value)}});
    return list;
}

Json runJson(const std::string& name, const Trace& trace)
{
    const Curves curves = curvesOf(trace);
    const CoverageCounts seen = coverageAt(trace, trace.stepCount()).inRun;
    return {{"name", name}, {"steps", trace.trainingSteps()}, {"held_out", curves.heldOut},
        {"loss", pointsJson(curves.trainLoss)}, {"held_out_loss", pointsJson(curves.heldOutLoss)},
        {"correct", pointsJson(curves.correct)}, {"examples_drawn", seen.drawn}, {"examples_distinct", seen.distinct}};
}

} // namespace

void printComparison(const ComparedRuns& runs, const Comparison& comparison, std::ostream& out)
{
    out << "A: " << runs.nameA << "\nB: " << runs.nameB << "\n";
    out << (comparison.keys.empty() ? "No key differs.\n" : "Keys that differ:\n");
    for (const KeyDifference& key : comparison.keys)
        out << "  " << key.key << ": " << keyValue(key.a, key.defaultA) << " | " << keyValue(key.b, key.defaultB) << "\n";
    out << "At the end:\n";
    printFacts("A", factsOf(runs.a), out);
    printFacts("B", factsOf(runs.b), out);
    if (!comparison.firstDifference)
        out << "Rank 0's parameters are the same after every step that both have.\n";
    else if (*comparison.firstDifference == 0)
        out << "Rank 0's parameters differ from the start.\n";
    else
        out << "Rank 0's parameters differ from step " << *comparison.firstDifference << " on.\n";
    printDistances(comparison, out);
}

std::string compareReportJson(const ComparedRuns& runs, const Comparison& comparison)
{
    Json json{{"format", 1}, {"a", runJson(runs.nameA, runs.a)}, {"b", runJson(runs.nameB, runs.b)},
        {"keys", Json::array()}, {"first_difference", nullptr}, {"compared", comparison.compared},
        {"captured", comparison.captured}, {"parameters", comparison.parameters},
        {"distances", Json::array()}, {"note", comparison.note.english()}};
    for (const KeyDifference& key : comparison.keys)
        json["keys"].push_back({{"key", key.key}, {"a", key.a}, {"b", key.b}});
    if (comparison.firstDifference)
        json["first_difference"] = *comparison.firstDifference;
    for (const ParameterDistance& distance : comparison.distances)
        json["distances"].push_back(
            {{"step", distance.step}, {"l2", numberJson(distance.l2)}, {"max", numberJson(distance.max)}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace lockstep::cli
