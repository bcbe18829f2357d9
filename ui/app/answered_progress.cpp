// Answers every question of a lesson from the lesson itself.
#include "ui/app/answered_progress.h"

#include "core/base/numbers.h"

namespace lockstep::ui {

namespace {

std::set<int> rightOptions(const LessonBlock& block)
{
    std::set<int> right;
    for (std::size_t i = 0; i < block.options.size(); ++i)
        if (block.options[i].correct)
            right.insert(static_cast<int>(i));
    return right;
}

std::vector<std::string> rightBlanks(const LessonBlock& block)
{
    std::vector<std::string> entries;
    for (const int line : openLines(block))
        for (const WorkedBlank& blank : block.lines[static_cast<std::size_t>(line)].blanks)
            entries.push_back(formatNumber(blank.answer));
    return entries;
}

Result<LessonProgress> answerRight(const Lesson& lesson, const LessonProgress& progress, const LessonBlock& block)
{
    const Confidence confidence = block.confidence ? Confidence::fairly : Confidence::none;
    if (!block.options.empty())
        return lockInChoice(lesson, progress, block.id, rightOptions(block), confidence);
    if (block.kind == BlockKind::worked)
        return lockInBlanks(lesson, progress, block.id, rightBlanks(block));
    if (block.kind == BlockKind::explain)
        return lockInText(lesson, progress, block.id, block.body);
    return lockInNumber(lesson, progress, block.id, formatNumber(block.answer), confidence);
}

} // namespace

LessonProgress answeredProgress(const Lesson& lesson, int stop, bool pageToo)
{
    LessonProgress progress;
    progress.lesson = lesson.number;
    const int answered = pageToo ? stop + 1 : stop;
    for (int page = 0; page < answered; ++page)
        for (const LessonBlock& block : lesson.stops[static_cast<std::size_t>(page)].blocks) {
            if (!isQuestion(block))
                continue;
            const Result<LessonProgress> locked = answerRight(lesson, progress, block);
            progress = reveal(locked ? locked.value() : skip(lesson, progress, block.id), block.id);
        }
    return goTo(lesson, progress, stop);
}

} // namespace lockstep::ui
