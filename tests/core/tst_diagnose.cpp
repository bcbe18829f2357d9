// Every detector on sound runs and on runs with its own fault; for each bug its own detector comes first.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/rng.h"
#include "core/config/bug_presets.h"
#include "core/config/config_io.h"
#include "core/diagnose/finding.h"
#include "core/engine/engine.h"
#include "core/replay/coverage.h"
#include "tests/support/hand_trace.h"

using namespace lockstep;
using namespace lockstep::test;

namespace {

Trace run(const RunConfig& config)
{
    Result<Trace> trace = runTraining(config);
    if (!trace)
        qFatal("%s", trace.error().message.c_str());
    return std::move(trace).value();
}

Finding find(const std::vector<Finding>& findings, DetectorId id)
{
    for (const Finding& finding : findings)
        if (finding.detector == id)
            return finding;
    qFatal("detector is not in the list");
}

QString english(const Message& message)
{
    return QString::fromStdString(message.english());
}

/// The trace with one record changed.
template <class Change>
Trace changed(const Trace& trace, std::size_t step, Change change)
{
    Trace other(std::make_shared<TraceHeader>(trace.header()), trace.info());
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        auto record = std::make_shared<StepRecord>(trace.step(i));
        if (i == step)
            change(*record);
        other.append(record);
    }
    return other;
}

/// The trace with every record changed.
template <class Change>
Trace changedEverywhere(const Trace& trace, Change change)
{
    Trace other(std::make_shared<TraceHeader>(trace.header()), trace.info());
    for (std::size_t i = 0; i < trace.stepCount(); ++i) {
        auto record = std::make_shared<StepRecord>(trace.step(i));
        change(*record);
        other.append(record);
    }
    return other;
}

/// Thirty-one examples and two epochs.
void makeLong(RunConfig& config)
{
    const bool inputs = !config.data.inputs.empty();
    config.data.inputs.clear();
    config.data.targets.clear();
    for (int i = 0; i < 31; ++i) {
        config.data.targets.push_back(0.5 * i - 3);
        if (inputs)
            config.data.inputs.push_back({0.1 * i, 1 - 0.2 * i});
    }
    config.steps = 0;
    config.epochs = 2;
}

RunConfig linearConfig(int workers)
{
    RunConfig config;
    config.workers = workers;
    config.model.kind = ModelKind::linear;
    config.batch.perWorker = {2};
    for (int i = 0; i < 2 * workers * 3; ++i) {
        config.data.targets.push_back(0.3 * i - 1);
        config.data.inputs.push_back({0.1 * i, 1.0 / (i + 2)});
    }
    config.optimizer.lr = 0.01;
    config.start.kind = StartKind::seeded;
    config.epochs = 2;
    return config;
}

RunConfig digitsConfig(SamplerPolicy policy)
{
    RunConfig config;
    config.workers = 4;
    config.data.set = DataSet::digits;
    config.model.kind = ModelKind::softmax;
    config.loss.kind = LossKind::crossEntropy;
    config.batch.perWorker = {24};
    config.sampler.policy = policy;
    config.steps = 15;
    return config;
}

} // namespace

class TestDiagnose : public QObject {
    Q_OBJECT
private slots:
    void soundRunsPassEverything()
    {
        RunConfig weighted = lesson7Config(5);
        weighted.combine = Combine::weighted;
        RunConfig accumulating = linearConfig(3);
        accumulating.batch.accumulate = 3;
        RunConfig sums = lesson7Config(3);
        sums.loss.reduction = Reduction::sum;
        sums.combine = Combine::sum;
        RunConfig alone = linearConfig(1);
        for (const RunConfig& config : {lesson4Config(5), weighted, accumulating, sums, alone, linearConfig(4),
                 digitsConfig(SamplerPolicy::distributed)}) {
            const std::vector<Finding> findings = diagnose(run(config));
            QCOMPARE(findings.size(), std::size_t{6});
            for (const Finding& finding : findings) {
                QVERIFY2(finding.verdict == Verdict::pass,
                    qPrintable(QString(detectorName(finding.detector)) + ": " + english(finding.cause)));
                QVERIFY(!finding.title.empty() && !finding.value.empty());
            }
        }
    }

