// Text to values and back, ranges, and the sentence about a wrong value.
#include "core/config/key_value.h"

#include <charconv>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/spelling.h"
#include "core/config/key_table.h"

namespace lockstep {
namespace {

std::string_view trimmed(std::string_view text)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The parts of `text` between separators; no parts for blank text.
std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    if (trimmed(text).empty())
        return parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

std::string indexed(const KeySpec& key, std::size_t index)
{
    return key.name + "[" + std::to_string(index) + "]";
}

/// Empty when every part is a number; otherwise the first that is not.
template <class T, class Parse>
Result<std::vector<T>> parsedList(const KeySpec& key, std::string_view text, Parse parse)
{
    std::vector<T> values;
    for (const std::string_view part : split(text, ',')) {
        const auto value = parse(part);
        if (!value)
            return wrongValue(key, indexed(key, values.size()), quotedText(part));
        values.push_back(*value);
    }
    return values;
}

Result<KeyValue> rowsFromText(const KeySpec& key, std::string_view text)
{
    std::vector<std::vector<double>> rows;
    for (const std::string_view part : split(text, ';')) {
        auto row = parsedList<double>(key, part, [](std::string_view t) { return parseNumber(t); });
        if (!row)
            return row.error();
        rows.push_back(std::move(row.value()));
    }
    return KeyValue(std::move(rows));
}

bool validUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = lead < 0x80 ? 1
            : lead >= 0xc2 && lead < 0xe0      ? 2
            : lead >= 0xe0 && lead < 0xf0      ? 3
            : lead >= 0xf0 && lead < 0xf5      ? 4
                                               : 0;
        if (length == 0 || i + length > text.size())
            return false;
        for (std::size_t k = 1; k < length; ++k)
            if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80)
                return false;
        const auto second = length > 2 ? static_cast<unsigned char>(text[i + 1]) : 0x90;
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90)
            || (lead == 0xf4 && second > 0x8f))
            return false;
        i += length;
    }
    return true;
}

bool plainText(std::string_view text)
{
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return false;
    return text.size() <= 1000 && validUtf8(text);
}

bool inRange(const KeySpec& key, double value)
{
    return std::isfinite(value) && value >= key.minimum && value <= key.maximum;
}

struct Checker {
    const KeySpec& key;

    Result<Done> operator()(bool) const { return Done{}; }
    Result<Done> operator()(std::int64_t value) const
    {
        // a double may not hold it exactly; the sentence shows what was given
        return inRange(key, static_cast<double>(value)) ? Result<Done>(Done{})
                                                        : wrongValue(key, key.name, std::to_string(value));
    }
    Result<Done> operator()(double value) const { return number(value, key.name); }
    Result<Done> operator()(const std::string& value) const
    {
        if (key.type == KeyType::choice) {
            for (const std::string& choice : key.choices)
                if (value == choice)
                    return Done{};
            return wrongValue(key, key.name, quotedText(value));
        }
        return plainText(value) ? Result<Done>(Done{}) : wrongValue(key, key.name, quotedText(value));
    }
    Result<Done> operator()(const std::vector<std::int64_t>& values) const { return list(values); }
    Result<Done> operator()(const std::vector<double>& values) const { return list(values); }
    Result<Done> operator()(const std::vector<std::vector<double>>& rows) const
    {
        std::size_t items = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            items += rows[r].size() + 1;
            for (std::size_t i = 0; i < rows[r].size(); ++i)
                if (auto done = number(rows[r][i], indexed(key, r) + "[" + std::to_string(i) + "]"); !done)
                    return done;
        }
        return length(items);
    }
    Result<Done> operator()(const std::vector<std::string>& values) const
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!plainText(values[i]) || values[i].empty() || values[i].find(',') != std::string::npos)
                return wrongValue(key, indexed(key, i), quotedText(values[i]));
        return length(values.size());
    }

    Result<Done> number(double value, const std::string& place) const
    {
        return inRange(key, value) ? Result<Done>(Done{}) : wrongValue(key, place, exactNumber(value));
    }
    Result<Done> length(std::size_t items) const
    {
        if (items <= key.maximumItems)
            return Done{};
        return Error{key.name + " has more than " + std::to_string(key.maximumItems) + " entries; shorten the list."};
    }
    template <class T>
    Result<Done> list(const std::vector<T>& values) const
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (auto done = number(static_cast<double>(values[i]), values.size() == 1 ? key.name : indexed(key, i));
                !done)
                return done;
        return length(values.size());
    }
};

