// Recorder: ids depend on causes, rank and sequence, never on who came first.
#include <QtTest>

#include "core/trace/recorder.h"

using namespace lockstep;

namespace {

using Time = Recorder::Clock::time_point;

Time at(int microseconds)
{
    return Recorder::Clock::now() + std::chrono::microseconds(microseconds);
}

/// Two ranks load, meet in a collective and update; `order` says which rank writes first.
std::shared_ptr<const StepRecord> recordStep(Recorder& recorder, std::vector<int> order)
{
    std::vector<EventHandle> started(2), reduced(2);
    for (const int rank : order) {
        const EventHandle batch = recorder.record(RankId{rank}, 0, Lane::load, {}, BatchAssigned{{rank}}, at(0), at(0));
        started[rank] = recorder.record(RankId{rank}, 0, Lane::comm, {batch}, CollectiveStarted{}, at(1), at(1));
    }
    for (const int rank : order)
        reduced[rank]
            = recorder.record(RankId{rank}, 0, Lane::comm, started, BucketReduced{{}, rank + 0.5, {}, 0}, at(2), at(3));
    recorder.record(kNoRank, 0, Lane::compute, {reduced[1], reduced[0]}, StepFinished{}, at(4), at(4));
    return recorder.seal(StepId{1}, {});
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT

private slots:
    void idsDoNotDependOnArrival()
    {
        Recorder first(2), second(2);
        const auto a = recordStep(first, {0, 1});
        const auto b = recordStep(second, {1, 0});
        const std::vector<std::string> names = {"BatchAssigned", "BatchAssigned", "CollectiveStarted",
            "CollectiveStarted", "BucketReduced", "BucketReduced", "StepFinished"};
        QCOMPARE(a->events.size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(std::string(payloadName(a->events[i].payload)), names[i]);
            QCOMPARE(a->events[i].id.value, std::int64_t(i));
            QCOMPARE(a->events[i].rank.value, b->events[i].rank.value);
            QVERIFY(a->events[i].deps == b->events[i].deps);
        }
        QCOMPARE(a->events[1].rank.value, 1);
        QVERIFY((a->events[4].deps == std::vector<EventId>{{2}, {3}}));
    }

    void interleavingOfCollectivesAndBackwardDoesNotShow()
    {
        // Backward has three gradients; the first bucket's collective runs early or late beside them. Its events have
        // the depths of later gradients, so that only the order among equals could tell.
        const auto record = [](bool early) {
            Recorder recorder(1);
            const auto note = [&](Lane lane, std::vector<EventHandle> deps, Payload payload) {
                return recorder.record(RankId{0}, 0, lane, deps, std::move(payload), at(0), at(0));
            };
            EventHandle started;
            const auto collective = [&] { note(Lane::comm, {started}, BucketReduced{}); };
            const EventHandle first = note(Lane::compute, {}, GradientReady{ParameterId{2}, 0, 1, {}});
            const EventHandle ready = note(Lane::comm, {first}, BucketReady{BucketId{0}, 1});
            const EventHandle second = note(Lane::compute, {first}, GradientReady{ParameterId{1}, 0, 1, {}});
            if (early)
                started = note(Lane::comm, {ready}, CollectiveStarted{});
            if (early)
                collective();
            const EventHandle third = note(Lane::compute, {second}, GradientReady{ParameterId{0}, 0, 1, {}});
            note(Lane::comm, {third}, BucketReady{BucketId{1}, 1});
            if (!early)
                started = note(Lane::comm, {ready}, CollectiveStarted{});
            if (!early)
                collective();
            return recorder.seal(StepId{1}, {});
        };
        const auto early = record(true), late = record(false);
        const std::vector<std::string> names = {"GradientReady", "BucketReady", "GradientReady", "GradientReady",
            "CollectiveStarted", "BucketReady", "BucketReduced"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(std::string(payloadName(early->events[i].payload)), names[i]);
            QCOMPARE(std::string(payloadName(late->events[i].payload)), names[i]);
            QVERIFY(early->events[i].deps == late->events[i].deps);
        }
    }

    void theNextStepWaitsForTheLastEventOfThisOne()
    {
        Recorder recorder(2);
        recordStep(recorder, {0, 1});
        const auto next = recordStep(recorder, {1, 0});
        QCOMPARE(next->firstEvent().value, std::int64_t(7));
        QVERIFY((next->events[0].deps == std::vector<EventId>{{6}}));
        QVERIFY((next->events[1].deps == std::vector<EventId>{{6}}));
        QVERIFY((next->events[2].deps == std::vector<EventId>{{7}}));
    }

    void spansAreMicrosecondsAndNeverEndBeforeTheyBegin()
    {
        Recorder recorder(1);
        const Time begin = at(0);
        recorder.record(RankId{0}, 0, Lane::comm, {}, BucketReady{}, begin, begin + std::chrono::microseconds(6));
        recorder.record(RankId{0}, 0, Lane::comm, {}, BucketReady{}, begin, begin - std::chrono::microseconds(6));
        const auto record = recorder.seal(StepId{0}, {});
        QVERIFY(std::abs(record->measured[0].length() - 6) < 1e-3);
        QCOMPARE(record->measured[1].length(), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
