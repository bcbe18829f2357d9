// Reads predict, worked, explain, check and sandbox.
#include <algorithm>
#include <cmath>

#include "core/lesson/block_readers.h"
#include "core/lesson/field_reader.h"
#include "core/lesson/moment.h"
#include "core/lesson/numeral.h"

namespace lockstep {
namespace {

constexpr double kDefaultTolerance = 0.005; ///< half a percent of the answer

double toleranceFor(double answer)
{
    return answer == 0 ? kDefaultTolerance : std::abs(answer) * kDefaultTolerance;
}

LessonBlock blockOf(const RawBlock& raw, BlockKind kind)
{
    LessonBlock block;
    block.kind = kind;
    block.id = raw.id;
    block.place = raw.place;
    return block;
}

/// `hides` and `then`, which every question may have.
void readReveal(const FieldReader& fields, LessonBlock& block, ProblemList& problems)
{
    constexpr std::string_view kWords[] = {"local-gradients", "combined", "update", "loss", "findings", "evaluation"};
    for (const ListEntry& entry : fields.list("hides")) {
        const auto found = std::ranges::find(kWords, entry.text);
        if (found == std::end(kWords))
            problems.add(
                "E05", entry.place, "\"" + entry.text + "\" cannot be hidden", spellingHint(entry.text, kWords));
        else
            block.hides.push_back(static_cast<Hidden>(found - std::begin(kWords)));
    }
    if (!fields.has("then"))
        return;
    if (const auto moment = parseMoment(fields.text("then")))
        block.then = moment.value();
    else
        problems.add("E05", fields.place("then"), moment.error().message, "");
}

bool isOption(std::string_view text)
{
    return text.starts_with("- [");
}

/// "- [x] text => feedback {M4}"
void readOption(const RawLine& line, LessonBlock& block, ProblemList& problems)
{
    const std::string_view text = line.text;
    const bool wellFormed = text.size() > 5 && (text[3] == 'x' || text[3] == 'X' || text[3] == ' ') && text[4] == ']';
    if (!wellFormed) {
        problems.add(
            "E05", line.place, "this is no option", "write \"- [ ] text => feedback\", with [x] for the right one");
        return;
    }
    LessonOption option;
    option.correct = text[3] != ' ';
    const std::size_t arrow = text.find("=>");
    option.text = trimSpaces(text.substr(5, arrow == std::string_view::npos ? arrow : arrow - 5));
    if (arrow != std::string_view::npos)
        option.feedback = trimSpaces(text.substr(arrow + 2));
    option.misconception = takeMisconception(arrow == std::string_view::npos ? option.text : option.feedback);
    if (option.feedback.empty())
        problems.add("E08", line.place, "option \"" + option.text + "\" has no feedback",
            "add \" => \" and one sentence on why it tempts or why it is right");
    block.options.push_back(std::move(option));
}

/// Hints (lines with ">") and options; anything else is a problem.
void readQuestionBody(const RawBlock& raw, LessonBlock& block, ProblemList& problems)
{
    for (const RawLine& line : raw.body) {
        if (line.text.empty())
            continue;
        if (isOption(line.text))
            readOption(line, block, problems);
        else if (line.text.starts_with(">"))
            block.hints.emplace_back(trimSpaces(std::string_view(line.text).substr(1)));
        else
            problems.add("E04", line.place, "a " + raw.name + " block holds keys, hints and options only",
                "begin a hint with >, an option with \"- [ ]\", or move the prose out of the block");
    }
}

void checkOptionCount(const RawBlock& raw, const LessonBlock& block, ProblemList& problems)
{
    const auto right = std::ranges::count_if(block.options, &LessonOption::correct);
    if (block.options.empty())
        problems.add("E07", raw.place, raw.name + " " + raw.id + " has no options",
            "add lines \"- [ ] text => feedback\", one with [x]");
    else if (right == 0)
        problems.add(
            "E07", raw.place, raw.name + " " + raw.id + " has no correct option", "mark the right one with [x]");
    else if (right > 1 && !block.many)
        problems.add("E07", raw.place, raw.name + " " + raw.id + " has " + std::to_string(right) + " correct options",
            "keep one [x], or add the line many: yes");
}

/// "value => text {M4}"
void readWrong(const RawField& field, LessonBlock& block, ProblemList& problems)
{
    const std::string_view value = field.value;
    const std::size_t arrow = value.find("=>");
    const auto number = parseNumeral(value.substr(0, std::min(arrow, value.size())));
    if (arrow == std::string_view::npos || !number) {
        problems.add("E05", field.valuePlace, "\"" + field.value + "\" is not a value with its explanation",
            "write \"wrong: 8 => what 8 would have meant {M4}\"");
        return;
    }
    WrongAnswer wrong;
    wrong.value = *number;
    wrong.text = trimSpaces(value.substr(arrow + 2));
    wrong.misconception = takeMisconception(wrong.text);
    if (wrong.text.empty())
        problems.add(
            "E08", field.valuePlace, "this wrong value has no explanation", "say what the value would have meant");
    if (std::abs(*number - block.answer) <= block.tolerance)
        problems.add("E14", field.valuePlace,
            "the value " + std::string(trimSpaces(value.substr(0, arrow)))
                + " counts as right, since it lies within the tolerance of the answer",
            "change this value, the answer or the tolerance");
    block.wrong.push_back(std::move(wrong));
}

/// One line with blanks {{answer}} or {{answer ~ tolerance}} and, behind "=>", its principle.
WorkedLine readWorkedLine(const RawLine& line, ProblemList& problems)
{
    WorkedLine worked;
    std::string_view text = line.text;
    if (const std::size_t arrow = text.rfind("=>"); arrow != std::string_view::npos) {
        worked.principle = trimSpaces(text.substr(arrow + 2));
        text = trimSpaces(text.substr(0, arrow));
    }
    std::size_t from = 0;
    while (true) {
        const std::size_t open = text.find("{{", from);
        if (open == std::string_view::npos)
            break;
        const TextPlace place = placeAfter(line.place, line.text, open);
        const std::size_t close = text.find("}}", open);
        if (close == std::string_view::npos) {
            problems.add("E12", place, "this blank is not closed", "write the answer between {{ and }}");
            worked.text.emplace_back(text.substr(from, open - from));
            worked.blanks.emplace_back();
            from = text.size();
            break;
        }
        const std::string_view inside = text.substr(open + 2, close - open - 2);
        const std::size_t tilde = inside.find('~');
        const auto answer = parseNumeral(inside.substr(0, tilde));
        const auto tolerance = tilde == std::string_view::npos ? std::optional(toleranceFor(answer.value_or(0)))
                                                               : parseNumeral(inside.substr(tilde + 1));
        if (!answer || !tolerance || *tolerance < 0)
            problems.add("E05", place, "\"" + std::string(inside) + "\" is not a number for a blank",
                "write {{0.6}} or {{0.6 ~ 0.001}}");
        worked.text.emplace_back(text.substr(from, open - from));
        worked.blanks.push_back({answer.value_or(0), tolerance.value_or(0)});
        from = close + 2;
    }
    worked.text.emplace_back(text.substr(from));
    return worked;
}

} // namespace

LessonBlock readPredict(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"ask", "answer", "tolerance", "unit", "confidence", "wrong", "result",
        "hides", "then", "clicker", "inventory", "many"};
    const FieldReader fields(raw, kKeys, problems, "wrong");
    LessonBlock block = blockOf(raw, BlockKind::predict);
    fields.require("ask", "write the question as ask: Which gradient ...?");
    block.ask = fields.text("ask");
    block.unit = fields.text("unit");
    block.result = fields.text("result");
    block.confidence = fields.yes("confidence");
    block.clicker = fields.yes("clicker");
    block.inventory = fields.yes("inventory");
    block.many = fields.yes("many");
    readReveal(fields, block, problems);
    readQuestionBody(raw, block, problems);
    if (!block.options.empty()) {
        if (fields.has("answer"))
            problems.add("E04", fields.place("answer"), "predict " + raw.id + " has both an answer and options",
                "keep the answer for a number, or the options for a choice");
        checkOptionCount(raw, block, problems);
        return block;
    }
    fields.require("answer", "write answer: 4, or options \"- [x] text => feedback\"");
    block.answer = fields.number("answer").value_or(0);
    block.tolerance = fields.number("tolerance").value_or(toleranceFor(block.answer));
    if (block.tolerance < 0)
        problems.add("E05", fields.place("tolerance"), "the tolerance is below 0",
            "write the largest distance that counts as right");
    for (const RawField& field : raw.fields)
        if (field.key == "wrong")
            readWrong(field, block, problems);
    return block;
}

