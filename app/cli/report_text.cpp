// Prints runs for people. Numbers have 12 significant digits.
#include "app/cli/report_text.h"

#include <algorithm>
#include <functional>

#include "app/cli/phase_times.h"
#include "app/cli/run_summary.h"
#include "core/base/numbers.h"
#include "core/config/config_io.h"
#include "core/cost/price.h"
#include "core/replay/world.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kMostValues = 6;
constexpr std::size_t kMostExamples = 8;

std::string list(std::span<const double> values, std::size_t total = 0)
{
    if (values.empty())
        return "(not recorded)";
    std::string text;
    for (std::size_t i = 0; i < std::min(values.size(), kMostValues); ++i)
        text += (i == 0 ? "" : ", ") + formatNumber(values[i]);
    total = std::max(total, values.size());
    return total > kMostValues ? text + ", ... (" + std::to_string(total) + " numbers)" : text;
}

void printExample(const ExampleWorld& example, std::ostream& out)
{
    out << "    example " << example.sample;
    for (const auto& [name, value] : {std::pair("target", example.target), std::pair("prediction", example.prediction),
             std::pair("loss", example.loss), std::pair("gradient", example.gradient)})
        if (value)
            out << "  " << name << " " << formatNumber(*value);
    out << "\n";
}

std::string parameterName(const Trace& trace, ParameterId id)
{
    return trace.header().parameters.at(id.index()).name;
}

/// Each example with its values; where the trace keeps no values per example, only their numbers.
void printExamples(const std::vector<ExampleWorld>& examples, std::ostream& out)
{
    const std::size_t shown = std::min(examples.size(), kMostExamples);
    const bool values = !examples.empty() && examples.front().prediction.has_value();
    if (values) {
        for (std::size_t i = 0; i < shown; ++i)
            printExample(examples[i], out);
        if (examples.size() > shown)
            out << "    ... and " << examples.size() - shown << " more\n";
        return;
    }
    out << "    examples ";
    for (std::size_t i = 0; i < shown; ++i)
        out << (i == 0 ? "" : ", ") << examples[i].sample;
    out << (examples.size() > shown ? ", ...\n" : "\n");
}

void printRank(const Trace& trace, const RankWorld& rank, std::ostream& out)
{
    out << "  rank " << rank.rank << ": " << counted(rank.examples.size(), "example") << "\n";
    printExamples(rank.examples, out);
    if (rank.loss)
        out << "    local loss " << formatNumber(*rank.loss) << "\n";
    for (const GradientWorld& gradient : rank.gradients)
        if (gradient.ready)
            out << "    local gradient of " << parameterName(trace, gradient.parameter) << ": " << list(gradient.values)
                << "\n";
}

std::string bucketNames(const Trace& trace, BucketId bucket)
{
    std::string names;
    for (const ParameterId id : trace.header().buckets.at(bucket.index()).parameters)
        names += (names.empty() ? "" : " and ") + parameterName(trace, id);
    return names;
}

/// "6 x 3 examples = 18" when the combine rule weighs a single number; otherwise only what is sent.
std::string sentText(const Trace& trace, const World& world, const CollectiveWorld& collective, std::size_t rank)
{
    const BucketInfo& bucket = trace.header().buckets.at(collective.bucket.index());
    const auto elements = static_cast<std::size_t>(bucket.elements);
    const std::string sent = list(collective.sent[rank], elements);
    const RankWorld& its = world.ranks.at(rank);
    if (trace.config().combine != Combine::weighted || trace.config().batch.accumulate != 1 || elements != 1)
        return sent;
    for (const GradientWorld& gradient : its.gradients)
        if (gradient.parameter == bucket.parameters.front() && !gradient.values.empty())
            return formatNumber(gradient.values.front()) + " x " + counted(its.examples.size(), "example") + " = "
                + sent;
    return sent;
}

