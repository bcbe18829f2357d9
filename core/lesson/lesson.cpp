// Looking things up in a lesson, and loading one from its folder.
#include "core/lesson/lesson.h"

#include <algorithm>
#include <filesystem>

#include "core/base/files.h"

namespace lockstep {

std::string LessonProblem::line() const
{
    return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + code + " " + text
        + (hint.empty() ? "" : "; " + hint);
}

const LessonScenario* Lesson::scenario(const std::string& id) const
{
    const auto found = std::ranges::find(scenarios, id, &LessonScenario::id);
    return found == scenarios.end() ? nullptr : &*found;
}

const LessonBlock* Lesson::block(const std::string& id) const
{
    for (const LessonStop& stop : stops)
        for (const LessonBlock& block : stop.blocks)
            if (block.id == id && !id.empty())
                return &block;
    return nullptr;
}

int Lesson::stopOf(const std::string& id) const
{
    for (std::size_t i = 0; i < stops.size(); ++i)
        for (const LessonBlock& block : stops[i].blocks)
            if (block.id == id && !id.empty())
                return static_cast<int>(i);
    return -1;
}

bool ParsedLesson::usable() const
{
    return std::ranges::none_of(problems, &LessonProblem::isError);
}

Result<Lesson> loadLesson(const std::string& path)
{
    std::filesystem::path file = path;
    if (std::error_code ignored; std::filesystem::is_directory(file, ignored))
        file /= "lesson.md";
    const auto text = readFile(file);
    if (!text)
        return text.error();
    ParsedLesson parsed = parseLesson(text.value(), file.string());
    const auto first = std::ranges::find_if(parsed.problems, &LessonProblem::isError);
    if (first != parsed.problems.end())
        return Error{first->line()};
    return std::move(parsed.lesson);
}

} // namespace lockstep
