// Collects the problems of one lesson file, with hints at the spelling somebody most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace lockstep {

class ProblemList {
public:
    explicit ProblemList(std::string file)
        : m_file(std::move(file))
    {
    }

    void add(const char* code, TextPlace place, std::string text, std::string hint);
    bool has(std::string_view code) const;
    const std::string& file() const { return m_file; }
    /// By line, then column; problems at one place keep the order in which they were found.
    std::vector<LessonProblem> sorted() const;

private:
    std::string m_file;
    std::vector<LessonProblem> m_problems;
};

/// "did you mean \"title\"?", or "write one of: a, b, c" when nothing is near.
std::string spellingHint(std::string_view word, std::span<const std::string_view> candidates);

} // namespace lockstep
