// Rules that concern a whole lesson: ids, unlock order, targets, length, and numbers in prose.
#pragma once

#include <map>
#include <utility>

#include "core/lesson/problems.h"

namespace lockstep {

/// Where things were written that the Lesson itself does not keep.
struct LessonPlaces {
    TextPlace misconceptions;
    std::vector<int> teacherMinutes;
    std::vector<std::pair<std::string, TextPlace>> prose;    ///< what a learner reads, line by line
    std::map<std::pair<int, std::string>, TextPlace> values; ///< by line of the block and key

    bool has(TextPlace block, const std::string& key) const { return values.contains({block.line, key}); }
    /// Where the value of `key` stands in the block that opens at `block`; the block itself when the key is not
    /// written.
    TextPlace of(TextPlace block, const std::string& key) const
    {
        const auto found = values.find({block.line, key});
        return found == values.end() ? block : found->second;
    }
};

void checkLessonRules(const Lesson& lesson, const LessonPlaces& places, ProblemList& problems);

} // namespace lockstep
