// The engine knows nothing of files, and the dump nothing of the engine: they meet here.
#include "app/cli/dump_sink.h"

#include <filesystem>

namespace lockstep::cli {
namespace {

std::vector<DumpRank> dumpRanks(const std::vector<RankValues>& values)
{
    std::vector<DumpRank> ranks;
    for (const RankValues& each : values) {
        ranks.push_back({{}, each.gradient, each.combined, each.parameters});
        for (const auto& micro : each.samples)
            ranks.back().samples.insert(ranks.back().samples.end(), micro.begin(), micro.end());
    }
    return ranks;
}

} // namespace

DumpSink::DumpSink(std::string folder)
    : m_folder(std::move(folder))
{
}

Result<Done> DumpSink::open()
{
    if (!wanted())
        return Done{};
    std::error_code ignored;
    m_made = !std::filesystem::exists(m_folder, ignored);
    Result<DumpWriter> writer = DumpWriter::create(m_folder);
    if (!writer)
        return writer.error();
    m_writer.emplace(std::move(writer).value());
    return Done{};
}

bool DumpSink::take(const Trace& trace, const std::vector<RankValues>& values)
{
    if (m_error)
        return false;
    const std::vector<DumpRank> ranks = dumpRanks(values);
    const Result<Done> done = m_begun ? m_writer->step(trace.trainingSteps(), ranks)
                                      : m_writer->begin(trace.header(), trace.info(), ranks);
    m_begun = true;
    if (!done)
        m_error = done.error();
    return done.ok();
}

Result<Done> DumpSink::finish(const Trace& trace)
{
    if (!wanted())
        return Done{};
    if (m_error) {
        std::string sentence = m_error->message;
        if (sentence.ends_with('.'))
            sentence.pop_back();
        return Error{sentence + "; the steps that manifest.json counts are whole."};
    }
    const Event& last = trace.step(trace.stepCount() - 1).events.back();
    const auto* finished = last.as<RunFinished>();
    return m_writer->finish(!finished ? "failed" : finished->stopped ? "stopped" : "complete");
}

void DumpSink::abandon()
{
    std::error_code ignored;
    if (m_made && !m_begun)
        std::filesystem::remove(m_folder, ignored); // refuses a folder with something in it
}

} // namespace lockstep::cli
