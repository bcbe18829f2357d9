// Drives the engine and writes what it hands out.
#include "app/cli/execute.h"

#include <chrono>
#include <iostream>
#include <optional>

#include <unistd.h>

#include "app/cli/interrupt.h"
#include "core/base/numbers.h"
#include "core/engine/engine.h"
#include "core/trace/trace_io.h"

namespace lockstep::cli {
namespace {

/// Appends every record of the growing trace to the file, once.
class FileSink {
public:
    explicit FileSink(std::string path)
        : m_path(std::move(path))
    {
    }

    /// False once writing has failed; error() then says why.
    bool take(const Trace& trace)
    {
        if (m_path.empty() || m_error)
            return !m_error;
        if (!m_writer) {
            auto created = TraceWriter::create(m_path, trace.header(), trace.info());
            if (!created)
                return fail(created.error());
            m_writer.emplace(std::move(created.value()));
        }
        for (; m_written < trace.stepCount(); ++m_written)
            if (auto done = m_writer->append(trace.step(m_written)); !done)
                return fail(done.error());
        return true;
    }

    Result<Done> finish(const Trace& trace)
    {
        if (m_path.empty())
            return Done{};
        if (!take(trace))
            return *m_error;
        return m_writer->finish();
    }

private:
    bool fail(Error error)
    {
        m_error = std::move(error);
        return false;
    }

    std::string m_path;
    std::optional<TraceWriter> m_writer;
    std::optional<Error> m_error;
    std::size_t m_written = 0;
};

void showProgress(const Trace& trace)
{
    const StepRecord& last = trace.step(trace.stepCount() - 1);
    std::cerr << "\rstep " << last.step
              << (trace.config().steps > 0 ? " of " + std::to_string(trace.config().steps) : std::string());
    for (const Event& event : last.events)
        if (const auto* finished = event.as<StepFinished>())
            std::cerr << ", loss " << formatNumber(finished->loss, 6);
    std::cerr << "\033[K" << std::flush;
}

} // namespace

Result<Trace> execute(const RunConfig& config, const std::string& traceFile)
{
    const bool progress = ::isatty(STDERR_FILENO) == 1;
    auto shownAt = std::chrono::steady_clock::time_point::min();
    Interrupt interrupt;
    FileSink sink(traceFile);
    RunOptions options;
    options.stop = interrupt.source().get_token();
    options.onStep = [&](const Trace& trace) {
        if (!sink.take(trace))
            interrupt.source().request_stop();
        const auto now = std::chrono::steady_clock::now();
        if (progress && (trace.stepCount() == 1 || now - shownAt > std::chrono::milliseconds(100))) {
            shownAt = now;
            showProgress(trace);
        }
    };
    Result<Trace> trace = runTraining(config, options);
    if (progress)
        std::cerr << "\r\033[K" << std::flush;
    if (!trace)
        return trace;
    if (auto done = sink.finish(trace.value()); !done)
        return done.error();
    return trace;
}

} // namespace lockstep::cli
