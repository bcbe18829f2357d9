// JSON to a config and back. The text is checked first (syntax, depth, keys given twice), then read key by key.
#include "core/config/config_io.h"

#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/files.h"
#include "core/base/spelling.h"
#include "core/config/key_table.h"

namespace lockstep {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestFile = 16u << 20;
constexpr int kDeepest = 8;

struct LineColumn {
    std::size_t line = 1, column = 1;
};

LineColumn placeOf(std::string_view text, std::size_t byte)
{
    LineColumn place;
    for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
            ++place.column;
        }
    }
    return place;
}

/// Follows the text without building anything, so that a hostile file is refused before it costs memory.
class Checker : public nlohmann::json_sax<json> {
public:
    explicit Checker(std::string_view text)
        : m_text(text)
    {
    }

    std::string problem;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override
    {
        m_keys.emplace_back();
        return enter();
    }
    bool end_object() override
    {
        m_keys.pop_back();
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override { return enter(); }
    bool end_array() override
    {
        --m_depth;
        return true;
    }
    bool key(string_t& name) override
    {
        if (m_keys.back().insert(name).second)
            return true;
        problem = " the key " + quotedText(name) + " stands twice in one object; keep one of them.";
        return false;
    }
    bool parse_error(std::size_t position, const std::string&, const json::exception& error) override
    {
        const LineColumn place = placeOf(m_text, position);
        problem = std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + reason(error);
        return false;
    }

private:
    bool enter()
    {
        if (++m_depth <= kDeepest)
            return true;
        problem = " lists and objects are nested more than " + std::to_string(kDeepest)
            + " deep; a config needs at most three levels.";
        return false;
    }

    std::string reason(const json::exception& error) const
    {
        if (error.id == 406)
            return "this number is too large to be read; the largest is about 1.8e308.";
        const std::string what = error.what();
        if (what.find("UTF-8") != std::string::npos)
            return "this is not UTF-8 text; save the file as UTF-8.";
        if (what.find("unexpected end of input") != std::string::npos)
            return "the JSON text ends too early; a bracket, brace or quote is not closed.";
        if (what.find("invalid literal") != std::string::npos)
            return "this is no JSON value; allowed are numbers, \"text\" in double quotes, true, false, lists and objects.";
        const std::size_t semicolon = what.find("; expected ");
        return "this is not valid JSON here"
            + (semicolon == std::string::npos ? "; look for a missing or extra comma, quote or bracket."
                                              : "; " + what.substr(semicolon + 11) + " is expected.");
    }

    std::string_view m_text;
    std::vector<std::set<std::string>> m_keys;
    int m_depth = 0;
};

std::string shown(const json& value)
{
    if (value.is_string())
        return quotedText(value.get_ref<const std::string&>());
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return value.size() > 8 ? "a list" : "the list " + value.dump(-1, ' ', true).substr(0, 60);
    if (value.is_number_float())
        return exactNumber(value.get<double>());
    return value.dump(-1, ' ', true);
}

std::optional<std::int64_t> wholeNumber(const json& value)
{
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        return number <= INT64_MAX ? std::optional(static_cast<std::int64_t>(number)) : std::nullopt;
    }
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (number == std::floor(number) && std::abs(number) <= 9007199254740992.0)
            return static_cast<std::int64_t>(number);
    }
    return std::nullopt;
}

std::string indexed(const std::string& place, std::size_t index)
{
    return place + "[" + std::to_string(index) + "]";
}

Result<std::vector<double>> numberList(const KeySpec& key, const std::string& place, const json& value)
{
    std::vector<double> list;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_number())
            return wrongValue(key, indexed(place, i), shown(value[i]));
        list.push_back(value[i].get<double>());
    }
    return list;
}

Result<KeyValue> integerList(const KeySpec& key, const json& value)
{
    const json list = value.is_array() ? value : json::array({value});
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto number = wholeNumber(list[i]);
        if (!number)
            return wrongValue(key, value.is_array() ? indexed(key.name, i) : key.name, shown(list[i]));
        numbers.push_back(*number);
    }
    return numbers.size() < key.minimumItems ? Result<KeyValue>(wrongValue(key, key.name, "an empty list"))
                                             : KeyValue(std::move(numbers));
}

/// A flat list of numbers is one row.
Result<KeyValue> rowList(const KeySpec& key, const json& value)
{
    std::vector<std::vector<double>> rows;
    const bool flat = !value.empty() && !value.front().is_array();
    const json list = flat ? json::array({value}) : value;
    for (std::size_t r = 0; r < list.size(); ++r) {
        if (!list[r].is_array())
            return wrongValue(key, indexed(key.name, r), shown(list[r]));
        auto row = numberList(key, flat ? key.name : indexed(key.name, r), list[r]);
        if (!row)
            return row.error();
        rows.push_back(std::move(row.value()));
    }
    return KeyValue(std::move(rows));
}

Result<KeyValue> textList(const KeySpec& key, const json& value)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_string())
            return wrongValue(key, indexed(key.name, i), shown(value[i]));
        texts.push_back(value[i].get<std::string>());
    }
    return KeyValue(std::move(texts));
}

