// The house keeps its walls: reads every include line and fails on one that crosses a wall; looks at length and
// purpose.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/files.h"

namespace fs = std::filesystem;

namespace {

constexpr int kMostLines = 600;

/// Floors of core: a folder sees its own floor and those below. Readers stand beside the house: they see a trace, never
/// what makes one.
const std::map<std::string, int> kFloors{{"base", 0}, {"config", 1}, {"trace", 2}, {"data", 3}, {"tensor", 3},
    {"collective", 3}, {"cost", 3}, {"model", 4}, {"backend", 4}, {"reducer", 5}, {"engine", 6}};
const std::vector<std::string> kReaders{"replay", "diagnose", "lesson", "interop"};
const std::vector<std::string> kHiddenFromReaders{"engine", "backend", "model", "reducer"};

bool contains(const std::vector<std::string>& list, const std::string& word)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// "core/trace/event.h" -> "trace"; empty when the path is not in core.
std::string coreFolder(const std::string& path)
{
    if (!path.starts_with("core/"))
        return {};
    const std::size_t end = path.find('/', 5);
    return end == std::string::npos ? std::string() : path.substr(5, end - 5);
}

/// The name between the marks of an #include line.
std::optional<std::string> includedName(const std::string& line)
{
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#' || line.find("include", hash) == std::string::npos)
        return std::nullopt;
    const std::size_t open = line.find_first_of("<\"", hash);
    const std::size_t close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
    if (close == std::string::npos)
        return std::nullopt;
    return line.substr(open + 1, close - open - 1);
}

std::string coreBreach(const std::string& file, const std::string& name)
{
    if (name.starts_with("ui/") || name.starts_with("app/"))
        return "core knows neither the window nor the command line";
    if (name.size() > 1 && name[0] == 'Q' && std::isupper(static_cast<unsigned char>(name[1])))
        return "Qt never enters core";
    if (name.starts_with("Qt"))
        return "Qt never enters core";
    if (name == "immintrin.h" && !file.starts_with("core/backend/cpu/kernels/"))
        return "vector instructions live in core/backend/cpu/kernels alone";

    const std::string from = coreFolder(file), to = coreFolder(name);
    if (to.empty() || from == to)
        return {};
    if (contains(kReaders, from))
        return contains(kHiddenFromReaders, to) ? "a reader sees the trace, never what makes one" : "";
    if (contains(kReaders, to))
        return "what makes a trace does not know who reads it";
    if (!kFloors.contains(from) || !kFloors.contains(to))
        return "a folder of core without a floor; give it one in this test";
    if (from == "engine" && (name.starts_with("core/backend/serial/") || name.starts_with("core/backend/cpu/")))
        return "the engine sees backends through backend.h only";
    if (name == "core/collective/plan.h" && from == "trace")
        return {}; // plans are plain data and stand in the trace's header
    return kFloors.at(to) > kFloors.at(from) ? "includes run one way, from the upper floors to the lower" : "";
}

std::string uiBreach(const std::string& file, const std::string& name)
{
    if (name.starts_with("app/"))
        return "the window does not know the command line";
    const std::string to = coreFolder(name);
    if (to == "backend" || to == "model" || to == "reducer" || to == "tensor")
        return "the window sees traces, not what makes them";
    if (to == "engine" && !file.starts_with("ui/run/"))
        return "only ui/run starts an engine";
    return {};
}

/// What is wrong with `file` including `name`, or nothing.
std::string breach(const std::string& file, const std::string& name)
{
    if (name.starts_with("nlohmann/") && file.ends_with(".h"))
        return "JSON stays in .cpp files";
    if (file.starts_with("core/"))
        return coreBreach(file, name);
    if (file.starts_with("ui/"))
        return uiBreach(file, name);
    return {};
}

struct SourceFile {
    std::string path; ///< from the root of the repository
    std::vector<std::string> lines;
};

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::vector<SourceFile> sources()
{
    const fs::path root = std::getenv("LOCKSTEP_SOURCE");
    std::vector<SourceFile> files;
    for (const char* folder : {"app", "core", "ui", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string kind = entry.path().extension().string();
            if (!entry.is_regular_file() || (kind != ".cpp" && kind != ".h"))
                continue;
            const auto text = lockstep::readFile(entry.path());
            files.push_back(
                {fs::relative(entry.path(), root).generic_string(), linesOf(text.ok() ? text.value() : "")});
        }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

} // namespace

class TestArchitecture : public QObject {
    Q_OBJECT
private slots:
    void theTestKnowsABreachWhenItSeesOne_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("bad");
        const auto row = [](const char* file, const char* line, bool bad) {
            QTest::addRow("%s %s", file, line) << QString(file) << QString(line) << bad;
        };
        row("core/trace/trace.cpp", "#include <QString>", true);
        row("core/trace/trace.cpp", "#  include \"core/collective/plan.h\"", false);
        row("core/config/run_config.h", "#include \"core/collective/plan.h\"", true);
        row("core/trace/trace.h", "#include <nlohmann/json.hpp>", true);
        row("core/trace/trace_io.cpp", "#include <nlohmann/json.hpp>", false);
        row("core/model/linear.cpp", "#include <immintrin.h>", true);
        row("core/backend/cpu/kernels/vector.h", "#include <immintrin.h>", false);
        row("core/config/validate.cpp", "#include \"core/trace/trace.h\"", true);
        row("core/cost/price.cpp", "#include \"core/collective/plan.h\"", false);
        row("core/data/sampler.cpp", "#include \"core/model/model.h\"", true);
        row("core/replay/world.h", "#include \"core/engine/engine.h\"", true);
        row("core/diagnose/weights.cpp", "#include \"core/model/model.h\"", true);
        row("core/engine/run_loop.cpp", "#include \"core/diagnose/finding.h\"", true);
        row("core/engine/run_loop.cpp", "#include \"core/backend/cpu/cpu_backend.h\"", true);
        row("core/engine/run_loop.cpp", "#include \"core/backend/backend.h\"", false);
        row("ui/play/timeline.cpp", "#include \"core/engine/engine.h\"", true);
        row("ui/run/runner.cpp", "#include \"core/engine/engine.h\"", false);
        row("ui/scene/arena.cpp", "#include \"app/cli/command.h\"", true);
        row("app/cli/execute.cpp", "#include \"core/engine/engine.h\"", false);
    }
    void theTestKnowsABreachWhenItSeesOne()
    {
        QFETCH(QString, file);
        QFETCH(QString, line);
        QFETCH(bool, bad);
        const auto name = includedName(line.toStdString());
        QVERIFY(name.has_value());
        QCOMPARE(!breach(file.toStdString(), *name).empty(), bad);
    }

    void includesRunOneWay()
    {
        QStringList breaches;
        for (const SourceFile& file : sources())
            for (std::size_t i = 0; i < file.lines.size(); ++i)
                if (const auto name = includedName(file.lines[i]))
                    if (const std::string why = breach(file.path, *name); !why.empty())
                        breaches << QString::fromStdString(
                            file.path + ":" + std::to_string(i + 1) + ": " + *name + ": " + why);
        QVERIFY2(breaches.isEmpty(), qPrintable("\n" + breaches.join('\n')));
    }

    void noFileIsTooLong()
    {
        QStringList tooLong;
        for (const SourceFile& file : sources())
            if (file.lines.size() > kMostLines)
                tooLong << QString::fromStdString(file.path) + " has " + QString::number(file.lines.size()) + " lines";
        QVERIFY2(tooLong.isEmpty(), qPrintable("\n" + tooLong.join('\n')));
    }

    void everyFileOpensWithItsPurpose()
    {
        QStringList silent;
        for (const SourceFile& file : sources())
            if (file.lines.empty() || !file.lines.front().starts_with("// ") || file.lines.front().size() < 15)
                silent << QString::fromStdString(file.path);
        QVERIFY2(silent.isEmpty(), qPrintable("\n" + silent.join('\n')));
    }

    /// The standard library's distributions and shuffle differ between implementations, and so would traces.
    void coreUsesNoRandomnessThatDependsOnTheLibrary()
    {
        QStringList uses;
        for (const SourceFile& file : sources())
            if (file.path.starts_with("core/"))
                for (const std::string& line : file.lines)
                    if (line.find("std::shuffle") != std::string::npos
                        || line.find("_distribution<") != std::string::npos
                        || line.find("std::random_device") != std::string::npos)
                        uses << QString::fromStdString(file.path + ": " + line);
        QVERIFY2(uses.isEmpty(), qPrintable("\n" + uses.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
