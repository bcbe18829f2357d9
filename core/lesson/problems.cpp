// Problem lists and spelling hints.
#include "core/lesson/problems.h"

#include <algorithm>

#include "core/base/spelling.h"

namespace lockstep {

void ProblemList::add(const char* code, TextPlace place, std::string text, std::string hint)
{
    if (text.ends_with('.'))
        text.pop_back();
    m_problems.push_back({m_file, place, code, std::move(text), std::move(hint)});
}

bool ProblemList::has(std::string_view code) const
{
    return std::ranges::any_of(m_problems, [&](const LessonProblem& problem) { return problem.code == code; });
}

std::vector<LessonProblem> ProblemList::sorted() const
{
    auto problems = m_problems;
    std::ranges::stable_sort(problems, [](const LessonProblem& a, const LessonProblem& b) {
        return a.place.line != b.place.line ? a.place.line < b.place.line : a.place.column < b.place.column;
    });
    return problems;
}

std::string spellingHint(std::string_view word, std::span<const std::string_view> candidates)
{
    const std::vector<std::string> known(candidates.begin(), candidates.end());
    const std::string nearest = nearestSpelling(word, known);
    if (!nearest.empty())
        return "did you mean \"" + nearest + "\"?";
    std::string hint = candidates.empty() ? "none can be used here" : "write one of: ";
    for (std::size_t i = 0; i < candidates.size(); ++i)
        hint += (i == 0 ? "" : ", ") + std::string(candidates[i]);
    return hint;
}

} // namespace lockstep
