// Typed reading of a block's keys.
#include "core/lesson/field_reader.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/lesson/numeral.h"

namespace lockstep {

FieldReader::FieldReader(const RawBlock& block, std::span<const std::string_view> allowed, ProblemList& problems,
    std::string_view repeatable)
    : m_block(block)
    , m_problems(problems)
{
    for (const RawField& field : block.fields) {
        if (std::ranges::find(allowed, field.key) == allowed.end()) {
            const std::string hint = spellingHint(field.key, allowed);
            problems.add("E04", field.keyPlace, "block " + block.name + " has no key \"" + field.key + "\"",
                hint.starts_with("did you") ? hint : hint + "; if this line is prose, put a blank line before it");
        } else if (block.field(field.key) != &field && field.key != repeatable) {
            problems.add("E04", field.keyPlace, "key " + field.key + " is given twice in block " + block.name,
                "keep one of the two lines");
        }
    }
}

TextPlace FieldReader::place(std::string_view key) const
{
    const RawField* const field = m_block.field(key);
    return field ? field->valuePlace : m_block.place;
}

void FieldReader::require(std::string_view key, const std::string& hint) const
{
    const RawField* const field = m_block.field(key);
    if (!field || field->value.empty())
        m_problems.add("E04", field ? field->keyPlace : m_block.place,
            "block " + m_block.name + (field ? " has an empty \"" : " needs the key \"") + std::string(key) + "\"",
            hint);
}

std::string FieldReader::text(std::string_view key, std::string otherwise) const
{
    const RawField* const field = m_block.field(key);
    return field ? field->value : otherwise;
}

std::optional<double> FieldReader::number(std::string_view key) const
{
    const RawField* const field = m_block.field(key);
    if (!field || field->value.empty())
        return std::nullopt;
    const auto value = parseNumeral(field->value);
    if (!value)
        m_problems.add(
            "E05", field->valuePlace, "\"" + field->value + "\" is not a number", "write for example 4, -0.5 or 1/4");
    return value;
}

std::optional<int> FieldReader::integer(std::string_view key, int least, int most) const
{
    const RawField* const field = m_block.field(key);
    if (!field || field->value.empty())
        return std::nullopt;
    const auto value = parseInteger(field->value);
    if (!value || *value < least || *value > most) {
        m_problems.add("E05", field->valuePlace,
            "\"" + field->value + "\" is not a whole number from " + std::to_string(least) + " to "
                + std::to_string(most),
            "write digits only");
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

bool FieldReader::yes(std::string_view key) const
{
    constexpr std::string_view kWords[] = {"yes", "no"};
    return oneOf(key, kWords) == "yes";
}

std::vector<ListEntry> FieldReader::list(std::string_view key) const
{
    std::vector<ListEntry> entries;
    const RawField* const field = m_block.field(key);
    if (!field)
        return entries;
    const std::string_view value = field->value;
    for (std::size_t begin = 0; begin <= value.size() && !value.empty();) {
        const std::size_t end = std::min(value.find(',', begin), value.size());
        const std::string_view entry = trimSpaces(value.substr(begin, end - begin));
        const std::size_t at = entry.empty() ? begin : static_cast<std::size_t>(entry.data() - value.data());
        const TextPlace place = placeAfter(field->valuePlace, value, at);
        if (entry.empty())
            m_problems.add("E05", place, "the list has an empty place", "write entries with one comma between them");
        else
            entries.push_back({std::string(entry), place});
        begin = end + 1;
    }
    return entries;
}

std::string FieldReader::oneOf(std::string_view key, std::span<const std::string_view> words) const
{
    const RawField* const field = m_block.field(key);
    if (!field)
        return {};
    if (std::ranges::find(words, field->value) == words.end()) {
        m_problems.add("E05", field->valuePlace, "\"" + field->value + "\" is no value of " + std::string(key),
            spellingHint(field->value, words));
        return {};
    }
    return field->value;
}

std::string takeMisconception(std::string& text)
{
    if (!text.ends_with('}'))
        return {};
    const std::size_t open = text.rfind('{');
    if (open == std::string::npos)
        return {};
    const std::string code = text.substr(open + 1, text.size() - open - 2);
    const bool isCode = code.size() >= 2 && code[0] == 'M'
        && std::ranges::all_of(code.substr(1), [](char c) { return c >= '0' && c <= '9'; });
    if (!isCode)
        return {};
    text = trimSpaces(std::string_view(text).substr(0, open));
    return code;
}

} // namespace lockstep
