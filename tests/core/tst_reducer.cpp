// The bucketed reducer gives the naive one's bits: any number of ranks, any buckets, any order of turns, on threads.
#include <QtTest>

#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include "core/reducer/bucketed_reducer.h"
#include "core/reducer/naive_reducer.h"

using namespace lockstep;

namespace {

struct Case {
    QByteArray name;
    RunConfig config;
    std::vector<ParameterInfo> parameters;
    DType dtype;

    BucketAssignment buckets() const { return assignBuckets(parameters, config); }
    std::size_t elements() const
    {
        std::int64_t sum = 0;
        for (const ParameterInfo& parameter : parameters)
            sum += parameter.elements();
        return static_cast<std::size_t>(sum);
    }
};

std::vector<Case> allCases(int mostRanks)
{
    const std::vector<std::vector<std::int64_t>> models
        = {{0}, {1}, {13}, {7, 3}, {0, 5, 1}, {6, 1, 0, 35, 2, 64}, {65, 64, 63}};
    std::vector<Case> cases;
    for (int ranks = 1; ranks <= mostRanks; ++ranks)
        for (const Algorithm algorithm : {Algorithm::ring, Algorithm::star})
            for (std::size_t model = 0; model < models.size(); ++model)
                for (const BucketMode mode : {BucketMode::perParameter, BucketMode::single, BucketMode::capped})
                    for (const bool overlap : {false, true})
                        for (const DType dtype : {DType::f32, DType::f64})
                            for (const bool unreduced : {false, true}) {
                                Case each;
                                each.dtype = dtype;
                                for (const std::int64_t size : models[model])
                                    each.parameters.push_back(
                                        {"p" + std::to_string(each.parameters.size()), {size}});
                                RunConfig& config = each.config;
                                config.workers = ranks;
                                config.precision = dtype == DType::f32 ? Precision::f32 : Precision::f64;
                                config.collective.algorithm = algorithm;
                                config.buckets = {mode, 16.0 / (1 << 20), 256.0 / (1 << 20), overlap};
                                if (unreduced)
                                    config.bugs.unreducedParameter = "p1"; // in the middle of the larger models
                                each.name = "ranks " + QByteArray::number(ranks) + " model "
                                    + QByteArray::number(qulonglong(model)) + " mode " + QByteArray::number(int(mode))
                                    + (overlap ? " overlap" : "") + (dtype == DType::f32 ? " f32" : " f64")
                                    + (unreduced ? " unreduced" : "");
                                cases.push_back(each);
                            }
    return cases;
}

/// Fractions whose sums depend on the order of additions; no two (rank, index) are alike.
void fillGradient(TensorView gradient, int rank)
{
    for (std::int64_t i = 0; i < gradient.elements(); ++i) {
        const double value = 1.0 / (3.0 + rank * 7 + static_cast<double>(i)) * (rank % 2 ? 1e3 : 1e-3);
        if (gradient.dtype == DType::f32)
            gradient.f32()[i] = static_cast<float>(value);
        else
            gradient.f64()[i] = value;
    }
}

using Gradients = std::vector<std::vector<double>>; ///< by rank

/// After "backward" on every rank, one bucket after another, rank after rank.
Gradients byNaiveReducer(const Case& each)
{
    NaiveReducer reducer(each.buckets(), each.parameters, each.config.workers, each.dtype);
    Gradients gradients;
    for (RankId rank{0}; rank.value < each.config.workers; ++rank.value) {
        Tensor whole(rowShape(each.elements()), each.dtype);
        fillGradient(whole, rank.value);
        std::size_t offset = 0;
        for (ParameterId parameter{0}; parameter.index() < each.parameters.size(); ++parameter.value) {
            const std::size_t count = static_cast<std::size_t>(each.parameters[parameter.index()].elements());
            reducer.announce(rank, parameter, whole.view().part(offset, count));
            offset += count;
        }
    }
    for (bool open = true; open;) {
        open = false;
        for (RankId rank{0}; rank.value < each.config.workers; ++rank.value)
            if (reducer.next(rank)) {
                open = true;
                reducer.advance(rank);
            }
    }
    for (RankId rank{0}; rank.value < each.config.workers; ++rank.value) {
        gradients.emplace_back();
        for (std::size_t parameter = 0; parameter < each.parameters.size(); ++parameter) {
            const BucketAssignment buckets = each.buckets();
            for (BucketId bucket{0}; bucket.index() < buckets.buckets.size(); ++bucket.value)
                for (const ParameterId held : buckets.buckets[bucket.index()].parameters)
                    if (held.index() == parameter) {
                        const ConstTensorView values = reducer.values(rank, bucket, held);
                        for (std::int64_t i = 0; i < values.elements(); ++i)
                            gradients.back().push_back(values.at(i));
                    }
        }
    }
    return gradients;
}

Gradients gradientsOf(BucketedReducer& reducer, const Case& each)
{
    Gradients gradients;
    for (RankId rank{0}; rank.value < each.config.workers; ++rank.value) {
        const ConstTensorView values = reducer.gradient(rank);
        gradients.emplace_back();
        for (std::int64_t i = 0; i < values.elements(); ++i)
            gradients.back().push_back(values.at(i));
    }
    return gradients;
}

/// One move of a rank that goes backward through its parameters and makes moves in between: announces the next
/// parameter, or a move in its collective. False when it is through.
class OverlappingRank {
public:
    OverlappingRank(BucketedReducer& reducer, RankId rank, std::size_t parameters)
        : m_reducer(reducer)
        , m_rank(rank)
        , m_left(static_cast<int>(parameters))
    {
        fillGradient(reducer.gradient(rank), rank.value);
    }
    bool move(bool computes)
    {
        if (m_left > 0 && computes) {
            m_reducer.announce(m_rank, ParameterId{--m_left});
            return true;
        }
        m_reducer.arrive(m_rank);
        const std::optional<BucketId> bucket = m_reducer.next(m_rank);
        if (bucket && m_reducer.advance(m_rank) == Advance::done)
            m_reducer.settle(m_rank, *bucket);
        return m_left > 0 || m_reducer.next(m_rank).has_value();
    }

private:
    BucketedReducer& m_reducer;
    RankId m_rank;
    int m_left;
};

} // namespace

