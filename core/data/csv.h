// CSV as RFC 4180 has it: lines of cells separated by commas; a cell in double quotes may hold commas, line ends and
// quotes, which are doubled there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace lockstep {

struct CsvRecord {
    std::vector<std::string> cells;
    int line = 0; ///< on which it begins, from 1
};

/// Reads one record after the other, so that a long file never stands in memory cell by cell.
class CsvReader {
public:
    /// `text` must outlive the reader; `source` names the file in errors. A byte order mark is skipped.
    CsvReader(std::string_view text, std::string source);

    /// The next record; false at the end of the text. Lines with nothing in them are skipped, CRLF and LF both end a
    /// line. Fails at what is not CSV, with the line.
    Result<bool> next(CsvRecord& record);

private:
    /// The cell at m_at; afterwards m_at is behind it, at a comma, a line end or the end.
    Result<Done> readCell(std::string& cell);
    Result<Done> readQuoted(std::string& cell);
    /// Steps over a line end; false when there is none here.
    bool skipLineEnd();
    Error problem(int line, const std::string& sentence) const;

    std::string_view m_text;
    std::string m_source;
    std::size_t m_at = 0;
    int m_line = 1;
};

} // namespace lockstep
