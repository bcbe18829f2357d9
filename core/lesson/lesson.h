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

/// One block of a page. Only the members of its kind are filled.
struct LessonBlock {
    BlockKind kind = BlockKind::prose;
    std::string id;
    TextPlace place;
    std::string body; ///< Markdown prose: prose and act text, model answer of explain, prompt of sandbox

    std::string ask;                      ///< predict, explain, check
    double answer = 0, tolerance = 0;     ///< predict with a number
    std::string unit;
    bool confidence = false;
    std::vector<WrongAnswer> wrong;
    std::vector<std::string> hints;
    std::vector<Hidden> hides;
    std::vector<LessonOption> options;    ///< check, and predict by choice
    bool clicker = false, inventory = false, many = false;
    std::vector<WorkedLine> lines;        ///< worked
    int fade = 0;                         ///< worked: blanks left open
    bool fadeFromEnd = true;
    int minWords = 0;                     ///< explain
    std::string action;                   ///< act: "step 1", "run 50"
    std::vector<std::string> controls;    ///< sandbox
    std::string scenario;                 ///< sandbox
};

/// A page of the lesson and a moment of a trace: every `step` and every `do` block opens one.
struct LessonStop {
    std::string id;
    std::string title;
    std::string scenario;                 ///< whose trace is shown
    std::optional<std::string> overlay;   ///< a second scenario laid over it
    std::vector<std::string> highlight;
    std::string view;                     ///< "lanes" or "weights"; empty keeps the default
    std::string unlock = "start";
    bool inShortPath = false;
    /// Where the playhead rests: training step, and a moment in it ("start", "load", "forward", "backward",
    /// "all-reduce", "end", or "all-reduce 0.5" for halfway).
    int atStep = 1;
    std::string atMoment = "start";
    std::vector<LessonBlock> blocks;
    TextPlace place;
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
