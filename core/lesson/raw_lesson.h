// The first pass over a lesson file: front matter, prose and ::: blocks as lines with their places, meaning unread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/problems.h"

namespace lockstep {

/// A `key: value` line. Places point at the first character of the key and of the value.
struct RawField {
    std::string key, value;
    TextPlace keyPlace, valuePlace;
};

/// A line without its surrounding spaces; `place` is its first character that is no space.
struct RawLine {
    std::string text;
    TextPlace place;
};

/// `::: name id`, its header and its body. Prose outside blocks is a RawBlock without a name.
struct RawBlock {
    std::string name, id;
    TextPlace place, namePlace, idPlace;
    std::vector<RawField> fields;
    std::vector<RawLine> body; ///< blank lines inside are kept, at both ends they are cut

    const RawField* field(std::string_view key) const;
    /// The body as Markdown.
    std::string text() const;
};

struct RawLesson {
    std::vector<RawField> frontMatter;
    TextPlace frontMatterEnd;
    bool hasFrontMatter = false;
    std::vector<RawBlock> parts;
};

/// Cuts the text into parts. Reports E01 (front matter not there or not closed) and E03 (blocks not closed).
RawLesson readRawLesson(std::string_view text, ProblemList& problems);

/// The place `bytes` bytes after `start` in `text` on the same line; columns count characters, not bytes.
TextPlace placeAfter(TextPlace start, std::string_view text, std::size_t bytes);

std::string_view trimSpaces(std::string_view text);

} // namespace lockstep
