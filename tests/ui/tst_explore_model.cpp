// The scenario of Explore without a window: every key has a place, undo covers everything, bugs own what they set and
// give it back, idle keys say why, wrong texts stay.
#include <set>

#include <QTest>

#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "tests/support/hand_trace.h"
#include "ui/explore/bug_switches.h"
#include "ui/explore/choice_text.h"
#include "ui/explore/explore_model.h"
#include "ui/explore/field_table.h"

using namespace lockstep;
using namespace lockstep::ui;

namespace {

/// Another value of the key than the present one, as text.
QString otherText(const ExploreModel& model, const Field& field)
{
    const KeySpec& key = *findKey(field.key);
    const QString now = model.text(field.key);
    switch (key.type) {
    case KeyType::boolean:
        return now == "true" ? "false" : "true";
    case KeyType::choice:
        for (const std::string& choice : key.choices)
            if (now != QString::fromStdString(choice))
                return QString::fromStdString(choice);
        return now;
    case KeyType::integer:
    case KeyType::number:
    case KeyType::integers:
    case KeyType::numbers:
    case KeyType::rows:
        return now == "3" ? "2" : "3";
    case KeyType::text:
    case KeyType::texts:
        return now + "x";
    }
    return now;
}

RunConfig unequal()
{
    RunConfig config = test::lesson7Config(2);
    config.combine = Combine::weighted;
    return config;
}

} // namespace

class TestExploreModel : public QObject {
    Q_OBJECT
private slots:
    void everyKeyHasAPlaceOrIsListedAsAbsent()
    {
        std::set<std::string> placed;
        for (const Field& field : fieldTable()) {
            QVERIFY2(placed.insert(field.key).second, field.key.c_str());
            QVERIFY2(!field.label.isEmpty(), field.key.c_str());
            for (const FieldNeed& need : field.needs)
                QVERIFY2(!need.reason.isEmpty(), field.key.c_str());
        }
        for (const AbsentKey& absent : absentKeys()) {
            QVERIFY2(placed.insert(absent.key).second, absent.key.c_str());
            QVERIFY2(!absent.reason.isEmpty(), absent.key.c_str());
        }
        for (const KeySpec& key : keyTable())
            QVERIFY2(placed.contains(key.name), key.name.c_str());
        QCOMPARE(placed.size(), keyTable().size());
    }

    void everyPresetRuns()
    {
        for (const Preset& preset : presets()) {
            const Resolved resolved = resolve(presetScenario(preset.id));
            QVERIFY2(resolved.runs(), resolved.sentence.c_str());
            QCOMPARE(QString::fromStdString(resolved.config.name), preset.title);
        }
        QVERIFY(presetScenario("meadow").name.contains("fictional"));
    }

    void undoCoversEveryControl()
    {
        for (const Field& field : fieldTable()) {
            ExploreModel model;
            const Scenario before = model.scenario();
            const QString text = otherText(model, field);
            model.type(field.key, text);
            QVERIFY2(model.scenario() != before, field.key.c_str());
            QCOMPARE(model.text(field.key), text);
            const Scenario after = model.scenario();
            model.undo();
            QVERIFY2(model.scenario() == before, field.key.c_str());
            QVERIFY(!model.canUndo());
            model.redo();
            QVERIFY2(model.scenario() == after, field.key.c_str());
        }
    }

    void undoCoversBugsPresetsAndReset()
    {
        ExploreModel model;
        const Scenario start = model.scenario();
        model.setBug("straggler", true);
        const Scenario slow = model.scenario();
        QCOMPARE(model.resolved().config.faults.slowRank, 2);
        model.choosePreset("sixteen");
        model.choose("workers", "8");
        model.reset();
        QVERIFY(model.scenario() == presetScenario("sixteen"));
        model.undo();
        QCOMPARE(model.resolved().config.workers, 8);
        model.undo();
        model.undo();
        QVERIFY(model.scenario() == slow);
        model.undo();
        QVERIFY(model.scenario() == start);
        for (int i = 0; i < 4; ++i)
            model.redo();
        QVERIFY(model.scenario() == presetScenario("sixteen"));
    }

