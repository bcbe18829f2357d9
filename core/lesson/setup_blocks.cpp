// Reads step, do, scenario and expect.
#include <algorithm>

#include "core/base/numbers.h"
#include "core/config/bug_presets.h"
#include "core/config/config_io.h"
#include "core/config/key_table.h"
#include "core/lesson/block_readers.h"
#include "core/lesson/field_reader.h"
#include "core/lesson/moment.h"
#include "core/lesson/numeral.h"
#include "core/lesson/quantities.h"

namespace lockstep {
namespace {

/// "step 3" or "run 200": the training step whose end is meant.
std::optional<int> stepOfAction(std::string_view action)
{
    const std::size_t space = std::min(action.find(' '), action.size());
    const std::string_view verb = action.substr(0, space);
    const auto number = parseInteger(action.substr(space));
    if ((verb != "step" && verb != "run") || !number || *number < 1 || *number > 1'000'000)
        return std::nullopt;
    return static_cast<int>(*number);
}

/// The text between `from` and the first `mark`, trimmed, and its place.
ListEntry part(const RawLine& line, std::size_t from, std::size_t to)
{
    const std::string_view text = line.text;
    const std::string_view piece = trimSpaces(text.substr(from, to - from));
    return {std::string(piece),
        placeAfter(line.place, text, piece.empty() ? from : static_cast<std::size_t>(piece.data() - text.data()))};
}

} // namespace

LessonStop readStop(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"title", "show", "overlay", "view", "highlight", "camera", "controls",
        "recall", "unlock", "at", "short", "action"};
    constexpr std::string_view kViews[] = {"lanes", "weights"};
    const bool isAction = raw.name == "do";
    const FieldReader fields(raw, isAction ? std::span(kKeys) : std::span(kKeys).first(std::size(kKeys) - 1), problems);
    LessonStop stop;
    stop.id = raw.id;
    stop.place = raw.place;
    fields.require("title", "write the page's heading as title: Both land on one value");
    stop.title = fields.text("title");
    stop.scenario = fields.text("show");
    if (fields.has("overlay"))
        stop.overlay = fields.text("overlay");
    stop.view = fields.oneOf("view", kViews);
    stop.camera = fields.text("camera");
    for (const ListEntry& entry : fields.list("highlight"))
        stop.highlight.push_back(entry.text);
    for (const ListEntry& entry : fields.list("controls"))
        if (entry.text != "none")
            stop.controls.push_back(entry.text);
    for (const ListEntry& entry : fields.list("recall"))
        stop.recall.push_back(entry.text);
    stop.unlock = fields.text("unlock");
    stop.inShortPath = fields.yes("short");

    LessonBlock own;
    own.kind = isAction ? BlockKind::act : BlockKind::step;
    own.id = raw.id;
    own.place = raw.place;
    own.body = raw.text();
    stop.atStep = 0;
    if (isAction) {
        fields.require("action", "write action: step 1, or action: run 200");
        own.action = fields.text("action");
        const auto step = stepOfAction(own.action);
        if (fields.has("action") && !step)
            problems.add("E05", fields.place("action"), "\"" + own.action + "\" is no action",
                "write step 1 to play to the end of step 1, or run 200 to play to the end of step 200");
        stop.atStep = step.value_or(1);
        stop.atMoment = "end";
    }
    if (fields.has("at")) {
        const auto moment = parseMoment(fields.text("at"));
        if (moment) {
            stop.atStep = moment.value().step;
            stop.atMoment = moment.value().moment;
        } else {
            problems.add("E05", fields.place("at"), moment.error().message, "");
        }
    }
    stop.blocks.push_back(std::move(own));
    return stop;
}

