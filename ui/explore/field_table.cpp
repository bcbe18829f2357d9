// FieldTable: labels, groups and needs, one line a key.
#include "ui/explore/field_table.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/config/config_io.h"
#include "core/config/key_table.h"

namespace lockstep::ui {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Explore)
};

using G = FieldGroup;
using C = FieldControl;

FieldNeed only(std::string key, std::vector<std::string> values, QString reason)
{
    return {std::move(key), std::move(values), false, std::move(reason)};
}
FieldNeed unless(std::string key, std::vector<std::string> values, QString reason)
{
    return {std::move(key), std::move(values), true, std::move(reason)};
}

std::vector<Field> labelled()
{
    const FieldNeed toy = only("data.set", {"toy"}, Text::tr("only for numbers by hand"));
    const FieldNeed idx = only("data.set", {"idx"}, Text::tr("only for image files"));
    const FieldNeed csv = only("data.set", {"csv"}, Text::tr("only for a table"));
    const FieldNeed seeded = only("start.kind", {"seeded"}, Text::tr("only for drawn parameters"));
    const FieldNeed several = unless("workers", {"1"}, Text::tr("one worker has nothing to combine"));
    const FieldNeed capped = only("buckets.mode", {"capped"}, Text::tr("only for capped buckets"));
    return {
        {"workers", G::main, Text::tr("Workers"), {}, C::stepper, {}},
        {"batch.per_worker", G::main, Text::tr("Batch each"), {}, C::stepper, {}},
        {"loss.reduction", G::main, Text::tr("Loss"), {}, C::segmented, {}},
        {"data.set", G::main, Text::tr("Data"), {}, C::dropdown, {}},
        {"model.kind", G::main, Text::tr("Model"), {}, C::dropdown, {}},
        {"model.hidden", G::main, Text::tr("Hidden layers"), {}, C::automatic,
            {only("model.kind", {"mlp"}, Text::tr("only for an MLP"))}},
        {"optimizer.lr", G::main, Text::tr("Learning rate"), {}, C::automatic, {}},
        {"collective.algorithm", G::main, Text::tr("All-reduce"), {}, C::segmented, {several}},
        {"sampler.policy", G::main, Text::tr("Sampler"), {}, C::dropdown, {}},
        {"steps", G::main, Text::tr("Length"), {}, C::length, {}},

        {"sampler.shuffle", G::data, Text::tr("Shuffle"), {}, C::automatic,
            {unless("sampler.policy", {"given"}, Text::tr("the lists are given"))}},
        {"sampler.set_epoch", G::data, Text::tr("New order each epoch"), {}, C::automatic,
            {only("sampler.shuffle", {"true"}, Text::tr("only when shuffled"))}},
        {"sampler.drop_last", G::data, Text::tr("Drop the last batch"), {}, C::automatic, {}},
        {"sampler.lists", G::data, Text::tr("Lists"), {}, C::automatic,
            {only("sampler.policy", {"given"}, Text::tr("only for given lists"))}},
        {"batch.accumulate", G::data, Text::tr("Micro-steps"), {}, C::stepper, {}},
        {"data.train", G::data, Text::tr("Train on"), Text::tr("0: all"), C::automatic, {}},
        {"data.held_out", G::data, Text::tr("Held out"), {}, C::automatic, {}},
        {"data.targets", G::data, Text::tr("Targets"), {}, C::automatic, {toy}},
        {"data.inputs", G::data, Text::tr("Inputs"), {}, C::automatic, {toy}},
        {"data.images", G::data, Text::tr("Image file"), {}, C::path, {idx}},
        {"data.labels", G::data, Text::tr("Label file"), {}, C::path, {idx}},
        {"data.held_out_images", G::data, Text::tr("Held-out images"), {}, C::path, {idx}},
        {"data.held_out_labels", G::data, Text::tr("Held-out labels"), {}, C::path, {idx}},
        {"data.file", G::data, Text::tr("File"), {}, C::path, {csv}},
        {"data.input_columns", G::data, Text::tr("Input columns"), {}, C::automatic, {csv}},
        {"data.target_column", G::data, Text::tr("Target column"), {}, C::automatic, {csv}},
        {"data.target_kind", G::data, Text::tr("Target is a"), {}, C::segmented, {csv}},
        {"data.split", G::data, Text::tr("Split by"), {}, C::segmented, {csv}},
        {"data.time_column", G::data, Text::tr("Time column"), {}, C::automatic,
            {csv, only("data.split", {"time"}, Text::tr("only when split by time"))}},
        {"data.standardise", G::data, Text::tr("Standardise"), {}, C::automatic, {csv}},

        {"model.bias", G::model, Text::tr("Bias"), {}, C::automatic,
            {unless("model.kind", {"scalar"}, Text::tr("a scalar has none"))}},
        {"loss.kind", G::model, Text::tr("Loss of one"), {}, C::dropdown, {}},
        {"precision", G::model, Text::tr("Numbers"), {}, C::segmented, {}},
        {"start.kind", G::model, Text::tr("Start"), {}, C::dropdown, {}},
        {"start.values", G::model, Text::tr("First values"), {}, C::automatic,
            {only("start.kind", {"values"}, Text::tr("only for given values"))}},
        {"start.files", G::model, Text::tr("First files"), {}, C::path,
            {only("start.kind", {"files"}, Text::tr("only for files"))}},
        {"start.broadcast", G::model, Text::tr("Copy rank 0’s"), {}, C::automatic, {several}},
        {"start.per_rank_seed", G::model, Text::tr("Seed per rank"), {}, C::automatic, {seeded}},

        {"optimizer.kind", G::optimiser, Text::tr("Method"), {}, C::dropdown, {}},
        {"optimizer.momentum", G::optimiser, Text::tr("Momentum"), {}, C::automatic, {}},
        {"optimizer.nesterov", G::optimiser, Text::tr("Nesterov"), {}, C::automatic,
            {unless("optimizer.momentum", {"0"}, Text::tr("needs momentum"))}},
        {"optimizer.weight_decay", G::optimiser, Text::tr("Weight decay"), {}, C::automatic, {}},
        {"combine", G::optimiser, Text::tr("Combine"), {}, C::dropdown, {several}},

        {"collective.ring_order", G::communication, Text::tr("Ring order"), {}, C::segmented,
            {several, only("collective.algorithm", {"ring"}, Text::tr("only for a ring"))}},
        {"buckets.mode", G::communication, Text::tr("Buckets"), {}, C::dropdown, {several}},
        {"buckets.first_cap_mb", G::communication, Text::tr("First bucket"), Text::tr("MiB"), C::automatic, {capped}},
        {"buckets.cap_mb", G::communication, Text::tr("Other buckets"), Text::tr("MiB"), C::automatic, {capped}},
        {"buckets.overlap", G::communication, Text::tr("During backward"), {}, C::automatic, {several}},
        {"backend", G::communication, Text::tr("Runs on"), {}, C::dropdown, {}},
        {"isa", G::communication, Text::tr("Instructions"), {}, C::dropdown, {}},

        {"bugs.unreduced_parameter", G::faults, Text::tr("Never reduced"), {}, C::automatic, {several}},
        {"faults.slow_rank", G::faults, Text::tr("Slow rank"), Text::tr("−1: none"), C::automatic, {}},
        {"faults.slow_factor", G::faults, Text::tr("Slower by"), QStringLiteral("×"), C::automatic,
            {unless("faults.slow_rank", {"-1"}, Text::tr("only with a slow rank"))}},
        {"faults.fail_rank", G::faults, Text::tr("Failing rank"), Text::tr("−1: none"), C::automatic, {}},
        {"faults.fail_step", G::faults, Text::tr("Fails in step"), {}, C::automatic,
            {unless("faults.fail_rank", {"-1"}, Text::tr("only with a failing rank"))}},

        {"cost.unit", G::time, Text::tr("Unit"), {}, C::segmented, {}},
        {"cost.load_per_example", G::time, Text::tr("Load"), Text::tr("an example"), C::automatic, {}},
        {"cost.forward_per_example", G::time, Text::tr("Forward"), Text::tr("an example"), C::automatic, {}},
        {"cost.backward_per_example", G::time, Text::tr("Backward"), Text::tr("an example"), C::automatic, {}},
        {"cost.update", G::time, Text::tr("Update"), {}, C::automatic, {}},
        {"cost.alpha", G::time, Text::tr("Latency"), Text::tr("a message"), C::automatic, {}},
        {"cost.bytes_per_unit", G::time, Text::tr("Bandwidth"), Text::tr("B a unit"), C::automatic, {}},
        {"cost.gradient_bytes", G::time, Text::tr("Gradient size"), Text::tr("B, 0: real"), C::automatic, {}},
        {"cost.spread", G::time, Text::tr("Spread"), {}, C::automatic, {}},

        {"name", G::recording, Text::tr("Name"), {}, C::automatic, {}},
        {"seed", G::recording, Text::tr("Seed"), {}, C::automatic, {}},
        {"eval.every", G::recording, Text::tr("Evaluate every"), Text::tr("0: at end"), C::automatic, {}},
        {"capture.level", G::recording, Text::tr("Keep"), {}, C::dropdown, {}},
        {"capture.chunks", G::recording, Text::tr("Each transfer"), {}, C::automatic, {several}},
        {"check.oracle", G::recording, Text::tr("Compare with one"), {}, C::automatic, {}},
    };
}