    void typingIsOneUndoStep()
    {
        ExploreModel model;
        const QString before = model.text("optimizer.lr");
        for (const char* text : {"0", "0.", "0.2", "0.25"})
            model.type("optimizer.lr", text);
        QCOMPARE(model.resolved().config.optimizer.lr, 0.25);
        model.undo();
        QCOMPARE(model.text("optimizer.lr"), before);
        model.redo();
        model.finishTyping();
        model.type("optimizer.lr", "0.5");
        model.undo();
        QCOMPARE(model.resolved().config.optimizer.lr, 0.25);
    }

    void wrongTextStaysAndSaysWhy()
    {
        ExploreModel model;
        model.type("optimizer.lr", "fast");
        QCOMPARE(model.text("optimizer.lr"), QString("fast"));
        QVERIFY(!model.resolved().runs());
        QCOMPARE(model.resolved().problemKey, std::string("optimizer.lr"));
        QVERIFY(QString::fromStdString(model.resolved().sentence).contains("fast"));
        model.choose("workers", "2"); // another control, and the text is still there
        QCOMPARE(model.text("optimizer.lr"), QString("fast"));
        QVERIFY(!model.resolved().runs());
        model.type("optimizer.lr", "0.3");
        QVERIFY(model.resolved().runs());
        QCOMPARE(model.resolved().config.optimizer.lr, 0.3);
    }

    void combinationsThatMakeNoSenseNameTheirControl()
    {
        ExploreModel model;
        model.choose("collective.algorithm", "pairwise"); // four workers
        QCOMPARE(model.resolved().problemKey, std::string("collective.algorithm"));
        QVERIFY(!model.resolved().runs());
        model.choose("workers", "2");
        QVERIFY(model.resolved().runs());
        model.choose("batch.per_worker", "1, 2, 3");
        QCOMPARE(model.resolved().problemKey, std::string("batch.per_worker"));
    }

    void aBugOwnsWhatItSetsAndGivesItBack()
    {
        for (const BugSwitch& bug : bugSwitches()) {
            ExploreModel model;
            RunConfig sound = bug.id == "unweighted_mean" ? unequal() : presetScenario("sixteen").base;
            sound.sampler.shuffle = bug.id != "unweighted_mean";
            if (!resolve(scenarioOf(sound, "sound")).runs())
                sound.sampler.shuffle = false;
            model.take(scenarioOf(sound, "sound"));
            const Resolved before = model.resolved();
            QVERIFY2(before.runs(), before.sentence.c_str());
            QVERIFY2(before.owner.empty(), bug.id.c_str());
            const QString why = whyBugOff(model.scenario(), bug.id);
            QVERIFY2(why.isEmpty(), qPrintable(QString::fromStdString(bug.id) + ": " + why));
            model.setBug(bug.id, true);
            const Resolved on = model.resolved();
            QVERIFY2(on.runs(), on.sentence.c_str());
            QVERIFY2(!on.owner.empty(), bug.id.c_str());
            const std::vector<std::string> changed = changedKeys(before.config, on.config);
            QCOMPARE(changed.size(), on.owner.size());
            for (const std::string& key : changed)
                QCOMPARE(on.owner.at(key), bug.id);
            model.setBug(bug.id, false);
            QVERIFY2(model.resolved().config == sound, bug.id.c_str());
            // A run that has the mistake already shows it as a switch that is on, and can be mended.
            const Scenario found = scenarioOf(on.config, "found");
            QVERIFY2(found.hasBug(bug.id), bug.id.c_str());
            QVERIFY2(resolve(found).config == on.config, bug.id.c_str());
            QVERIFY2(resolve(Scenario{{}, {}, false, found.base, {}, {}}).runs(), bug.id.c_str());
        }
    }

    void aBugThatCannotShowSaysWhy()
    {
        ExploreModel model;
        QVERIFY(whyBugOff(model.scenario(), "unweighted_mean").contains("unequal"));
        QVERIFY(!whyBugOff(model.scenario(), "unweighted_mean").contains("batch.per_worker")); // labels, not keys
        model.setBug("unweighted_mean", true);
        QVERIFY(!model.scenario().hasBug("unweighted_mean"));
        model.choose("workers", "1");
        QVERIFY(whyBugOff(model.scenario(), "straggler").contains("two workers"));
        QVERIFY(whyBugOff(model.scenario(), "mismatched_start").contains("two workers"));
    }

