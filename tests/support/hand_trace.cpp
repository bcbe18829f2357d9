// Builds the hand-made trace.
#include "tests/support/hand_trace.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lockstep::test {
namespace {

RunConfig scalarConfig(Numbers targets, std::vector<int> shares, int steps)
{
    RunConfig config;
    config.data.targets = std::move(targets);
    config.batch.perWorker = std::move(shares);
    config.collective.algorithm = Algorithm::pairwise;
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.steps = steps;
    return config;
}

class HandBuilder {
public:
    explicit HandBuilder(const RunConfig& config)
        : m_config(config)
        , m_weights(static_cast<std::size_t>(config.workers))
    {
        auto header = std::make_shared<TraceHeader>();
        header->config = config;
        header->parameters = {{"weight", {1}}};
        header->buckets = {{PlanId{0}, {ParameterId{0}}, 1, true}};
        header->plans = {{config.collective.algorithm, config.collective.ringOrder, config.workers, 1}};
        header->data.train = static_cast<std::int32_t>(config.data.targets.size());
        m_trace = Trace(header, {"0.1.0", "hand", "baseline", 2, false});
        m_visits.resize(config.data.targets.size());
        for (std::size_t rank = 0; rank < m_weights.size(); ++rank)
            m_weights[rank] = config.start.values[config.start.values.size() == 1 ? 0 : rank][0];
    }

    Trace build()
    {
        begin(0);
        EventId last = add(kNoRank, {}, RunStarted{});
        for (std::size_t rank = 0; rank < m_weights.size(); ++rank)
            last = add(rankOf(rank), {last}, ReplicaDigest{digest(rank)});
        seal();
        for (int step = 1; step <= m_config.steps; ++step)
            trainStep(step, step == m_config.steps);
        return m_trace;
    }

private:
    static RankId rankOf(std::size_t rank) { return RankId{static_cast<std::int32_t>(rank)}; }
    std::uint64_t digest(std::size_t rank) const { return std::bit_cast<std::uint64_t>(m_weights[rank]); }

    void begin(int step)
    {
        m_record = std::make_shared<StepRecord>();
        m_record->step = StepId{step};
        for (std::size_t rank = 0; rank < m_weights.size(); ++rank) {
            m_record->before.digests.push_back(digest(rank));
            m_record->before.parameters.push_back({m_weights[rank]});
        }
        m_record->before.visits = m_visits;
        m_record->before.lastLoss = m_lastLoss;
    }

    EventId add(RankId rank, std::vector<EventId> deps, Payload payload)
    {
        Event event;
        event.id = EventId{m_next++};
        event.step = m_record->step;
        event.rank = rank;
        event.deps = std::move(deps);
        event.payload = std::move(payload);
        m_record->measured.push_back({static_cast<double>(m_next - 1), static_cast<double>(m_next)});
        m_record->events.push_back(std::move(event));
        return m_record->events.back().id;
    }

    void seal() { m_trace.append(m_record); }

    void trainStep(int step, bool last)
    {
        begin(step);
        const std::size_t ranks = m_weights.size();
        const EventId before{m_next - 1};
        std::vector<EventId> starts, reduced, digests;
        std::vector<double> local(ranks);
        double total = 0, lossSum = 0;
        int first = 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const int count = m_config.batchOf(static_cast<int>(rank));
            const RankId id = rankOf(rank);
            ExampleValues values;
            values.parameters = 1;
            BatchAssigned assigned;
            double gradientSum = 0, loss = 0;
            for (int i = first; i < first + count; ++i) {
                assigned.samples.push_back(i);
                const double y = m_config.data.targets[static_cast<std::size_t>(i)], w = m_weights[rank];
                values.target.push_back(y);
                values.prediction.push_back(w);
                values.loss.push_back((w - y) * (w - y) / 2);
                values.gradient.push_back(w - y);
                gradientSum += w - y;
                loss += values.loss.back();
                ++m_visits[static_cast<std::size_t>(i)];
            }
            first += count;
            lossSum += loss;
            local[rank] = gradientSum / count;
            const EventId dealt = add(id, {before}, assigned);
            const EventId loaded = add(id, {dealt}, Loaded{count});
            const EventId forward = add(id, {loaded}, ForwardDone{loss / count, count, -1});
            add(id, {forward}, values);
            const EventId ready
                = add(id, {forward}, GradientReady{ParameterId{0}, std::abs(local[rank]), 1, {local[rank]}});
            const EventId bucket = add(id, {ready}, BucketReady{BucketId{0}, 1});
            starts.push_back(add(id, {bucket}, CollectiveStarted{BucketId{0}, PlanId{0}, step - 1}));
            total += m_config.combine == Combine::weighted ? local[rank] * count : local[rank];
        }
        const double combined = total
            / (m_config.combine == Combine::sum             ? 1
                    : m_config.combine == Combine::weighted ? m_config.globalBatch()
                                                            : m_config.workers);
        for (std::size_t rank = 0; rank < ranks; ++rank)
            reduced.push_back(add(rankOf(rank), starts, BucketReduced{BucketId{0}, std::abs(combined), {combined}, 7}));
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            m_weights[rank] -= m_config.optimizer.lr * combined;
            const EventId applied
                = add(rankOf(rank), {reduced[rank]}, OptimizerApplied{m_config.optimizer.lr, {m_weights[rank]}});
            digests.push_back(add(rankOf(rank), {applied}, ReplicaDigest{digest(rank)}));
        }
        m_lastLoss = lossSum / m_config.globalBatch();
        const EventId finished = add(kNoRank, digests, StepFinished{m_lastLoss, m_config.globalBatch()});
        if (last)
            add(kNoRank, {finished}, RunFinished{step, false});
        seal();
    }

    RunConfig m_config;
    Trace m_trace;
    std::shared_ptr<StepRecord> m_record;
    std::vector<double> m_weights;
    std::vector<std::uint16_t> m_visits;
    double m_lastLoss = std::numeric_limits<double>::quiet_NaN();
    std::int64_t m_next = 0;
};

} // namespace

RunConfig lesson4Config(int steps)
{
    return scalarConfig({0, -2, -4, -6}, {2, 2}, steps);
}
RunConfig lesson7Config(int steps)
{
    return scalarConfig({-1, -3, -5, -7}, {1, 3}, steps);
}
Trace handTrace(const RunConfig& config)
{
    return HandBuilder(config).build();
}

} // namespace lockstep::test
