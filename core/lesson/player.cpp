// Transitions of a learner's progress.
#include "core/lesson/player.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "core/base/message.h"
#include "core/lesson/numeral.h"
#include "core/lesson/unlock_rule.h"

namespace lockstep {
namespace {

/// The block of that id if it can still be answered, or why not.
Result<const LessonBlock*> answerable(const Lesson& lesson, const LessonProgress& progress, const std::string& id)
{
    const LessonBlock* const block = lesson.block(id);
    if (!block || !isQuestion(*block))
        return Error{"There is no question \"" + id + "\" in this lesson."};
    if (answerOf(progress, id).state != AnswerState::open)
        return Error{"This answer is already locked in."};
    return block;
}

/// Locks in; a question without a moment to play to is revealed at once.
void settle(const LessonBlock& block, Answer& answer)
{
    answer.state = block.then ? AnswerState::lockedIn : AnswerState::revealed;
}

int wordsIn(const std::string& text)
{
    int words = 0;
    bool inWord = false;
    for (const char c : text) {
        const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
        words += !space && !inWord;
        inWord = !space;
    }
    return words;
}

bool holds(const LessonProgress& progress, const UnlockTerm& term)
{
    const Answer answer = answerOf(progress, term.id);
    const bool settled = answer.state == AnswerState::revealed;
    switch (term.kind) {
    case UnlockTerm::Kind::start:
        return true;
    case UnlockTerm::Kind::answered:
    case UnlockTerm::Kind::done:
        return settled || answer.tries > 0;
    case UnlockTerm::Kind::tried:
        return settled || answer.tries >= term.tries;
    case UnlockTerm::Kind::correct:
        return answer.right || answer.skipped;
    }
    return false;
}

/// Terms that cannot be answered (reading a page or a fade-0 block) hold as soon as the page can be seen.
bool isReading(const Lesson& lesson, const UnlockTerm& term)
{
    const LessonBlock* const block = lesson.block(term.id);
    return block && !isQuestion(*block);
}

} // namespace

Answer answerOf(const LessonProgress& progress, const std::string& id)
{
    const auto found = progress.answers.find(id);
    return found == progress.answers.end() ? Answer{} : found->second;
}

bool isQuestion(const LessonBlock& block)
{
    return block.kind == BlockKind::predict || block.kind == BlockKind::check || block.kind == BlockKind::explain
        || (block.kind == BlockKind::worked && block.fade > 0);
}

std::vector<int> openLines(const LessonBlock& block)
{
    std::vector<int> withBlanks;
    for (std::size_t i = 0; i < block.lines.size(); ++i)
        if (!block.lines[i].blanks.empty())
            withBlanks.push_back(static_cast<int>(i));
    const auto open = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(block.fade, 0, std::ssize(withBlanks)));
    if (block.fadeFromEnd)
        withBlanks.erase(withBlanks.begin(), withBlanks.end() - static_cast<std::ptrdiff_t>(open));
    else
        withBlanks.resize(open);
    return withBlanks;
}

int openBlankCount(const LessonBlock& block)
{
    std::size_t count = 0;
    for (const int line : openLines(block))
        count += block.lines[static_cast<std::size_t>(line)].blanks.size();
    return static_cast<int>(count);
}

NumberGrade gradeNumber(const LessonBlock& predict, double value)
{
    // Half an ulp of room: 0.1 + 0.2 counts as 0.3 where the author wrote tolerance 0.
    const auto near = [&](double answer, double tolerance) {
        return std::abs(value - answer) <= tolerance + 1e-12 * std::max(1.0, std::abs(answer));
    };
    if (near(predict.answer, predict.tolerance))
        return {true, nullptr};
    for (const WrongAnswer& wrong : predict.wrong)
        if (near(wrong.value, predict.tolerance))
            return {false, &wrong};
    return {};
}

std::vector<bool> gradeBlanks(const LessonBlock& worked, std::span<const std::string> entries)
{
    std::vector<bool> right;
    for (const int line : openLines(worked)) {
        for (const WorkedBlank& blank : worked.lines[static_cast<std::size_t>(line)].blanks) {
            const auto value = right.size() < entries.size() ? parseLearnerNumber(entries[right.size()]) : std::nullopt;
            right.push_back(value && std::abs(*value - blank.answer) <= blank.tolerance + 1e-12);
        }
    }
    return right;
}

