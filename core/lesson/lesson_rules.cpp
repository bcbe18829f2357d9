// The rules of a whole lesson, one function each.
#include "core/lesson/lesson_rules.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/lesson/prose_numbers.h"
#include "core/lesson/raw_lesson.h"
#include "core/lesson/unlock_rule.h"
#include "core/lesson/worker_name.h"

namespace lockstep {
namespace {

constexpr std::size_t kMostStops = 9;
constexpr std::size_t kMostHighlights = 3;
constexpr int kMostWords = 90;

std::vector<std::string_view> scenarioIds(const Lesson& lesson)
{
    std::vector<std::string_view> ids;
    for (const LessonScenario& scenario : lesson.scenarios)
        ids.push_back(scenario.id);
    return ids;
}

void needScenario(const Lesson& lesson, const std::string& id, TextPlace place, const char* what, ProblemList& problems)
{
    if (!lesson.scenario(id))
        problems.add("E06", place, std::string(what) + " names no scenario of this lesson: \"" + id + "\"",
            lesson.scenarios.empty() ? "add a ::: scenario block above the first step"
                                     : spellingHint(id, scenarioIds(lesson)));
}

void checkScenarioNames(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    for (const LessonStop& stop : lesson.stops) {
        // A page without `show` takes over the name of the page before, which has been looked at.
        if (places.has(stop.place, "show") || (lesson.scenarios.empty() && &stop == &lesson.stops.front()))
            needScenario(lesson, stop.scenario, places.of(stop.place, "show"), "show", problems);
        if (stop.overlay)
            needScenario(lesson, *stop.overlay, places.of(stop.place, "overlay"), "overlay", problems);
        for (const LessonBlock& block : stop.blocks)
            if (block.kind == BlockKind::sandbox && !block.scenario.empty())
                needScenario(lesson, block.scenario, places.of(block.place, "scenario"), "the sandbox", problems);
    }
    for (const LessonExpectation& expectation : lesson.expectations)
        if (std::ranges::find(lesson.stops, expectation.scenario, &LessonStop::scenario) == lesson.stops.end())
            needScenario(lesson, expectation.scenario, expectation.place, "expect", problems);
}

/// Steps after the scenario's last one cannot be shown.
void checkMoments(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    const auto need = [&](const std::string& id, int step, TextPlace place) {
        const LessonScenario* const scenario = lesson.scenario(id);
        if (scenario && scenario->config.steps > 0 && step > scenario->config.steps)
            problems.add("E05", place,
                "step " + std::to_string(step) + " does not exist: scenario " + id + " runs "
                    + std::to_string(scenario->config.steps) + " steps",
                "write an earlier step, or set steps: " + std::to_string(step) + " in the scenario");
    };
    for (const LessonStop& stop : lesson.stops) {
        need(stop.scenario, stop.atStep, places.of(stop.place, stop.isAction() ? "action" : "at"));
        for (const LessonBlock& block : stop.blocks)
            if (block.then)
                need(stop.scenario, block.then->step, places.of(block.place, "then"));
    }
    for (const LessonExpectation& expectation : lesson.expectations)
        need(expectation.scenario, expectation.afterStep, expectation.place);
}

std::vector<std::string_view> questionIds(const Lesson& lesson)
{
    std::vector<std::string_view> ids;
    for (const LessonStop& stop : lesson.stops)
        for (const LessonBlock& block : stop.blocks)
            if (!block.id.empty())
                ids.push_back(block.id);
    return ids;
}

void checkReferences(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    const auto ids = questionIds(lesson);
    for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
        const LessonStop& stop = lesson.stops[i];
        for (const std::string& id : stop.recall) {
            const int where = lesson.stopOf(id);
            const LessonBlock* const block = lesson.block(id);
            if (where < 0 || block->kind == BlockKind::step || block->kind == BlockKind::act)
                problems.add("E06", places.of(stop.place, "recall"), "recall names no question: \"" + id + "\"",
                    spellingHint(id, ids));
            else if (where >= static_cast<int>(i))
                problems.add("E09", places.of(stop.place, "recall"),
                    "recall names \"" + id + "\", which is not on an earlier page", "recall earlier questions only");
        }
        const auto rule = parseUnlockRule(stop.unlock);
        if (!rule) {
            problems.add("E05", places.of(stop.place, "unlock"), rule.error().message, "");
            continue;
        }
        for (const auto& group : rule.value().anyOf) {
            for (const UnlockTerm& term : group) {
                if (term.kind == UnlockTerm::Kind::start)
                    continue;
                const int where = lesson.stopOf(term.id);
                const TextPlace place = placeAfter(places.of(stop.place, "unlock"), stop.unlock, term.offset);
                if (where < 0)
                    problems.add(
                        "E06", place, "unlock names no block: \"" + term.id + "\"", spellingHint(term.id, ids));
                else if (where >= static_cast<int>(i))
                    problems.add("E09", place, "unlock waits for \"" + term.id + "\", which can only be reached later",
                        "name a block of an earlier page");
            }
        }
    }
}

void checkTargets(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    constexpr std::string_view kTargets[]
        = {"net", "net/allreduce", "timeline", "line", "formula", "ledger", "sampler", "memory"};
    constexpr std::string_view kParts[] = {"", "/examples", "/grad", "/w"};
    enum class Found { target, otherWorker, nothing };
    const auto find = [&](const std::string& target, int workers) {
        if (!target.starts_with("worker:"))
            return std::ranges::find(kTargets, target) != std::end(kTargets) ? Found::target : Found::nothing;
        const std::size_t slash = std::min(target.find('/'), target.size());
        if (std::ranges::find(kParts, target.substr(slash)) == std::end(kParts))
            return Found::nothing;
        const std::string who = target.substr(7, slash - 7);
        return who == "*" || workerNamed(who, workers) ? Found::target : Found::otherWorker;
    };
    for (const LessonStop& stop : lesson.stops) {
        const LessonScenario* const scenario = lesson.scenario(stop.scenario);
        const auto check = [&](const std::string& target, const char* key) {
            const Found found = find(target, scenario ? scenario->config.workers : 26);
            if (found == Found::otherWorker)
                problems.add("E10", places.of(stop.place, key),
                    "\"" + target + "\" names a worker that scenario " + stop.scenario + " does not have",
                    "its workers are " + workersThatExist(scenario ? scenario->config.workers : 26)
                        + "; worker:* means all of them");
            if (found == Found::nothing)
                problems.add("E10", places.of(stop.place, key), "\"" + target + "\" is no target on this stage",
                    "write worker:A, worker:A/examples, worker:A/grad, worker:*/w, net, net/allreduce, line, formula or timeline");
        };
        for (const std::string& target : stop.highlight)
            check(target, "highlight");
        if (!stop.camera.empty())
            check(stop.camera, "camera");
        if (stop.highlight.size() > kMostHighlights)
            problems.add("W01", stop.place,
                "the page points at " + std::to_string(stop.highlight.size()) + " things at once",
                "point at three at most");
    }
    if (lesson.stops.size() > kMostStops)
        problems.add("W01", lesson.stops[kMostStops].place,
            "the lesson has " + std::to_string(lesson.stops.size()) + " pages",
            "nine at most stay in mind; split the lesson");
}

/// Rule 1 of the curriculum: predict, then see.
void checkPredictFirst(const Lesson& lesson, ProblemList& problems)
{
    for (const LessonStop& stop : lesson.stops) {
        if (stop.isAction()) {
            problems.add("E15", stop.place, "do " + stop.id + " comes before any predict",
                "ask for a prediction before the first run");
            return;
        }
        for (const LessonBlock& block : stop.blocks)
            if (block.kind == BlockKind::predict)
                return;
    }
}

int wordsIn(const std::string& text)
{
    int count = 0;
    bool inWord = false;
    for (const char c : text) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        count += !space && !inWord;
        inWord = !space;
    }
    return count;
}

