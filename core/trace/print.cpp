// A trace as text, one line per event, for goldens and people.
#include <string>

#include "core/base/numbers.h"
#include "core/trace/trace_io.h"

namespace lockstep {
namespace {

constexpr std::size_t kMostValues = 16; // of one list on a line

template <class T>
std::string list(const std::vector<T>& values)
{
    std::string text = "[";
    for (std::size_t i = 0; i < values.size() && i < kMostValues; ++i)
        text += (i == 0 ? "" : " ") + formatNumber(static_cast<double>(values[i]));
    if (values.size() > kMostValues)
        text += " ... " + std::to_string(values.size()) + " values";
    return text + "]";
}

struct PayloadText {
    std::string operator()(const RunStarted&) const { return {}; }
    std::string operator()(const ParametersBroadcast& e) const { return " from=" + number(e.from.value); }
    std::string operator()(const BatchAssigned& e) const { return " samples=" + list(e.samples); }
    std::string operator()(const Loaded& e) const { return " examples=" + number(e.examples); }
    std::string operator()(const ForwardDone& e) const
    {
        return " loss=" + formatNumber(e.loss) + " examples=" + number(e.examples)
            + (e.correct >= 0 ? " correct=" + number(e.correct) : "");
    }
    std::string operator()(const ExampleValues& e) const
    {
        return " target=" + list(e.target) + " prediction=" + list(e.prediction) + " loss=" + list(e.loss)
            + " gradient=" + list(e.gradient);
    }
    std::string operator()(const GradientReady& e) const
    {
        return " parameter=" + number(e.parameter.value) + " elements=" + number(e.elements)
            + " norm=" + length(e.norm) + " values=" + list(e.values);
    }
    std::string operator()(const BucketReady& e) const
    {
        return " bucket=" + number(e.bucket.value) + " elements=" + number(e.elements);
    }
    std::string operator()(const CollectiveStarted& e) const
    {
        return " bucket=" + number(e.bucket.value) + " plan=" + number(e.plan.value)
            + " sequence=" + number(e.sequence);
    }
    std::string operator()(const TransferSeen& e) const
    {
        return " bucket=" + number(e.bucket.value) + " round=" + number(e.round) + " transfer=" + number(e.transfer);
    }
    std::string operator()(const BucketReduced& e) const
    {
        return " bucket=" + number(e.bucket.value) + " norm=" + length(e.norm) + " values=" + list(e.values)
            + " digest=" + digest(e.digest);
    }
    std::string operator()(const OptimizerApplied& e) const
    {
        return " lr=" + formatNumber(e.lr) + " parameters=" + list(e.parameters);
    }
    std::string operator()(const ReplicaDigest& e) const { return " digest=" + formatHex(e.digest); }
    std::string operator()(const ReferenceGradient& e) const
    {
        return " norm=" + formatNumber(e.norm) + " max_difference=" + formatNumber(e.maxDifference)
            + " relative_difference=" + formatNumber(e.relativeDifference) + " loss=" + formatNumber(e.loss)
            + " values=" + list(e.values);
    }
    std::string operator()(const Evaluated& e) const
    {
        return " examples=" + number(e.examples) + (e.correct >= 0 ? " correct=" + number(e.correct) : "")
            + " loss=" + formatNumber(e.loss);
    }
    std::string operator()(const FaultInjected& e) const { return " kind=" + e.kind; }
    std::string operator()(const StepFinished& e) const
    {
        return " loss=" + formatNumber(e.loss) + " examples=" + number(e.examples);
    }
    std::string operator()(const RunFinished& e) const
    {
        return " steps=" + number(e.steps) + (e.stopped ? " stopped" : "");
    }
    std::string operator()(const RunFailed& e) const { return " reason=" + e.reason; }

    static std::string length(double norm) { return norm == kNoLength ? "none" : formatNumber(norm); }
    static std::string digest(std::uint64_t value) { return value == kNoDigest ? "none" : formatHex(value); }
    static std::string number(std::int64_t value) { return std::to_string(value); }
};

const char* laneName(Lane lane)
{
    switch (lane) {
    case Lane::load:
        return "load";
    case Lane::compute:
        return "compute";
    case Lane::comm:
        return "comm";
    }
    return "?";
}

void printEvent(const Event& event, std::ostream& out)
{
    out << event.id << " step=" << event.step;
    if (event.micro > 0)
        out << " micro=" << event.micro;
    if (event.rank == kNoRank)
        out << " rank=-";
    else
        out << " rank=" << event.rank;
    out << ' ' << laneName(event.lane) << ' ' << payloadName(event.payload) << std::visit(PayloadText{}, event.payload)
        << " deps=[";
    for (std::size_t i = 0; i < event.deps.size(); ++i)
        out << (i == 0 ? "" : " ") << event.deps[i];
    out << ']';
}

} // namespace

void printTrace(const Trace& trace, std::ostream& out, bool withTimes)
{
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        const StepRecord& record = trace.step(i);
        for (std::size_t k = 0; k < record.events.size(); ++k) {
            printEvent(record.events[k], out);
            if (withTimes)
                out << " us=" << formatFixed(record.measured[k].begin, 1) << ".."
                    << formatFixed(record.measured[k].end, 1);
            out << '\n';
        }
    }
}

} // namespace lockstep
