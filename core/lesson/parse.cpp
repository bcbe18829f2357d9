// parseLesson: front matter and blocks in file order, then the rules of the whole.
#include <algorithm>
#include <map>

#include "core/base/numbers.h"
#include "core/lesson/block_readers.h"
#include "core/lesson/field_reader.h"
#include "core/lesson/lesson_rules.h"

namespace lockstep {
namespace {

constexpr std::string_view kBlocks[]
    = {"scenario", "step", "predict", "worked", "do", "explain", "check", "expect", "sandbox", "teacher"};

bool isLetter(char c)
{
    // Bytes above 127 belong to letters with accents (or to signs that no apostrophe stands between).
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

/// "A's" with the apostrophe of typeset text. It is one character as well, so that columns stay the same.
std::string withApostrophes(const std::string& text)
{
    std::string typeset;
    typeset.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'' && i > 0 && i + 1 < text.size() && isLetter(text[i - 1]) && isLetter(text[i + 1]))
            typeset += "\u2019";
        else
            typeset += text[i];
    }
    return typeset;
}

class LessonReader {
public:
    explicit LessonReader(const std::string& file)
        : m_problems(file)
    {
        m_lesson.file = file;
    }

    ParsedLesson read(const std::string& text)
    {
        const RawLesson raw = readRawLesson(withApostrophes(text), m_problems);
        readFrontMatter(raw);
        for (const RawBlock& part : raw.parts)
            readPart(part);
        if (m_lesson.stops.empty())
            m_problems.add(
                "E02", raw.frontMatterEnd, "the lesson has no step", "add a block ::: step with a title and show");
        // A block that could not be read would set off most rules of the whole; its own problem is enough.
        if (!m_problems.has("E02") && !m_problems.has("E03"))
            checkLessonRules(m_lesson, m_places, m_problems);
        return {std::move(m_lesson), m_problems.sorted()};
    }

private:
    void readFrontMatter(const RawLesson& raw)
    {
        constexpr std::string_view kKeys[] = {
            "lesson", "title", "minutes", "objective", "unit", "needs", "misconceptions", "terms", "lang", "license"};
        std::map<std::string, std::string> values;
        for (const RawField& field : raw.frontMatter) {
            if (std::ranges::find(kKeys, field.key) == std::end(kKeys))
                m_problems.add("E01", field.keyPlace, "the front matter has no key \"" + field.key + "\"",
                    spellingHint(field.key, kKeys));
            else if (!values.emplace(field.key, field.value).second)
                m_problems.add(
                    "E01", field.keyPlace, "key " + field.key + " is given twice", "keep one of the two lines");
            if (field.key == "lesson")
                m_lesson.number = positive(field);
            if (field.key == "minutes")
                m_lesson.minutes = positive(field);
            if (field.key == "misconceptions")
                m_places.misconceptions = field.valuePlace;
        }
        for (const std::string_view key : std::span(kKeys).first(4))
            if (raw.hasFrontMatter && values[std::string(key)].empty())
                m_problems.add("E01", raw.frontMatterEnd, "the front matter needs the key \"" + std::string(key) + "\"",
                    "add the line " + std::string(key) + ": ... above this ---");
        m_lesson.title = values["title"];
        m_lesson.objective = values["objective"];
        m_lesson.unit = values["unit"];
        m_lesson.needs = values["needs"];
        m_lesson.license = values["license"];
        if (!values["lang"].empty())
            m_lesson.lang = values["lang"];
        m_lesson.misconceptions = words(raw, "misconceptions");
        m_lesson.terms = words(raw, "terms");
    }

    int positive(const RawField& field)
    {
        const auto value = parseInteger(field.value);
        if (value && *value >= 1 && *value <= 9999)
            return static_cast<int>(*value);
        if (!field.value.empty())
            m_problems.add("E05", field.valuePlace, "\"" + field.value + "\" is not a whole number from 1 to 9999",
                "write digits only");
        return 0;
    }

    std::vector<std::string> words(const RawLesson& raw, std::string_view key)
    {
        // A block of its own, so that the comma list is read (and reported) as in every other block.
        RawBlock front;
        front.name = "front matter";
        front.fields = raw.frontMatter;
        std::vector<std::string_view> allowed;
        for (const RawField& field : front.fields)
            allowed.push_back(field.key);
        ProblemList once(m_problems.file());
        const FieldReader fields(front, allowed, once, key);
        std::vector<std::string> entries;
        for (const ListEntry& entry : fields.list(key))
            entries.push_back(entry.text);
        return entries;
    }

