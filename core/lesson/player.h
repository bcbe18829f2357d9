// The state of a learner in a lesson as a plain value, and the pure functions that change it. No clock, no window:
// whoever plays the trace calls reveal() once the stage has arrived where the question's `then` points.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/lesson/lesson.h"

namespace lockstep {

enum class Confidence { none, guess, fairly, sure };

/// open: nothing given. lockedIn: given, the stage is playing to the moment. revealed: answer and feedback are shown.
enum class AnswerState { open, lockedIn, revealed };

/// What a learner gave for one block.
struct Answer {
    AnswerState state = AnswerState::open;
    bool skipped = false; ///< "Show me": never counted as wrong
    bool right = false;
    int tries = 0;
    Confidence confidence = Confidence::none;
    std::vector<std::string> entries; ///< as typed: the number, the open blanks in order, or the explanation
    std::set<int> chosen;             ///< choices: the options of the last try
    std::set<int> tried;              ///< choices: every option chosen so far; their feedback stays visible
    int hints = 0;                    ///< shown so far
    bool operator==(const Answer&) const = default;
};

struct LessonProgress {
    int lesson = 0;                        ///< number, from the front matter
    int stop = 0;                          ///< the page that is open
    std::map<std::string, Answer> answers; ///< by block id
    bool operator==(const LessonProgress&) const = default;
};

/// The answer of a block; an open one when nothing was given.
Answer answerOf(const LessonProgress& progress, const std::string& id);

/// A number, a blank, a choice or an explanation is asked for.
bool isQuestion(const LessonBlock& block);

/// Which lines of a worked block have open blanks, by index; empty for fade 0.
std::vector<int> openLines(const LessonBlock& block);
int openBlankCount(const LessonBlock& block);

/// How one number was met: right, or which `wrong` value it is, or neither.
struct NumberGrade {
    bool right = false;
    const WrongAnswer* wrong = nullptr; ///< points into the block
};
NumberGrade gradeNumber(const LessonBlock& predict, double value);
/// Right or not for each open blank, in order. Entries that are no numbers are not right.
std::vector<bool> gradeBlanks(const LessonBlock& worked, std::span<const std::string> entries);

/// Transitions. Each fails with one sentence for the learner when the answer is not complete (no number, no option, too
/// few words) and leaves the progress as it is; a block that is already locked in fails too.
Result<LessonProgress> lockInNumber(const Lesson& lesson, LessonProgress progress, const std::string& id,
    const std::string& text, Confidence confidence);
Result<LessonProgress> lockInBlanks(
    const Lesson& lesson, LessonProgress progress, const std::string& id, std::vector<std::string> entries);
/// A wrong choice of a `check` may be tried again until it is right; a `predict` by choice is locked in once.
Result<LessonProgress> lockInChoice(const Lesson& lesson, LessonProgress progress, const std::string& id,
    std::set<int> chosen, Confidence confidence = Confidence::none);
Result<LessonProgress> lockInText(
    const Lesson& lesson, LessonProgress progress, const std::string& id, const std::string& text);
/// "Show me". What had been written so far is kept for explanations, to be compared with the model answer.
LessonProgress skip(
    const Lesson& lesson, LessonProgress progress, const std::string& id, const std::string& written = {});
LessonProgress showHint(const Lesson& lesson, LessonProgress progress, const std::string& id);
/// The stage has arrived: lockedIn becomes revealed.
LessonProgress reveal(LessonProgress progress, const std::string& id);
LessonProgress goTo(const Lesson& lesson, LessonProgress progress, int stop);

/// True when the rules of `stop` and of every stop before it hold. Skipped questions count as answered and correct.
bool unlocked(const Lesson& lesson, const LessonProgress& progress, int stop);
/// The questions that must still be answered before `stop` opens, in the order of the lesson.
std::vector<std::string> missingFor(const Lesson& lesson, const LessonProgress& progress, int stop);

/// How many blocks of the page are shown: up to and with the first question that is not yet revealed.
std::size_t visibleBlocks(const LessonStop& stop, const LessonProgress& progress);

/// What open questions hide while the stage shows `scenario` in training step `step`. Every question of the lesson
/// about that scenario counts, so that scrubbing ahead gives nothing away. Where the learner has not left the moment of
/// the open page, `beyondPage` is false: what later pages ask about has not happened yet and needs no question mark;
/// findings and evaluations concern the whole run and stay hidden.
std::set<Hidden> hiddenAt(const Lesson& lesson, const LessonProgress& progress, const std::string& scenario, int step,
    bool beyondPage = true);

} // namespace lockstep
