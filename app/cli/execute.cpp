// Drives the engine and writes what it hands out.
#include "app/cli/execute.h"

#include <optional>

#include "app/cli/dump_sink.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
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

} // namespace

Result<Trace> execute(const RunConfig& config, const Outputs& outputs)
{
    Interrupt interrupt;
    FileSink sink(outputs.traceFile);
    DumpSink dump(outputs.dumpFolder);
    if (auto done = dump.open(); !done)
        return done.error();
    ProgressBar bar(outputs.progress);
    RunOptions options;
    options.stop = interrupt.source().get_token();
    options.onStep = [&](const Trace& trace) {
        if (!sink.take(trace))
            interrupt.source().request_stop();
        bar.show(trace);
    };
    if (dump.wanted())
        options.onValues = [&](const Trace& trace, const std::vector<RankValues>& values) {
            if (!dump.take(trace, values))
                interrupt.source().request_stop();
        };
    Result<Trace> trace = runTraining(config, options);
    bar.clear();
    if (!trace) {
        dump.abandon();
        return trace;
    }
    const Result<Done> dumped = dump.finish(trace.value());
    if (auto done = sink.finish(trace.value()); !done)
        return done.error();
    if (!dumped)
        return dumped.error();
    return trace;
}

} // namespace lockstep::cli