Result<LessonProgress> lockInNumber(const Lesson& lesson, LessonProgress progress, const std::string& id,
    const std::string& text, Confidence confidence)
{
    const auto block = answerable(lesson, progress, id);
    if (!block)
        return block.error();
    const auto value = parseLearnerNumber(text);
    if (!value)
        return Error{LOCKSTEP_TEXT("Lesson", "Write a number, for example 4, 0.5 or 1/4.")};
    if (block.value()->confidence && confidence == Confidence::none)
        return Error{LOCKSTEP_TEXT("Lesson", "Say how sure you are; it is never graded.")};
    Answer& answer = progress.answers[id];
    answer.entries = {text};
    answer.confidence = confidence;
    answer.tries = 1;
    answer.right = gradeNumber(*block.value(), *value).right;
    settle(*block.value(), answer);
    return progress;
}

Result<LessonProgress> lockInBlanks(
    const Lesson& lesson, LessonProgress progress, const std::string& id, std::vector<std::string> entries)
{
    const auto block = answerable(lesson, progress, id);
    if (!block)
        return block.error();
    entries.resize(static_cast<std::size_t>(openBlankCount(*block.value())));
    if (!std::ranges::all_of(entries, [](const std::string& entry) { return parseLearnerNumber(entry).has_value(); }))
        return Error{LOCKSTEP_TEXT("Lesson", "Write a number into every blank, for example 4, 0.5 or 1/4.")};
    Answer& answer = progress.answers[id];
    const auto right = gradeBlanks(*block.value(), entries);
    answer.right = std::ranges::all_of(right, [](bool one) { return one; });
    answer.entries = std::move(entries);
    answer.tries = 1;
    settle(*block.value(), answer);
    return progress;
}

Result<LessonProgress> lockInChoice(
    const Lesson& lesson, LessonProgress progress, const std::string& id, std::set<int> chosen, Confidence confidence)
{
    const auto block = answerable(lesson, progress, id);
    if (!block)
        return block.error();
    const auto& options = block.value()->options;
    std::erase_if(chosen, [&](int option) { return option < 0 || option >= std::ssize(options); });
    if (chosen.empty())
        return Error{LOCKSTEP_TEXT("Lesson", "Choose an answer first.")};
    if (!block.value()->many && chosen.size() > 1)
        return Error{LOCKSTEP_TEXT("Lesson", "Choose one answer only.")};
    if (block.value()->confidence && confidence == Confidence::none)
        return Error{LOCKSTEP_TEXT("Lesson", "Say how sure you are; it is never graded.")};
    Answer& answer = progress.answers[id];
    answer.confidence = confidence;
    ++answer.tries;
    answer.right = true;
    for (std::size_t i = 0; i < options.size(); ++i)
        answer.right = answer.right && options[i].correct == chosen.contains(static_cast<int>(i));
    answer.tried.insert(chosen.begin(), chosen.end());
    answer.chosen = std::move(chosen);
    if (answer.right || block.value()->kind == BlockKind::predict)
        settle(*block.value(), answer);
    return progress;
}

Result<LessonProgress> lockInText(
    const Lesson& lesson, LessonProgress progress, const std::string& id, const std::string& text)
{
    const auto block = answerable(lesson, progress, id);
    if (!block)
        return block.error();
    if (const int least = std::max(1, block.value()->minWords); wordsIn(text) < least)
        return Error{fillPattern(LOCKSTEP_TEXT("Lesson", "Write %1 words or more; so far there are %2."),
            {std::to_string(least), std::to_string(wordsIn(text))})};
    Answer& answer = progress.answers[id];
    answer.entries = {text};
    answer.tries = 1;
    answer.right = true;
    settle(*block.value(), answer);
    return progress;
}

