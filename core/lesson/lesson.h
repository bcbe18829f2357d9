// A lesson as data: what a teacher wrote, parsed. No lesson needs a line of C++. Format: docs/lessons.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace lockstep {

/// A place in a lesson file, both from 1.
struct TextPlace {
    int line = 1;
    int column = 1;
};

/// One mistake: printed as "file:line:col: E07 text; hint".
struct LessonProblem {
    std::string file;
    TextPlace place;
    std::string code; ///< "E01" .. "E15", "W01" .. "W05"
    std::string text;
    std::string hint;
    bool isError() const { return code.starts_with('E'); }
    std::string line() const;
};

struct LessonScenario {
    std::string id;
    RunConfig config;
    TextPlace place;
};

struct LessonOption {
    std::string text, feedback, misconception; ///< misconception: "M4" or empty
    bool correct = false;
};

struct WrongAnswer {
    double value = 0;
    std::string text, misconception;
};

/// A blank of a worked line: the text is split around it.
struct WorkedBlank {
    double answer = 0;
    double tolerance = 0;
};
struct WorkedLine {
    std::vector<std::string> text; ///< blanks.size() + 1 pieces of Markdown
    std::vector<WorkedBlank> blanks;
    std::string principle; ///< the question behind =>, or empty
};

/// What a question hides until it is answered. One word per quantity, from the documented list.
enum class Hidden { localGradients, combined, update, loss, findings, evaluation };

enum class BlockKind { prose, step, predict, worked, act, explain, check, sandbox };

/// A training step, and a moment in it: "start", "load", "forward", "backward", "all-reduce", "update" (each the end of
/// that phase on the last worker), "end", or a phase with a fraction ("all-reduce 0.5": halfway). See moment.h.
struct LessonMoment {
    int step = 1;
    std::string moment = "start";
    bool operator==(const LessonMoment&) const = default;
};

/// One block of a page. Only the members of its kind are filled.
struct LessonBlock {
    BlockKind kind = BlockKind::prose;
    std::string id;
    TextPlace place;
    std::string body; ///< Markdown: prose of prose, step and act, model answer of explain, prompt of sandbox

    std::string ask;                  ///< predict, explain, check; the heading of worked, which may be empty
    double answer = 0, tolerance = 0; ///< predict with a number
    std::string unit;
    bool confidence = false;
    std::vector<WrongAnswer> wrong;
    std::vector<std::string> hints;
    std::string result;                ///< predict: Markdown, the arithmetic shown once the answer is locked in
    std::vector<Hidden> hides;         ///< predict, check, worked: from the training step asked about onwards
    std::optional<LessonMoment> then;  ///< predict, check, worked: where the stage plays to once locked in
    std::vector<LessonOption> options; ///< check, and predict by choice
    bool clicker = false, inventory = false, many = false;
    std::vector<WorkedLine> lines; ///< worked
    int fade = 0;                  ///< worked: lines whose blanks are left open; lines.size() for "all"
    bool fadeFromEnd = true;
    int minWords = 0;                  ///< explain
    std::string action;                ///< act: "step 1", "run 50"
    std::vector<std::string> controls; ///< sandbox
    std::string scenario;              ///< sandbox
};

/// A page of the lesson and a moment of a trace: every `step` and every `do` block opens one.
struct LessonStop {
    std::string id;
    std::string title;
    std::string scenario;               ///< whose trace is shown
    std::optional<std::string> overlay; ///< a second scenario laid over it
    std::vector<std::string> highlight;
    std::string view;   ///< "lanes" or "weights"; empty keeps the default
    std::string camera; ///< a target the stage may zoom to, or empty
    std::vector<std::string> controls;
    std::vector<std::string> recall; ///< earlier questions whose answered cards stand on this page too
    std::string unlock = "start";
    bool inShortPath = false;
    /// Where the playhead rests (see LessonMoment).
    int atStep = 1;
    std::string atMoment = "start";
    /// In file order; the first is the stop's own block (step or act) with its prose.
    std::vector<LessonBlock> blocks;
    TextPlace place;

    LessonMoment at() const { return {atStep, atMoment}; }
    /// A `do` block: the learner watches it play. Otherwise a `step`.
    bool isAction() const { return !blocks.empty() && blocks.front().kind == BlockKind::act; }
};

/// `expect` block: quantities that the engine must give. Never shown.
struct LessonExpectation {
    std::string scenario;
    int afterStep = 0;
    std::string quantity; ///< "grad(A)", "w(B)", "loss(before)", ... see quantities.h
    double value = 0, tolerance = 0;
    TextPlace place;
};

struct Lesson {
    std::string file;
    int number = 0;
    std::string title, objective, unit, needs, lang = "en", license;
    int minutes = 0;
    std::vector<std::string> misconceptions, terms;
    std::string introduction; ///< prose before the first stop
    std::vector<LessonScenario> scenarios;
    std::vector<LessonStop> stops;
    std::vector<LessonExpectation> expectations;
    std::string teacherNotes;

    const LessonScenario* scenario(const std::string& id) const;
    const LessonBlock* block(const std::string& id) const;
    /// The index of the stop that holds block `id` (or has that id itself), or -1.
    int stopOf(const std::string& id) const;
};

/// A lesson and every problem found. The lesson is usable when no problem is an error.
struct ParsedLesson {
    Lesson lesson;
    std::vector<LessonProblem> problems;
    bool usable() const;
};

ParsedLesson parseLesson(const std::string& text, const std::string& file);
/// `path` is a lesson folder (NN-name) or its lesson.md. An unusable lesson is an Error with its first problem.
Result<Lesson> loadLesson(const std::string& path);

} // namespace lockstep