/// For one number the sum is written out: "sum 2 + 6 = 8".
void printCollective(const Trace& trace, const World& world, const CollectiveWorld& collective, std::ostream& out)
{
    const BucketInfo& bucket = trace.header().buckets.at(collective.bucket.index());
    out << "  all-reduce of " << bucketNames(trace, collective.bucket) << " ("
        << keyText(trace.config(), "collective.algorithm") << ")\n";
    const auto elements = static_cast<std::size_t>(bucket.elements);
    if (collective.sent.size() == 1) {
        out << "    one rank, so nothing travels: combined gradient " << list(collective.combined, elements) << "\n";
        return;
    }
    std::string sum;
    for (std::size_t rank = 0; rank < collective.sent.size(); ++rank) {
        out << "    rank " << rank << " sends " << sentText(trace, world, collective, rank) << "\n";
        if (elements == 1 && !collective.sent[rank].empty()) {
            const std::string number = formatNumber(collective.sent[rank].front());
            sum += (rank == 0 ? "" : " + ") + (number.starts_with('-') && rank > 0 ? "(" + number + ")" : number);
        }
    }
    out << "    sum " << (sum.empty() ? "" : sum + " = ") << list(collective.summed, elements) << "\n"
        << "    divided by " << formatNumber(collective.divisor) << ": combined gradient "
        << list(collective.combined, elements) << "\n";
}

void printUpdate(const RankWorld& rank, const Trace& trace, std::ostream& out)
{
    if (!rank.updated)
        return;
    out << "  rank " << rank.rank << " update: ";
    const auto& parameters = trace.header().parameters;
    const bool short_ = rank.now.size() <= kMostValues && rank.before.size() == rank.now.size();
    std::size_t at = 0;
    for (const ParameterInfo& parameter : parameters) {
        const auto elements = static_cast<std::size_t>(parameter.elements());
        if (short_ && at + elements <= rank.now.size()) {
            out << (at == 0 ? "" : ", ") << parameter.name << " " << list(std::span(rank.before).subspan(at, elements))
                << " -> " << list(std::span(rank.now).subspan(at, elements));
        }
        at += elements;
    }
    if (!short_)
        out << std::to_string(at) << " parameters";
    if (rank.digestNow != kNoDigest)
        out << "  fingerprint " << formatHex(rank.digestNow);
    out << "\n";
}

void printStep(const Trace& trace, const Track& track, std::size_t stepIndex, std::ostream& out)
{
    const World world = worldAt(trace, track, track.stepSpans.at(stepIndex).end);
    out << "\nstep " << stepIndex << "\n";
    for (const RankWorld& rank : world.ranks)
        printRank(trace, rank, out);
    for (const CollectiveWorld& collective : world.collectives)
        printCollective(trace, world, collective, out);
    for (const RankWorld& rank : world.ranks)
        printUpdate(rank, trace, out);
    if (world.globalLoss)
        out << "  loss of the global batch, before the update: " << formatNumber(*world.globalLoss) << "\n";
    if (world.reference)
        out << "  one worker on the same examples: gradient " << list(world.reference->values)
            << ", largest difference " << formatNumber(world.reference->maxDifference, 3) << "\n";
    if (world.evaluated)
        out << "  held out: " << world.evaluated->correct << " of " << world.evaluated->examples << " right\n";
}

/// One when all replicas have the same; otherwise the first few, by rank.
void printFingerprints(const std::vector<std::uint64_t>& digests, std::ostream& out)
{
    const bool same = std::adjacent_find(digests.begin(), digests.end(), std::not_equal_to<>()) == digests.end();
    const std::size_t shown = same ? 1 : std::min(digests.size(), kMostExamples);
    out << (same ? "fingerprint of every replica:" : "fingerprints by rank:");
    for (std::size_t rank = 0; rank < shown; ++rank)
        out << " " << (digests[rank] == kNoDigest ? "not taken in this step" : formatHex(digests[rank]));
    out << (!same && digests.size() > shown ? " ...\n" : "\n");
}

std::string milliseconds(double value)
{
    return formatFixed(value, value < 0.01 ? 4 : value < 1 ? 3 : 2) + " ms";
}

} // namespace

