// Bucket assignment: PyTorch's fill rule with its published examples, and what every assignment must be.
#include <QtTest>

#include <random>
#include <set>

#include "core/reducer/buckets.h"

using namespace lockstep;

namespace {

constexpr std::int64_t kMiB = 1024 * 1024;

using Groups = std::vector<std::vector<int>>;

std::vector<ParameterInfo> parametersOf(const std::vector<std::int64_t>& elements)
{
    std::vector<ParameterInfo> parameters;
    for (std::size_t i = 0; i < elements.size(); ++i)
        parameters.push_back({"p" + std::to_string(i), {elements[i]}});
    return parameters;
}

Groups groupsOf(const BucketAssignment& assignment)
{
    Groups groups;
    for (const BucketInfo& bucket : assignment.buckets) {
        groups.emplace_back();
        for (const ParameterId parameter : bucket.parameters)
            groups.back().push_back(parameter.value);
    }
    return groups;
}

Groups filled(const std::vector<std::int64_t>& sizes, const std::vector<int>& order, const std::vector<double>& limits)
{
    std::vector<Bytes> bytes, caps;
    std::vector<ParameterId> ids;
    for (const std::int64_t size : sizes)
        bytes.push_back({size});
    for (const double limit : limits)
        caps.push_back({static_cast<std::int64_t>(limit * kMiB)});
    for (const int id : order)
        ids.push_back({id});
    Groups groups;
    for (const auto& bucket : fillBuckets(bytes, ids, caps)) {
        groups.emplace_back();
        for (const ParameterId parameter : bucket)
            groups.back().push_back(parameter.value);
    }
    return groups;
}

RunConfig cappedConfig()
{
    RunConfig config;
    config.buckets.mode = BucketMode::capped;
    return config;
}

} // namespace

class TestBuckets : public QObject {
    Q_OBJECT

private slots:
    void theFillRuleGivesPyTorchsBuckets()
    {
        // Three pairs of a large weight and a small bias, in bytes.
        const std::vector<std::int64_t> sizes = {4 * 1048576, 4 * 2048, 4 * 1048576, 4 * 2048, 4 * 1048576, 4 * 2048};
        // Rebuilt after the first iteration, in the order in which gradients became ready.
        QVERIFY((filled(sizes, {5, 4, 3, 2, 1, 0}, {1, 25}) == Groups{{5, 4}, {3, 2, 1, 0}}));
        // With unused parameters to be found: in parameter order (PyTorch then reverses the list of buckets).
        QVERIFY((filled(sizes, {0, 1, 2, 3, 4, 5}, {1, 25}) == Groups{{0}, {1, 2, 3, 4, 5}}));
        // The first iteration: no limit.
        QVERIFY((filled(sizes, {0, 1, 2, 3, 4, 5}, {1e6}) == Groups{{0, 1, 2, 3, 4, 5}}));
    }

    void aBucketIsClosedWhenItHoldsItsLimitNotBefore()
    {
        QVERIFY((filled({kMiB, 1, 1}, {0, 1, 2}, {1, 25}) == Groups{{0}, {1, 2}}));         // exactly the limit
        QVERIFY((filled({kMiB - 1, 1, 1}, {0, 1, 2}, {1, 25}) == Groups{{0, 1}, {2}}));     // one byte short
        QVERIFY((filled({kMiB - 1, 9 * kMiB, 1}, {0, 1, 2}, {1, 25}) == Groups{{0, 1}, {2}})); // may exceed it
        QVERIFY((filled({2, 2, 2, 2, 2}, {4, 3, 2, 1, 0}, {2.0 / kMiB, 4.0 / kMiB}) == Groups{{4}, {3, 2}, {1, 0}}));
        QVERIFY((filled({}, {}, {1, 25}) == Groups{}));
        QVERIFY((filled({0, 0}, {0, 1}, {1}) == Groups{{0, 1}}));
    }