LessonProgress skip(const Lesson& lesson, LessonProgress progress, const std::string& id, const std::string& written)
{
    const auto block = answerable(lesson, progress, id);
    if (!block)
        return progress;
    Answer& answer = progress.answers[id];
    answer.skipped = true;
    if (block.value()->kind == BlockKind::explain && wordsIn(written) > 0)
        answer.entries = {written};
    settle(*block.value(), answer);
    return progress;
}

LessonProgress showHint(const Lesson& lesson, LessonProgress progress, const std::string& id)
{
    const LessonBlock* const block = lesson.block(id);
    if (block && answerOf(progress, id).hints < std::ssize(block->hints))
        ++progress.answers[id].hints;
    return progress;
}

LessonProgress reveal(LessonProgress progress, const std::string& id)
{
    const auto found = progress.answers.find(id);
    if (found != progress.answers.end() && found->second.state == AnswerState::lockedIn)
        found->second.state = AnswerState::revealed;
    return progress;
}

LessonProgress goTo(const Lesson& lesson, LessonProgress progress, int stop)
{
    if (stop >= 0 && stop < std::ssize(lesson.stops) && unlocked(lesson, progress, stop))
        progress.stop = stop;
    return progress;
}

bool unlocked(const Lesson& lesson, const LessonProgress& progress, int stop)
{
    for (int i = 0; i <= stop && i < std::ssize(lesson.stops); ++i) {
        const auto rule = parseUnlockRule(lesson.stops[static_cast<std::size_t>(i)].unlock);
        if (!rule)
            return false;
        const bool open = std::ranges::any_of(rule.value().anyOf, [&](const std::vector<UnlockTerm>& group) {
            return std::ranges::all_of(
                group, [&](const UnlockTerm& term) { return isReading(lesson, term) || holds(progress, term); });
        });
        if (!open)
            return false;
    }
    return stop >= 0 && stop < std::ssize(lesson.stops);
}

std::vector<std::string> missingFor(const Lesson& lesson, const LessonProgress& progress, int stop)
{
    std::set<std::string> missing;
    for (int i = 0; i <= stop && i < std::ssize(lesson.stops); ++i) {
        const auto rule = parseUnlockRule(lesson.stops[static_cast<std::size_t>(i)].unlock);
        if (!rule)
            continue;
        // Of several ways the one with the fewest open questions is named.
        std::set<std::string> fewest;
        bool first = true;
        for (const auto& group : rule.value().anyOf) {
            std::set<std::string> open;
            for (const UnlockTerm& term : group)
                if (!isReading(lesson, term) && !holds(progress, term))
                    open.insert(term.id);
            if (first || open.size() < fewest.size())
                fewest = std::move(open);
            first = false;
        }
        missing.merge(fewest);
    }
    std::vector<std::string> inOrder;
    for (const LessonStop& page : lesson.stops)
        for (const LessonBlock& block : page.blocks)
            if (!block.id.empty() && missing.contains(block.id))
                inOrder.push_back(block.id);
    return inOrder;
}

std::size_t visibleBlocks(const LessonStop& stop, const LessonProgress& progress)
{
    for (std::size_t i = 0; i < stop.blocks.size(); ++i)
        if (isQuestion(stop.blocks[i]) && answerOf(progress, stop.blocks[i].id).state != AnswerState::revealed)
            return i + 1;
    return stop.blocks.size();
}

std::set<Hidden> hiddenAt(
    const Lesson& lesson, const LessonProgress& progress, const std::string& scenario, int step, bool beyondPage)
{
    std::set<Hidden> hidden;
    for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
        const LessonStop& stop = lesson.stops[i];
        const bool later = static_cast<int>(i) > progress.stop && !beyondPage;
        if (stop.scenario != scenario)
            continue;
        for (const LessonBlock& block : stop.blocks) {
            const int from = block.then ? block.then->step : stop.atStep;
            if (isQuestion(block) && step >= from && answerOf(progress, block.id).state != AnswerState::revealed)
                std::ranges::copy_if(block.hides, std::inserter(hidden, hidden.end()),
                    [later](Hidden what) { return !later || what == Hidden::findings || what == Hidden::evaluation; });
        }
    }
    return hidden;
}

} // namespace lockstep