LessonBlock readWorked(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"ask", "fade", "fade-from", "hides", "then"};
    constexpr std::string_view kEnds[] = {"end", "start"};
    const FieldReader fields(raw, kKeys, problems);
    LessonBlock block = blockOf(raw, BlockKind::worked);
    block.ask = fields.text("ask");
    block.fadeFromEnd = fields.oneOf("fade-from", kEnds) != "start";
    readReveal(fields, block, problems);
    for (const RawLine& line : raw.body)
        if (!line.text.empty())
            block.lines.push_back(readWorkedLine(line, problems));
    const auto withBlanks = static_cast<int>(
        std::ranges::count_if(block.lines, [](const WorkedLine& line) { return !line.blanks.empty(); }));
    if (block.lines.empty())
        problems.add("E04", raw.place, "worked " + raw.id + " has no lines", "write lines such as (2 + 6) / 2 = {{4}}");
    if (fields.text("fade") == "all")
        block.fade = withBlanks;
    else
        block.fade = fields.integer("fade", 0, 999).value_or(0);
    if (block.fade > withBlanks)
        problems.add("E05", fields.place("fade"),
            "fade leaves " + std::to_string(block.fade) + " lines open, but only " + std::to_string(withBlanks)
                + " lines have blanks",
            "write a smaller number, or all");
    return block;
}