class TestReducer : public QObject {
    Q_OBJECT

private slots:
    void anyInterleavingWithBackwardGivesTheNaiveBits()
    {
        for (const Case& each : allCases(5)) {
            const Gradients wanted = byNaiveReducer(each);
            BucketedReducer reducer(each.buckets(), each.parameters, each.config.workers, each.dtype);
            for (std::uint32_t seed = 1; seed <= 3; ++seed) { // the second and third time after a first step
                reducer.beginStep();
                std::mt19937 random(seed);
                std::vector<OverlappingRank> ranks;
                for (RankId rank{0}; rank.value < each.config.workers; ++rank.value)
                    ranks.emplace_back(reducer, rank, each.parameters.size());
                std::vector<std::size_t> open(ranks.size());
                std::iota(open.begin(), open.end(), std::size_t(0));
                for (int moves = 0; !open.empty(); ++moves) {
                    LOCKSTEP_CHECK_LT(moves, 100000);
                    const std::size_t pick = random() % open.size();
                    if (!ranks[open[pick]].move(random() % 3 == 0))
                        open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
                }
                QVERIFY2(gradientsOf(reducer, each) == wanted, each.name.constData());
            }
        }
    }

    void threadsGiveTheNaiveBits()
    {
        for (const Case& each : allCases(4)) {
            const Gradients wanted = byNaiveReducer(each);
            BucketedReducer reducer(each.buckets(), each.parameters, each.config.workers, each.dtype, true);
            std::vector<OverlappingRank> ranks;
            for (RankId rank{0}; rank.value < each.config.workers; ++rank.value)
                ranks.emplace_back(reducer, rank, each.parameters.size());
            {
                std::vector<std::jthread> threads;
                for (OverlappingRank& rank : ranks)
                    threads.emplace_back([&rank] {
                        for (int turn = 1; rank.move(turn % 2 == 0); ++turn)
                            std::this_thread::yield();
                    });
            }
            QVERIFY2(gradientsOf(reducer, each) == wanted, each.name.constData());
        }
    }

    void bucketsAreLaunchedInIndexOrder()
    {
        Case each;
        each.dtype = DType::f64;
        each.parameters = {{"p0", {3}}, {"p1", {2}}};
        each.config.workers = 2;
        BucketedReducer reducer(each.buckets(), each.parameters, 2, each.dtype); // bucket 0 holds p0
        QVERIFY((reducer.announce(RankId{0}, ParameterId{1}) == BucketId{1}));
        QVERIFY(!reducer.arrive(RankId{0})); // the second bucket is ready, but the first is not
        QCOMPARE(reducer.advance(RankId{0}), Advance::blocked);
        QVERIFY((reducer.announce(RankId{0}, ParameterId{0}) == BucketId{0}));
        QVERIFY((reducer.arrive(RankId{0}) == BucketId{0}));
        QVERIFY(!reducer.arrive(RankId{0})); // said once
        QVERIFY((reducer.next(RankId{0}) == BucketId{0}));
    }

    void aBucketOfNeighboursIsReducedInPlace()
    {
        Case each;
        each.dtype = DType::f32;
        each.parameters = {{"p0", {3}}, {"p1", {2}}, {"p2", {4}}};
        each.config.workers = 2;
        each.config.buckets.mode = BucketMode::single;
        BucketedReducer reducer(each.buckets(), each.parameters, 2, each.dtype);
        QCOMPARE(reducer.values(RankId{1}, BucketId{0}).data, reducer.gradient(RankId{1}).data);
        each.config.bugs.unreducedParameter = "p1"; // lies between the two others
        BucketedReducer packed(each.buckets(), each.parameters, 2, each.dtype);
        QVERIFY(packed.values(RankId{1}, BucketId{0}).data != packed.gradient(RankId{1}).data);
    }
};

QTEST_APPLESS_MAIN(TestReducer)
#include "tst_reducer.moc"
