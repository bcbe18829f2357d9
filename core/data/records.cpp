// From the lines of a CSV file to examples.
#include "core/data/records.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/base/spelling.h"
#include "core/config/data_limits.h"
#include "core/config/key_table.h"
#include "core/data/csv.h"
#include "core/data/moment_of.h"

namespace lockstep {
namespace {

/// One line of the file, as far as it is used.
struct Row {
    Numbers inputs;
    double target = 0;
    std::string label;
    double time = 0;
};

class RecordsReader {
public:
    RecordsReader(const std::string& source, const RunConfig& config)
        : m_source(source)
        , m_data(config.data)
        , m_labels(config.data.targetKind == TargetKind::label)
        , m_timed(config.data.split == SplitKind::time)
    {
    }

    Result<Done> readHeader(const CsvRecord& header)
    {
        m_names = header.cells;
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (!m_names[i].empty()
                && std::find(m_names.begin(), m_names.begin() + i, m_names[i]) != m_names.begin() + i)
                return Error{m_source + ": line " + std::to_string(header.line) + ": two columns have the name "
                    + quotedText(m_names[i]) + "; rename one of them."};
        for (const std::string& name : m_data.inputColumns) {
            const Result<std::size_t> column = columnOf("data.input_columns", name);
            if (!column)
                return column.error();
            m_inputs.push_back(column.value());
        }
        const Result<std::size_t> target = columnOf("data.target_column", m_data.targetColumn);
        if (!target)
            return target.error();
        m_target = target.value();
        if (!m_timed)
            return Done{};
        const Result<std::size_t> time = columnOf("data.time_column", m_data.timeColumn);
        if (!time)
            return time.error();
        m_time = time.value();
        return Done{};
    }

    Result<Row> readRow(const CsvRecord& record)
    {
        if (record.cells.size() != m_names.size())
            return Error{m_source + ": line " + std::to_string(record.line) + " has "
                + std::to_string(record.cells.size()) + (record.cells.size() == 1 ? " cell" : " cells")
                + ", but the header names " + std::to_string(m_names.size())
                + " columns; correct the line, or put cells with commas in quotes."};
        Row row;
        for (const std::size_t column : m_inputs) {
            const Result<double> value = numberIn(record, column);
            if (!value)
                return value.error();
            row.inputs.push_back(value.value());
        }
        if (m_labels) {
            row.label = trimmed(record.cells[m_target]);
            if (row.label.empty())
                return emptyCell(record, m_target);
        } else {
            const Result<double> value = numberIn(record, m_target);
            if (!value)
                return value.error();
            row.target = value.value();
        }
        if (m_timed) {
            const Result<double> time = timeIn(record);
            if (!time)
                return time.error();
            row.time = time.value();
        }
        return row;
    }

private:
    static std::string trimmed(const std::string& cell)
    {
        const std::size_t first = cell.find_first_not_of(" \t");
        return first == std::string::npos ? std::string()
                                          : cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
    }

    Error problem(const CsvRecord& record, std::size_t column, const std::string& sentence) const
    {
        return Error{m_source + ": line " + std::to_string(record.line) + ", column " + quotedText(m_names[column])
            + ": " + sentence};
    }

    Error emptyCell(const CsvRecord& record, std::size_t column) const
    {
        return problem(record, column, "the cell is empty; fill it in, or remove the line.");
    }

    Result<std::size_t> columnOf(const char* key, const std::string& name) const
    {
        const auto found = std::find(m_names.begin(), m_names.end(), name);
        if (found != m_names.end())
            return static_cast<std::size_t>(found - m_names.begin());
        const std::string what = m_source + ": there is no column " + quotedText(name) + ", which " + key + " names; ";
        if (m_names.size() == 1 && m_names.front().find_first_of(";\t") != std::string::npos)
            return Error{what + "the cells seem to be separated by semicolons or tabs, so save the file with commas."};
        if (const std::string nearest = nearestSpelling(name, m_names); !nearest.empty())
            return Error{what + "did you mean " + quotedText(nearest) + "?"};
        std::string list;
        for (std::size_t i = 0; i < m_names.size() && i < 12; ++i)
            list += (i == 0 ? "" : ", ") + quotedText(m_names[i]);
        return Error{what + "the columns are " + list + (m_names.size() > 12 ? ", and more." : ".")};
    }

    Result<double> numberIn(const CsvRecord& record, std::size_t column) const
    {
        const std::string& cell = record.cells[column];
        if (trimmed(cell).empty())
            return emptyCell(record, column);
        const auto value = parseNumber(cell);
        if (!value)
            return problem(record, column, quotedText(cell) + " is not a number; write it like 12.5.");
        const KeySpec& range = *findKey("data.targets"); // the same range, wherever the numbers stand
        if (!(*value >= range.minimum && *value <= range.maximum))
            return problem(record, column,
                quotedText(cell) + " is out of range; numbers from " + exactNumber(range.minimum) + " to "
                    + exactNumber(range.maximum) + " can be used.");
        return *value;
    }