    void cappedFillsFromTheLastParameterToTheFirst()
    {
        // 784-512-256-10: 0.weight, 0.bias, 2.weight, 2.bias, 4.weight, 4.bias.
        const auto mlp = parametersOf({401408, 512, 131072, 256, 2560, 10});
        RunConfig config = cappedConfig();
        // f64: 4.* and 2.bias are 22,608 bytes, 2.weight brings them to 1 MiB and 22,608 bytes.
        QVERIFY((groupsOf(assignBuckets(mlp, config)) == Groups{{2, 3, 4, 5}, {0, 1}}));
        config.buckets.firstCapMb = 1.024; // 1,073,742 bytes, more than the 1,071,184 of the first four
        QVERIFY((groupsOf(assignBuckets(mlp, config)) == Groups{{1, 2, 3, 4, 5}, {0}}));
        config.buckets.firstCapMb = 0.01;
        config.buckets.capMb = 0.5;
        QVERIFY((groupsOf(assignBuckets(mlp, config)) == Groups{{4, 5}, {2, 3}, {0, 1}}));
        QCOMPARE(assignBuckets(mlp, config).buckets[1].elements, std::int64_t(131328));
    }

    void overlapNumbersBucketsInTheOrderOfBackward()
    {
        const auto parameters = parametersOf({6, 3, 4, 2});
        RunConfig config;
        QVERIFY((groupsOf(assignBuckets(parameters, config)) == Groups{{0}, {1}, {2}, {3}}));
        config.buckets.overlap = true;
        QVERIFY((groupsOf(assignBuckets(parameters, config)) == Groups{{3}, {2}, {1}, {0}}));
        config.buckets.mode = BucketMode::single;
        QVERIFY((groupsOf(assignBuckets(parameters, config)) == Groups{{0, 1, 2, 3}}));
    }

    void theUnreducedParameterHasABucketOfItsOwn()
    {
        const auto parameters = parametersOf({6, 3, 4, 2});
        for (const BucketMode mode : {BucketMode::perParameter, BucketMode::single, BucketMode::capped})
            for (const bool overlap : {false, true}) {
                RunConfig config;
                config.buckets.mode = mode;
                config.buckets.overlap = overlap;
                config.bugs.unreducedParameter = "p1";
                int alone = 0;
                for (const BucketInfo& bucket : assignBuckets(parameters, config).buckets) {
                    const bool holds = std::count(bucket.parameters.begin(), bucket.parameters.end(), ParameterId{1});
                    QCOMPARE(bucket.reduced, !holds);
                    alone += holds && bucket.parameters.size() == 1;
                }
                QCOMPARE(alone, 1);
            }
    }

    void everyParameterIsInExactlyOneBucketAndTheOrderIsKept()
    {
        std::mt19937 random(4);
        for (int round = 0; round < 2000; ++round) {
            std::vector<std::int64_t> elements;
            for (std::size_t i = 0, count = random() % 12; i < count; ++i)
                elements.push_back(random() % 7 == 0 ? 0 : random() % 1000 + 1);
            const auto parameters = parametersOf(elements);
            RunConfig config = cappedConfig();
            config.workers = 3;
            config.buckets.firstCapMb = static_cast<double>(random() % 9000 + 8) / kMiB;
            config.buckets.capMb = static_cast<double>(random() % 20000 + 8) / kMiB;
            const BucketAssignment assignment = assignBuckets(parameters, config);
            std::vector<int> seen;
            for (std::size_t b = 0; b < assignment.buckets.size(); ++b) {
                const BucketInfo& bucket = assignment.buckets[b];
                const double limit = (b == 0 ? config.buckets.firstCapMb : config.buckets.capMb) * kMiB;
                std::int64_t sum = 0, lastOne = 0;
                for (auto parameter = bucket.parameters.rbegin(); parameter != bucket.parameters.rend(); ++parameter) {
                    seen.push_back(parameter->value);
                    lastOne = elements[parameter->index()];
                    sum += lastOne;
                }
                QCOMPARE(bucket.elements, sum);
                QVERIFY(8.0 * static_cast<double>(sum - lastOne) < limit); // it was still open before the last one
                if (b + 1 < assignment.buckets.size())
                    QVERIFY(8.0 * static_cast<double>(sum) >= std::floor(limit));
                const PlanSpec& plan = assignment.plans.at(bucket.plan.index());
                QCOMPARE(plan.count, sum);
                QCOMPARE(plan.ranks, 3);
            }
            std::vector<int> backwards;
            for (std::size_t i = elements.size(); i-- > 0;)
                backwards.push_back(static_cast<int>(i));
            QVERIFY(seen == backwards);
        }
    }
};

QTEST_APPLESS_MAIN(TestBuckets)
#include "tst_buckets.moc"
