// One function per kind of event: null when it fits, else what is wrong.
#include "core/trace/event_check.h"

#include <map>
#include <set>
#include <tuple>

namespace lockstep {
namespace {

using Problem = std::string; // empty: fits

std::string number(std::int64_t value)
{
    return std::to_string(value);
}
std::int64_t sizeOf(const auto& list)
{
    return static_cast<std::int64_t>(list.size());
}

class EventChecker {
public:
    EventChecker(const TraceHeader& header, const StepRecord& record)
        : m_header(header)
        , m_record(record)
    {
        for (const ParameterInfo& parameter : header.parameters)
            m_elements += parameter.elements();
    }

    Result<Done> check()
    {
        for (const Event& event : m_record.events) {
            Problem problem = frame(event);
            if (problem.empty())
                problem = std::visit([&](const auto& payload) { return of(event, payload); }, event.payload);
            if (!problem.empty())
                return Error{"event " + number(event.id.value) + " (" + payloadName(event.payload) + ") " + problem};
        }
        return Done{};
    }

private:
    Problem frame(const Event& event)
    {
        if (event.micro < 0 || event.micro >= m_header.config.batch.accumulate)
            return "names micro-step " + number(event.micro) + " of " + number(m_header.config.batch.accumulate);
        if (event.rank.value < -1 || event.rank.value >= m_header.config.workers)
            return "names rank " + number(event.rank.value) + ", but the run has " + number(m_header.config.workers)
                + " workers";
        EventId before = kNoEvent;
        for (const EventId dep : event.deps) {
            if (dep <= before || dep >= event.id)
                return "depends on event " + number(dep.value) + ", which is not an earlier one in ascending order";
            before = dep;
        }
        return {};
    }

    /// The event belongs to one rank and says this for the first time in this step.
    Problem onceOnRank(const Event& event, std::int64_t about = 0)
    {
        if (event.rank == kNoRank)
            return "names no rank";
        const bool first = m_seen.emplace(event.payload.index(), event.rank.value, event.micro, about).second;
        return first ? Problem{} : "stands twice for rank " + number(event.rank.value);
    }
    Problem bucketExists(BucketId bucket) const
    {
        if (bucket.index() < m_header.buckets.size())
            return {};
        return "names bucket " + number(bucket.value) + ", which does not exist";
    }
    /// Made once, because every transfer of a step asks for it; without rounds when it cannot be made.
    const Plan& planOf(BucketId bucket)
    {
        const auto [known, isNew] = m_plans.try_emplace(bucket.value);
        if (isNew)
            if (Result<Plan> plan = makePlan(m_header.plans[m_header.buckets[bucket.index()].plan.index()]))
                known->second = std::move(plan).value();
        return known->second;
    }
    Problem fits(std::int64_t captured, std::int64_t elements) const
    {
        if (captured <= elements)
            return {};
        return "holds " + number(captured) + " values where there are " + number(elements) + " elements";
    }
    Problem evaluation(std::int32_t examples, std::int32_t correct) const
    {
        if (examples >= 0 && correct >= -1 && correct <= examples)
            return {};
        return "says " + number(correct) + " right out of " + number(examples);
    }