    void readPart(const RawBlock& part)
    {
        if (part.name.empty()) {
            readProse(part);
            return;
        }
        if (std::ranges::find(kBlocks, part.name) == std::end(kBlocks)) {
            m_problems.add(
                "E02", part.namePlace, "there is no block \"" + part.name + "\"", spellingHint(part.name, kBlocks));
            return;
        }
        checkId(part);
        for (const RawField& field : part.fields)
            m_places.values.emplace(std::pair(part.place.line, field.key), field.valuePlace);
        if (part.name == "scenario") {
            m_lesson.scenarios.push_back(readScenario(part, m_lesson.scenarios, m_problems));
        } else if (part.name == "step" || part.name == "do") {
            openStop(part);
        } else if (part.name == "expect") {
            const auto expectations = readExpect(part, m_shown, m_problems);
            m_lesson.expectations.insert(m_lesson.expectations.end(), expectations.begin(), expectations.end());
        } else if (part.name == "teacher") {
            readTeacher(part);
        } else if (m_lesson.stops.empty()) {
            m_problems.add("E02", part.place, "block " + part.name + " stands before the first step",
                "move it below a ::: step block");
        } else {
            m_lesson.stops.back().blocks.push_back(readQuestion(part));
        }
    }

    void readProse(const RawBlock& part)
    {
        keepProse(part);
        if (m_lesson.stops.empty()) {
            m_lesson.introduction += (m_lesson.introduction.empty() ? "" : "\n\n") + part.text();
            return;
        }
        LessonBlock block;
        block.place = part.place;
        block.body = part.text();
        m_lesson.stops.back().blocks.push_back(std::move(block));
    }

    LessonBlock readQuestion(const RawBlock& part)
    {
        if (part.name == "predict")
            return readPredict(part, m_problems);
        if (part.name == "worked")
            return readWorked(part, m_problems);
        if (part.name == "explain")
            return readExplain(part, m_problems);
        if (part.name == "check")
            return readCheck(part, m_problems);
        keepProse(part);
        return readSandbox(part, m_problems);
    }

    /// Fills what a stop takes over from the one before: scenario, place of the playhead, unlock rule.
    void openStop(const RawBlock& part)
    {
        LessonStop stop = readStop(part, m_problems);
        keepProse(part);
        const LessonStop* const before = m_lesson.stops.empty() ? nullptr : &m_lesson.stops.back();
        if (stop.scenario.empty() && before)
            stop.scenario = before->scenario;
        if (stop.scenario.empty() && !m_lesson.scenarios.empty())
            stop.scenario = m_lesson.scenarios.front().id;
        if (stop.atStep == 0) {
            const LessonMoment rest = before ? restOf(*before) : LessonMoment{};
            stop.atStep = rest.step;
            stop.atMoment = rest.moment;
        }
        if (stop.unlock.empty())
            stop.unlock = before ? defaultUnlock(*before) : "start";
        m_shown = stop.scenario;
        m_lesson.stops.push_back(std::move(stop));
    }

    /// Where the playhead is once everything on the stop is answered.
    static LessonMoment restOf(const LessonStop& stop)
    {
        LessonMoment rest = stop.at();
        for (const LessonBlock& block : stop.blocks)
            if (block.then)
                rest = *block.then;
        return rest;
    }

    /// Every prediction and every open worked block of the stop before is answered.
    static std::string defaultUnlock(const LessonStop& before)
    {
        std::string rule;
        for (const LessonBlock& block : before.blocks)
            if (block.kind == BlockKind::predict || (block.kind == BlockKind::worked && block.fade > 0))
                rule += (rule.empty() ? "answered(" : " and answered(") + block.id + ")";
        return rule.empty() ? "start" : rule;
    }

    void readTeacher(const RawBlock& part)
    {
        constexpr std::string_view kKeys[] = {"minutes"};
        const FieldReader fields(part, kKeys, m_problems);
        if (const auto minutes = fields.integer("minutes", 1, 9999))
            m_places.teacherMinutes.push_back(*minutes);
        m_lesson.teacherNotes += (m_lesson.teacherNotes.empty() ? "" : "\n\n") + part.text();
    }

    void checkId(const RawBlock& part)
    {
        const bool optional = part.name == "expect" || part.name == "sandbox" || part.name == "teacher";
        if (part.id.empty()) {
            if (!optional)
                m_problems.add("E06", part.place, "block " + part.name + " has no id",
                    "write ::: " + part.name + " and one word of your choice");
            return;
        }
        const bool wellFormed = std::ranges::all_of(
            part.id, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
        if (!wellFormed) {
            m_problems.add("E06", part.idPlace, "\"" + part.id + "\" is not an id",
                "use lower-case letters, digits, - and _, without spaces");
            return;
        }
        const auto [first, isNew] = m_ids.emplace(part.id, part.place.line);
        if (!isNew)
            m_problems.add("E06", part.idPlace,
                "the id \"" + part.id + "\" is already used in line " + std::to_string(first->second),
                "choose another word");
    }

    void keepProse(const RawBlock& part)
    {
        for (const RawLine& line : part.body)
            m_places.prose.emplace_back(line.text, line.place);
    }

    ProblemList m_problems;
    Lesson m_lesson;
    LessonPlaces m_places;
    std::map<std::string, int> m_ids; ///< to the line of the block that has it
    std::string m_shown;              ///< scenario of the newest stop
};

} // namespace

ParsedLesson parseLesson(const std::string& text, const std::string& file)
{
    return LessonReader(file).read(text);
}

} // namespace lockstep
