// lockstep bench start: from the command line to a finished step, by starting this program again and again.
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cli/bench_plan.h"
#include "app/cli/bench_report.h"
#include "app/cli/bench_rounds.h"
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/base/files.h"
#include "core/config/config_io.h"

extern char** environ;

namespace lockstep::cli {
namespace {

/// Milliseconds from the start of the process to its end.
Result<double> timeProcess(const std::vector<std::string>& words)
{
    std::vector<char*> argv;
    for (const std::string& word : words)
        argv.push_back(const_cast<char*>(word.c_str())); // posix_spawn does not write to them
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || ::waitpid(child, &status, 0) != child)
        return Error{"lockstep bench start: this program cannot start itself again; start it by its full path."};
    const double milliseconds
        = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != kOk)
        return Error{"lockstep bench start: the run did not end well; try it by itself with lockstep run."};
    return milliseconds;
}

/// A file that goes with its owner.
class TemporaryConfig {
public:
    TemporaryConfig(const RunConfig& config, std::size_t number)
        : m_path((std::filesystem::temp_directory_path() / ("lockstep-bench-" + std::to_string(::getpid()) + "-"
                                                          + std::to_string(number) + ".json"))
                     .string())
        , m_written(writeFileAtomically(m_path, configToJson(config)))
    {
    }
    ~TemporaryConfig() { ::unlink(m_path.c_str()); }
    TemporaryConfig(const TemporaryConfig&) = delete;
    TemporaryConfig& operator=(const TemporaryConfig&) = delete;

    const std::string& path() const { return m_path; }
    const Result<Done>& written() const { return m_written; }

private:
    std::string m_path;
    Result<Done> m_written;
};

} // namespace

int runBenchStartCommand(const Arguments& arguments)
{
    const std::string command = "lockstep bench start";
    for (const char* option : {"--steps", "--seconds"})
        if (arguments.has(option))
            return complain(Error{command + ": " + option + " does not fit, each run has one step; leave it out."});
    Result<BenchPlan> planned = benchPlan(arguments, command);
    if (!planned)
        return complain(planned.error());
    BenchPlan& plan = planned.value();
    if (!arguments.has("--repeats"))
        plan.repeats = 15;
    Interrupt interrupt;
    const std::stop_token stop = interrupt.source().get_token();
    BenchReport report{"start", aboutPlan(plan, 1), {}, {}, {}};
    report.about.pop_back(); // steps a run
    report.rows.push_back({"lockstep --version", {{"start_milliseconds", "ms", {}}}, "the program alone"});
    for (const int workers : plan.workers)
        report.rows.push_back({"one step, " + workersText(workers), {{"start_milliseconds", "ms", {}}}, {}});

    std::vector<std::unique_ptr<TemporaryConfig>> files;
    std::vector<std::function<Result<Done>()>> contestants;
    const auto contestant = [&](std::size_t row, std::vector<std::string> words) {
        contestants.emplace_back([&report, &stop, row, words = std::move(words)]() -> Result<Done> {
            if (stop.stop_requested())
                return Error{"The bench was stopped before a whole round was measured."};
            const Result<double> time = timeProcess(words);
            if (!time)
                return time.error();
            report.rows[row].values[0].values.push_back(time.value());
            return Done{};
        });
    };
    contestant(0, {"lockstep", "--version"});
    for (std::size_t i = 0; i < plan.workers.size(); ++i) {
        const Result<RunConfig> config = withWorkers(plan, plan.workers[i]);
        if (!config)
            return complain(config.error());
        files.push_back(std::make_unique<TemporaryConfig>(config.value(), i));
        if (!files.back()->written())
            return complain(files.back()->written().error());
        contestant(i + 1, {"lockstep", "run", files.back()->path()});
    }
    for (const auto& each : contestants) // once unmeasured: the files come into memory
        if (const Result<Done> done = each(); !done)
            return complain(done.error());
    for (BenchRow& row : report.rows)
        row.values[0].values.clear();
    const MachineWatch watch;
    const Result<int> rounds = inRounds(plan.repeats, contestants, stop);
    if (!rounds)
        return complain(rounds.error());
    report.machine = watch.used();
    for (BenchRow& row : report.rows)
        row.values[0].values.resize(static_cast<std::size_t>(rounds.value()));
    report.notes.emplace_back("From the start of the process to its end: data read, one step trained, evaluated,"
                              " diagnosed and reported.");
    return printBench(report, arguments);
}

} // namespace lockstep::cli
