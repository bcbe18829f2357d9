// Configs: every key goes out and comes back, and a wrong one is told by a sentence with its place.
#include <QtTest>

#include <set>

#include "core/config/bug_presets.h"
#include "core/config/config_io.h"
#include "core/config/derived.h"
#include "core/config/key_table.h"
#include "core/base/files.h"
#include "core/base/spelling.h"

using namespace lockstep;

namespace {

RunConfig workedExample()
{
    RunConfig config;
    config.data.targets = {0, -2, -4, -6};
    config.start.kind = StartKind::values;
    config.start.values = {{1}};
    config.steps = 1;
    return config;
}

/// A config in which every key differs from its default; not all of them fit together.
RunConfig everythingChanged()
{
    RunConfig c;
    c.name = "réseau \"x\"";
    c.seed = 9007199254740991;
    c.workers = 3;
    c.backend = BackendKind::serial;
    c.data.set = DataSet::digits;
    c.data.targets = {0.1, -2.5e-300, 1e12};
    c.data.inputs = {{1, 2}, {3, 0.30000000000000004}};
    c.data.train = 17;
    c.data.heldOut = 5;
    c.data.images = "i.idx";
    c.data.labels = "l.idx";
    c.data.heldOutImages = "held out.idx";
    c.data.heldOutLabels = "h.idx";
    c.data.file = "records of 2014.csv";
    c.data.inputColumns = {"a b", "c"};
    c.data.targetColumn = "births";
    c.data.targetKind = TargetKind::label;
    c.data.split = SplitKind::time;
    c.data.timeColumn = "date";
    c.data.standardise = true;
    c.data.found = {100, 10, 3, 2};
    c.sampler = {SamplerPolicy::given, true, true, false, {{0, 1}, {2}}};
    c.batch.perWorker = {1, 2, 3};
    c.batch.accumulate = 4;
    c.model.kind = ModelKind::softmax;
    c.model.bias = false;
    c.model.hidden = {5, 3};
    c.loss.kind = LossKind::crossEntropy;
    c.loss.reduction = Reduction::sum;
    c.combine = Combine::weighted;
    c.optimizer = {OptimizerKind::sgd, 0.35, 0.9, true, 0.01};
    c.precision = Precision::f32;
    c.collective.algorithm = Algorithm::star;
    c.collective.ringOrder = RingOrder::nccl;
    c.buckets = {BucketMode::capped, 0.25, 12.5, true};
    c.steps = 6;
    c.epochs = 7;
    c.eval.every = 8;
    c.start.kind = StartKind::files;
    c.start.values = {{1, 2}, {3.5, 4}};
    c.start.files = {"a.npy", "b c.npy"};
    c.start.broadcast = false;
    c.start.perRankSeed = true;
    c.cost = {TimeUnit::millisecond, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 123456789012, 0.25};
    c.bugs.unreducedParameter = "bias";
    c.faults = {1, 3.5, 2, 9};
    c.capture = {CaptureLevel::sampled, true};
    c.check.oracle = false;
    return c;
}

QString sentence(const Result<RunConfig>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}
QString sentence(const Result<Done>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

} // namespace

class TestConfig : public QObject {
    Q_OBJECT
private slots:
    void everyKeyComesBackFromText()
    {
        const RunConfig changed = everythingChanged();
        RunConfig copy;
        std::set<std::string> equalToDefault{"isa", "precision", "optimizer.kind"};
        for (const KeySpec& key : keyTable()) {
            QVERIFY2(equalToDefault.contains(key.name) || key.get(changed) != key.get(RunConfig{}), key.name.c_str());
            QCOMPARE(sentence(setKey(copy, key.name, keyText(changed, key.name))), QString());
            QVERIFY2(key.get(copy) == key.get(changed), key.name.c_str());
        }
        QVERIFY(copy == changed);
    }

    void aValidConfigComesBackFromJson()
    {
        for (const bool onlyChanged : {false, true}) {
            const RunConfig config = workedExample();
            const auto back = parseConfigJson(configToJson(config, onlyChanged), "x.json");
            QCOMPARE(sentence(back), QString());
            QVERIFY(back.value() == config);
        }
    }