    Problem of(const Event&, const RunStarted&) { return {}; }
    Problem of(const Event&, const ParametersBroadcast& e)
    {
        return e.from.index() < static_cast<std::size_t>(m_header.config.workers)
            ? Problem{}
            : "comes from rank " + number(e.from.value);
    }
    Problem of(const Event& event, const BatchAssigned& e)
    {
        for (const std::int32_t sample : e.samples)
            if (sample < 0 || sample >= m_header.data.train)
                return "deals example " + number(sample) + ", but there are " + number(m_header.data.train);
        m_dealt[{event.rank.value, event.micro}] = sizeOf(e.samples);
        return onceOnRank(event);
    }
    Problem of(const Event& event, const Loaded& e)
    {
        return e.examples < 0 ? "says " + number(e.examples) + " examples" : onceOnRank(event);
    }
    Problem of(const Event& event, const ForwardDone& e)
    {
        Problem problem = evaluation(e.examples, e.correct);
        return problem.empty() ? onceOnRank(event) : problem;
    }
    Problem of(const Event& event, const ExampleValues& e)
    {
        const std::int64_t examples = sizeOf(e.target);
        const bool gradients
            = e.gradient.empty() || (e.parameters == m_elements && sizeOf(e.gradient) == examples * m_elements);
        if (e.parameters < 0 || sizeOf(e.prediction) != examples || sizeOf(e.loss) != examples || !gradients)
            return "has lists of different lengths";
        const auto dealt = m_dealt.find({event.rank.value, event.micro});
        if (dealt == m_dealt.end() || dealt->second != examples)
            return "speaks of " + number(examples) + " examples that were not dealt";
        return onceOnRank(event);
    }
    Problem of(const Event& event, const GradientReady& e)
    {
        if (e.parameter.index() >= m_header.parameters.size())
            return "names parameter " + number(e.parameter.value) + ", which does not exist";
        if (e.elements != m_header.parameters[e.parameter.index()].elements())
            return "says its parameter has " + number(e.elements) + " elements";
        Problem problem = fits(sizeOf(e.values), e.elements);
        return problem.empty() ? onceOnRank(event, e.parameter.value) : problem;
    }
    Problem of(const Event& event, const BucketReady& e)
    {
        if (Problem problem = bucketExists(e.bucket); !problem.empty())
            return problem;
        if (e.elements != m_header.buckets[e.bucket.index()].elements)
            return "says its bucket has " + number(e.elements) + " elements";
        return onceOnRank(event, e.bucket.value);
    }
    Problem of(const Event& event, const CollectiveStarted& e)
    {
        if (Problem problem = bucketExists(e.bucket); !problem.empty())
            return problem;
        if (e.plan.index() >= m_header.plans.size() || e.sequence < 0)
            return "names plan " + number(e.plan.value) + " and collective " + number(e.sequence) + " of its rank";
        return onceOnRank(event, e.bucket.value);
    }
    Problem of(const Event& event, const TransferSeen& e)
    {
        if (Problem problem = bucketExists(e.bucket); !problem.empty())
            return problem;
        const Plan& plan = planOf(e.bucket);
        const auto round = static_cast<std::size_t>(e.round), transfer = static_cast<std::size_t>(e.transfer);
        if (round >= plan.rounds.size() || transfer >= plan.rounds[round].size())
            return "names transfer " + number(e.transfer) + " of round " + number(e.round)
                + ", which its plan does not have";
        if (plan.rounds[round][transfer].destination != event.rank)
            return "names transfer " + number(e.transfer) + " of round " + number(e.round)
                + ", which brings nothing to its rank";
        return onceOnRank(event, (std::int64_t{e.bucket.value} << 40) + (std::int64_t{e.round} << 20) + e.transfer);
    }
    Problem of(const Event& event, const BucketReduced& e)
    {
        if (Problem problem = bucketExists(e.bucket); !problem.empty())
            return problem;
        Problem problem = fits(sizeOf(e.values), m_header.buckets[e.bucket.index()].elements);
        return problem.empty() ? onceOnRank(event, e.bucket.value) : problem;
    }
    Problem of(const Event& event, const OptimizerApplied& e)
    {
        Problem problem = fits(sizeOf(e.parameters), m_elements);
        return problem.empty() ? onceOnRank(event) : problem;
    }
    Problem of(const Event& event, const ReplicaDigest&) { return onceOnRank(event); }
    Problem of(const Event&, const ReferenceGradient& e) { return fits(sizeOf(e.values), m_elements); }
    Problem of(const Event&, const Evaluated& e) { return evaluation(e.examples, e.correct); }
    Problem of(const Event&, const FaultInjected&) { return {}; }
    Problem of(const Event&, const StepFinished& e) { return evaluation(e.examples, -1); }
    Problem of(const Event&, const RunFinished& e) { return evaluation(e.steps, -1); }
    Problem of(const Event&, const RunFailed&) { return {}; }

    const TraceHeader& m_header;
    const StepRecord& m_record;
    std::int64_t m_elements = 0;                                                        ///< of all parameters
    std::set<std::tuple<std::size_t, std::int32_t, std::int32_t, std::int64_t>> m_seen; ///< (kind, rank, micro, about)
    std::map<std::int32_t, Plan> m_plans; ///< by bucket
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> m_dealt;              ///< examples by (rank, micro)
};

} // namespace

Result<Done> checkEvents(const TraceHeader& header, const StepRecord& record)
{
    return EventChecker(header, record).check();
}

} // namespace lockstep