constexpr const char* kFound = "data.found"; // what the user's files held

/// The group of keys that begin with the word.
FieldGroup groupOf(const std::string& key)
{
    const std::string first = key.substr(0, key.find('.'));
    const auto in = [&](std::initializer_list<const char*> names) {
        return std::ranges::any_of(names, [&](const char* name) { return first == name; });
    };
    if (in({"data", "sampler", "batch"}))
        return G::data;
    if (in({"model", "loss", "start", "precision"}))
        return G::model;
    if (in({"optimizer", "combine"}))
        return G::optimiser;
    if (in({"collective", "buckets", "backend", "isa"}))
        return G::communication;
    if (in({"bugs", "faults"}))
        return G::faults;
    return in({"cost"}) ? G::time : G::recording;
}

/// "csv.time_column" -> "Csv time column"
QString wordsOf(const std::string& key)
{
    QString words = QString::fromStdString(key.substr(key.find('.') + 1));
    words.replace(u'.', u' ').replace(u'_', u' ');
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

bool nothingToChoose(const KeySpec& key)
{
    return key.type == KeyType::choice && key.choices.size() < 2;
}

} // namespace

std::vector<AbsentKey> absentKeys()
{
    std::vector<AbsentKey> absent = {{"epochs", Text::tr("stands in the row of steps")}};
    if (findKey(kFound))
        absent.push_back({kFound, Text::tr("is written by the run")});
    for (const KeySpec& key : keyTable())
        if (nothingToChoose(key))
            absent.push_back({key.name, Text::tr("has one value only")});
    return absent;
}