    void everyKeyComesBackFromJsonUnlessTheCombinationIsWrong()
    {
        // One key at a time on top of a config that takes it.
        const std::pair<const char*, const char*> settings[] = {{"workers", "4"}, {"batch.per_worker", "1, 3"},
            {"data.inputs", "1; 2; 3; 4"}, {"start.values", "1; 3"}, {"cost.unit", "us"}, {"seed", "77"},
            {"faults.slow_rank", "1"}, {"name", "a \"b\" ü"}, {"optimizer.lr", "0.1234567890123456"}};
        for (const auto& [key, text] : settings) {
            RunConfig config = workedExample();
            if (std::string(key) == "workers")
                config.batch.perWorker = {1};
            QCOMPARE(sentence(setKey(config, key, text)), QString());
            const auto back = parseConfigJson(configToJson(config, true), "x.json");
            QCOMPARE(sentence(back), QString());
            QVERIFY2(back.value() == config, key);
        }
    }

    void keysMayBeNestedOrDotted()
    {
        const auto nested
            = parseConfigJson(R"({"steps":1,"data":{"targets":[0,-2,-4,-6]},"optimizer":{"lr":0.5}})", "n");
        const auto dotted = parseConfigJson(R"({"steps":1,"data.targets":[0,-2,-4,-6],"optimizer.lr":0.5})", "d");
        QCOMPARE(sentence(nested), QString());
        QCOMPARE(sentence(dotted), QString());
        QVERIFY(nested.value() == dotted.value());
        QCOMPARE(nested.value().optimizer.lr, 0.5);
        const auto both = parseConfigJson(R"({"optimizer":{"lr":0.5},"optimizer.lr":0.5})", "b.json");
        QCOMPARE(sentence(both), QString("b.json: optimizer.lr is given twice, nested and dotted; keep one of them."));
    }

