// Reads the `key: value` lines of one block by type, and reports what is wrong with each (E04, E05).
#pragma once

#include <optional>
#include <span>

#include "core/lesson/raw_lesson.h"

namespace lockstep {

/// One entry of a comma list.
struct ListEntry {
    std::string text;
    TextPlace place;
};

class FieldReader {
public:
    /// Reports keys that are not in `allowed` and keys given twice (`repeatable` may repeat).
    FieldReader(const RawBlock& block, std::span<const std::string_view> allowed, ProblemList& problems,
        std::string_view repeatable = {});

    bool has(std::string_view key) const { return m_block.field(key) != nullptr; }
    TextPlace place(std::string_view key) const;
    /// Reports E04 when `key` is not there or empty.
    void require(std::string_view key, const std::string& hint) const;
    std::string text(std::string_view key, std::string otherwise = {}) const;
    std::optional<double> number(std::string_view key) const;
    std::optional<int> integer(std::string_view key, int least, int most) const;
    bool yes(std::string_view key) const;
    std::vector<ListEntry> list(std::string_view key) const;
    /// The value, which must be one of `words`; "" when not there.
    std::string oneOf(std::string_view key, std::span<const std::string_view> words) const;

private:
    const RawBlock& m_block;
    ProblemList& m_problems;
};

/// Takes a trailing " {M4}" off `text` and returns "M4", or "".
std::string takeMisconception(std::string& text);

} // namespace lockstep
