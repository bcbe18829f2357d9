// One report, three forms. Numbers in JSON and CSV keep all their bits.
#include "app/cli/bench_report.h"

#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/base/numbers.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kBenchFormat = 1;

void printJson(const BenchReport& report)
{
    Json json{{"format", kBenchFormat}, {"lockstep", LOCKSTEP_VERSION}, {"bench", report.bench}, {"badge", "measured"},
        {"about", Json::object()}, {"rows", Json::array()}, {"machine", Json::object()}, {"notes", report.notes}};
    for (const auto& [key, text] : report.about)
        json["about"][key] = text;
    for (const BenchRow& row : report.rows) {
        Json line{{"name", row.name}, {"remark", row.remark.empty() ? Json(nullptr) : Json(row.remark)},
            {"values", Json::object()}};
        for (const BenchValue& value : row.values) {
            const Spread spread = spreadOf(value.values);
            line["values"][value.key] = {{"unit", value.unit}, {"median", spread.median}, {"least", spread.least},
                {"most", spread.most}, {"repeats", value.values}};
        }
        json["rows"].push_back(std::move(line));
    }
    const MachineUse& machine = report.machine;
    json["machine"] = {{"cores", machine.cores}, {"busy", machine.busy()}, {"others", machine.others},
        {"stolen", machine.stolen}, {"load_before", machine.loadBefore}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string safe = "\"";
    for (const char c : text)
        safe += c == '"' ? std::string("\"\"") : std::string(1, c);
    return safe + "\"";
}

void printCsv(const BenchReport& report)
{
    std::cout << "bench,row,quantity,unit,median,least,most,repeats,remark,machine_busy\n";
    for (const BenchRow& row : report.rows)
        for (const BenchValue& value : row.values) {
            const Spread spread = spreadOf(value.values);
            std::cout << report.bench << "," << quoted(row.name) << "," << value.key << "," << quoted(value.unit) << ","
                      << formatNumber(spread.median, 17) << "," << formatNumber(spread.least, 17) << ","
                      << formatNumber(spread.most, 17) << "," << spread.repeats << "," << quoted(row.remark) << ","
                      << (report.machine.busy() ? "true" : "false") << "\n";
        }
}

void printText(const BenchReport& report)
{
    std::cout << "bench " << report.bench;
    for (const auto& [key, text] : report.about)
        std::cout << "\n  " << key << ": " << text;
    std::cout << "\n\nMEASURED on this machine, " << report.machine.cores
              << (report.machine.cores == 1 ? " core" : " cores") << "; median (least to most)\n";
    std::size_t widest = 0;
    for (const BenchRow& row : report.rows)
        widest = std::max(widest, row.name.size());
    for (const BenchRow& row : report.rows) {
        std::cout << "  " << row.name << std::string(widest - row.name.size(), ' ');
        for (const BenchValue& value : row.values) {
            const std::string text = spreadText(spreadOf(value.values)) + (value.unit.empty() ? "" : " " + value.unit);
            std::cout << "   " << text << std::string(text.size() < 34 ? 34 - text.size() : 0, ' ');
        }
        std::cout << (row.remark.empty() ? "" : "   " + row.remark) << "\n";
    }
    for (const std::string& note : report.notes)
        std::cout << "\n" << note;
    std::cout << (report.notes.empty() ? "" : "\n");
}

} // namespace

std::vector<OptionSpec> benchOutputOptions()
{
    return {{"--json", "", "print one JSON object on stdout and nothing else (docs/cli.md)"},
        {"--csv", "", "print comma-separated values on stdout and nothing else"}};
}

int printBench(const BenchReport& given, const Arguments& arguments)
{
    BenchReport report = given;
    if (const std::string warning = report.machine.warning(); !warning.empty())
        report.notes.push_back(warning);
    if (arguments.has("--json"))
        printJson(report);
    else if (arguments.has("--csv"))
        printCsv(report);
    else
        printText(report);
    return kOk;
}

} // namespace lockstep::cli