    void lesson4SaysWhatTheMockUpSays()
    {
        const std::vector<Finding> findings = diagnose(run(lesson4Config(1)));
        QCOMPARE(english(find(findings, DetectorId::replicasIdentical).value), QString("w = 0.6"));
        QCOMPARE(english(find(findings, DetectorId::samplesDisjoint).value), QString("4 of 4"));
        QCOMPARE(english(find(findings, DetectorId::weightsMatchCounts).value), QString("1/2 and 1/2"));
        QCOMPARE(english(find(findings, DetectorId::collectivesJoined).value), QString("2 of 2"));
        QCOMPARE(english(find(findings, DetectorId::gradientMatchesReference).value), QString("exactly"));
    }

    void everyBugIsFoundFirstByItsOwnDetector_data()
    {
        QTest::addColumn<QString>("bug");
        QTest::addColumn<bool>("scalar");
        for (const BugPreset& preset : bugPresets())
            for (const bool scalar : {true, false})
                QTest::addRow("%s %s", preset.id.c_str(), scalar ? "scalar" : "linear")
                    << QString::fromStdString(preset.id) << scalar;
    }
    void everyBugIsFoundFirstByItsOwnDetector()
    {
        QFETCH(QString, bug);
        QFETCH(bool, scalar);
        RunConfig config = scalar ? lesson7Config(4) : linearConfig(3);
        config.combine = Combine::weighted;
        const bool unequal = bug != "repeated_sampler" && bug != "independent_shuffles";
        config.batch.perWorker = unequal ? (scalar ? std::vector{1, 3} : std::vector{1, 2, 3}) : std::vector{2};
        if (bug == "epoch_never_set") // two orders of a few examples may be alike by chance, so many are needed
            makeLong(config);
        const auto done = applyBug(config, bug.toStdString());
        QVERIFY2(done.ok(), done ? "" : done.error().message.c_str());
        if (bug != "unweighted_mean" && bug != "sum_reduced_loss")
            QVERIFY(config.combine == Combine::weighted);
        const auto preset = std::find_if(bugPresets().begin(), bugPresets().end(),
            [&](const BugPreset& each) { return each.id == bug.toStdString(); });

        const std::vector<Finding> findings = diagnose(run(config));
        const Finding& first = findings.front();
        QCOMPARE(QString(detectorName(first.detector)), QString::fromStdString(preset->detector));
        QCOMPARE(first.verdict, Verdict::fail);
        QVERIFY(!first.followsFrom && first.step && first.event != kNoEvent && first.distance > 0);
        QVERIFY(!first.cause.empty() && !first.remedy.empty() && !first.fix.empty() && !first.action.empty());
        for (std::size_t i = 1; i < findings.size(); ++i)
            if (findings[i].verdict == Verdict::fail)
                QVERIFY2(findings[i].followsFrom == first.detector, detectorName(findings[i].detector));
        if (preset->detector != "samples-disjoint" && preset->detector != "order-changes")
            QVERIFY(find(findings, DetectorId::gradientMatchesReference).verdict == Verdict::fail);
        qInfo("%s", first.cause.english().c_str());

        for (const auto& [key, value] : first.fix)
            QVERIFY2(setKey(config, key, value), key.c_str());
        for (const Finding& finding : diagnose(run(config)))
            QVERIFY2(finding.verdict == Verdict::pass, detectorName(finding.detector));
    }