Result<KeyValue> valueFromJson(const KeySpec& key, const json& value)
{
    const auto wrong = [&] { return wrongValue(key, key.name, shown(value)); };
    switch (key.type) {
    case KeyType::boolean:
        return value.is_boolean() ? Result<KeyValue>(KeyValue(value.get<bool>())) : wrong();
    case KeyType::integer: {
        const auto number = wholeNumber(value);
        return number ? Result<KeyValue>(KeyValue(*number)) : wrong();
    }
    case KeyType::number:
        return value.is_number() ? Result<KeyValue>(KeyValue(value.get<double>())) : wrong();
    case KeyType::text:
    case KeyType::choice:
        return value.is_string() ? Result<KeyValue>(KeyValue(value.get<std::string>())) : wrong();
    case KeyType::integers:
        return integerList(key, value);
    case KeyType::numbers: {
        if (!value.is_array())
            return wrong();
        auto list = numberList(key, key.name, value);
        return list ? Result<KeyValue>(KeyValue(std::move(list.value()))) : list.error();
    }
    case KeyType::rows:
        return value.is_array() ? rowList(key, value) : wrong();
    case KeyType::texts:
        return value.is_array() ? textList(key, value) : wrong();
    }
    return wrong();
}

class Reader {
public:
    explicit Reader(RunConfig& config)
        : m_config(config)
    {
    }

    /// Keys of one object; `prefix` is its dotted name with a dot, or empty.
    Result<Done> readObject(const std::string& prefix, const json& object)
    {
        for (const auto& [name, value] : object.items()) {
            if (prefix.empty() && name == "$schema")
                continue;
            if (auto done = readMember(prefix + name, value); !done)
                return done;
        }
        return Done{};
    }

private:
    Result<Done> readMember(const std::string& name, const json& value)
    {
        const KeySpec* key = findKey(name);
        if (!key)
            return isKeyGroup(name) && value.is_object() ? readObject(name + ".", value) : unknownKey(name);
        if (!m_seen.insert(name).second)
            return Error{name + " is given twice, nested and dotted; keep one of them."};
        const Result<KeyValue> read = valueFromJson(*key, value);
        if (!read)
            return read.error();
        if (auto done = checkValue(*key, read.value()); !done)
            return done;
        key->set(m_config, read.value());
        return Done{};
    }

    RunConfig& m_config;
    std::set<std::string> m_seen;
};

Error inSource(std::string_view source, const std::string& message)
{
    if (source.empty())
        return Error{message};
    return Error{std::string(source) + ":" + (message.front() >= '0' && message.front() <= '9' ? "" : " ") + message};
}

struct JsonPrinter {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return exactNumber(value); }
    std::string operator()(const std::string& value) const
    {
        return json(value).dump(-1, ' ', false, json::error_handler_t::replace);
    }
    std::string operator()(const std::vector<std::int64_t>& values) const
    {
        return values.size() == 1 ? std::to_string(values.front()) : list(values);
    }
    template <class T>
    std::string operator()(const std::vector<T>& values) const
    {
        return list(values);
    }
    template <class T>
    std::string list(const std::vector<T>& values) const
    {
        std::string text = "[";
        for (std::size_t i = 0; i < values.size(); ++i)
            text += (i == 0 ? "" : ", ") + (*this)(values[i]);
        return text + "]";
    }
};

} // namespace

Result<RunConfig> parseConfigKeys(std::string_view text, std::string_view source)
{
    if (text.size() > kLargestFile)
        return inSource(
            source, "the file is larger than 16 MiB; a config holds choices and a few targets, no data sets.");
    if (text.find('\0') != std::string_view::npos) // the JSON reader would take it for the end
        return inSource(source, "this is binary data and no text; a config is a JSON file.");
    Checker checker(text);
    if (!json::sax_parse(text.begin(), text.end(), &checker))
        return inSource(source, checker.problem.starts_with(' ') ? checker.problem.substr(1) : checker.problem);
    const json document = json::parse(text.begin(), text.end(), nullptr, false);
    if (!document.is_object())
        return inSource(
            source, "the text is " + shown(document) + ", but a config is one object: { \"workers\": 2, ... }.");

    RunConfig config;
    if (auto done = Reader(config).readObject("", document); !done)
        return inSource(source, done.error().message);
    return config;
}

Result<RunConfig> parseConfigJson(std::string_view text, std::string_view source)
{
    Result<RunConfig> config = parseConfigKeys(text, source);
    if (config)
        if (auto done = validate(config.value()); !done)
            return inSource(source, done.error().message);
    return config;
}

Result<RunConfig> loadConfig(const std::string& path)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    Result<RunConfig> config = parseConfigJson(text.value(), path);
    if (config)
        placeFiles(config.value(), path);
    return config;
}

std::string configToJson(const RunConfig& config, bool onlyChanged)
{
    const RunConfig defaults;
    std::string out = "{";
    std::string openGroup; // groups are contiguous in the table
    bool first = true;
    for (const KeySpec& key : keyTable()) {
        const KeyValue value = key.get(config);
        if (onlyChanged && value == key.get(defaults))
            continue;
        const std::size_t dot = key.name.find('.');
        const std::string group = dot == std::string::npos ? "" : key.name.substr(0, dot);
        if (group != openGroup && !openGroup.empty())
            out += "\n  }";
        const bool opens = group != openGroup && !group.empty();
        out += first ? "\n" : ",\n";
        if (opens)
            out += "  \"" + group + "\": {\n";
        out += std::string(group.empty() ? 2 : 4, ' ') + "\""
            + (dot == std::string::npos ? key.name : key.name.substr(dot + 1))
            + "\": " + std::visit(JsonPrinter{}, value);
        openGroup = group;
        first = false;
    }
    if (!openGroup.empty())
        out += "\n  }";
    return out + "\n}\n";
}

} // namespace lockstep
