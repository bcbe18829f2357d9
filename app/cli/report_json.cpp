// Builds the objects of --json. Numbers keep all their bits; a number that is not finite becomes null.
#include "app/cli/report_json.h"

#include <nlohmann/json.hpp>

#include "app/cli/phase_times.h"
#include "app/cli/run_summary.h"
#include "core/base/numbers.h"
#include "core/config/config_io.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::pass:
        return "pass";
    case Verdict::fail:
        return "fail";
    case Verdict::notChecked:
        return "not-checked";
    }
    return "";
}

Json findingJson(const Finding& finding)
{
    Json json{{"detector", detectorName(finding.detector)}, {"verdict", verdictName(finding.verdict)},
        {"title", finding.title.english()}, {"value", finding.value.english()}, {"cause", finding.cause.english()},
        {"remedy", finding.remedy.english()}, {"step", nullptr}, {"rank", nullptr}, {"event", nullptr},
        {"distance", finding.distance}, {"follows_from", nullptr}, {"fix", Json::object()}};
    if (finding.step)
        json["step"] = finding.step->value;
    if (finding.rank)
        json["rank"] = finding.rank->value;
    if (finding.event != kNoEvent)
        json["event"] = finding.event.value;
    if (finding.followsFrom)
        json["follows_from"] = detectorName(*finding.followsFrom);
    for (const auto& [key, value] : finding.fix)
        json["fix"][key] = value;
    return json;
}

Json findingsJson(std::span<const Finding> findings)
{
    Json list = Json::array();
    for (const Finding& finding : findings)
        list.push_back(findingJson(finding));
    return list;
}

Json evaluationJson(const Evaluation& evaluation)
{
    Json json{
        {"step", evaluation.step}, {"examples", evaluation.examples}, {"correct", nullptr}, {"loss", evaluation.loss}};
    if (evaluation.correct >= 0)
        json["correct"] = evaluation.correct;
    return json;
}

Json parametersJson(const Trace& trace, const RunSummary& summary)
{
    Json list = Json::array();
    std::int64_t offset = 0;
    const auto captured = static_cast<std::int64_t>(summary.parameters.size());
    for (const ParameterInfo& parameter : trace.header().parameters) {
        Json json{{"name", parameter.name}, {"shape", parameter.shape}, {"values", nullptr}};
        const std::int64_t end = offset + parameter.elements();
        if (end <= captured)
            json["values"] = std::vector<double>(summary.parameters.begin() + offset, summary.parameters.begin() + end);
        list.push_back(std::move(json));
        offset = end;
    }
    return list;
}

Json millisecondsJson(const Trace& trace)
{
    if (trace.info().imported && trace.trainingSteps() == 0)
        return nullptr;
    const PhaseTimes times = phaseTimes(trace);
    return Json{{"badge", "measured"}, {"steps", times.steps}, {"time_sharing", times.timeSharing},
        {"load", times.load}, {"forward", times.forward}, {"backward", times.backward}, {"all_reduce", times.allReduce},
        {"update", times.update}, {"step", times.step}};
}

Json repeatsJson(const Repeats& repeats)
{
    return Json{{"badge", "measured"}, {"runs", repeats.step.repeats}, {"step_milliseconds", repeats.milliseconds},
        {"median", repeats.step.median}, {"least", repeats.step.least}, {"most", repeats.step.most},
        {"equal_results", repeats.equalResults}};
}

Json digestsJson(const RunSummary& summary)
{
    Json list = Json::array();
    for (const std::uint64_t digest : summary.digests)
        list.push_back(formatHex(digest));
    return list;
}

/// What both reports begin with.
Json head(const Trace& trace, const RunSummary& summary)
{
    const RunInfo& info = trace.info();
    return Json{{"format", kJsonFormat}, {"lockstep", info.version}, {"name", trace.config().name},
        {"config", Json::parse(configToJson(trace.config(), true), nullptr, false)}, {"backend", info.backend},
        {"isa", info.isa}, {"cores", info.cores}, {"workers", trace.ranks()}, {"steps", summary.steps},
        {"stopped", summary.stopped}, {"failure", summary.failure.empty() ? Json(nullptr) : Json(summary.failure)}};
}

std::string printed(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::string runReportJson(const Trace& trace, std::span<const Finding> findings, const Repeats* repeats)
{
    const RunSummary summary = summarize(trace);
    Json json = head(trace, summary);
    json["loss"] = {{"first", nullptr}, {"last", nullptr}};
    if (summary.firstLoss) {
        json["loss"]["first"] = *summary.firstLoss;
        json["loss"]["last"] = *summary.lastLoss;
    }
    json["held_out"] = summary.evaluations.empty() ? Json(nullptr) : evaluationJson(summary.evaluations.back());
    json["evaluations"] = Json::array();
    for (const Evaluation& evaluation : summary.evaluations)
        json["evaluations"].push_back(evaluationJson(evaluation));
    json["parameters"] = parametersJson(trace, summary);
    json["digests"] = digestsJson(summary);
    json["findings"] = findingsJson(findings);
    json["milliseconds"] = millisecondsJson(trace);
    if (repeats)
        json["repeats"] = repeatsJson(*repeats);
    return printed(json);
}

std::string diagnoseReportJson(const Trace& trace, std::span<const Finding> findings, const std::string& damage)
{
    const RunSummary summary = summarize(trace);
    Json json = head(trace, summary);
    json["damage"] = damage.empty() ? Json(nullptr) : Json(damage);
    json["findings"] = findingsJson(findings);
    return printed(json);
}

} // namespace lockstep::cli