void checkLength(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
        const LessonStop& stop = lesson.stops[i];
        int words = i == 0 ? wordsIn(lesson.introduction) : 0;
        for (const LessonBlock& block : stop.blocks)
            if (block.kind == BlockKind::prose || block.kind == BlockKind::step || block.kind == BlockKind::act)
                words += wordsIn(block.body);
        if (words > kMostWords)
            problems.add("W02", stop.place, "the page has " + std::to_string(words) + " words of prose",
                "say it in 90 or fewer, or split the page");
    }
    int minutes = 0;
    for (const int part : places.teacherMinutes)
        minutes += part;
    if (minutes > 0 && std::abs(minutes - lesson.minutes) * 4 > lesson.minutes)
        problems.add("W03", TextPlace{},
            "the lesson says " + std::to_string(lesson.minutes) + " minutes, its teacher notes add up to "
                + std::to_string(minutes),
            "correct one of them");
}

void checkMisconceptions(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    std::set<std::string> met;
    for (const LessonStop& stop : lesson.stops) {
        for (const LessonBlock& block : stop.blocks) {
            for (const LessonOption& option : block.options)
                met.insert(option.misconception);
            for (const WrongAnswer& wrong : block.wrong)
                met.insert(wrong.misconception);
        }
    }
    for (const std::string& code : lesson.misconceptions)
        if (!met.contains(code))
            problems.add("W04", places.misconceptions, "misconception " + code + " has no wrong answer that shows it",
                "add {" + code + "} behind an option's feedback or a wrong value, or take it off the list");
}