    Result<double> timeIn(const CsvRecord& record)
    {
        const std::string cell = trimmed(record.cells[m_time]);
        if (cell.empty())
            return emptyCell(record, m_time);
        const auto number = parseNumber(cell);
        if (!m_timeKnown) {
            m_timeKnown = true;
            m_timeIsNumber = number.has_value();
        }
        const auto time = m_timeIsNumber ? number : secondsOf(cell);
        if (time && std::isfinite(*time))
            return *time;
        return problem(record, m_time,
            quotedText(cell) + " is not a "
                + (m_timeIsNumber ? "number, as the lines before have; write all times alike."
                                  : "date; write it like 2012-03-01 or 2012-03-01T14:05:00."));
    }

    std::string m_source;
    const RunConfig::Data& m_data;
    bool m_labels, m_timed;
    std::vector<std::string> m_names;
    std::vector<std::size_t> m_inputs; ///< columns, as are the next two
    std::size_t m_target = 0, m_time = 0;
    bool m_timeKnown = false, m_timeIsNumber = false;
};

/// The class of every row: its place among the different labels.
Result<Done> numberLabels(std::vector<Row>& rows, Dataset& set, const std::string& source, const std::string& column)
{
    std::map<std::string, std::int32_t> classes;
    for (const Row& row : rows)
        classes.emplace(row.label, 0);
    const std::string what = source + ": column " + quotedText(column) + " holds ";
    if (classes.size() < 2)
        return Error{what + "only one label; at least two are needed to tell examples apart."};
    if (classes.size() > kMostClasses)
        return Error{what + std::to_string(classes.size()) + " different labels and " + std::to_string(kMostClasses)
            + " is the limit; if they are quantities, set data.target_kind to number."};
    std::vector<std::string> labels;
    bool whole = true;
    for (const auto& [label, unused] : classes) {
        labels.push_back(label);
        whole = whole && parseInteger(label).has_value();
    }
    if (whole)
        std::stable_sort(labels.begin(), labels.end(),
            [](const std::string& a, const std::string& b) { return *parseInteger(a) < *parseInteger(b); });
    for (std::size_t i = 0; i < labels.size(); ++i)
        classes[labels[i]] = static_cast<std::int32_t>(i);
    for (Row& row : rows) {
        set.labels.push_back(classes[row.label]);
        row.target = set.labels.back();
    }
    set.info.classes = static_cast<std::int32_t>(labels.size());
    return Done{};
}

} // namespace

Result<Dataset> recordsDataset(const RunConfig& config)
{
    const Result<std::string> text = readFile(config.data.file, kLargestCsv);
    if (!text)
        return text.error();
    return parseRecords(text.value(), config.data.file, config);
}

Result<Dataset> parseRecords(std::string_view text, const std::string& source, const RunConfig& config)
{
    CsvReader csv(text, source);
    RecordsReader reader(source, config);
    CsvRecord record;
    Result<bool> more = csv.next(record);
    if (!more)
        return more.error();
    if (!more.value())
        return Error{source + ": the file is empty; its first line must name the columns."};
    if (auto done = reader.readHeader(record); !done)
        return done.error();
    std::vector<Row> rows;
    for (more = csv.next(record); more && more.value(); more = csv.next(record)) {
        Result<Row> row = reader.readRow(record);
        if (!row)
            return row.error();
        rows.push_back(std::move(row).value());
        const std::int64_t examples = static_cast<std::int64_t>(rows.size());
        if (examples > kMostExamplesOfFiles
            || examples * static_cast<std::int64_t>(config.data.inputColumns.size()) > kMostInputsOfFiles)
            return Error{source + ": line " + std::to_string(record.line) + ": the file holds more than "
                + std::to_string(kMostExamplesOfFiles) + " records, or more than " + std::to_string(kMostInputsOfFiles)
                + " inputs; take a part of it."};
    }
    if (!more)
        return more.error();
    if (rows.empty())
        return Error{source + ": there is a header but no record below it; give a file with records."};
    if (config.data.split == SplitKind::time)
        std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.time < b.time; });

    Dataset set;
    if (config.data.targetKind == TargetKind::label)
        if (auto done = numberLabels(rows, set, source, config.data.targetColumn); !done)
            return done.error();
    set.info.features = static_cast<std::int32_t>(config.data.inputColumns.size());
    set.inputs.reshape({static_cast<std::int64_t>(rows.size()), set.info.features});
    auto to = set.inputs.values().begin();
    for (const Row& row : rows) {
        to = std::copy(row.inputs.begin(), row.inputs.end(), to);
        set.targets.push_back(row.target);
    }
    set.found = {static_cast<int>(rows.size()), 0, set.info.features, set.info.classes};
    return set;
}

void standardise(Dataset& set, int train)
{
    for (std::int64_t j = 0; j < set.info.features; ++j) {
        double sum = 0, squares = 0;
        bool changes = false;
        for (std::int64_t i = 0; i < train; ++i) {
            sum += set.inputs.at(i, j);
            changes = changes || set.inputs.at(i, j) != set.inputs.at(0, j);
        }
        const double mean = sum / train;
        for (std::int64_t i = 0; i < train; ++i)
            squares += (set.inputs.at(i, j) - mean) * (set.inputs.at(i, j) - mean);
        const double deviation = changes ? std::sqrt(squares / train) : 1;
        for (std::int64_t i = 0; i < set.inputs.shape().rows; ++i)
            set.inputs.at(i, j) = (set.inputs.at(i, j) - mean) / deviation;
    }
}

} // namespace lockstep