    void aBugThatBecomesImpossibleIsNamedAtItsSwitch()
    {
        ExploreModel model;
        model.setBug("straggler", true);
        model.choose("workers", "1");
        QVERIFY(!model.resolved().runs());
        QCOMPARE(model.resolved().problemBug, std::string("straggler"));
    }

    void keysWithoutEffectSayWhy()
    {
        const auto reason = [](const std::string& key, const RunConfig& config) {
            for (const Field& field : fieldTable())
                if (field.key == key)
                    return whyIdle(field, config);
            return QString("no such field");
        };
        RunConfig config = test::lesson4Config();
        QCOMPARE(reason("collective.ring_order", config), QString("only for a ring"));
        config.collective.algorithm = Algorithm::ring;
        QCOMPARE(reason("collective.ring_order", config), QString());
        config.workers = 1;
        QVERIFY(!reason("collective.algorithm", config).isEmpty());
        QVERIFY(!reason("faults.slow_factor", config).isEmpty());
        config.faults.slowRank = 0;
        QCOMPARE(reason("faults.slow_factor", config), QString());
        QVERIFY(!reason("model.bias", config).isEmpty());
        QCOMPARE(reason("data.targets", config), QString());
        config.data.set = DataSet::digits;
        QVERIFY(!reason("data.targets", config).isEmpty());
    }

    void modelAndLossFollowTheData()
    {
        ExploreModel model; // numbers by hand
        const Scenario byHand = model.scenario();
        model.choose("data.set", "digits");
        QVERIFY2(model.resolved().runs(), model.resolved().sentence.c_str());
        QVERIFY(model.resolved().config.model.kind == ModelKind::softmax);
        model.choose("data.set", "toy");
        QVERIFY2(model.resolved().runs(), model.resolved().sentence.c_str());
        QVERIFY(model.resolved().config.data.targets == byHand.base.data.targets); // kept meanwhile
        model.choosePreset("sixteen");
        model.choose("batch.per_worker", "2");
        model.choose("data.set", "toy"); // no targets yet
        QVERIFY2(model.resolved().runs(), model.resolved().sentence.c_str());
    }

    void outOfDateUntilItHasRun()
    {
        ExploreModel model;
        QVERIFY(model.outOfDate());
        model.setShown(model.resolved().config);
        QVERIFY(!model.outOfDate());
        model.choose("optimizer.lr", "0.2");
        QVERIFY(model.outOfDate());
        model.undo();
        QVERIFY(!model.outOfDate());
        model.type("name", "mine"); // changes nothing of the run
        QVERIFY(!model.outOfDate());
        model.type("optimizer.lr", "x");
        QVERIFY(model.outOfDate());
    }

    void aFixTakesTheBugAwayAsOneStep()
    {
        ExploreModel model;
        model.setBug("straggler", true);
        QVERIFY(model.applyFix({{"faults.slow_rank", "-1"}}).ok());
        QVERIFY(!model.scenario().hasBug("straggler"));
        QCOMPARE(model.resolved().config.faults.slowRank, -1);
        model.undo();
        QVERIFY(model.scenario().hasBug("straggler"));
        QVERIFY(!model.applyFix({{"faults.slow_rank", "none"}}).ok());
    }

    void stepsMoveEveryNumberOfAListWithinTheRange()
    {
        ExploreModel model;
        model.choose("batch.per_worker", "1, 3, 2, 2");
        QVERIFY(!model.canStep("batch.per_worker", -1));
        model.step("batch.per_worker", 1);
        QCOMPARE(model.text("batch.per_worker"), QString("2, 4, 3, 3"));
        model.choose("workers", "256");
        QVERIFY(!model.canStep("workers", 1));
        model.step("workers", -1);
        QCOMPARE(model.text("workers"), QString("255"));
    }

    void sentencesSpeakOfLabels()
    {
        QCOMPARE(humanSentence("batch.per_worker is 0, but workers is 4; set loss.reduction."),
            QString("“Batch each” is 0, but workers is 4; set “Loss”."));
        QCOMPARE(keyNamedIn("data.inputs[3] has 2 numbers."), std::string("data.inputs"));
        QCOMPARE(keyNamedIn("The whole is too large."), std::string());
    }
};

QTEST_APPLESS_MAIN(TestExploreModel)
#include "tst_explore_model.moc"