/// Numbers that the lesson stands for: settings and expectations.
std::vector<double> backedNumbers(const Lesson& lesson)
{
    std::vector<double> known;
    for (const LessonScenario& scenario : lesson.scenarios) {
        const RunConfig& config = scenario.config;
        known.insert(known.end(), config.data.targets.begin(), config.data.targets.end());
        for (const Numbers& row : config.start.values)
            known.insert(known.end(), row.begin(), row.end());
        for (int rank = 0;
             rank < config.workers && (config.batch.perWorker.size() == 1 || rank < std::ssize(config.batch.perWorker));
             ++rank)
            known.push_back(config.batchOf(rank));
        for (const double number :
            {double(config.workers), config.optimizer.lr, double(config.steps), double(config.data.train),
                double(config.data.heldOut), double(config.epochs), double(config.batch.accumulate)})
            known.push_back(number);
    }
    for (const LessonExpectation& expectation : lesson.expectations)
        known.push_back(expectation.value);
    return known;
}

void checkProseNumbers(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    const auto known = backedNumbers(lesson);
    const auto check = [&](const std::string& text, TextPlace place, const char* where) {
        for (const ProseNumber& number : numbersIn(text)) {
            const bool backed
                = std::ranges::any_of(known, [&](double value) { return agreesAsPrinted(number, value); });
            if (!backed)
                problems.add("W05", placeAfter(place, text, number.offset),
                    "the number " + number.text + " in " + where + " is covered by no expect block and no setting",
                    "add a line to an expect block, or write it as a word");
        }
    };
    for (const auto& [text, place] : places.prose)
        check(text, place, "the prose");
    for (const LessonStop& stop : lesson.stops) {
        for (const LessonBlock& block : stop.blocks) {
            if (block.kind == BlockKind::predict && block.options.empty()
                && std::ranges::none_of(
                    known, [&](double value) { return std::abs(value - block.answer) <= block.tolerance; }))
                problems.add("W05", block.place, "the answer of predict " + block.id + " is covered by no expect block",
                    "add a line to an expect block");
        }
    }
}

} // namespace

void checkLessonRules(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems)
{
    checkScenarioNames(lesson, places, problems);
    checkMoments(lesson, places, problems);
    checkReferences(lesson, places, problems);
    checkTargets(lesson, places, problems);
    checkPredictFirst(lesson, problems);
    checkLength(lesson, places, problems);
    checkMisconceptions(lesson, places, problems);
    checkProseNumbers(lesson, places, problems);
}

} // namespace lockstep
