// Lines to front matter, prose and blocks. Every line is looked at once, so one slip gives one problem.
#include "core/lesson/raw_lesson.h"

#include <algorithm>
#include <optional>

namespace lockstep {
namespace {

bool isKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

RawLine rawLine(std::string_view line, int number)
{
    const std::string_view text = trimSpaces(line);
    const std::size_t lead = text.empty() ? 0 : static_cast<std::size_t>(text.data() - line.data());
    return {std::string(text), placeAfter({number, 1}, line, lead)};
}

/// A line that is "key: value" with a lower-case key, or nothing.
std::optional<RawField> rawField(const RawLine& line)
{
    const std::string_view text = line.text;
    std::size_t end = 0;
    while (end < text.size() && isKeyCharacter(text[end]))
        ++end;
    const bool isKey = end > 0 && text[0] >= 'a' && text[0] <= 'z' && end < text.size() && text[end] == ':'
        && (end + 1 == text.size() || text[end + 1] == ' ' || text[end + 1] == '\t');
    if (!isKey)
        return std::nullopt;
    const std::string_view value = trimSpaces(text.substr(end + 1));
    const std::size_t at = value.empty() ? text.size() : static_cast<std::size_t>(value.data() - text.data());
    return RawField{std::string(text.substr(0, end)), std::string(value), line.place, placeAfter(line.place, text, at)};
}

/// Reads "name id" behind the colons of an opening line.
RawBlock openBlock(const RawLine& line)
{
    RawBlock block;
    block.place = line.place;
    const std::string_view text = line.text;
    std::size_t at = std::min(text.find_first_not_of(':'), text.size());
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    const std::size_t nameEnd = std::min(text.find_first_of(" \t", at), text.size());
    block.name = text.substr(at, nameEnd - at);
    block.namePlace = placeAfter(line.place, text, at);
    const std::size_t idAt = std::min(text.find_first_not_of(" \t", nameEnd), text.size());
    block.id = text.substr(idAt);
    block.idPlace = placeAfter(line.place, text, idAt);
    return block;
}

void cutBlankEnds(std::vector<RawLine>& body)
{
    while (!body.empty() && body.back().text.empty())
        body.pop_back();
    const auto first = std::ranges::find_if(body, [](const RawLine& line) { return !line.text.empty(); });
    body.erase(body.begin(), first);
}

class RawReader {
public:
    RawReader(std::string_view text, ProblemList& problems)
        : m_problems(problems)
    {
        if (text.starts_with("\xEF\xBB\xBF"))
            text.remove_prefix(3);
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            m_lines.push_back(rawLine(text.substr(0, end), static_cast<int>(m_lines.size()) + 1));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    RawLesson read()
    {
        readFrontMatter();
        for (; m_next < m_lines.size(); ++m_next)
            readLine(m_lines[m_next]);
        if (m_block)
            reportOpen();
        finishProse();
        return std::move(m_lesson);
    }

private:
    void readFrontMatter()
    {
        while (m_next < m_lines.size() && (m_lines[m_next].text.empty() || m_lines[m_next].text.starts_with("%%")))
            ++m_next;
        if (m_next == m_lines.size() || m_lines[m_next].text != "---") {
            m_problems.add("E01", m_next < m_lines.size() ? m_lines[m_next].place : TextPlace{},
                "the file does not begin with front matter",
                "begin with a line ---, then lesson, title, minutes and objective as key: value, then a line ---");
            return;
        }
        m_lesson.hasFrontMatter = true;
        const TextPlace opening = m_lines[m_next].place;
        m_lesson.frontMatterEnd = opening;
        for (++m_next; m_next < m_lines.size(); ++m_next) {
            const RawLine& line = m_lines[m_next];
            if (line.text == "---") {
                m_lesson.frontMatterEnd = line.place;
                ++m_next;
                return;
            }
            if (line.text.starts_with(":::"))
                break;
            if (line.text.empty() || line.text.starts_with("%%"))
                continue;
            if (auto field = rawField(line))
                m_lesson.frontMatter.push_back(std::move(*field));
            else
                m_problems.add("E01", line.place, "this line of the front matter is not \"key: value\"",
                    "write a lower-case key, a colon, a space and the value, or close the front matter with ---");
        }
        m_problems.add("E01", opening, "the front matter is not closed", "add a line --- after its last key");
    }

    void readLine(const RawLine& line)
    {
        if (line.text.starts_with("%%"))
            return;
        const bool fence = line.text.starts_with(":::");
        if (fence && line.text.find_first_not_of(':') == std::string::npos)
            close(line);
        else if (fence)
            open(line);
        else if (m_block)
            readBlockLine(line);
        else
            readProse(line);
    }

    void open(const RawLine& line)
    {
        if (m_block)
            reportOpen();
        finishProse();
        m_block = openBlock(line);
        m_inHeader = true;
    }

    void close(const RawLine& line)
    {
        if (!m_block) {
            m_problems.add("E03", line.place, "this ::: closes no block",
                "delete it, or write the block's name behind it to open one");
            return;
        }
        finishBlock();
    }

    void readBlockLine(const RawLine& line)
    {
        if (m_inHeader && !line.text.empty()) {
            if (auto field = rawField(line)) {
                m_block->fields.push_back(std::move(*field));
                return;
            }
        }
        // A blank line right behind the opening line does not end a header that has not begun.
        if (m_inHeader && line.text.empty() && m_block->fields.empty())
            return;
        m_inHeader = false;
        m_block->body.push_back(line);
    }

    void readProse(const RawLine& line)
    {
        if (m_prose.body.empty() && line.text.empty())
            return;
        if (m_prose.body.empty())
            m_prose.place = line.place;
        m_prose.body.push_back(line);
    }

    void reportOpen()
    {
        m_problems.add("E03", m_block->place, "block " + m_block->name + " is not closed",
            "add a line ::: after its last line; blocks do not stand inside each other");
        finishBlock();
    }

    void finishBlock()
    {
        cutBlankEnds(m_block->body);
        m_lesson.parts.push_back(std::move(*m_block));
        m_block.reset();
    }

    void finishProse()
    {
        cutBlankEnds(m_prose.body);
        if (!m_prose.body.empty())
            m_lesson.parts.push_back(std::move(m_prose));
        m_prose = {};
    }

    ProblemList& m_problems;
    RawLesson m_lesson;
    std::vector<RawLine> m_lines;
    std::size_t m_next = 0;
    std::optional<RawBlock> m_block;
    RawBlock m_prose;
    bool m_inHeader = false;
};

} // namespace

const RawField* RawBlock::field(std::string_view key) const
{
    const auto found = std::ranges::find(fields, key, &RawField::key);
    return found == fields.end() ? nullptr : &*found;
}

std::string RawBlock::text() const
{
    std::string text;
    for (const RawLine& line : body)
        text += (text.empty() ? "" : "\n") + line.text;
    return text;
}

RawLesson readRawLesson(std::string_view text, ProblemList& problems)
{
    return RawReader(text, problems).read();
}

TextPlace placeAfter(TextPlace start, std::string_view text, std::size_t bytes)
{
    const auto characters = std::ranges::count_if(
        text.substr(0, bytes), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return {start.line, start.column + static_cast<int>(characters)};
}

std::string_view trimSpaces(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace lockstep
