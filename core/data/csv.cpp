// A strict reader: what could be read in two ways is refused.
#include "core/data/csv.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::size_t kMostCells = 10000; ///< in a record

} // namespace

CsvReader::CsvReader(std::string_view text, std::string source)
    : m_text(text)
    , m_source(std::move(source))
{
    if (m_text.starts_with("\xef\xbb\xbf"))
        m_at = 3;
}

Error CsvReader::problem(int line, const std::string& sentence) const
{
    return Error{m_source + ": line " + std::to_string(line) + ": " + sentence};
}

bool CsvReader::skipLineEnd()
{
    const std::string_view rest = m_text.substr(m_at);
    if (!rest.starts_with('\n') && !rest.starts_with("\r\n"))
        return false;
    m_at += rest.front() == '\n' ? 1 : 2;
    ++m_line;
    return true;
}

Result<bool> CsvReader::next(CsvRecord& record)
{
    while (skipLineEnd())
        ;
    record.cells.clear();
    record.line = m_line;
    if (m_at == m_text.size())
        return false;
    for (;;) {
        if (record.cells.size() == kMostCells)
            return problem(m_line,
                "there are more than " + std::to_string(kMostCells) + " cells; this is not a table that can be used.");
        if (auto done = readCell(record.cells.emplace_back()); !done)
            return done.error();
        if (m_at == m_text.size() || skipLineEnd())
            return true;
        ++m_at; // a comma
    }
}

Result<Done> CsvReader::readCell(std::string& cell)
{
    if (m_at < m_text.size() && m_text[m_at] == '"')
        return readQuoted(cell);
    const std::size_t end = std::min(m_text.find_first_of(",\n\r\"", m_at), m_text.size());
    cell = m_text.substr(m_at, end - m_at);
    if (cell.find('\0') != std::string::npos)
        return problem(m_line, "there is a byte 0, so this is no text; save the table as CSV in UTF-8.");
    m_at = end;
    if (end == m_text.size() || m_text[end] == ',' || m_text[end] == '\n')
        return Done{};
    if (m_text[end] == '"')
        return problem(m_line,
            "a quote stands inside a cell that does not begin with one; put the whole cell in quotes and double those"
            " inside it.");
    if (end + 1 < m_text.size() && m_text[end + 1] == '\n')
        return Done{};
    return problem(m_line, "a carriage return stands alone; save the file with LF or CRLF at the ends of lines.");
}

Result<Done> CsvReader::readQuoted(std::string& cell)
{
    const int opened = m_line;
    for (++m_at;;) {
        const std::size_t quote = m_text.find('"', m_at);
        if (quote == std::string_view::npos)
            return problem(opened, "a quote that opens on this line is never closed; close it, or remove it.");
        const std::string_view part = m_text.substr(m_at, quote - m_at);
        m_line += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
        cell += part;
        m_at = quote + 1;
        if (m_at == m_text.size() || m_text[m_at] != '"')
            break;
        cell += '"';
        ++m_at;
    }
    if (cell.find('\0') != std::string::npos)
        return problem(opened, "there is a byte 0, so this is no text; save the table as CSV in UTF-8.");
    const std::string_view rest = m_text.substr(m_at);
    if (rest.empty() || rest.starts_with(',') || rest.starts_with('\n') || rest.starts_with("\r\n"))
        return Done{};
    return problem(m_line, "text follows a closing quote; quotes inside a cell must be doubled.");
}

} // namespace lockstep