struct Printer {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return exactNumber(value); }
    std::string operator()(const std::string& value) const { return value; }
    template <class T>
    std::string operator()(const std::vector<T>& values) const
    {
        constexpr bool rows = std::is_same_v<T, std::vector<double>>;
        std::string text;
        for (std::size_t i = 0; i < values.size(); ++i)
            text += (i == 0 ? "" : rows ? "; " : ", ") + (*this)(values[i]);
        return text;
    }
};

std::string rangeText(const KeySpec& key)
{
    if (std::isfinite(key.minimum) && std::isfinite(key.maximum))
        return " from " + exactNumber(key.minimum) + " to " + exactNumber(key.maximum);
    if (std::isfinite(key.minimum))
        return " of at least " + exactNumber(key.minimum);
    return {};
}

} // namespace

Result<KeyValue> valueFromText(const KeySpec& key, std::string_view text)
{
    text = trimmed(text);
    const auto wrong = [&] { return wrongValue(key, key.name, text.empty() ? "empty" : quotedText(text)); };
    switch (key.type) {
    case KeyType::boolean:
        if (text == "true" || text == "yes" || text == "on")
            return KeyValue(true);
        if (text == "false" || text == "no" || text == "off")
            return KeyValue(false);
        return wrong();
    case KeyType::integer:
        if (const auto value = parseInteger(text))
            return KeyValue(*value);
        return wrong();
    case KeyType::number:
        if (const auto value = parseNumber(text))
            return KeyValue(*value);
        return wrong();
    case KeyType::text:
    case KeyType::choice:
        return KeyValue(std::string(text));
    case KeyType::integers: {
        auto list = parsedList<std::int64_t>(key, text, [](std::string_view t) { return parseInteger(t); });
        if (!list)
            return list.error();
        return list.value().size() < key.minimumItems ? Result<KeyValue>(wrong())
                                                      : KeyValue(std::move(list.value()));
    }
    case KeyType::numbers: {
        auto list = parsedList<double>(key, text, [](std::string_view t) { return parseNumber(t); });
        return list ? Result<KeyValue>(KeyValue(std::move(list.value()))) : list.error();
    }
    case KeyType::rows:
        return rowsFromText(key, text);
    case KeyType::texts: {
        std::vector<std::string> list;
        for (const std::string_view part : split(text, ','))
            list.emplace_back(part);
        return KeyValue(std::move(list));
    }
    }
    return wrong();
}

std::string textFromValue(const KeyValue& value)
{
    return std::visit(Printer{}, value);
}

Result<Done> checkValue(const KeySpec& key, const KeyValue& value)
{
    return std::visit(Checker{key}, value);
}

Error wrongValue(const KeySpec& key, const std::string& place, const std::string& given)
{
    std::string hint;
    if (key.type == KeyType::choice) {
        const bool inQuotes = given.size() >= 2 && given.front() == '"';
        const std::string nearest = nearestSpelling(inQuotes ? given.substr(1, given.size() - 2) : given, key.choices);
        if (!nearest.empty())
            hint = "; did you mean " + nearest + "?";
    }
    const bool entry = place.ends_with(']') && (key.type == KeyType::integers || key.type == KeyType::numbers);
    const std::string one = (key.type == KeyType::integers ? "a whole number" : "a number") + rangeText(key);
    return Error{place + " is " + given + ", but " + (entry ? one : allowedText(key)) + " is needed"
        + (hint.empty() ? "." : hint)};
}

std::string allowedText(const KeySpec& key)
{
    switch (key.type) {
    case KeyType::boolean:
        return "true or false";
    case KeyType::integer:
        return "a whole number" + rangeText(key);
    case KeyType::number:
        return "a number" + rangeText(key);
    case KeyType::text:
        return "one line of text of at most 1000 bytes";
    case KeyType::choice: {
        std::string list = key.choices.size() == 1 ? "the only choice " : "one of ";
        for (std::size_t i = 0; i < key.choices.size(); ++i)
            list += (i == 0 ? "" : ", ") + key.choices[i];
        return list;
    }
    case KeyType::integers:
        return "one whole number" + rangeText(key) + ", or a list of them,";
    case KeyType::numbers:
        return "a list of numbers" + rangeText(key);
    case KeyType::rows:
        return "a list of rows of numbers" + rangeText(key);
    case KeyType::texts:
        return "a list of names without commas";
    }
    return {};
}

std::string exactNumber(double value)
{
    if (!std::isfinite(value))
        return formatNumber(value);
    char buffer[64];
    // Whole numbers of everyday size are written out; anything else in the shortest form that reads back unchanged.
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    const auto end = whole ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(value)).ptr
                           : std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

std::string quotedText(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    const bool valid = validUtf8(text);
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (i >= kLongest && (byte & 0xc0) != 0x80)
            return out + "...\"";
        out += byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !valid) ? '?' : text[i];
    }
    return out + "\"";
}

} // namespace lockstep