LessonScenario readScenario(const RawBlock& raw, const std::vector<LessonScenario>& known, ProblemList& problems)
{
    LessonScenario scenario;
    scenario.id = raw.id;
    scenario.place = raw.place;
    scenario.config.name = raw.id;
    if (const RawField* const base = raw.field("based-on")) {
        const auto found = std::ranges::find(known, base->value, &LessonScenario::id);
        std::vector<std::string_view> ids;
        for (const LessonScenario& other : known)
            ids.push_back(other.id);
        if (found == known.end())
            problems.add("E06", base->valuePlace, "no scenario above has the id \"" + base->value + "\"",
                spellingHint(base->value, ids));
        else
            scenario.config = found->config;
        scenario.config.name = raw.id;
    }
    bool keysAreRight = true;
    for (const RawField& field : raw.fields) {
        if (field.key == "based-on" || field.key == "bug")
            continue;
        if (raw.field(field.key) != &field) {
            problems.add("E04", field.keyPlace, "key " + field.key + " is given twice in scenario " + raw.id,
                "keep one of the two lines");
            continue;
        }
        if (const auto done = setKey(scenario.config, field.key, field.value); !done) {
            problems.add("E11", findKey(field.key) ? field.valuePlace : field.keyPlace, done.error().message, "");
            keysAreRight = false;
        }
    }
    if (const RawField* const bug = raw.field("bug")) {
        if (const auto done = applyBug(scenario.config, bug->value); !done) {
            problems.add("E11", bug->valuePlace, done.error().message, "");
            keysAreRight = false;
        }
    }
    for (const RawLine& line : raw.body)
        if (!line.text.empty())
            problems.add("E04", line.place, "a scenario holds \"key: value\" lines only",
                "write for example optimizer.lr: 0.1, or move the prose out of the block");
    if (keysAreRight)
        if (const auto valid = validate(scenario.config); !valid) {
            // The sentence begins with the key that is wrong; it may stand in the scenario this one is based on.
            const RawField* const field = raw.field(valid.error().message.substr(0, valid.error().message.find(' ')));
            problems.add("E11", field ? field->valuePlace : raw.place, valid.error().message, "");
        }
    return scenario;
}

std::vector<LessonExpectation> readExpect(const RawBlock& raw, const std::string& newest, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"scenario", "after"};
    const FieldReader fields(raw, kKeys, problems);
    fields.require("after", "write after: step 1");
    const auto after = stepOfAction(fields.text("after"));
    if (fields.has("after") && !after && fields.text("after") != "start")
        problems.add("E05", fields.place("after"), "\"" + fields.text("after") + "\" is no moment of an expectation",
            "write step 1, or start for the state before the first step");
    std::vector<LessonExpectation> expectations;
    for (const RawLine& line : raw.body) {
        if (line.text.empty())
            continue;
        const std::size_t equals = line.text.find('=');
        if (equals == std::string::npos) {
            problems.add("E05", line.place, "this is not \"quantity = value ~ tolerance\"",
                "write for example w(A) = 0.6 ~ 1e-12");
            continue;
        }
        const std::size_t tilde = std::min(line.text.find('~', equals), line.text.size());
        const ListEntry quantity = part(line, 0, equals);
        const ListEntry value = part(line, equals + 1, tilde);
        const ListEntry tolerance = part(line, std::min(tilde + 1, line.text.size()), line.text.size());
        const auto number = parseNumeral(value.text);
        const auto allowed = tilde == line.text.size() ? std::optional(0.0) : parseNumeral(tolerance.text);
        if (const auto parsed = parseQuantity(quantity.text); !parsed)
            problems.add("E05", quantity.place, parsed.error().message, "");
        if (!number)
            problems.add(
                "E05", value.place, "\"" + value.text + "\" is not a number", "write for example 4, -0.5 or 1/4");
        if (!allowed || *allowed < 0)
            problems.add("E05", tolerance.place, "\"" + tolerance.text + "\" is no tolerance",
                "write 0 or a small number such as 1e-12");
        if (number && allowed)
            expectations.push_back(
                {fields.text("scenario", newest), after.value_or(0), quantity.text, *number, *allowed, line.place});
    }
    return expectations;
}

} // namespace lockstep