std::string counted(std::size_t n, const char* what)
{
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

void printRunHead(const Trace& trace, std::ostream& out)
{
    const RunConfig& config = trace.config();
    out << (config.name.empty() ? "run" : config.name) << ": " << keyText(config, "model.kind") << " on "
        << keyText(config, "data.set") << ", " << counted(static_cast<std::size_t>(config.workers), "worker")
        << ", batch " << keyText(config, "batch.per_worker") << ", lr " << formatNumber(config.optimizer.lr)
        << ", combine " << keyText(config, "combine") << ", " << keyText(config, "collective.algorithm") << ", backend "
        << trace.info().backend << " (" << trace.info().isa << ")\n";
}

void printSteps(const Trace& trace, std::size_t most, std::ostream& out)
{
    const Track track = price(trace);
    const std::size_t end = std::min(trace.stepCount(), most + 1);
    for (std::size_t step = 1; step < end; ++step)
        printStep(trace, track, step, out);
    if (trace.stepCount() > end)
        out << "\n... and " << trace.stepCount() - end << " more steps\n";
}

void printSummary(const Trace& trace, std::ostream& out)
{
    const RunSummary summary = summarize(trace);
    out << "\n"
        << counted(static_cast<std::size_t>(summary.steps), "step")
        << (summary.stopped ? ", stopped early on request" : "") << "\n";
    if (!summary.failure.empty())
        out << "FAILED: " << summary.failure << "\n";
    if (summary.firstLoss)
        out << "loss: " << formatNumber(*summary.firstLoss) << " in the first step, " << formatNumber(*summary.lastLoss)
            << " in the last\n";
    if (!summary.evaluations.empty()) {
        const Evaluation& last = summary.evaluations.back();
        out << "held out: ";
        if (last.correct >= 0)
            out << last.correct << " of " << last.examples << " right, ";
        out << "loss " << formatNumber(last.loss) << "\n";
    }
    if (!summary.parameters.empty())
        out << "parameters of rank 0: " << list(summary.parameters) << "\n";
    printFingerprints(summary.digests, out);
    const PhaseTimes times = phaseTimes(trace);
    if (times.steps > 0)
        out << "measured, median of " << counted(static_cast<std::size_t>(times.steps), "step")
            << ", slowest rank: load " << milliseconds(times.load) << ", forward " << milliseconds(times.forward)
            << ", backward " << milliseconds(times.backward) << ", all-reduce " << milliseconds(times.allReduce)
            << ", update " << milliseconds(times.update) << "; whole step " << milliseconds(times.step)
            << (times.timeSharing ? " (time-sharing: more workers than cores)" : "") << "\n";
}

void printRepeats(const Repeats& repeats, std::ostream& out)
{
    out << "measured over " << counted(static_cast<std::size_t>(repeats.step.repeats), "run")
        << ", median (least to most): a step takes " << spreadText(repeats.step) << " ms; "
        << (repeats.equalResults ? "all ended with the same parameters, bit for bit"
                                 : "they did NOT all end with the same parameters, which is a mistake in Lockstep")
        << "\n";
}

void printFindings(std::span<const Finding> findings, std::ostream& out)
{
    out << "\nfindings\n";
    for (const Finding& finding : findings) {
        const char* mark = finding.verdict == Verdict::pass ? "ok  "
            : finding.verdict == Verdict::fail              ? "FAIL"
                                                            : "--  ";
        out << "  " << mark << "  " << finding.title.english();
        if (!finding.value.empty())
            out << ": " << finding.value.english();
        out << "\n";
        if (finding.followsFrom)
            out << "        follows from " << detectorName(*finding.followsFrom) << "\n";
        for (const Message& more : {finding.cause, finding.remedy})
            if (!more.empty())
                out << "        " << more.english() << "\n";
    }
}

bool anyFailing(std::span<const Finding> findings)
{
    return std::any_of(
        findings.begin(), findings.end(), [](const Finding& finding) { return finding.verdict == Verdict::fail; });
}

} // namespace lockstep::cli