LessonBlock readExplain(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"ask", "min-words"};
    const FieldReader fields(raw, kKeys, problems);
    LessonBlock block = blockOf(raw, BlockKind::explain);
    fields.require("ask", "write what the learner is to explain");
    block.ask = fields.text("ask");
    block.minWords = fields.integer("min-words", 0, 999).value_or(0);
    block.body = raw.text();
    if (block.body.empty())
        problems.add("E08", raw.place, "explain " + raw.id + " has no model answer",
            "write it below the keys; it is shown afterwards");
    return block;
}

LessonBlock readCheck(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"ask", "clicker", "inventory", "many", "hides", "then"};
    const FieldReader fields(raw, kKeys, problems);
    LessonBlock block = blockOf(raw, BlockKind::check);
    fields.require("ask", "write the question as ask: What do the workers hold?");
    block.ask = fields.text("ask");
    block.clicker = fields.yes("clicker");
    block.inventory = fields.yes("inventory");
    block.many = fields.yes("many");
    readReveal(fields, block, problems);
    readQuestionBody(raw, block, problems);
    checkOptionCount(raw, block, problems);
    return block;
}

LessonBlock readSandbox(const RawBlock& raw, ProblemList& problems)
{
    constexpr std::string_view kKeys[] = {"controls", "scenario"};
    const FieldReader fields(raw, kKeys, problems);
    LessonBlock block = blockOf(raw, BlockKind::sandbox);
    block.scenario = fields.text("scenario");
    for (const ListEntry& entry : fields.list("controls"))
        block.controls.push_back(entry.text);
    block.body = raw.text();
    return block;
}

} // namespace lockstep