    void everyBugComesFirstInRunsOfAllKinds_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"digits, ring, 4 ranks", "seeded, 3 ranks, short last batch", "star, 3 ranks, sums",
                 "2 ranks, accumulating, one bucket"})
            QTest::newRow(kind) << QString(kind);
    }
    void everyBugComesFirstInRunsOfAllKinds()
    {
        QFETCH(QString, kind);
        RunConfig config = kind.contains("digits") ? digitsConfig(SamplerPolicy::block)
                                                   : linearConfig(kind.contains("2 ranks") ? 2 : 3);
        config.combine = Combine::weighted;
        if (kind.contains("digits"))
            config.steps = 3;
        if (kind.contains("short")) {
            config.data.targets.pop_back();
            config.data.inputs.pop_back();
        }
        if (kind.contains("sums")) {
            config.collective.algorithm = Algorithm::star;
            config.loss.reduction = Reduction::sum;
            config.combine = Combine::sum;
        }
        if (kind.contains("accumulating")) {
            config.batch.accumulate = 2;
            config.buckets.mode = BucketMode::single;
        }
        for (const BugPreset& preset : bugPresets()) {
            RunConfig bad = config;
            if (preset.id == "unweighted_mean")
                for (int rank = 0; rank < bad.workers; ++rank)
                    bad.batch.perWorker.resize(1 + static_cast<std::size_t>(rank), 1);
            if (preset.id == "epoch_never_set" && kind.contains("digits"))
                bad.steps = 20; // 15 are an epoch
            else if (preset.id == "epoch_never_set")
                makeLong(bad);
            for (const Finding& finding : diagnose(run(bad)))
                QVERIFY2(finding.verdict == Verdict::pass, detectorName(finding.detector));
            const auto done = applyBug(bad, preset.id);
            QVERIFY2(done.ok(), done ? "" : done.error().message.c_str());
            const Finding first = diagnose(run(bad)).front();
            QCOMPARE(QString(detectorName(first.detector)), QString::fromStdString(preset.detector));
            QCOMPARE(first.verdict, Verdict::fail);
        }
    }

    void unweightedMeanOfLesson7()
    {
        const std::vector<Finding> findings = diagnose(run(lesson7Config(2)));
        const Finding& first = findings.front();
        QCOMPARE(first.detector, DetectorId::weightsMatchCounts);
        QCOMPARE(english(first.value), QString("1/2 and 1/2"));
        QCOMPARE(english(first.cause),
            QString("Used 1/2 and 1/2. The counts are 1 and 3, so from step 1 on an example on rank 0 counts 3 times as"
                    " much as one on rank 1."));
        QCOMPARE(first.step->value, 1);
        QCOMPARE(first.rank->value, 0);
        QCOMPARE(first.distance, 0.25);
        QCOMPARE(first.fix, (std::vector<std::pair<std::string, std::string>>{{"combine", "weighted"}}));
        QCOMPARE(english(find(findings, DetectorId::gradientMatchesReference).value), QString("4 instead of 5"));
        QCOMPARE(find(findings, DetectorId::gradientMatchesReference).distance, 0.2);
        QCOMPARE(find(findings, DetectorId::replicasIdentical).verdict, Verdict::pass);
    }

    void aShortLastBatchUnderAPlainMeanIsFoundWhereItHappens()
    {
        RunConfig config = linearConfig(2);
        config.data.targets.pop_back();
        config.data.inputs.pop_back();
        const std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::weightsMatchCounts);
        QCOMPARE(findings.front().step->value, 3);
        QCOMPARE(english(findings.front().cause),
            QString(
                "Step 3 is the short last batch of its epoch: the counts are 2, 1, but every rank has the weight 1/2, so"
                " an example on rank 1 counts 2 times as much as one on rank 0."));
        QVERIFY(english(findings.front().remedy).contains("sampler.drop_last"));
        config.batch.perWorker = {1};
        config.batch.accumulate = 2; // the third step deals 1 and 1, then 1 and 0
        QCOMPARE(english(diagnose(run(config)).front().cause),
            QString(
                "Step 3 ends with the short last batch of its epoch: its micro-steps have different numbers of examples,"
                " but each counts the same."));
        config.batch.accumulate = 1;
        config.sampler.dropLast = true;
        QCOMPARE(diagnose(run(config)).front().verdict, Verdict::pass);
        config.sampler.dropLast = false;
        QVERIFY(find(findings, DetectorId::gradientMatchesReference).followsFrom == DetectorId::weightsMatchCounts);
    }

    void aRankWithoutExamplesStillHasItsWeight()
    {
        RunConfig config = linearConfig(2);
        config.data.targets.resize(10);
        config.data.inputs.resize(10); // the third step deals 2 and 0
        const Finding first = diagnose(run(config)).front();
        QCOMPARE(first.detector, DetectorId::weightsMatchCounts);
        QCOMPARE(english(first.cause),
            QString("Step 3 is the short last batch of its epoch: rank 1 has no example, but its empty gradient has the"
                    " weight 1/2; the counts are 2, 0."));
    }

    void mismatchedStartSaysWhereAndHowFar()
    {
        RunConfig config = lesson4Config(3);
        config.start.values = {{1}, {3}};
        QCOMPARE(diagnose(run(config)).front().verdict, Verdict::pass); // the broadcast makes it sound
        config.start.broadcast = false;
        const std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::replicasIdentical);
        QCOMPARE(english(findings.front().title), QString("Replicas differ from the start"));
        QCOMPARE(english(findings.front().cause),
            QString("Rank 1 starts with other parameters than rank 0: weight differs by 2."));
        QCOMPARE(english(findings.front().value), QString("w = 1 and 3"));
        QCOMPARE(findings.front().step->value, 0);
        QCOMPARE(findings.front().distance, 2.0);
    }

    void unreducedParameterIsNamed()
    {
        RunConfig config = linearConfig(2);
        config.bugs.unreducedParameter = "bias";
        const std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::collectivesJoined);
        QCOMPARE(english(findings.front().cause),
            QString("The gradient of bias takes part in no collective, so from step 1 on every rank moves it by its own"
                    " local gradient."));
        const Finding replicas = find(findings, DetectorId::replicasIdentical);
        QCOMPARE(english(replicas.title), QString("Replicas differ after step 1"));
        QVERIFY(english(replicas.cause).contains("bias differs by"));
        QVERIFY(replicas.followsFrom == DetectorId::collectivesJoined);
    }

    void oneReplicaThatMovesDifferentlyIsFound()
    {
        const Trace trace = changed(run(lesson4Config(4)), 3, [](StepRecord& record) {
            for (Event& event : record.events)
                if (event.rank.value == 1) {
                    if (auto* digest = std::get_if<ReplicaDigest>(&event.payload))
                        digest->digest ^= 1;
                    if (auto* applied = std::get_if<OptimizerApplied>(&event.payload))
                        applied->parameters[0] += 0.5;
                }
        });
        const Finding first = diagnose(trace).front();
        QCOMPARE(first.detector, DetectorId::replicasIdentical);
        QCOMPARE(first.step->value, 3);
        QCOMPARE(first.rank->value, 1);
        QVERIFY(std::abs(first.distance - 0.5) < 1e-12);
        QVERIFY(!first.followsFrom);
    }

    void repeatedDataIsFoundInItsFirstStep()
    {
        const std::vector<Finding> findings = diagnose(run(digitsConfig(SamplerPolicy::replicate)));
        const Finding& first = findings.front();
        QCOMPARE(first.detector, DetectorId::samplesDisjoint);
        QCOMPARE(first.step->value, 1);
        QCOMPARE(english(first.title), QString("Examples are not disjoint"));
        QCOMPARE(english(first.cause),
            QString("Every rank starts at the same place: no rank offset. Each example was drawn 4 times, so only 24 of"
                    " the 96 drawn in a step are different."));
        QVERIFY(!english(first.cause).contains("seed") && !english(first.remedy).contains("seed"));
        QCOMPARE(english(first.value), QString("360 of 1440 seen, 4 times each"));
        QCOMPARE(english(first.action), QString("Give each rank its share"));
        QCOMPARE(find(findings, DetectorId::gradientMatchesReference).verdict, Verdict::pass);
        const Result<RunConfig> fixed = withFix(digitsConfig(SamplerPolicy::replicate), first);
        QVERIFY(fixed);
        QCOMPARE(fixed.value(), digitsConfig(SamplerPolicy::distributed));
    }

    void paddingIsNamedAndPasses()
    {
        RunConfig config = linearConfig(4);
        config.sampler.policy = SamplerPolicy::distributed;
        config.batch.perWorker = {1};
        config.data.targets.resize(10);
        config.data.inputs.resize(10); // 12 visits an epoch
        for (const bool shuffle : {false, true}) {
            config.sampler.shuffle = shuffle;
            const Finding finding = find(diagnose(run(config)), DetectorId::samplesDisjoint);
            QCOMPARE(finding.verdict, Verdict::pass);
            QCOMPARE(english(finding.value), QString("10 of 10, 4 repeated as padding"));
        }
        config.sampler.dropLast = true;
        QCOMPARE(find(diagnose(run(config)), DetectorId::samplesDisjoint).verdict, Verdict::pass);
    }

    void anExampleDealtTwiceInAnEpochIsFound()
    {
        const Trace trace = changed(run(linearConfig(2)), 2, [](StepRecord& record) {
            for (Event& event : record.events)
                if (auto* assigned = std::get_if<BatchAssigned>(&event.payload); assigned && event.rank.value == 1)
                    assigned->samples[0] = 1; // rank 0 had it in step 1
        });
        const Finding first = diagnose(trace).front();
        QCOMPARE(first.detector, DetectorId::samplesDisjoint);
        QCOMPARE(english(first.cause),
            QString("In step 2 rank 1 trains on example 1, which rank 0 had in step 1 of the same epoch."));
    }

    void anExampleLeftOutOfAnEpochIsFound()
    {
        const Trace trace = changed(run(linearConfig(2)), 2, [](StepRecord& record) {
            for (Event& event : record.events)
                if (auto* assigned = std::get_if<BatchAssigned>(&event.payload); assigned && event.rank.value == 1)
                    assigned->samples.pop_back();
        });
        const Finding finding = find(diagnose(trace), DetectorId::samplesDisjoint);
        QCOMPARE(finding.verdict, Verdict::fail);
        QCOMPARE(english(finding.cause), QString("The epoch that ends with step 3 never used 1 of the 12 examples."));
    }

    void anotherOrderOfCollectivesIsFound()
    {
        const Trace trace = changed(run(linearConfig(2)), 2, [](StepRecord& record) {
            std::vector<CollectiveStarted*> mine;
            for (Event& event : record.events)
                if (auto* started = std::get_if<CollectiveStarted>(&event.payload); started && event.rank.value == 1)
                    mine.push_back(started);
            std::swap(mine.at(0)->sequence, mine.at(1)->sequence);
        });
        const Finding first = diagnose(trace).front();
        QCOMPARE(first.detector, DetectorId::collectivesJoined);
        QCOMPARE(first.step->value, 2);
        QCOMPARE(english(first.cause),
            QString("In step 2 rank 1 joins bucket 1 where rank 0 joins bucket 0; each would wait for the other."));
    }

    void aRankThatStoppedNeverJoins()
    {
        RunConfig config = lesson4Config(3);
        config.faults.failRank = 1;
        config.faults.failStep = 2;
        const Finding first = diagnose(run(config)).front();
        QCOMPARE(first.detector, DetectorId::collectivesJoined);
        QCOMPARE(first.step->value, 2);
        QCOMPARE(first.rank->value, 1);
        QVERIFY(english(first.remedy).contains("faults.fail_rank"));
    }

    void divergenceIsBlamedOnTheLearningRate()
    {
        RunConfig config = lesson4Config(300);
        config.optimizer.lr = 1000;
        const std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::valuesFinite);
        QVERIFY(english(findings.front().remedy).contains("optimizer.lr"));
        QVERIFY(english(find(findings, DetectorId::gradientMatchesReference).cause).endsWith("relative inf."));
        for (const Finding& finding : findings)
            if (finding.verdict == Verdict::fail && finding.detector != DetectorId::valuesFinite)
                QVERIFY2(finding.followsFrom == DetectorId::valuesFinite, detectorName(finding.detector));
    }

    void scaleOfTheGradientIsNamed()
    {
        RunConfig config = lesson4Config(2);
        config.combine = Combine::sum; // means, added: twice too large
        std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::gradientMatchesReference);
        QCOMPARE(english(findings.front().cause),
            QString(
                "In step 1 the combined gradient is 2 times that of one worker with all examples of the step: 2 means"
                " are added, but not divided."));
        QCOMPARE(english(findings.front().value), QString("8 instead of 4"));
        QCOMPARE(findings.front().fix.at(0).second, std::string("mean"));
        QCOMPARE(find(findings, DetectorId::weightsMatchCounts).verdict, Verdict::pass);
        config.loss.reduction = Reduction::sum;
        config.combine = Combine::mean;
        findings = diagnose(run(config));
        QCOMPARE(findings.front().detector, DetectorId::gradientMatchesReference);
        QVERIFY(english(findings.front().cause).contains("is 0.5 times"));
    }

    void averagedSumsNameTheirFactors()
    {
        RunConfig config = digitsConfig(SamplerPolicy::distributed);
        config.steps = 1;
        config.loss.reduction = Reduction::sum;
        config.combine = Combine::mean;
        Finding first = diagnose(run(config)).front();
        QCOMPARE(first.detector, DetectorId::gradientMatchesReference);
        QCOMPARE(english(first.cause),
            QString("In step 1 the combined gradient is 24 times the mean over the 96 examples of the step: every rank"
                    " adds up its examples (loss.reduction is sum), and the sums are divided by the 4 ranks only. It is"
                    " 0.25 times the sum."));
        Result<RunConfig> fixed = withFix(config, first);
        QVERIFY(fixed);
        QCOMPARE(diagnose(run(fixed.value())).front().verdict, Verdict::pass);
        config.sampler.policy = SamplerPolicy::block;
        config.batch.perWorker = {1, 2, 3, 4}; // unequal shares need weights besides
        first = diagnose(run(config)).front();
        QCOMPARE(first.detector, DetectorId::gradientMatchesReference);
        fixed = withFix(config, first);
        QVERIFY(fixed);
        QCOMPARE(diagnose(run(fixed.value())).front().verdict, Verdict::pass);
    }

    void ownShufflesAreToldFromRanksWithoutOffset()
    {
        // Every rank goes through the digits in an order of its own and takes a quarter of it.
        RunConfig config = digitsConfig(SamplerPolicy::distributed);
        config.sampler.shuffle = true;
        std::vector<std::vector<std::int32_t>> orders;
        for (std::uint64_t rank = 0; rank < 4; ++rank)
            orders.push_back(torchRandperm(1440, 100 + rank));
        const Trace trace = changedEverywhere(run(config), [&](StepRecord& record) {
            for (Event& event : record.events)
                if (auto* assigned = std::get_if<BatchAssigned>(&event.payload))
                    for (std::size_t i = 0; i < assigned->samples.size(); ++i)
                        assigned->samples[i]
                            = orders[event.rank.index()][(static_cast<std::size_t>(record.step.value) - 1) * 24 + i];
        });
        const Finding first = diagnose(trace).front();
        QCOMPARE(first.detector, DetectorId::samplesDisjoint);
        const CoverageCounts counts = coverageAt(trace, 15).inEpoch;
        QCOMPARE(english(first.cause),
            QString(
                "Every rank shuffles by itself, so what they draw overlaps: after 1440 draws of 1440 examples %1 were"
                " drawn several times and %2 never.")
                .arg(counts.repeated)
                .arg(counts.never));
        QVERIFY(std::abs(static_cast<double>(counts.distinct) - 1440 * 175.0 / 256) < 40); // about 984 are expected
        QCOMPARE(first.fix.at(0).second, std::string("distributed"));
    }

    void theSameOrderInEveryEpochIsFound()
    {
        RunConfig config = digitsConfig(SamplerPolicy::distributed);
        config.sampler.shuffle = true;
        config.steps = 32; // epochs of 15 steps
        const Trace sound = run(config);
        QCOMPARE(english(find(diagnose(sound), DetectorId::orderChanges).value), QString("3 epochs"));
        const Trace stuck = changedEverywhere(sound, [&](StepRecord& record) {
            if (record.step.value <= 15)
                return;
            std::vector<std::vector<std::int32_t>> before;
            for (const Event& event : sound.step(static_cast<std::size_t>(record.step.value) - 15).events)
                if (const auto* assigned = event.as<BatchAssigned>())
                    before.push_back(assigned->samples);
            for (Event& event : record.events)
                if (auto* assigned = std::get_if<BatchAssigned>(&event.payload))
                    assigned->samples = before.at(event.rank.index());
        });
        const std::vector<Finding> findings = diagnose(stuck);
        const Finding& first = findings.front();
        QCOMPARE(first.detector, DetectorId::orderChanges);
        QCOMPARE(first.step->value, 16);
        QCOMPARE(first.distance, 1440.0);
        QVERIFY(english(first.cause).startsWith("Epoch 2 deals the same batches as epoch 1, although sampler.shuffle"));
        QCOMPARE(first.fix, (std::vector<std::pair<std::string, std::string>>{{"sampler.set_epoch", "true"}}));
        QCOMPARE(find(findings, DetectorId::samplesDisjoint).verdict, Verdict::pass);
        for (const Finding& finding : findings)
            if (finding.detector != DetectorId::orderChanges)
                QVERIFY2(finding.verdict == Verdict::pass, detectorName(finding.detector));
    }

    void orderIsAskedOfShuffledRunsOfSeveralEpochsOnly()
    {
        const auto asked = [](const RunConfig& config) {
            for (const Finding& finding : diagnose(run(config)))
                if (finding.detector == DetectorId::orderChanges)
                    return true;
            return false;
        };
        RunConfig config = digitsConfig(SamplerPolicy::block);
        config.steps = 16;
        QVERIFY(!asked(config));
        config.sampler.shuffle = true;
        QVERIFY(asked(config));
        config.steps = 15;
        QVERIFY(!asked(config));
    }

    void withoutTheOracleItSaysThatItWasNotChecked()
    {
        RunConfig config = lesson4Config(2);
        config.check.oracle = false;
        const std::vector<Finding> findings = diagnose(run(config));
        QCOMPARE(findings.back().detector, DetectorId::gradientMatchesReference);
        QCOMPARE(findings.back().verdict, Verdict::notChecked);
        QVERIFY(english(findings.back().cause).contains("check.oracle"));
    }

    void emptyAndUnfinishedTracesAreDiagnosed()
    {
        QVERIFY(diagnose(Trace{}).empty());
        const Trace whole = run(lesson4Config(1));
        Trace setUp(std::make_shared<TraceHeader>(whole.header()), whole.info());
        QCOMPARE(diagnose(setUp).size(), std::size_t{6});
        setUp.append(whole.sharedStep(0));
        for (const Finding& finding : diagnose(setUp))
            QVERIFY(finding.verdict != Verdict::fail);
    }
};

QTEST_APPLESS_MAIN(TestDiagnose)
#include "tst_diagnose.moc"