bool hasLabel(const std::string& key)
{
    return std::ranges::any_of(labelled(), [&](const Field& field) { return field.key == key; });
}

std::vector<Field> fieldTable()
{
    const std::vector<AbsentKey> absent = absentKeys();
    const auto isAbsent
        = [&](const std::string& key) { return std::ranges::any_of(absent, [&](auto& a) { return a.key == key; }); };
    std::vector<Field> fields;
    for (Field& field : labelled())
        if (findKey(field.key) && !isAbsent(field.key)) // a key that this version does not have is simply not there
            fields.push_back(std::move(field));
    for (const KeySpec& key : keyTable()) {
        const bool placed = std::ranges::any_of(fields, [&](const Field& field) { return field.key == key.name; });
        if (!placed && !isAbsent(key.name))
            fields.push_back({key.name, groupOf(key.name), wordsOf(key.name), {}, C::automatic, {}});
    }
    return fields;
}

RunConfig withoutRunsOwnKeys(const RunConfig& config)
{
    RunConfig result = config;
    if (const KeySpec* found = findKey(kFound))
        found->set(result, found->get(RunConfig{}));
    return result;
}

QString groupTitle(FieldGroup group)
{
    switch (group) {
    case FieldGroup::main:
        return Text::tr("Scenario");
    case FieldGroup::data:
        return Text::tr("Data and sampler");
    case FieldGroup::model:
        return Text::tr("Model and start");
    case FieldGroup::optimiser:
        return Text::tr("Optimiser");
    case FieldGroup::communication:
        return Text::tr("Communication");
    case FieldGroup::faults:
        return Text::tr("Faults");
    case FieldGroup::time:
        return Text::tr("Time model");
    case FieldGroup::recording:
        return Text::tr("Recording");
    }
    return {};
}

QString labelOf(const std::string& key)
{
    for (const Field& field : fieldTable())
        if (field.key == key)
            return field.label;
    return key == "epochs" ? Text::tr("Epochs") : QString::fromStdString(key);
}

QString whyIdle(const Field& field, const RunConfig& config)
{
    for (const FieldNeed& need : field.needs) {
        if (!findKey(need.key))
            continue;
        const std::string value = keyText(config, need.key);
        const bool among = std::ranges::find(need.values, value) != need.values.end();
        if (among == need.unless)
            return need.reason;
    }
    return {};
}

RunConfig withoutIdleKeys(const RunConfig& config)
{
    const RunConfig defaults;
    RunConfig result = config;
    for (const Field& field : fieldTable())
        if (!whyIdle(field, config).isEmpty()) {
            const KeySpec* key = findKey(field.key);
            key->set(result, key->get(defaults));
        }
    return result;
}

namespace {

bool isKeyLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Calls found(begin, end, key) for every key that stands in the sentence as a word of its own.
template <class Found>
void eachKey(const std::string& sentence, Found found)
{
    for (std::size_t begin = 0; begin < sentence.size();) {
        if (!isKeyLetter(sentence[begin])) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < sentence.size() && isKeyLetter(sentence[end]))
            ++end;
        std::string word = sentence.substr(begin, end - begin);
        while (word.ends_with('.'))
            word.pop_back();
        if (findKey(word) && !found(begin, begin + word.size(), word))
            return;
        begin = end;
    }
}

} // namespace

QString humanSentence(const std::string& sentence)
{
    QString result;
    std::size_t done = 0;
    eachKey(sentence, [&](std::size_t begin, std::size_t end, const std::string& key) {
        if (key.find('.') != std::string::npos) { // "workers" and "steps" are words already
            result += QString::fromStdString(sentence.substr(done, begin - done)) + u'“' + labelOf(key) + u'”';
            done = end;
        }
        return true;
    });
    return result + QString::fromStdString(sentence.substr(done));
}

std::string keyNamedIn(const std::string& sentence)
{
    std::string first;
    eachKey(sentence, [&](std::size_t, std::size_t, const std::string& key) {
        first = key;
        return false;
    });
    return first;
}

} // namespace lockstep::ui