    void wrongTextNamesItsPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("begins");
        const auto row = [](const char* name, QByteArray text, const char* begins) {
            QTest::newRow(name) << text << QString(begins);
        };
        row("empty", "", "c.json:1:1: the JSON text ends too early");
        row("open brace", "{\n  \"steps\": 1,", "c.json:2:14: the JSON text ends too early");
        row("missing comma", "{\n  \"steps\": 1\n  \"seed\": 2 }",
            "c.json:3:8: this is not valid JSON here; '}' is expected.");
        row("trailing comma", "{\"steps\": 1,}",
            "c.json:1:13: this is not valid JSON here; string literal is expected.");
        row("nan", "{\"optimizer\": {\"lr\": NaN}}", "c.json:1:22: this is no JSON value");
        row("huge number", "{\"optimizer\": {\"lr\": 1e999}}", "c.json:1:26: this number is too large");
        row("not utf-8", "{\"name\": \"a\xff\"}", "c.json:1:12: this is not UTF-8 text");
        row("deep", "{\"data\":" + QByteArray(100000, '['), "c.json: lists and objects are nested more than 8 deep");
        row("twice", "{\"steps\": 1, \"steps\": 2}", "c.json: the key \"steps\" stands twice in one object");
        row("array", "[1, 2]", "c.json: the text is the list [1,2], but a config is one object");
        row("unknown key", "{\"optimiser\": {\"lr\": 1}}", "c.json: optimiser is not a key; did you mean optimizer?");
        row("unknown nested key", "{\"optimizer\": {\"rl\": 1}}",
            "c.json: optimizer.rl is not a key; did you mean optimizer.lr?");
        row("other tool's name", "{\"batch_size\": 4}",
            "c.json: batch_size is not a key; did you mean batch.per_worker?");
        row("group", "{\"model\": \"scalar\"}",
            "c.json: model is a group of keys, not a key; write one of model.kind, model.bias, model.hidden");
        row("choice", "{\"model\": {\"kind\": \"sofmax\"}}",
            "c.json: model.kind is \"sofmax\", but one of scalar, linear, logistic, softmax, mlp is needed; did you mean softmax?");
        row("type", "{\"optimizer\": {\"lr\": \"fast\"}}",
            "c.json: optimizer.lr is \"fast\", but a number from 0 to 1000000 is needed.");
        row("range", "{\"workers\": 300}", "c.json: workers is 300, but a whole number from 1 to 256 is needed.");
        row("fraction", "{\"workers\": 2.5}", "c.json: workers is 2.5, but a whole number from 1 to 256 is needed.");
        row("bigger than 64 bits", "{\"workers\": 18446744073709551615}",
            "c.json: workers is 18446744073709551615, but");
        row("null", "{\"seed\": null}", "c.json: seed is null, but a whole number");
        row("list entry", "{\"data\": {\"targets\": [1, \"x\", 3]}}",
            "c.json: data.targets[1] is \"x\", but a number from -1000000000000");
        row("empty key", "{\"\": 2}", "c.json: \"\" is not a key");
        row("beyond doubles", "{\"seed\": 9007199254740993}", "c.json: seed is 9007199254740993, but");
        row("share", "{\"batch\": {\"per_worker\": [2, 0]}}",
            "c.json: batch.per_worker[1] is 0, but a whole number from 1 to 100000 is needed");
        row("boolean", "{\"check\": {\"oracle\": 1}}", "c.json: check.oracle is 1, but true or false is needed.");
        row("row entry", "{\"data\": {\"inputs\": [[1], 2]}}", "c.json: data.inputs[1] is 2, but a list of rows");
    }
    void wrongTextNamesItsPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, begins);
        const QString said = sentence(parseConfigJson({text.data(), static_cast<std::size_t>(text.size())}, "c.json"));
        QVERIFY2(said.startsWith(begins), qPrintable(said));
        QVERIFY2(!said.contains('\n'), qPrintable(said));
    }

    void wrongCombinationsNameTheRemedy_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, QStringList settings, const char* part) {
            QTest::newRow(name) << settings << QString(part);
        };
        row("no length", {"steps=0"}, "set steps or epochs to at least 1");
        row("two lengths", {"epochs=1"}, "set the other to 0");
        row("shares", {"batch.per_worker=1,1,2"}, "batch.per_worker lists 3 numbers for 2 workers");
        row("no targets", {"data.targets="}, "data.targets is empty");
        row("rows", {"data.inputs=1;2"}, "data.inputs has 2 rows for 4 targets");
        row("ragged", {"model.kind=linear", "data.inputs=1,2;3;4,5;6,7"}, "data.inputs[1] has 1 numbers");
        row("too few examples", {"batch.per_worker=4"}, "one step takes 8 examples, but there are only 4");
        row("distributed", {"batch.per_worker=1,3", "sampler.policy=distributed"}, "which deals equal shares");
        row("pairwise", {"workers=4", "batch.per_worker=1", "collective.algorithm=pairwise"},
            "needs exactly two workers, but workers is 4");
        row("scalar with two inputs", {"data.inputs=1,2;3,4;5,6;7,8"}, "set model.kind to linear");
        row("cross-entropy", {"loss.kind=cross_entropy"}, "predicts a number");
        row("digits", {"data.set=digits"}, "data.targets belongs to data.set toy");
        row("digits scalar", {"data.targets=", "data.set=digits"}, "set model.kind to softmax");
        row("softmax toy", {"model.kind=softmax"}, "targets instead of classes");
        row("digits linear loss", {"data.targets=", "data.set=digits", "model.kind=mlp", "model.hidden=8"},
            "set loss.kind to cross_entropy");
        row("mlp without layers", {"model.kind=mlp"}, "model.hidden is empty");
        row("layers without mlp", {"model.hidden=8"}, "has no hidden layers");
        row("logistic loss", {"model.kind=logistic"}, "model.kind logistic needs binary_cross_entropy");
        row("logistic targets", {"model.kind=logistic", "loss.kind=binary_cross_entropy"},
            "data.targets[1] is -2, but loss.kind binary_cross_entropy needs 0 or 1");
        row("logistic digits",
            {"data.targets=", "data.set=digits", "model.kind=logistic", "loss.kind=binary_cross_entropy"},
            "set loss.kind to cross_entropy and model.kind to softmax");
        row("nesterov alone", {"optimizer.nesterov=true"}, "optimizer.momentum is 0");
        row("softmax loss", {"data.targets=", "data.set=digits", "model.kind=softmax"},
            "model.kind softmax needs cross_entropy");
        row("start rows", {"start.values=1;2;3"}, "start.values has 3 rows for 2 workers");
        row("start length", {"start.values=1,2"},
            "start.values[0] has 2 numbers, but model.kind scalar has 1 parameters (weight 1)");
        row("start kind", {"start.kind=zero"}, "set start.kind to values");
        row("start files", {"start.values=", "start.kind=files"}, "start.files has 0 names");
        row("rank seed", {"start.per_rank_seed=yes"}, "set start.kind to seeded");
        row("slow rank", {"faults.slow_rank=2"}, "the ranks of 2 workers are 0 to 1");
        row("fail step", {"faults.fail_rank=1", "faults.fail_step=5"}, "lower faults.fail_step");
        row("held out", {"data.held_out=4"}, "at least one must be left to train on");
        row("train", {"data.train=4", "data.held_out=1"}, "together more than the 4 examples of data.set toy");
        row("unreduced", {"bugs.unreduced_parameter=weigth"}, "Did you mean weight?");
        row("weighted sums", {"combine=weighted", "loss.reduction=sum"}, "sums carry their weight already");
        row("slow link", {"cost.bytes_per_unit=1e-10"}, "cost.bytes_per_unit is 1e-10, too slow to be priced");
        row("own shuffles", {"sampler.policy=independent"}, "set sampler.shuffle to true");
        row("lists without policy", {"sampler.lists=0;1"}, "set sampler.policy to given");
        row("no lists", {"sampler.policy=given"}, "sampler.lists has 0 rows for 2 workers");
        row("shuffled lists", {"sampler.policy=given", "sampler.lists=0;1", "sampler.shuffle=on"},
            "set sampler.shuffle to false");
        row("an empty list", {"sampler.policy=given", "sampler.lists=0;"}, "sampler.lists[1] has 0 examples, but rank 1 needs at least 1");
        row("a list too short", {"sampler.policy=given", "sampler.lists=0,1;2", "sampler.drop_last=on"},
            "sampler.lists[1] has 1 examples, but rank 1 needs at least 2");
        row("half an index", {"sampler.policy=given", "sampler.lists=0;1.5"}, "sampler.lists[1][0] is 1.5");
        row("an index too large", {"sampler.policy=given", "sampler.lists=0;1,4"},
            "sampler.lists[1][1] is 4, but the examples to train on are 0 to 3");
        row("found without files", {"data.found=4,0,1,0"}, "reads no files of yours");
        row("memory of micro-steps",
            {"data.targets=", "data.set=digits", "model.kind=softmax", "loss.kind=cross_entropy",
                "start.values=", "start.kind=zero", "batch.per_worker=1", "batch.accumulate=700", "steps=400"},
            "GB is the limit");
        row("memory", {"workers=256", "sampler.policy=replicate", "batch.per_worker=1", "steps=1000000"},
            "GB is the limit");
    }
    void wrongCombinationsNameTheRemedy()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, part);
        RunConfig config = workedExample();
        QCOMPARE(sentence(validate(config)), QString());
        for (const QString& setting : settings) {
            const QStringList sides = setting.split('=');
            QCOMPARE(sentence(setKey(config, sides[0].toStdString(), sides[1].toStdString())), QString());
        }
        const QString said = sentence(validate(config));
        QVERIFY2(said.contains(part), qPrintable(said));
    }

    void settingsCheckNameTypeAndRange()
    {
        RunConfig config;
        QCOMPARE(sentence(setKey(config, "combin", "mean")), QString("combin is not a key; did you mean combine?"));
        QVERIFY(sentence(setKey(config, "steps", "many")).startsWith("steps is \"many\", but a whole number"));
        QVERIFY(sentence(setKey(config, "optimizer.lr", "nan")).startsWith("optimizer.lr is nan, but a number"));
        QVERIFY(sentence(setKey(config, "data.targets", "1,,2")).startsWith("data.targets[1] is \"\", but"));
        QVERIFY(sentence(setKey(config, "name", "a\xff")).startsWith("name is \"a?\", but"));
        QVERIFY(config == RunConfig{});
    }

    void digitsKeepTheirUsualSplitUnlessTold()
    {
        RunConfig config;
        config.data.set = DataSet::digits;
        QCOMPARE(dataSizes(config).train, 1440);
        QCOMPARE(dataSizes(config).heldOut, 357);
        config.data.heldOut = 97;
        QCOMPARE(dataSizes(config).train, 1700);
        config.model.kind = ModelKind::softmax;
        QCOMPARE(parameterCount(config), 650);
    }

    void bugPresetsChangeOnlyKeys()
    {
        RunConfig config = workedExample();
        QVERIFY(sentence(applyBug(config, "unweighted_mean")).contains("unequal"));
        config.batch.perWorker = {1, 3};
        config.combine = Combine::weighted;
        QCOMPARE(sentence(applyBug(config, "unweighted_mean")), QString());
        QVERIFY(config.combine == Combine::mean);
        QCOMPARE(sentence(applyBug(config, "mismatched_start")), QString());
        QVERIFY((config.start.values == std::vector<Numbers>{{1}, {3}}) && !config.start.broadcast);
        QCOMPARE(sentence(applyBug(config, "unreduced_parameter")), QString());
        QCOMPARE(config.bugs.unreducedParameter, std::string("weight"));
        QCOMPARE(sentence(validate(config)), QString());
        QVERIFY(sentence(applyBug(config, "mismatch_start")).endsWith("Did you mean mismatched_start?"));
    }

    void presetsOfTheSamplerAndOfSums()
    {
        RunConfig config = workedExample();
        for (const char* id : {"repeated_sampler", "independent_shuffles"}) {
            RunConfig bad = config;
            bad.batch.perWorker = {1, 3};
            QVERIFY(sentence(applyBug(bad, id)).contains("set batch.per_worker to one number"));
            bad = config;
            bad.workers = 1;
            QVERIFY(sentence(applyBug(bad, id)).contains("needs at least two workers"));
            bad = config;
            bad.sampler.policy = SamplerPolicy::given;
            bad.sampler.lists = {{0, 1}, {2, 3}};
            QCOMPARE(sentence(applyBug(bad, id)), QString());
            QCOMPARE(sentence(validate(bad)), QString());
        }
        QCOMPARE(sentence(applyBug(config, "sum_reduced_loss")), QString());
        QVERIFY(config.loss.reduction == Reduction::sum && config.combine == Combine::mean);
        config.combine = Combine::weighted; // sums cannot be weighted
        QCOMPARE(sentence(applyBug(config, "sum_reduced_loss")), QString());
        QCOMPARE(sentence(validate(config)), QString());
    }

    void anEpochThatIsNeverSetNeedsASecondEpoch()
    {
        RunConfig config = workedExample(); // one step an epoch
        QVERIFY(sentence(applyBug(config, "epoch_never_set"))
                    .contains("the run ends with the first of 1 steps; set epochs to at least 2 and steps to 0"));
        config.steps = 2;
        QCOMPARE(sentence(applyBug(config, "epoch_never_set")), QString());
        QVERIFY(!config.sampler.setEpoch && config.sampler.shuffle);
        config.steps = 0;
        config.epochs = 1;
        QVERIFY(sentence(applyBug(config, "epoch_never_set")).contains("ends with the first"));
        config.epochs = 2;
        config.sampler.policy = SamplerPolicy::given;
        QVERIFY(sentence(applyBug(config, "epoch_never_set")).contains("set sampler.policy to distributed"));
    }

    void bugPresetsTakeConfigsThatAreNotSoundYet()
    {
        RunConfig config = workedExample();
        config.workers = 3;
        config.batch.perWorker = {2, 2}; // one number is missing
        QVERIFY(sentence(applyBug(config, "unweighted_mean")).contains("unequal"));
        config = workedExample();
        config.start.values.clear();
        QCOMPARE(sentence(applyBug(config, "mismatched_start")), QString());
        QVERIFY(sentence(validate(config)).contains("start.values has 0 rows"));
    }

    void bugPresetsAlwaysMakeTheirBug()
    {
        RunConfig config = workedExample();
        config.start.values = {{1}, {1}}; // a row a rank, but the same
        QCOMPARE(sentence(applyBug(config, "mismatched_start")), QString());
        QVERIFY((config.start.values == std::vector<Numbers>{{1}, {3}}));
        config.batch.perWorker = {1, 3};
        config.loss.reduction = Reduction::sum; // a mean of sums is another mistake
        config.combine = Combine::sum;
        QCOMPARE(sentence(applyBug(config, "unweighted_mean")), QString());
        QVERIFY(config.combine == Combine::mean && config.loss.reduction == Reduction::mean);
    }

    void theReferencePageIsGenerated()
    {
        const auto page = readFile(std::string(std::getenv("LOCKSTEP_SOURCE")) + "/docs/config.md");
        QVERIFY2(page.ok(), "docs/config.md is missing");
        QVERIFY2(
            page.value() == configReferenceMarkdown(), "write it anew: lockstep schema --markdown > docs/config.md");
    }

    void theSchemaIsJsonWithEveryKey()
    {
        const QJsonDocument schema = QJsonDocument::fromJson(QByteArray::fromStdString(configSchemaJson()));
        QVERIFY(schema.isObject());
        for (const KeySpec& key : keyTable()) {
            QJsonObject at = schema.object();
            for (const QString& part : QString::fromStdString(key.name).split('.'))
                at = at["properties"].toObject()[part].toObject();
            QVERIFY2(!at["description"].toString().isEmpty(), key.name.c_str());
            QVERIFY2(at.contains("default"), key.name.c_str());
        }
    }

    void spellingHintsAreNearOrAbsent()
    {
        const std::vector<std::string> words{"scalar", "linear", "softmax"};
        QCOMPARE(nearestSpelling("softmaks", words), std::string("softmax"));
        QCOMPARE(nearestSpelling("lniear", words), std::string("linear"));
        QCOMPARE(nearestSpelling("perceptron", words), std::string());
        QCOMPARE(editDistance("abcd", "acbd"), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestConfig)
#include "tst_config.moc"
