// Progress to JSON and back; a damaged file is a sentence, never a crash.
#include "core/lesson/progress.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace lockstep {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr const char* kConfidences[] = {"none", "guess", "fairly", "sure"};

Json toJson(const Answer& answer)
{
    Json json;
    json["given"] = answer.state != AnswerState::open;
    json["skipped"] = answer.skipped;
    json["right"] = answer.right;
    json["tries"] = answer.tries;
    json["confidence"] = kConfidences[static_cast<int>(answer.confidence)];
    json["entries"] = answer.entries;
    json["chosen"] = answer.chosen;
    json["tried"] = answer.tried;
    json["hints"] = answer.hints;
    return json;
}

Answer answerFrom(const Json& json)
{
    Answer answer;
    answer.state = json.at("given").get<bool>() ? AnswerState::revealed : AnswerState::open;
    answer.skipped = json.at("skipped").get<bool>();
    answer.right = json.at("right").get<bool>();
    answer.tries = json.at("tries").get<int>();
    const auto confidence = std::ranges::find(kConfidences, json.at("confidence").get<std::string>());
    if (confidence != std::end(kConfidences))
        answer.confidence = static_cast<Confidence>(confidence - std::begin(kConfidences));
    answer.entries = json.at("entries").get<std::vector<std::string>>();
    answer.chosen = json.at("chosen").get<std::set<int>>();
    answer.tried = json.at("tried").get<std::set<int>>();
    answer.hints = json.at("hints").get<int>();
    return answer;
}

} // namespace

std::string progressToJson(const LessonProgress& progress)
{
    Json json;
    json["format"] = kFormat;
    json["lesson"] = progress.lesson;
    json["stop"] = progress.stop;
    json["answers"] = Json::object();
    for (const auto& [id, answer] : progress.answers)
        json["answers"][id] = toJson(answer);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<LessonProgress> progressFromJson(std::string_view text, std::string_view source)
{
    const std::string name(source);
    try {
        const Json json = Json::parse(text);
        if (json.at("format").get<int>() != kFormat)
            return Error{name + " was written by another version; delete it to start the lesson anew."};
        LessonProgress progress;
        progress.lesson = json.at("lesson").get<int>();
        progress.stop = json.at("stop").get<int>();
        for (const auto& [id, answer] : json.at("answers").items())
            progress.answers[id] = answerFrom(answer);
        return progress;
    } catch (const Json::exception&) {
        return Error{name + " is not a progress file or is damaged; delete it to start the lesson anew."};
    }
}

LessonProgress fitProgress(const Lesson& lesson, LessonProgress progress)
{
    progress.lesson = lesson.number;
    std::erase_if(progress.answers, [&](const auto& entry) {
        const LessonBlock* const block = lesson.block(entry.first);
        return !block || !isQuestion(*block);
    });
    for (auto& [id, answer] : progress.answers) {
        const LessonBlock& block = *lesson.block(id);
        const auto gone = [&](int option) { return option < 0 || option >= std::ssize(block.options); };
        std::erase_if(answer.chosen, gone);
        std::erase_if(answer.tried, gone);
        answer.hints = std::clamp<int>(answer.hints, 0, static_cast<int>(block.hints.size()));
    }
    int stop = std::clamp<int>(progress.stop, 0, std::max<int>(0, static_cast<int>(lesson.stops.size()) - 1));
    while (stop > 0 && !unlocked(lesson, progress, stop))
        --stop;
    progress.stop = stop;
    return progress;
}

} // namespace lockstep
